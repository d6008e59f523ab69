// A game: the pieces at its beginning, and the player's moves. The engine computes the state from them.
import { answered, ask } from "../engine.js";
import { WrongLink } from "../link.js";
import { HEXAGONS, SQUARES } from "./hexagons.js";

/** @typedef {[number, number, number, number]} Put Piece, board, q and r. */
/** @typedef {{put: Put[]} | {take: number}} GameMove */
/**
 * @typedef {object} Board
 * @property {[number, number, number, boolean][]} pieces Each as q, r, piece, and whether it was given.
 * @property {[number, number, number[]][]} open Each open cell, and the pieces that fit on it.
 * @property {[number, number][][]} holes The cells of each hole.
 */
/** @typedef {{boards: Board[], free: number[], solved: {groups: number, holes: number} | null}} State */

/** The number of hexagons. */
export const PIECES = 64;

export class LabyrinthGame {
  /**
   * @param {number} laid The number of given pieces.
   * @param {number} seed
   * @param {import("./hexagons.js").Shape} [shape]
   */
  constructor(laid, seed, shape = HEXAGONS) {
    this.shape = shape;
    this.laid = laid;
    this.seed = seed;
    /** @type {GameMove[]} */
    this.moves = [];
    /** @type {State} */
    this.state = answered({ game: this.questionOf([]) });
  }

  /**
   * The game that an address names.
   * @param {string} start
   * @param {string} moves
   */
  static of(start, moves) {
    const words = /^(\d{1,2})-(\d{1,10})$/.exec(start);
    if (start !== "squares" && start !== "empty" && !words) throw new WrongLink(`"${start.slice(0, 20)}" is not the start of a game; "squares", "empty" and "44-7" are.`);
    const game = words ? new LabyrinthGame(Number(words[1]), Number(words[2])) : new LabyrinthGame(0, 0, start === "squares" ? SQUARES : HEXAGONS);
    const read = (moves === "" ? [] : moves.split(".")).map(readMove);
    const { ok, error } = game.play(read);
    if (error) throw new WrongLink(`These moves cannot be played: ${error}.`);
    game.moves = read;
    game.state = ok;
    return game;
  }

  get start() {
    if (this.shape === SQUARES) return "squares";
    return this.laid === 0 ? "empty" : `${this.laid}-${this.seed}`;
  }

  get written() {
    return this.moves.map((move) => ("take" in move ? `x${move.take}` : move.put.map((one) => one.join(":")).join("+"))).join(".");
  }

  /** The game in the format of the engine. */
  get question() {
    return this.questionOf(this.moves);
  }

  /** @param {GameMove[]} moves */
  questionOf(moves) {
    return { squares: this.shape === SQUARES, laid: this.laid, seed: this.seed, moves };
  }

  /** @param {GameMove[]} moves */
  play(moves) {
    return ask({ game: this.questionOf(moves) });
  }

  /**
* Makes a move, or returns why it is not possible, which is empty for a legal move.
   * @param {GameMove} move
   * @returns {string}
   */
  move(move) {
    const moves = [...this.moves, move];
    const { ok, error } = this.play(moves);
    if (error) return error;
    this.moves = moves;
    this.state = ok;
    return "";
  }

  /** Takes the last move back, and returns it. */
  undo() {
    const last = this.moves.pop();
    this.state = this.play(this.moves).ok;
    return last;
  }

  /** The first empty board, on which a new group begins. */
  get fresh() {
    const left = this.state.boards.findIndex(({ pieces }) => pieces.length === 0);
    return left < 0 ? this.state.boards.length : left;
  }

  /**
* The contents of a board. On a new board, any piece fits on the first cell.
   * @param {number} board
   * @returns {Board}
   */
  board(board) {
    const state = this.state.boards[board];
    if (state && state.pieces.length > 0) return state;
    return { pieces: [], open: this.state.free.length > 0 ? [[0, 0, this.state.free]] : [], holes: [] };
  }

  /** The boards with pieces. */
  get groups() {
    return this.state.boards.map((_, board) => board).filter((board) => this.state.boards[board].pieces.length > 0);
  }
}

/**
 * @param {string} word
 * @returns {GameMove}
 */
function readMove(word) {
  const taken = /^x(\d{1,2})$/.exec(word);
  if (taken) return { take: Number(taken[1]) };
  const put = word.split("+").map((one) => /^(\d{1,2}):(\d{1,2}):(-?\d{1,2}):(-?\d{1,2})$/.exec(one));
  if (put.includes(null)) throw new WrongLink(`In this link, "${word.slice(0, 20)}" is not a move.`);
  return { put: put.map((one) => /** @type {Put} */ ((one ?? []).slice(1).map(Number))) };
}
