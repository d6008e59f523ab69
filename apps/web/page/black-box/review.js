// The review of a game, a page for each ray: its expected cost, and that of the best ray.
import { make, sentence } from "../dom.js";
import { plain } from "./places.js";

/** @typedef {{document: {points: {rays: number, balls: number}, par: {points: number} | null}, verdict: string[], moments: string[][]}} Review */

/**
 * A page of a review: the summary, or a ray, while the board shows the chances before it.
 * @param {Review} review
 * @param {number} page
 */
export function reviewInWords({ document: { points, par }, verdict, moments }, page) {
  if (page > 0) {
    const [name, ...lines] = moments[page - 1].map(plain);
    return [make("h2", {}, name), ...lines.map((line) => make("p", {}, sentence(line))), make("p", { class: "soft" }, "The cells show the chances of a ball before the ray, in percent.")];
  }
  const lines = verdict.map((line) => make("p", {}, plain(line)));
  if (par && points.balls > 0) lines.push(make("p", {}, `Including your wrong balls, you have ${points.rays + points.balls} points; par is ${par.points}.`));
  return [make("h2", {}, "Review"), ...lines];
}
