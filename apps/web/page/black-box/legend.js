// Pictures of the results of rays, for the beginning of a game and for other views.
import { make } from "../dom.js";
import { drawMolecule } from "./figure.js";
import { Game } from "./game.js";

/** What a ray can do, as the subject of a small board. @typedef {"absorbed" | "turned" | "reflected" | "twice"} RayEffect */

/** A small board for each, by its molecule. @type {{name: string, hidden: string, effect: RayEffect}[]} */
export const EFFECTS = [
  { name: "A hit", hidden: "A1_B4:7", effect: "absorbed" },
  { name: "A turn", hidden: "A1_B4:10", effect: "turned" },
  { name: "A reflection", hidden: "A2_B4:67", effect: "reflected" },
  { name: "Two turns", hidden: "A2_B5:132", effect: "twice" },
];

/** Draws the pictures in all elements of the class `legend`. */
export function drawLegends() {
  for (const place of document.querySelectorAll(".legend")) place.append(...EFFECTS.map(legendOf));
}

/** The picture of one board with its ray. @param {typeof EFFECTS[number]} about */
function legendOf({ name, effect, hidden }) {
  const { truth, size } = new Game(hidden);
  const figure = drawMolecule(size, name, truth.atoms, [], truth.spectrum, truth.paths, () => {});
  const positions = truth.paths.map((_, position) => position);
  figure.light(positions.find((position) => effectOf(truth, position) === effect) ?? 0);
  // The ray is the first one on its board, so its number is 1.
  for (const label of figure.element.querySelectorAll(".lit")) label.textContent = label.textContent.replace(/\d+/, "1");
  return make("figure", {}, figure.element, make("figcaption", {}, name));
}

/** What the ray from a position does; null if it goes straight through. @param {Game["truth"]} truth @param {number} position @returns {RayEffect | null} */
export function effectOf({ exits, turns }, position) {
  if (exits[position] < 0) return "absorbed";
  if (exits[position] === position) return "reflected";
  return turns[position] > 1 ? "twice" : turns[position] === 1 ? "turned" : null;
}
