// How many ways are left from here: counted aside, for a second at most.
import { make, waiting } from "./dom.js";
import { Aside } from "./engine.js";

/** How long a count may take, in seconds. */
const COUNT_PATIENCE = 1;

export class Ways {
  /**
   * @param {HTMLElement} place Where the answer is shown.
   * @param {(ways: any) => string} words What the engine's answer is in words.
   */
  constructor(place, words) {
    this.place = place;
    this.words = words;
    this.aside = new Aside();
  }

  /**
   * Counts from here, and shows the answer or that there is none within a second.
   * @param {object} question
   */
  ask(question) {
    this.place.replaceChildren(waiting("Counting"));
    this.aside.ask([question], COUNT_PATIENCE, (_, { ok, error }) => {
      this.place.replaceChildren(make("p", {}, error ? `Too much to count: ${error}` : this.words(ok)));
    });
  }

  /** Shows nothing any more. */
  clear() {
    this.aside.stop();
    this.place.replaceChildren();
  }
}
