// The help of all pages in words: a hint that the first press explains and the second one follows, and counts.
import { make, waiting } from "./dom.js";
import { BackgroundEngine } from "./engine.js";

/** The time limit of a count, in seconds. */
const COUNT_PATIENCE = 1;

export class Help {
  /** @param {HTMLElement} place The element for its words. */
  constructor(place) {
    this.place = place;
    /** @type {(() => void) | null} */
    this.act = null;
    this.engine = new BackgroundEngine();
  }

  /** Shows the reason of a hint, and a button that follows it. @param {string} why @param {string} does The label of the button. @param {() => void} act */
  show(why, does, act) {
    this.act = act;
    this.place.replaceChildren(make("p", {}, why), make("p", {}, make("button", { type: "button", onclick: () => this.follow() }, does)));
  }

  /** Follows the hint. Returns false if there is none. */
  follow() {
    const { act } = this;
    this.clear();
    act?.();
    return act !== null;
  }

  /** Asks in how many ways a game can be completed, and shows the answer, or that it takes more than a second. @param {object} question @param {(ways: any) => string} words @param {string} end The end that these ways lead to. */
  count(question, words, end = "") {
    this.clear();
    this.place.replaceChildren(waiting("Counting"));
    this.engine.ask([question], COUNT_PATIENCE, (_, { ok, error }) => {
      this.place.replaceChildren(make("p", {}, error ? `The ways to finish${end} could not be counted within a second.` : words(ok)));
    });
  }

  clear() {
    this.act = null;
    this.engine.stop();
    this.place.replaceChildren();
  }
}
