// A game: a grid, and the cells of 1, 2, 3 … All other state is derived from them.
import { answered } from "../engine.js";
import { readKept } from "../keep.js";

/** @typedef {{rows: number, columns: number, path: number[], own: number}} Begun The game in the format of the engine; `own` counts the numbers set by the player. */

/** The time limit of a search, in seconds. */
export const PATIENCE = 1;

export class Game {
  /** @param {Begun} begun */
  constructor(begun) {
    this.begun = begun;
    /** @type {{grid: string, moves: string, jumps: (number | null)[], next: number[], full: boolean, closed: boolean, circular: boolean, straight: number, diagonal: number}} */
    this.seen = answered({ look: begun });
  }

  /** The game that an address names. @param {string} grid @param {string} moves */
  static of(grid, moves) {
    return new Game(answered({ read: { grid, moves } }));
  }

  /** An empty grid. @param {number} rows @param {number} columns */
  static empty(rows, columns) {
    return new Game({ rows, columns, path: [], own: 0 });
  }

  get cells() {
    return this.begun.rows * this.begun.columns;
  }

  /** The game's name in an address. */
  get name() {
    return `${this.seen.grid}/${this.seen.moves}`;
  }

  get size() {
    return `${this.begun.rows} × ${this.begun.columns}`;
  }

  /** The data of the game with the next number on a cell. @param {number} cell */
  with(cell) {
    const path = [...this.begun.path, cell];
    return { ...this.begun, path, own: path.length };
  }

  /** The game without the last number, or without the numbers that the engine has filled in. */
  before() {
    const { path, own } = this.begun;
    const left = own < path.length ? own : own - 1;
    return new Game({ ...this.begun, path: path.slice(0, left), own: left });
  }

  /** @param {number} cell */
  place(cell) {
    return `row ${Math.floor(cell / this.begun.columns) + 1}, column ${(cell % this.begun.columns) + 1}`;
  }
}

/** The game that is kept. Without one, an empty grid. */
export function keptGame() {
  return readKept(([grid, moves]) => Game.of(grid, moves ?? "")) ?? Game.empty(5, 5);
}
