// A game: its first state, and the hooks that were moved. The engine has the rules.
import { sentence } from "../dom.js";
import { answered, ask } from "../engine.js";
import { readKept } from "../keep.js";

/**
* @typedef {object} Seen The engine's description of a state.
 * @property {number} state
 * @property {boolean[]} down
 * @property {number[]} moves
 * @property {number} distance
 * @property {number | null} next_hook
 */

export class Game {
  /**
   * @param {string} start The number of rings, with the first state unless it is 0: `6`, `6:31`.
   * @param {string} moves The moves in an address.
   */
  constructor(start, moves) {
    /** @type {{rings: number, first: Seen, hooks: number[], now: Seen}} */
    const { rings, first, hooks, now } = answered({ open: { start, moves } });
    this.rings = rings;
    this.first = first;
    this.hooks = hooks;
    this.now = now;
  }

  /** The game's name in an address. */
  get name() {
    return this.first.state === 0 ? `${this.rings}` : `${this.rings}:${this.first.state}`;
  }

  /** The moves for an address: the first hook, and the lengths of runs. Each run after the first begins by moving the last hook back. */
  get written() {
    /** @type {number[]} */
    const runs = [];
    for (const [at, hook] of this.hooks.entries()) {
      if (at === 0 || hook === this.hooks[at - 1]) runs.push(0);
      runs[runs.length - 1] += 1;
    }
    return runs.length === 0 ? "" : `${this.hooks[0]}:${runs.join(".")}`;
  }

  get solved() {
    return this.now.distance === 0;
  }

  /**
* Moves a hook, or returns why it cannot move.
   * @param {number} hook
   * @returns {string} Empty if it was moved.
   */
  move(hook) {
    const { ok, error } = ask({ move: { rings: this.rings, state: this.now.state, hook } });
    if (error) return sentence(error);
    this.now = ok;
    this.hooks.push(hook);
    return "";
  }

  /** Takes the last move back, and returns its hook. */
  undo() {
    const hook = this.hooks[this.hooks.length - 1];
    if (hook === undefined) return null;
    this.move(hook);
    this.hooks.length -= 2;
    return hook;
  }
}

/** The game that is kept. Without one, a new game of six rings. */
export function keptGame() {
  return readKept(([start, moves]) => new Game(start, moves ?? "")) ?? new Game("6", "");
}
