// The pictures of what rays do, which stand below the first words of a game, and in other views.
import { make } from "../dom.js";
import { drawMolecule } from "./figure.js";
import { Game } from "./game.js";

/** What a ray does that a board is about. @typedef {"absorbed" | "turned" | "reflected" | "twice"} Deed */

/** A board for each of them, by its molecule. @type {{name: string, hidden: string, deed: Deed}[]} */
export const DEEDS = [
  { name: "A hit", hidden: "A1_B4:7", deed: "absorbed" },
  { name: "A turn", hidden: "A1_B4:10", deed: "turned" },
  { name: "A reflection", hidden: "A2_B4:67", deed: "reflected" },
  { name: "Two turns", hidden: "A2_B5:132", deed: "twice" },
];

/** Draws them wherever the page has room for them. */
export function drawLegends() {
  for (const place of document.querySelectorAll(".legend")) place.append(...DEEDS.map(legendOf));
}

/** The picture of what a ray does. @param {typeof DEEDS[number]} about */
function legendOf({ name, deed, hidden }) {
  const { truth, size } = new Game(hidden);
  const figure = drawMolecule(size, name, truth.atoms, [], truth.spectrum, truth.paths, () => {});
  const positions = truth.paths.map((_, position) => position);
  figure.light(positions.find((position) => does(truth, position) === deed) ?? 0);
  // It is the first ray of its own board.
  for (const label of figure.element.querySelectorAll(".lit")) label.textContent = label.textContent.replace(/\d+/, "1");
  return make("figure", {}, figure.element, make("figcaption", {}, name));
}

/** What the ray of a position does; nothing if it only passes. @param {Game["truth"]} truth @param {number} position @returns {Deed | null} */
export function does({ exits, turns }, position) {
  if (exits[position] < 0) return "absorbed";
  if (exits[position] === position) return "reflected";
  return turns[position] > 1 ? "twice" : turns[position] === 1 ? "turned" : null;
}
