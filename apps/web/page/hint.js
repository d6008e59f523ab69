// A hint, alike on all pages: the first press says why, the second one does it.
import { make } from "./dom.js";

export class Hint {
  /** @param {HTMLElement} place The place for its words. */
  constructor(place) {
    this.place = place;
    /** @type {(() => void) | null} */
    this.act = null;
  }

  /** Says why, and offers to do it. @param {string} why @param {string} does What the button says. @param {() => void} act */
  show(why, does, act) {
    this.act = act;
    this.place.replaceChildren(make("p", {}, why), make("p", {}, make("button", { type: "button", onclick: () => this.follow() }, does)));
  }

  /** Does what the hint says. Returns false if there is none. */
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
