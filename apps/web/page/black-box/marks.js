// Pictures of the game as SVG in text: entries, marks of rays, balls, icons, small boxes. Colours are
// classes, because the page's policy forbids styles in text.
import { sideOf } from "./places.js";

/** A mark at an entry: H, R, or the number of a pair. @typedef {string} Label */

/** Five colours and eight shapes give each of the 40 pairs of the largest box a mark of its own. */
const SHAPES = [
  '<circle class="shape" r="14"/>',
  '<rect class="shape" x="-13" y="-13" width="26" height="26" rx="4"/>',
  '<path class="shape" d="M0-17 17 0 0 17-17 0Z"/>',
  '<path class="shape" d="M-16 0-8-14H8L16 0 8 14H-8Z"/>',
  ...[0, 90, 180, 270].map((angle) => `<path class="shape" transform="rotate(${angle})" d="M-13-13H13V4L0 16-13 4Z"/>`),
];

const BURST = `M${Array.from({ length: 24 }, (_, at) => {
  const [radius, angle] = [at % 2 ? 12.2 : 16, (at * Math.PI) / 12];
  return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
}).join("L")}Z`;

/** The class that gives a mark its colour. @param {Label} label */
export function colourOf(label) {
  return label === "H" ? "c-hit" : label === "R" ? "c-mirror" : `c-${((Number(label) - 1) % 5) + 1}`;
}

/** The quarter turns from the upper side to that of an entry. @param {number} position @param {import("./places.js").Size} size */
export function turnsOf(position, size) {
  return 3 - sideOf(position, size).side;
}

/**
* A mark. The mirror of an R is the wall of the box, and a bar if the mark is elsewhere.
 * @param {Label} label
 * @param {number | null} [turns] The quarter turns to its side of the box, if the mark is beside the box.
 * @param {string} [classes]
 */
export function markOf(label, turns = null, classes = "") {
  const text = (/** @type {number} */ y) => `<text y="${y}">${label}</text>`;
  let inner;
  if (label === "H") inner = `<circle class="halo" r="19"/><path class="shape" d="${BURST}"/>${text(6)}`;
  else if (label === "R") {
    const bar = turns === null ? '<path class="shape" d="M-16 14.5H16V19H-16Z"/>' : "";
    inner = `<g transform="rotate(${90 * (turns ?? 0)}) translate(0 ${turns === null ? -3.5 : 0})"><path class="shape" d="M-9-12H9L15 12H-15Z"/>${bar}</g>${text(turns === null ? 4 : [7.5, 6, 5, 6][turns])}`;
  } else {
    const shape = (Number(label) - 1) % SHAPES.length;
    // The optical centre of a shield is away from its tip.
    const [x, y] = [[0, -2], [2, 0], [0, 2], [-2, 0]][shape - 4] ?? [0, 0];
    inner = `${SHAPES[shape]}<text x="${x}" y="${6 + y}">${label}</text>`;
  }
  return `<svg class="mk ${colourOf(label)} ${classes}" viewBox="-17 -17 34 34" aria-hidden="true">${inner}</svg>`;
}

/** An entry that was not fired at: a key with an arrow into the box. @param {number} turns @param {string} [classes] */
export function keyOf(turns, classes = "") {
  return `<svg class="${classes}" viewBox="-17 -17 34 34" aria-hidden="true"><rect class="pad" x="-15" y="-15" width="30" height="30" rx="9"/><g transform="rotate(${90 * turns})"><path class="chev" d="M-5.5-3 0 3 5.5-3"/></g></svg>`;
}

/** The exit of a ray if the player's balls were the atoms. */
export const WOULD = '<svg class="mk would" viewBox="-17 -17 34 34" aria-hidden="true"><rect class="shape" x="-13" y="-13" width="26" height="26" rx="8"/><text y="6">?</text></svg>';

const disc = (/** @type {string} */ more) => `<circle class="amber" fill="url(#amber)" cx="50" cy="50" r="34"/>${more}`;

/** The picture in a cell, by its mark. @type {Record<string, string>} */
const THINGS = {
  ball: disc(""),
  right: disc('<circle class="lock" cx="50" cy="50" r="43"/><path class="tick-mark" d="M36 51l10 10 19-21"/>'),
  yours: disc('<text class="you" x="50" y="59">you</text>'),
  wrong: '<circle class="grey" cx="50" cy="50" r="34"/><path class="cross" d="M36 36l28 28M64 36L36 64"/>',
  missed: '<circle class="gone" cx="50" cy="50" r="34"/><circle class="amber" fill="url(#amber)" cx="50" cy="50" r="9"/>',
  held: '<circle class="lock" cx="50" cy="50" r="43"/>',
  empty: '<path class="none" d="M40 40l20 20M60 40L40 60"/>',
};

/** The picture for a cell with these marks: that of the mark that comes last in `THINGS`. @param {string[]} marks */
export function thingOf(marks) {
  const mark = Object.keys(THINGS).reverse().find((one) => marks.includes(one));
  return mark ? `<svg viewBox="0 0 100 100" aria-hidden="true">${THINGS[mark]}</svg>` : "";
}

/**
 * A small box with balls, and rings where a ball may be.
 * @param {import("./places.js").Size} size
 * @param {number[]} balls
 * @param {number[]} [rings]
 */
export function miniOf({ rows, columns }, balls, rings = []) {
  const upright = Array.from({ length: columns + 1 }, (_, at) => `M${at} 0V${rows}`);
  const level = Array.from({ length: rows + 1 }, (_, at) => `M0 ${at}H${columns}`);
  const round = (/** @type {number[]} */ cells, /** @type {string} */ name, /** @type {number} */ r) => cells.map((cell) => `<circle class="${name}" cx="${(cell % columns) + 0.5}" cy="${Math.floor(cell / columns) + 0.5}" r="${r}"/>`).join("");
  return `<svg class="mini" viewBox="-.4 -.4 ${columns + 0.8} ${rows + 0.8}" aria-hidden="true"><path class="hair" d="${upright.join("")}${level.join("")}"/>${round(balls, "flat", 0.4)}${round(rings, "gone thin", 0.34)}</svg>`;
}
