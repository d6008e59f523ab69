// The board: one grid of cells and the places around them, for fingers, mouse and keys.
import { draw, make } from "../dom.js";
import { besideLabels, spotOf, wayOf } from "./places.js";

/** @typedef {{text: string, words: string, marks: string[]}} Edge */
/** @typedef {{text: string, words: string, marks: string[], share?: number}} Cell */
/**
 * @typedef {object} Acts What the owner of a board does on these events.
 * @property {(position: number) => void} edge Enter or a click on a place around the box.
 * @property {(cell: number) => void} cell Enter or a click in the box.
 * @property {(cell: number) => void} mark Space, a right click or a long press in the box.
 * @property {(position: number) => void} [line] The same on a place around the box.
 * @property {(position: number | null) => void} look The pointer or the focus has come to a place around the box.
 */

/** The time of a long press with a finger, in milliseconds. */
const LONG_PRESS = 450;

export class Grid {
  /**
   * @param {number} width
   * @param {string} label
   * @param {Acts} acts
   */
  constructor(width, label, acts) {
    this.width = width;
    this.acts = acts;
    /** @type {HTMLElement[][]} */
    this.spots = [];
    /** @type {HTMLElement[]} */
    this.edges = [];
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.element = make("div", { class: "grid", role: "grid", "aria-label": label });
    this.element.style.setProperty("--columns", String(width + 2));
    for (let line = 0; line <= width + 1; line += 1) {
      const row = make("div", { role: "row", class: "row" });
      this.spots.push([]);
      for (let column = 0; column <= width + 1; column += 1) {
        const spot = make("div", { role: "gridcell", class: "spot" });
        row.append(spot);
        this.spots[line].push(spot);
      }
      this.element.append(row);
    }
    this.trails = draw("svg", { class: "trails", viewBox: `0 0 ${width + 2} ${width + 2}`, "aria-hidden": "true" });
    this.element.append(this.trails);
    for (let position = 0; position < 4 * width; position += 1) {
      const { line, column } = spotOf(position, width);
      const spot = this.spots[line][column];
      spot.classList.add("edge");
      this.edges.push(spot);
      listen(spot, () => acts.edge(position), () => acts.line?.(position));
      for (const event of ["pointerenter", "focus"]) spot.addEventListener(event, () => acts.look(position));
      for (const event of ["pointerleave", "blur"]) spot.addEventListener(event, () => acts.look(null));
    }
    for (let cell = 0; cell < width * width; cell += 1) {
      const spot = this.spots[Math.floor(cell / width) + 1][(cell % width) + 1];
      spot.classList.add("cell");
      this.cells.push(spot);
      listen(spot, () => acts.cell(cell), () => acts.mark(cell));
    }
    for (const spot of [...this.edges, ...this.cells]) spot.tabIndex = -1;
    this.at = { line: 1, column: 0 };
    this.spots[1][0].tabIndex = 0;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.stand(/** @type {HTMLElement} */ (event.target)));
  }

  /** @param {HTMLElement} spot */
  stand(spot) {
    this.spots[this.at.line][this.at.column].tabIndex = -1;
    for (const [line, row] of this.spots.entries()) {
      const column = row.indexOf(spot);
      if (column >= 0) this.at = { line, column };
    }
    this.spots[this.at.line][this.at.column].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const spot = this.spots[this.at.line][this.at.column];
    const cell = this.cells.indexOf(spot);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      this.spotAt(this.at.line + step[0], this.at.column + step[1])?.focus();
    } else if (event.key === "Home") {
      this.spotAt(this.at.line, this.isInner(this.at.line) ? 0 : 1)?.focus();
    } else if (event.key === "End") {
      this.spotAt(this.at.line, this.isInner(this.at.line) ? this.width + 1 : this.width)?.focus();
    } else if (event.key === "Enter") {
      if (cell >= 0) this.acts.cell(cell);
      else this.acts.edge(this.edges.indexOf(spot));
    } else if (event.key === " ") {
      if (cell >= 0) this.acts.mark(cell);
      else this.acts.line?.(this.edges.indexOf(spot));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} line */
  isInner(line) {
    return line > 0 && line <= this.width;
  }

  /**
   * The spot at a line and column, if it is a place of a ray or a cell.
   * @param {number} line
   * @param {number} column
   */
  spotAt(line, column) {
    const spot = this.spots[line]?.[column];
    return spot && (spot.classList.contains("edge") || spot.classList.contains("cell")) ? spot : undefined;
  }

  /**
   * Scrolls an enlarged board to the place where a ray came out.
   * @param {number} exit
   */
  reveal(exit) {
    if (!this.element.closest(".zoomed") || exit < 0) return;
    const { line, column } = spotOf(exit, this.width);
    const inside = (/** @type {number} */ at) => Math.min(Math.max(at, 1), this.width);
    this.spots[inside(line)][inside(column)].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * Draws the way of a ray, or clears it.
   * @param {number | null} position
   * @param {[number[], number | null][]} paths For each position, the cells that its ray enters, and the atom that absorbs it.
   * @param {number[]} exits
   */
  trace(position, paths, exits) {
    const spots = position === null ? [] : wayOf(position, paths[position], exits[position], this.width);
    const points = besideLabels(spots, this.width).map(({ line, column }) => `${column + 0.5},${line + 0.5}`).join(" ");
    if (points === (this.trails.querySelector("polyline")?.getAttribute("points") ?? "")) return;
    // A new line, so that it is drawn from its beginning.
    this.trails.replaceChildren(...(points ? [draw("polyline", { class: "trail", points, pathLength: 1 })] : []));
  }

  /**
   * Shows what is known.
   * @param {Edge[]} edges
   * @param {Cell[]} cells
   */
  show(edges, cells) {
    edges.forEach((edge, position) => dress(this.edges[position], "spot edge", edge));
    cells.forEach((cell, place) => {
      dress(this.cells[place], "spot cell", cell);
      this.cells[place].style.setProperty("--share", String(cell.share ?? 0));
    });
  }
}

/**
 * @param {HTMLElement} spot
 * @param {() => void} press A click.
 * @param {() => void} mark A right click or a long press.
 */
function listen(spot, press, mark) {
  let timer = 0;
  let long = false;
  spot.addEventListener("pointerdown", (event) => {
    long = false;
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      long = true;
      mark();
    }, LONG_PRESS);
  });
  for (const event of ["pointerup", "pointercancel", "pointerleave"]) spot.addEventListener(event, () => clearTimeout(timer));
  spot.addEventListener("click", () => {
    if (!long) press();
    long = false;
  });
  spot.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const touch = event instanceof PointerEvent && event.pointerType !== "mouse";
    if (!touch) mark();
  });
}

/**
 * @param {HTMLElement} spot
 * @param {string} classes
 * @param {Edge | Cell} look
 */
function dress(spot, classes, look) {
  const wanted = [classes, ...look.marks].join(" ");
  if (spot.className !== wanted) spot.className = wanted;
  if (spot.textContent !== look.text) spot.textContent = look.text;
  if (spot.getAttribute("aria-label") !== look.words) spot.setAttribute("aria-label", look.words);
}
