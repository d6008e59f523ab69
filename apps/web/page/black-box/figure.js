// The drawing of a molecule: its atoms, the results of its rays, and the path of one ray.
import { draw } from "../dom.js";
import { entryName, outcomeName, pathOf, pointsOf, spotOf } from "./places.js";

const SIDE = 20;

/** Lines that may slide together, from 1. @typedef {{lines: "columns" | "rows", first: number, last: number, back: number, forth: number}} Slide */

/** The cells where all molecules have an atom, and those where only some have one. @param {number[][]} molecules */
export function shared(molecules) {
  const common = molecules[0].filter((cell) => molecules.every((atoms) => atoms.includes(cell)));
  return [common, [...new Set(molecules.flat())].filter((cell) => !common.includes(cell))];
}

/**
 * @typedef {object} Figure
 * @property {SVGElement} element
 * @property {(position: number | null) => void} light Draws the path of a ray, or clears it.
 */

/**
 * @param {import("./places.js").Size} size
 * @param {string} title
 * @param {number[]} atoms Cells with an atom.
 * @param {number[]} rings Cells that may have an atom.
 * @param {string} spectrum If it is empty, the drawing leaves out the places around the box.
 * @param {[number[], number | null][]} paths For each position, the cells that the ray enters, and the atom that absorbs it.
 * @param {(position: number | null) => void} look Called when the pointer enters or clicks a place around the box.
 * @param {Slide[] | null} [slides] The lines that get an arrow beside the box. If null, no room is left for arrows.
 * @returns {Figure}
 */
export function drawMolecule(size, title, atoms, rings, spectrum, paths, look, slides = null) {
  const margin = spectrum ? SIDE : 2;
  const { rows, columns } = size;
  const middle = (/** @type {number} */ at) => margin + SIDE * at - SIDE / 2;
  const at = (/** @type {number} */ line) => margin + SIDE * line;
  const lines = [...Array(rows + 1).keys()].map((row) => `M${margin} ${at(row)}H${at(columns)}`);
  lines.push(...[...Array(columns + 1).keys()].map((column) => `M${at(column)} ${margin}V${at(rows)}`));
  const path = draw("path", { class: "ray-path", d: "" });
  const [wide, high] = [columns, rows].map((side) => at(side) + margin + (slides ? SIDE / 2 : 0));
  const element = draw(
    "svg",
    { class: "figure", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": title },
    draw("path", { class: "lines", d: lines.join("") }),
  );
  const place = (/** @type {number} */ cell) => ({ cx: middle((cell % columns) + 1), cy: middle(Math.floor(cell / columns) + 1) });
  for (const cell of rings) element.append(draw("circle", { class: "ring", r: 6.5, ...place(cell) }));
  for (const cell of atoms) element.append(draw("circle", { class: "atom", r: 7, ...place(cell) }));
  // If no ring contains an atom, the atom may be in any of them.
  for (const cell of slides && !rings.some((ring) => atoms.includes(ring)) ? rings : []) {
    const { cx, cy } = place(cell);
    element.append(draw("text", { class: "unknown", x: cx, y: cy + 4 }, "?"));
  }
  for (const { lines, first, last } of slides ?? []) {
    const [from, to, beside] = [middle(first) - 8, middle(last) + 8, (lines === "columns" ? high : wide) - 6];
    const d = lines === "columns" ? `M${from + 4} ${beside - 4}l-4 4 4 4M${from} ${beside}H${to}M${to - 4} ${beside - 4}l4 4-4 4` : `M${beside - 4} ${from + 4}l4-4 4 4M${beside} ${from}V${to}M${beside - 4} ${to - 4}l4 4 4-4`;
    element.append(draw("path", { class: "slide", d }));
  }
  const labels = [...spectrum].map((symbol, position) => {
    const { line, column } = spotOf(position, size);
    // The two ends of a ray get a number, as on a board, instead of the letter of the spectrum.
    const text = symbol === "@" ? "H" : symbol === "&" ? "R" : String(symbol.charCodeAt(0) - 96);
    const label = draw("text", { class: "label", x: middle(column), y: middle(line) + 4 }, text);
    const target = draw("rect", { class: "target", x: middle(column) - SIDE / 2, y: middle(line) - SIDE / 2, width: SIDE, height: SIDE });
    target.addEventListener("pointerenter", () => look(position));
    target.addEventListener("click", () => look(position));
    element.append(label, target);
    return label;
  });
  element.append(path);
  const light = (/** @type {number | null} */ position) => {
    for (const label of labels) label.classList.remove("lit");
    if (position === null || !paths[position]) {
      path.setAttribute("d", "");
      return;
    }
    const exit = spectrum ? partner(spectrum, position) : position;
    const points = pointsOf(position, paths[position], exit, size);
    path.setAttribute("d", pathOf(points.map(([x, y]) => [margin + SIDE * x, margin + SIDE * y])));
    labels[position]?.classList.add("lit");
    labels[exit]?.classList.add("lit");
  };
  return { element, light };
}

/** The position at the other end of a ray, with the same label. @param {string} spectrum @param {number} position */
export function partner(spectrum, position) {
  const symbol = spectrum[position];
  const other = [...spectrum].findIndex((one, at) => one === symbol && at !== position);
  return symbol === "@" || symbol === "&" || other < 0 ? position : other;
}

/** The entry and the result of a ray, in words. @param {string} spectrum @param {number} position @param {import("./places.js").Size} size */
export function rayInWords(spectrum, position, size) {
  const exit = spectrum[position] === "@" ? -1 : partner(spectrum, position);
  return `${entryName(position, size)}: ${outcomeName(position, exit, size)}`;
}
