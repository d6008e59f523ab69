// The review of a game, a page for each ray: its expected cost, and that of the best ray.
import { make, sentence } from "../dom.js";
import { plain } from "./places.js";

/** @typedef {{verdict: string[], moments: string[][]}} Review */

/**
 * A page of a review: the summary, or a ray, while the board shows the chances before it.
 * @param {Review} review
 * @param {number} page
 */
export function reviewInWords({ verdict, moments }, page) {
  if (page > 0) {
    const [name, ...lines] = moments[page - 1].map(plain);
    return [make("h2", {}, name), ...lines.map((line) => make("p", {}, sentence(line))), make("p", { class: "soft" }, "The cells show the chances of a ball before the ray, in percent.")];
  }
  return [make("h2", {}, "Review"), ...verdict.map((line) => make("p", {}, plain(line)))];
}
