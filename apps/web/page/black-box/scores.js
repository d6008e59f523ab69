// What this device keeps of the player's games: for each size how many, how many solved, and the best score.
import { counted } from "../dom.js";
import { keep, kept, keptList } from "../keep.js";
import { rangeName, sizeName } from "./places.js";

/** @typedef {{size: string, played: number, solved: number, best: number}} Score */

/** The number of games that are remembered, so that none counts twice. */
const REMEMBERED = 50;

/** The name of balls and a box: 4/8. @param {[number, number]} balls @param {import("./places.js").Size} box */
export const keyOf = (balls, box) => `${rangeName(balls)}/${sizeName(box)}`;

/** @returns {Score[]} */
export function scores() {
  return keptList("scores", (written) => {
    const [, size, ...numbers] = /^([\d-]{1,7}\/\d{1,2}(?:x\d{1,2})?):(\d{1,6}):(\d{1,6}):(\d{1,4})$/.exec(written) ?? [];
    const [played, solved, best] = numbers.map(Number);
    return size ? { size, played, solved, best } : null;
  });
}

/** Counts a game that has ended. @param {import("./game.js").Game} game @param {number | null} points Nothing if the balls were not found. */
export function noteScore({ told, size: box, name }, points) {
  const before = (kept("scored") ?? "").split(" ");
  if (before.includes(name)) return;
  keep("scored", [...before, name].slice(-REMEMBERED).join(" "));
  const size = keyOf(told, box);
  const all = scores();
  const mine = all.find((one) => one.size === size) ?? { size, played: 0, solved: 0, best: 0 };
  mine.played += 1;
  if (points !== null) {
    mine.best = mine.solved === 0 ? points : Math.min(mine.best, points);
    mine.solved += 1;
  }
  keep("scores", [...all.filter((one) => one.size !== size), mine].map((one) => `${one.size}:${one.played}:${one.solved}:${one.best}`).join(" "));
}

/** The record of a size in words, if there is one. @param {[number, number]} balls @param {import("./places.js").Size} box */
export function bestOf(balls, box) {
  const mine = scores().find(({ size }) => size === keyOf(balls, box));
  if (!mine) return "";
  return `${mine.solved > 0 ? `Your best: ${counted(mine.best, "point")}. ` : ""}Solved ${mine.solved} of ${mine.played}.`;
}
