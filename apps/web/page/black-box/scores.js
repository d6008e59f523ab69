// The player's games on this device: for each size, how many were played and solved, the best score, and how
// many were solved in a row; and the solved ones by their points against par.
import { counted } from "../dom.js";
import { keep, kept, keptList } from "../keep.js";
import { rangeName, sizeName } from "./places.js";

/** @typedef {{size: string, played: number, solved: number, best: number, row: number, against: number[]}} Score */

/** The number of recent games that are remembered, so that none is counted twice. */
const REMEMBERED = 50;

/** The points of games whose par is not known yet, by their names. @type {Map<string, number>} */
const withoutPar = new Map();

/** The key of a number of balls and a box: 4/8. @param {[number, number]} balls @param {import("./places.js").Size} box */
export const keyOf = (balls, box) => `${rangeName(balls)}/${sizeName(box)}`;

/** Games by their points against par: up to -3, up to -1, par, up to 2, up to 5, more. @param {number[]} all */
export function spansOf(all) {
  const spans = all.map((points) => [-2, 0, 1, 3, 6].filter((from) => points >= from).length);
  return Array.from({ length: 6 }, (_, at) => spans.filter((span) => span === at).length);
}

/** @returns {Score[]} */
export function scores() {
  return keptList("scores", (written) => {
    const [, size, ...numbers] = /^([\d-]{1,7}\/\d{1,2}(?:x\d{1,2})?):(\d{1,6}):(\d{1,6}):(\d{1,4})(?::(\d{1,6}):((?:\d{1,6}\.){5}\d{1,6}))?$/.exec(written) ?? [];
    const [played, solved, best, row] = numbers.map((number) => Number(number ?? 0));
    return size ? { size, played, solved, best, row, against: numbers[4]?.split(".").map(Number) ?? spansOf([]) } : null;
  });
}

/** Updates the score of a size. @param {string} size @param {(score: Score) => void} change */
function note(size, change) {
  const all = scores();
  const mine = all.find((one) => one.size === size) ?? { size, played: 0, solved: 0, best: 0, row: 0, against: spansOf([]) };
  change(mine);
  keep("scores", [...all.filter((one) => one !== mine), mine].map(({ played, solved, best, row, against, ...one }) => [one.size, played, solved, best, row, against.join(".")].join(":")).join(" "));
}

/** Counts a game that has ended. @param {import("./game.js").Game} game @param {number | null} points Null if the balls were not found. */
export function noteScore({ ballRange, size, name }, points) {
  const before = (kept("scored") ?? "").split(" ");
  if (before.includes(name)) return;
  keep("scored", [...before, name].slice(-REMEMBERED).join(" "));
  if (points !== null) withoutPar.set(name, points);
  note(keyOf(ballRange, size), (mine) => {
    mine.played += 1;
    mine.row = points === null ? 0 : mine.row + 1;
    if (points === null) return;
    mine.best = mine.solved === 0 ? points : Math.min(mine.best, points);
    mine.solved += 1;
  });
}

/** Counts a solved game by its points against par, once that is known. @param {import("./game.js").Game} game @param {number} par */
export function notePar({ ballRange, size, name }, par) {
  const points = withoutPar.get(name);
  withoutPar.delete(name);
  if (points !== undefined) note(keyOf(ballRange, size), (mine) => (mine.against = mine.against.map((count, at) => count + spansOf([points - par])[at])));
}

/** A score in words. @param {Score} score */
export function scoreInWords({ played, solved, best, row }) {
  return `${played} played, ${solved} solved${solved > 0 ? `, best ${counted(best, "point")}` : ""}${row > 1 ? `, ${row} solved in a row` : ""}`;
}

/** The record of a size in words, if there is one. @param {[number, number]} balls @param {import("./places.js").Size} box */
export function recordOf(balls, box) {
  const mine = scores().find(({ size }) => size === keyOf(balls, box));
  return mine ? `This size: ${scoreInWords(mine)}.` : "";
}
