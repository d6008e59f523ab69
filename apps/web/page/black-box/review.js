// The review of a game, a page for each ray: its information, and that of the best ray.
import { grouped, make, sentence } from "../dom.js";
import { entryName, outcomeName, plain } from "./places.js";

/** @typedef {{position: number, answer: string, exit?: number, bits: number, best: {position: number, bits: number} | null, count: number, count_error: number | null, cells: number[][]}} Shot */
/** @typedef {{document: {shots: Shot[], points: {rays: number, balls: number}, par: {points: number} | null}, verdict: string[], moments: string[][]}} Review */

/** Information that differs by less, in bits, counts as equal. */
const ROUNDING = 1e-9;

/**
 * A page of a review: the summary, or a ray, while the board shows the chances before it.
 * @param {Review} review
 * @param {number} page
 * @param {import("./places.js").Size} size
 */
export function reviewInWords({ document: { shots, points, par }, verdict }, page, size) {
  if (page === 0) {
    const lines = verdict.map((line) => make("p", {}, plain(line)));
    if (par && points.balls > 0) lines.push(make("p", {}, `Including your wrong balls, you have ${points.rays + points.balls} points; par is ${par.points}.`));
    return [make("h2", {}, "Review"), ...lines];
  }
  const { position, answer, exit, bits, best, count, count_error: error } = shots[page - 1];
  const name = entryName(position, size);
  const did = outcomeName(position, answer === "absorbed" ? -1 : exit ?? position, size);
  const left = `${error === null ? "" : "about "}${grouped(error === null ? count : Number(count.toPrecision(2)))}`;
  const isBest = best === null || best.bits - bits < ROUNDING;
  const comparison = best === null ? "No ray could add information." : isBest ? "No other ray was better." : `${entryName(best.position, size)} would have been better.`;
  return [
    make("h2", {}, `Ray ${page} of ${shots.length}: ${name}`, make("small", {}, ` ${did}`)),
    make("p", {}, `Before this ray, ${left} arrangements were left. `, make("b", {}, sentence(comparison))),
    make("p", { class: "soft" }, `This ray was expected to give ${bits.toFixed(2)} bits of information${isBest || !best ? "" : `, the best ray ${best.bits.toFixed(2)}`}. The cells show the chances of a ball before it, in percent.`),
  ];
}
