// The star on the page: its lines, its cells, and the numbers to choose from.
import { draw, make, stepOf } from "../dom.js";

/** @typedef {import("./game.js").Star} Star */
/** @typedef {{text: string, words: string, marks: string[]}} CellLook */
/** @typedef {{words: string, marks: string[]}} NumberLook */

/** The least distance of cells that are large enough for a finger, in a star with the radius 1. */
const LEAST_APART = 0.235;

/** The greatest width of a cell, relative to the width of the star. */
const LARGEST_CELL = 0.125;

/**
* The coordinates of the cells in a drawing of width 100, its height, and the width of a cell. The
* crossings of 11d are too close together, so they are drawn a bit further out, and the lines
 * bend slightly there.
 * @param {Star} star
 */
export function layOut(star) {
  let places = star.places;
  const inner = places.filter(({ point }) => !point);
  const between = 2 * Math.hypot(inner[0].x, inner[0].y) * Math.sin(Math.PI / inner.length);
  const outwards = Math.max(1, LEAST_APART / between);
  places = places.map((place) => (place.point ? place : { ...place, x: place.x * outwards, y: place.y * outwards }));
  let apart = 1;
  for (const [at, one] of places.entries()) {
    for (const other of places.slice(at + 1)) apart = Math.min(apart, Math.hypot(one.x - other.x, one.y - other.y));
  }
  const cell = 100 * Math.min(LARGEST_CELL, apart / (2 + apart));
  const radius = (100 - cell) / 2;
  const lowest = Math.min(...places.map(({ y }) => y));
  return {
    cell,
    height: radius * (1 - lowest) + cell,
    spots: places.map(({ x, y }) => ({ x: 50 + radius * x, y: cell / 2 + radius * (1 - y) })),
  };
}

/** A drawing of a star's lines. @param {Star} star */
export function starLines(star) {
  const { height, spots } = layOut(star);
  const lines = star.lines.map((line) => {
    const points = line.map((cell) => `${spots[cell].x.toFixed(2)},${spots[cell].y.toFixed(2)}`).join(" ");
    return draw("g", { class: "line" }, draw("polyline", { class: "glow", points }), draw("polyline", { class: "core", points }));
  });
  return { lines, drawing: draw("svg", { viewBox: `0 0 100 ${height.toFixed(2)}`, "aria-hidden": "true" }, ...lines) };
}

export class StarBoard {
  /**
   * @param {Star} star
   * @param {string} label
   * @param {(cell: number) => void} acts Called on Enter or a click on a cell.
   * @param {() => void} looks Called when the focus enters or leaves a cell.
   */
  constructor(star, label, acts, looks) {
    const { cell: size, height, spots } = layOut(star);
    const { lines, drawing } = starLines(star);
    this.spots = spots;
    this.lines = lines;
    this.cells = spots.map(({ x, y }, cell) => {
      const button = make("button", { type: "button", class: "star-cell target", tabindex: "-1", onclick: () => acts(cell) }, make("span"));
      button.style.setProperty("left", `${x}%`);
      button.style.setProperty("top", `${(100 * y) / height}%`);
      button.dataset.cell = String(cell);
      return button;
    });
    this.element = make("div", { class: "star", role: "group", "aria-label": label }, drawing, ...this.cells);
    this.element.style.setProperty("--size", String(size));
    this.element.style.setProperty("--height", String(height / 100));
    /** The cell with the focus, or -1. */
    this.focused = -1;
    this.setTabStop(0);
    this.element.addEventListener("focusin", (event) => {
      this.focused = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      this.setTabStop(this.focused);
      looks();
    });
    this.element.addEventListener("focusout", () => {
      this.focused = -1;
      looks();
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {number} cell */
  setTabStop(cell) {
    for (const [at, button] of this.cells.entries()) button.tabIndex = at === cell ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = stepOf(event);
    let to = -1;
    if (step) to = nextSpot(this.spots, this.focused, step);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = this.cells.length - 1;
    if (to < 0) return;
    this.cells[to].focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {CellLook[]} cells @param {string[][]} lines The marks of every line. */
  show(cells, lines) {
    cells.forEach(({ text, words, marks }, at) => {
      const button = this.cells[at];
      updateButton(button, ["star-cell", "target", ...marks], words);
      const [label] = button.children;
      if (label.textContent !== text) label.textContent = text;
    });
    lines.forEach((marks, at) => this.lines[at].setAttribute("class", ["line", ...marks].join(" ")));
  }
}

/**
* The target of an arrow key: the nearest spot in this direction or, if there is none, the next one in
* reading order. So every cell of every star can be reached.
 * @param {{x: number, y: number}[]} spots
 * @param {number} from
 * @param {number[]} step
 */
export function nextSpot(spots, from, [right, down]) {
  const costs = spots.map(({ x, y }) => {
    const [across, below] = [x - spots[from].x, y - spots[from].y];
    const along = across * right + below * down;
    const aside = Math.abs(across * down + below * right);
    // Spots far to the side come last.
    return along > 1 ? along + aside + (aside > 2 * along ? 1000 : 0) : Infinity;
  });
  const least = Math.min(...costs);
  if (least < Infinity) return costs.indexOf(least);
  return (from + right + down + spots.length) % spots.length;
}

/** The numbers to choose from. */
export class Tray {
  /** @param {number} count @param {(number: number) => void} chooses */
  constructor(count, chooses) {
    this.numbers = Array.from({ length: count }, (_, at) => {
      const button = make("button", { type: "button", class: "number target", tabindex: at === 0 ? "0" : "-1", onclick: () => chooses(at + 1) }, String(at + 1));
      button.dataset.number = String(at + 1);
      return button;
    });
    this.element = make("div", { class: "tray", role: "toolbar", "aria-label": "Numbers" }, ...this.numbers);
    const rows = Math.ceil(count / 8);
    this.element.style.setProperty("--columns", String(count / 2 > 7 ? count / 2 : count));
    this.element.style.setProperty("--few", String(Math.ceil(count / rows)));
    this.element.addEventListener("keydown", (event) => {
      const at = this.numbers.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      this.numbers[at].tabIndex = -1;
      const next = this.numbers[(to + count) % count];
      next.tabIndex = 0;
      next.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.addEventListener("focusin", (event) => {
      for (const button of this.numbers) button.tabIndex = button === event.target ? 0 : -1;
    });
  }

  /** @param {NumberLook[]} looks @param {number} picked */
  show(looks, picked) {
    looks.forEach(({ words, marks }, at) => {
      updateButton(this.numbers[at], ["number", "target", ...marks], words);
      this.numbers[at].setAttribute("aria-pressed", String(picked === at + 1));
    });
  }
}

/** @param {HTMLElement} button @param {string[]} classes @param {string} words */
function updateButton(button, classes, words) {
  const wanted = classes.join(" ");
  if (button.className !== wanted) button.className = wanted;
  if (button.getAttribute("aria-label") !== words) button.setAttribute("aria-label", words);
}
