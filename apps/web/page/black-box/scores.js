// What this device keeps of the player's games: for each size how many, how many solved, and the best score.
import { counted } from "../dom.js";
import { keep, kept, keptList } from "../keep.js";
import { rangeName } from "./places.js";

/** @typedef {{size: string, played: number, solved: number, best: number}} Score */

/** The number of games that are remembered, so that none counts twice. */
const REMEMBERED = 50;

/** @returns {Score[]} */
function scores() {
  return keptList("scores", (written) => {
    const [, size, ...numbers] = /^([\d-]{1,7}\/\d{1,2}):(\d{1,6}):(\d{1,6}):(\d{1,4})$/.exec(written) ?? [];
    const [played, solved, best] = numbers.map(Number);
    return size ? { size, played, solved, best } : null;
  });
}

/**
 * Counts a game that has ended.
 * @param {import("./game.js").Game} game
 * @param {number | null} points Nothing if the balls were not found.
 */
export function noteScore({ hidden, width, name }, points) {
  const before = (kept("scored") ?? "").split(" ");
  if (before.includes(name)) return;
  keep("scored", [...before, name].slice(-REMEMBERED).join(" "));
  const size = `${rangeName(hidden.balls)}/${width}`;
  const all = scores();
  const mine = all.find((one) => one.size === size) ?? { size, played: 0, solved: 0, best: 0 };
  mine.played += 1;
  if (points !== null) {
    mine.best = mine.solved === 0 ? points : Math.min(mine.best, points);
    mine.solved += 1;
  }
  keep("scores", [...all.filter((one) => one.size !== size), mine].map((one) => `${one.size}:${one.played}:${one.solved}:${one.best}`).join(" "));
}

/**
 * The record of a size in words, if there is one.
 * @param {[number, number]} balls
 * @param {number} width
 */
export function bestOf(balls, width) {
  const mine = scores().find(({ size }) => size === `${rangeName(balls)}/${width}`);
  if (!mine) return "";
  return `${mine.solved > 0 ? `Your best: ${counted(mine.best, "point")}. ` : ""}Solved ${mine.solved} of ${mine.played}.`;
}
