// Counts the ways to complete a game, in the background and for at most a second.
import { make, waiting } from "./dom.js";
import { BackgroundEngine } from "./engine.js";

/** The time limit of a count, in seconds. */
const COUNT_PATIENCE = 1;

export class WayCounter {
  /**
   * @param {HTMLElement} place The element for the answer.
   * @param {(ways: any) => string} words Puts the engine's answer into words.
   */
  constructor(place, words) {
    this.place = place;
    this.words = words;
    this.engine = new BackgroundEngine();
  }

  /** Asks for a count, and shows the answer, or that it takes more than a second. @param {object} question */
  ask(question) {
    this.place.replaceChildren(waiting("Counting"));
    this.engine.ask([question], COUNT_PATIENCE, (_, { ok, error }) => {
      this.place.replaceChildren(make("p", {}, error ? "The ways could not be counted within a second." : this.words(ok)));
    });
  }

  /** Clears the answer. */
  clear() {
    this.engine.stop();
    this.place.replaceChildren();
  }
}
