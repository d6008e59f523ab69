// A game: the hidden molecule and the player's moves. Everything else follows from them.
import { ask } from "../engine.js";
import { WrongLink } from "../link.js";

/** @typedef {{kind: "f" | "b" | "e" | "c" | "k", at: number}} Move f fires, b puts a ball, e marks empty, c clears, k checks. */

/** @typedef {{config: string, number: string, balls: [number, number]}} Hidden */

export class Game {
  /** @param {Hidden} hidden */
  constructor(hidden) {
    const { ok, error } = ask({ molecule: hidden });
    if (error) throw new WrongLink(error);
    this.hidden = hidden;
    /** The molecules that answer every ray alike, once they are found. @type {{count: string, twins: import("./twins.js").Twin[]} | null} */
    this.alike = null;
    /** @type {{width: number, exits: number[], spectrum: string, atoms: number[], paths: [number[], number | null][], game_id: string | null}} */
    this.truth = ok;
    this.width = this.truth.width;
    /** @type {Move[]} */
    this.moves = [];
    /** Is the game over? */
    this.checked = false;
    this.replay();
  }

  /**
   * The game that a text hides: a game ID, a number, or a save file with its moves.
   * @param {string} text
   */
  static of(text) {
    const { ok, error } = ask({ read: { text } });
    if (error) throw new WrongLink(error);
    if (!ok.hidden) throw new WrongLink("This text hides no atoms. Use a game ID, a save file or a number such as A4_B8:2813.");
    if (ok.hidden.number === null) throw new WrongLink(`${ok.hidden.config} has more molecules than can be numbered, and this page needs the number of a game. The program blackbox plays it.`);
    const game = new Game(ok.hidden);
    game.read(ok.moves);
    return game;
  }

  /** The game's name in an address. The digits of a game ID are masked, so that nobody reads them by accident. */
  get name() {
    return this.truth.game_id ?? `${this.hidden.config}:${this.hidden.number}`;
  }

  get written() {
    return this.moves.map(({ kind, at }) => (kind === "k" ? kind : kind + at)).join(".");
  }

  /**
   * Reads moves as an address has them.
   * @param {string} written
   */
  read(written) {
    for (const word of written === "" ? [] : written.split(".")) {
      const move = /^(?:k|[fbec]\d{1,3})$/.test(word) ? { kind: /** @type {Move["kind"]} */ (word[0]), at: Number(word.slice(1)) } : null;
      if (!move || !this.move(move)) throw new WrongLink(`In this link, ${word.slice(0, 20)} is not a move.`);
    }
  }

  /**
   * Makes a move if it is possible.
   * @param {Move} move
   */
  move(move) {
    const places = move.kind === "f" ? 4 * this.width : this.width * this.width;
    if (this.checked || move.at >= places || (move.kind === "f" && this.exit(move.at) !== null)) return false;
    if (move.kind === "k" && "error" in this.verdict()) return false;
    this.moves.push(move);
    this.play(move);
    return true;
  }

  undo() {
    this.moves.pop();
    this.replay();
  }

  replay() {
    /** @type {number[]} */
    this.fired = [];
    /** @type {Set<number>} */
    this.balls = new Set();
    /** @type {Set<number>} */
    this.empty = new Set();
    this.checked = false;
    for (const move of this.moves) this.play(move);
  }

  /** @param {Move} move */
  play({ kind, at }) {
    if (kind === "f") this.fired.push(at);
    else if (kind === "k") this.checked = true;
    else {
      this.balls.delete(at);
      this.empty.delete(at);
      if (kind === "b") this.balls.add(at);
      if (kind === "e") this.empty.add(at);
    }
  }

  /** @returns {[number, number][]} */
  get shots() {
    return this.fired.map((position) => [position, this.truth.exits[position]]);
  }

  /**
   * Where the ray from a position comes out, if the player knows.
   * @param {number} position
   * @returns {number | null}
   */
  exit(position) {
    const exit = this.truth.exits[position];
    return this.fired.includes(position) || (exit >= 0 && this.fired.includes(exit)) ? exit : null;
  }

  /** The board as the player knows it. */
  get position() {
    return {
      width: this.width,
      atoms: this.hidden.balls,
      shots: this.shots,
      balls: [...this.balls].sort((one, other) => one - other),
      empty: [...this.empty].sort((one, other) => one - other),
    };
  }

  /**
   * How the game would end now.
   * @returns {{wrong: number[], missed: number[], ray_points: number, ball_points: number, accepted: boolean,
   *   refuting: {position: number, fired: boolean, exit: number, supposed: number} | null} | {error: string}}
   */
  verdict() {
    const { ok, error } = ask({
      check: { hidden: this.hidden, told: this.hidden.balls, balls: [...this.balls], fired: this.fired },
    });
    return error ? { error } : ok;
  }
}
