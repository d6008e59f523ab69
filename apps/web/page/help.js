// The hint of all pages: the first press explains it, the second one follows it.
import { make } from "./dom.js";

export class Hint {
  /** @param {HTMLElement} place The element for its words. */
  constructor(place) {
    this.place = place;
    /** @type {(() => void) | null} */
    this.act = null;
  }

  /** Shows the reason, and a button that follows the hint. @param {string} why @param {string} does The label of the button. @param {() => void} act */
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

  clear() {
    this.act = null;
    this.place.replaceChildren();
  }
}
