// The grid, for fingers, mouse and keys.
import { draw, make } from "../dom.js";
import { hueOf, jumpsOf, linesOf } from "./tour-path.js";

/** @typedef {{text: string, words: string, marks: string[], hue?: number}} Look How a cell looks. */

/** The number of columns that fit a narrow screen, with cells as wide as a finger. */
const FINGERS = 10;

export class Paper {
  /** @param {number} rows @param {number} columns @param {(cell: number) => void} act Called on Enter or a click on a cell. */
  constructor(rows, columns, act) {
    this.columns = columns;
    /** @type {HTMLElement[]} */
    this.cells = [];
    const grid = make("div", { class: "grid", role: "grid", "aria-label": `Grid of ${rows} by ${columns} cells` });
    for (let row = 0; row < rows; row += 1) {
      const line = make("div", { role: "row", class: "row" });
      for (let column = 0; column < columns; column += 1) {
        const cell = this.cells.length;
        const spot = make("div", { role: "gridcell", tabindex: -1, onclick: () => act(cell) });
        this.cells.push(spot);
        line.append(spot);
      }
      grid.append(line);
    }
    grid.addEventListener("keydown", (event) => this.key(event, act));
    grid.addEventListener("focusin", (event) => this.setTabStop(this.cells.indexOf(/** @type {HTMLElement} */ (event.target))));
    this.line = draw("svg", { class: "line", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    this.element = make("div", { class: "paper" }, this.line, grid);
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(rows));
    this.at = 0;
    this.cells[0].tabIndex = 0;
  }

  /** @param {number} cell */
  setTabStop(cell) {
    this.cells[this.at].tabIndex = -1;
    this.at = Math.max(0, cell);
    this.cells[this.at].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event @param {(cell: number) => void} act */
  key(event, act) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { at, columns } = this;
    const column = at % columns;
    /** @type {Record<string, number>} */
    const goals = {
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      ArrowLeft: column > 0 ? at - 1 : -1,
      ArrowRight: column + 1 < columns ? at + 1 : -1,
      Home: at - column,
      End: at - column + columns - 1,
    };
    if (event.key in goals) this.cells[goals[event.key]]?.focus();
    else if (event.key === "Enter" || event.key === " ") act(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Shows a game.
   * @param {import("./game.js").Game} game
   * @param {Look[]} looks
   * @param {boolean} drawn Whether the path is shown as a line.
   */
  show(game, looks, drawn) {
    const target = this.columns <= FINGERS ? "cell spot target" : "cell spot tiny";
    for (const [cell, { text, words, marks, hue }] of looks.entries()) {
      const spot = this.cells[cell];
      const classes = [target, ...marks].join(" ");
      if (spot.className !== classes) spot.className = classes;
      if (spot.textContent !== text) spot.textContent = text;
      if (spot.getAttribute("aria-label") !== words) spot.setAttribute("aria-label", words);
      if (hue !== undefined) spot.style.setProperty("--hue", String(hue));
    }
    this.element.classList.toggle("drawn", drawn);
    const circular = game.seen.full && game.seen.closed;
    const { rows, columns } = game.begun;
    this.line.replaceChildren(...(drawn ? [linesOf(rows, columns), jumpsOf(game.begun, circular, circular)] : []));
  }
}

/**
* The basic look of a cell: its number, or whether the next number can go there.
 * @param {import("./game.js").Game} game
 * @param {number} cell
 * @param {Map<number, number>} numbers The numbers in the grid, by their cells.
 * @returns {Look}
 */
export function lookOf(game, cell, numbers) {
  const { begun, seen } = game;
  const number = numbers.get(cell);
  const count = begun.path.length;
  const place = game.place(cell);
  if (number !== undefined) {
    const marks = ["set"];
    let words = `${place}: ${number}`;
    if (number > begun.own) marks.push("filled");
    if (number === 1) marks.push("first");
    if (number === count) {
      marks.push("head");
      words += ", the last number";
    }
    return { text: String(number), words, marks, hue: hueOf(number - 1, game.cells, seen.full && seen.closed) };
  }
  if (count > 0 && seen.next.includes(cell)) return { text: "", words: `${place}: free, ${count + 1} can be here`, marks: ["next"] };
  return { text: "", words: `${place}: free`, marks: [] };
}
