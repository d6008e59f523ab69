// A game: the hidden molecule and the player's moves. All other state is derived from them.
import { answered, ask } from "../engine.js";
import { WrongLink } from "../link.js";
import { spotOf } from "./places.js";
import { isDay } from "./today.js";

/** @typedef {{kind: "f" | "b" | "e" | "c" | "r" | "k" | "g", at: number}} Move f fires, b puts a ball, e marks empty, c clears, r marks the open cells of a row or column, k checks, g gives up. */

export class Game {
  /** @param {string} hidden A number such as A4_B8:2813, or a game ID. @param {string} [day] The date of a day's board. */
  constructor(hidden, day) {
    this.day = day;
    /** The molecules with the same spectrum, once they are found. @type {{count: string, twins: import("./twins.js").Twin[], family: import("./twins.js").Family | null} | null} */
    this.group = null;
    /** @type {{name: string, config: string, number: string | null, balls: [number, number], rows: number, columns: number, exits: number[], spectrum: string, atoms: number[], paths: [number[], number | null][], turns: number[], game_id: string | null}} */
    this.truth = answered({ molecule: { name: hidden } });
    /** The size of the box. @type {import("./places.js").Size} */
    this.size = { rows: this.truth.rows, columns: this.truth.columns };
    /** The least and the greatest number of balls, as the player knows them. */
    this.ballRange = this.truth.balls;
    /** The review of the game, once it is computed. @type {any} */
    this.review = null;
    this.reviewError = "";
    /** The part of the review that is done, from 0 to 1. */
    this.reviewed = 0;
    /** Were the review and the twins asked for? */
    this.isReviewed = this.isSought = false;
    /** @type {Move[]} */
    this.moves = [];
    /** The moves that were taken back, the last one at the end. @type {Move[]} */
    this.undone = [];
    /** Is the game over? */
    this.checked = false;
    this.replay();
  }

  /** The game of a text: a game ID, a number, or a save file with its moves. @param {string} text */
  static of(text) {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return Game.ofDay(text);
    const { hidden, moves } = answered({ read: { text } });
    if (!hidden) throw new WrongLink("This text contains no hidden balls. Use a game ID, a save file or a number such as A4_B8:2813.");
    const game = new Game(hidden);
    game.read(moves);
    return game;
  }

  /** The board of a day, which is the same for every player and has no twin. @param {string} day */
  static ofDay(day) {
    if (!isDay(day)) throw new WrongLink(`${day} is not a date.`);
    const { ok } = ask({ draw: { atoms: [4, 4], rows: 8, columns: 8, fair: true, seed: Number(day.replaceAll("-", "")) } });
    return new Game(ok, day);
  }

  /** The game's name in an address. The digits of a game ID are masked, so that they are not read by accident. */
  get name() {
    return this.day ?? this.truth.name;
  }

  get written() {
    return this.moves.map(({ kind, at }) => ("kg".includes(kind) ? kind : kind + at)).join(".");
  }

  /** Adds the moves in an address. @param {string} written */
  read(written) {
    for (const word of written === "" ? [] : written.split(".")) {
      const move = /^(?:[kg]|[fbecr]\d{1,3})$/.test(word) ? { kind: /** @type {Move["kind"]} */ (word[0]), at: Number(word.slice(1)) } : null;
      if (!move || !this.move(move)) throw new WrongLink(`In this link, ${word.slice(0, 20)} is not a move.`);
    }
  }

  /** Makes a move if it is possible. @param {Move} move */
  move(move) {
    const { rows, columns } = this.size;
    const places = "fr".includes(move.kind) ? 2 * (rows + columns) : rows * columns;
    if (this.checked || move.at >= places || (move.kind === "f" && this.exit(move.at) !== null)) return false;
    if (move.kind === "k" && "error" in this.verdict()) return false;
    this.moves.push(move);
    this.undone = [];
    this.play(move);
    return true;
  }

  /** Can the last move be taken back? On the board of a day, rays, checks and giving up are final. */
  get canUndo() {
    const last = this.moves[this.moves.length - 1];
    return last !== undefined && !(this.day && "fkg".includes(last.kind));
  }

  undo() {
    if (!this.canUndo) return;
    this.undone.push(...this.moves.splice(-1));
    this.replay();
  }

  redo() {
    this.moves.push(...this.undone.splice(-1));
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
    this.gaveUp = false;
    for (const move of this.moves) this.play(move);
  }

  /** @param {Move} move */
  play({ kind, at }) {
    if (kind === "f") this.fired.push(at);
    else if (kind === "k") this.checked = true;
    else if (kind === "g") this.checked = this.gaveUp = true;
    else if (kind === "r") this.mark(this.line(at));
    else {
      this.balls.delete(at);
      this.empty.delete(at);
      if (kind === "b") this.balls.add(at);
      if (kind === "e") this.empty.add(at);
    }
  }

  /** The cells of the row or column ahead of a position. @param {number} position */
  line(position) {
    const { rows, columns } = this.size;
    const { line, column } = spotOf(position, this.size);
    const isRow = column === 0 || column > columns;
    return Array.from({ length: isRow ? columns : rows }, (_, at) => (isRow ? (line - 1) * columns + at : at * columns + column - 1));
  }

  /** Marks the open cells of a line as empty. If none is open, clears its marks. @param {number[]} line */
  mark(line) {
    const open = line.filter((cell) => !this.balls.has(cell) && !this.empty.has(cell));
    for (const cell of open) this.empty.add(cell);
    if (open.length === 0) for (const cell of line) this.empty.delete(cell);
  }

  /** @returns {[number, number][]} */
  get shots() {
    return this.fired.map((position) => [position, this.truth.exits[position]]);
  }

  /** The exit of the ray from a position, if the player knows it. @param {number} position @returns {number | null} */
  exit(position) {
    const exit = this.truth.exits[position];
    return this.fired.includes(position) || (exit >= 0 && this.fired.includes(exit)) ? exit : null;
  }

  /** The board as the player knows it. */
  get position() {
    return {
      ...this.size,
      atoms: this.ballRange,
      shots: this.shots,
      balls: [...this.balls].sort((one, other) => one - other),
      empty: [...this.empty].sort((one, other) => one - other),
    };
  }

  /**
* The verdict if the game ended now.
   * @returns {{wrong: number[], missed: number[], ray_points: number, ball_points: number, original: number, found: boolean,
   *   refuting: {position: number, fired: boolean, exit: number, supposed: number} | null} | {error: string}}
   */
  verdict() {
    if (this.gaveUp) {
      const { atoms } = this.truth;
      const [wrong, missed] = [[...this.balls].filter((cell) => !atoms.includes(cell)), atoms.filter((cell) => !this.balls.has(cell))];
      return { wrong, missed, ray_points: this.supposed.ray_points, ball_points: 0, original: 0, found: false, refuting: null };
    }
    const { ok, error } = ask({ check: this.ended });
    return error ? { error } : ok;
  }
  /** The finished game for the engine. If the player has given up, the atoms replace the balls. @returns {{name: string, balls: number[], fired: number[], gave_up?: boolean}} */
  get ended() {
    return { name: this.truth.name, balls: this.gaveUp ? this.truth.atoms : [...this.balls], fired: this.fired, gave_up: this.gaveUp };
  }

  /** The shots that the balls explain, and the paths and exits of all rays if the balls were the atoms. */
  get supposed() {
    return ask({ suppose: { ...this.size, balls: [...this.balls], shots: this.shots } }).ok;
  }
}
