// A game on a star: the given numbers and the player's moves. All other state is derived from them.
import { answered } from "../engine.js";
import { WrongLink } from "../link.js";

/** @typedef {{name: string, x: number, y: number, point: boolean}} Place */
/** @typedef {{star: string, sum: number, places: Place[], lines: number[][]}} Star */
/** @typedef {{cell: number, number: number}} Move Puts a number on a cell, or clears the cell if it is 0. */

/**
 * Reads the name of a star and its puzzle in an address: 8a is empty, 8a-1f3 the puzzle of a seed.
 * @param {string} name
 * @returns {{star: Star, seed: number | null}}
 */
export function readName(name) {
  const parts = /^(\w{1,5})(?:-([0-9a-f]{1,8}))?$/i.exec(name);
  if (!parts) throw new WrongLink(`"${name.slice(0, 20)}" is neither a star such as 8a nor a puzzle such as 8a-1f3.`);
  return { star: answered({ star: { star: parts[1] } }), seed: parts[2] === undefined ? null : parseInt(parts[2], 16) };
}

/**
* Reads the moves in an address, each of which is a cell's letter and a number.
 * @param {string} written
 * @param {Star} star
 * @returns {Move[]}
 */
export function readMoves(written, star) {
  return (written === "" ? [] : written.split(".")).map((word) => {
    const cell = star.places.findIndex(({ name }) => name === word[0]);
    if (cell < 0 || !/^.\d{1,2}$/.test(word)) throw new WrongLink(`In this link, ${word.slice(0, 20)} is not a move.`);
    return { cell, number: Number(word.slice(1)) };
  });
}

export class StarGame {
  /**
   * @param {Star} star
   * @param {number | null} seed
   * @param {number[] | null} given The numbers of the puzzle, 0 for an empty cell.
   * @param {Move[]} moves
   */
  constructor(star, seed, given, moves) {
    this.star = star;
    this.seed = seed;
    this.cells = star.places.length;
    this.given = given ?? star.places.map(() => 0);
    /** @type {Move[]} */
    this.moves = [];
    /** The numbers in the cells, 0 for an empty cell. @type {number[]} */
    this.numbers = [];
    /** The cells that the player has filled, in the order in which they got their numbers. @type {number[]} */
    this.put = [];
    this.replay();
    for (const move of moves) {
      if (this.move(move)) throw new WrongLink(`In this link, ${this.nameOf(move.cell)}${move.number} is not a move.`);
    }
  }

  get name() {
    return this.seed === null ? this.star.star : `${this.star.star}-${this.seed.toString(16)}`;
  }

  get written() {
    return this.moves.map(({ cell, number }) => this.nameOf(cell) + number).join(".");
  }

  /** The star in the format of the engine. */
  get position() {
    return { star: this.star.star, numbers: this.numbers };
  }

  /** @param {number} cell */
  nameOf(cell) {
    return this.star.places[cell].name;
  }

  /** Makes a move, or returns why it is not possible. @param {Move} move @returns {string} */
  move({ cell, number }) {
    if (this.given[cell]) return `${this.given[cell]} on cell ${this.nameOf(cell)} is given, so it stays.`;
    if (number > this.cells) return `The numbers go from 1 to ${this.cells}.`;
    if (number > 0 && this.given.includes(number)) return `${number} is given on cell ${this.nameOf(this.given.indexOf(number))}, so it stays.`;
    if (this.numbers[cell] === number) return number ? `${number} is already on cell ${this.nameOf(cell)}.` : `There is no number on cell ${this.nameOf(cell)}.`;
    this.moves.push({ cell, number });
    this.play({ cell, number });
    return "";
  }

  undo() {
    this.moves.pop();
    this.replay();
  }

  /** Plays all moves again. */
  replay() {
    this.numbers = [...this.given];
    this.put = [];
    for (const move of this.moves) this.play(move);
  }

  /** Plays a move. If its number is on another cell, the two cells exchange their numbers. @param {Move} move */
  play({ cell, number }) {
    const set = (/** @type {number} */ at, /** @type {number} */ to) => {
      this.numbers[at] = to;
      this.put = this.put.filter((other) => other !== at);
      if (to) this.put.push(at);
    };
    const from = number ? this.numbers.indexOf(number) : -1;
    if (from >= 0) set(from, this.numbers[cell]);
    set(cell, number);
  }
}
