// The path through a grid as a line, and its colours.
import { draw } from "../dom.js";

/**
* The hue of a number: from blue through green to red. In a circular tour, the hues go around the
* whole colour circle.
 * @param {number} index From 0.
 * @param {number} cells
 * @param {boolean} circular
 */
export function hueOf(index, cells, circular) {
  const hue = circular ? 20 + (360 * index) / cells : 265 - (240 * index) / Math.max(1, cells - 1);
  return Math.round(hue) % 360;
}

/**
* Draws the jumps of a path, with cells of width 1. Each jump is an arc that bends a little to
* its right, so that jumps in the same row do not overlap.
 * @param {import("./game.js").Begun} begun
 * @param {boolean} circular Whether to use the colours of a circular tour.
 * @param {boolean} back Whether to draw the jump back to 1.
 */
export function jumpsOf({ rows, columns, path }, circular, back) {
  const jumps = draw("g", { class: "jumps" });
  const ends = path.slice(1).map((to, index) => [path[index], to]);
  if (back) ends.push([path[path.length - 1], path[0]]);
  for (const [index, [from, to]] of ends.entries()) {
    const [x, y, toX, toY] = [...middle(from, columns), ...middle(to, columns)];
    const bend = 0.17;
    const over = (x + toX) / 2 - bend * (toY - y);
    const under = (y + toY) / 2 + bend * (toX - x);
    const d = `M${x} ${y}Q${over.toFixed(3)} ${under.toFixed(3)} ${toX} ${toY}`;
    jumps.append(draw("path", { d, stroke: colourOf(hueOf(index, rows * columns, circular)) }));
  }
  return jumps;
}

/** The lines between cells. @param {number} rows @param {number} columns */
export function linesOf(rows, columns) {
  let d = "";
  for (let row = 0; row <= rows; row += 1) d += `M0 ${row}h${columns}`;
  for (let column = 0; column <= columns; column += 1) d += `M${column} 0v${rows}`;
  return draw("path", { class: "lines", d });
}

/** The colour of a hue. All have the same lightness, so that they suit a light and a dark page. @param {number} hue */
export function colourOf(hue) {
  return `oklch(0.68 0.13 ${hue})`;
}

/** @param {number} cell @param {number} columns */
export function middle(cell, columns) {
  return [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
}
