// The dialog with the statistics of the boxes of days and of all sizes.
import { byId, draw, make } from "../dom.js";
import { boxName, readRange, readSize } from "./places.js";
import { scoreInWords, scores } from "./scores.js";
import { scoreOfDays } from "./today.js";

/** The rows of a histogram: solved games by their points against par, and the others. */
const SPANS = ["3 or more under par", "1 or 2 under", "par", "1 or 2 over", "3 to 5 over", "6 or more over", "par unknown", "not solved"];

/** Shows the statistics, with those of one size expanded. @param {string} size Balls and box, or empty for the boxes of days. */
export function openScores(size) {
  const all = [scoreOfDays(), ...scores()].filter(({ played }) => played > 0);
  byId("scores-answer").replaceChildren(
    ...all.map((score) => drawScore(score, score.size === size || all.length === 1)),
    make("p", { class: "soft" }, all.length === 0 ? "You have not finished a game yet." : "“Best” is your lowest score, and par is the computer's score on the same board. The statistics are kept on this device only."));
  /** @type {HTMLDialogElement} */ (byId("scores-sheet")).showModal();
}

/** @param {import("./scores.js").Score} score @param {boolean} open */
function drawScore(score, open) {
  const { size, played, solved, against } = score;
  const [balls, box] = size.split("/");
  const name = size ? boxName(readRange(balls), readSize(box) ?? { rows: 0, columns: 0 }) : "Boards of the day";
  const counts = [...against, solved - against.reduce((sum, one) => sum + one), played - solved];
  const rows = counts.map((count, at) => make("tr", { hidden: SPANS[at] === "par unknown" && count === 0 },
    make("th", { scope: "row" }, SPANS[at]),
    make("td", {}, draw("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": true }, draw("rect", { width: (100 * count) / Math.max(...counts), height: 1 }))),
    make("td", { class: "figure-cell" }, String(count))));
  return make("details", { open }, make("summary", {}, make("b", {}, name), make("span", {}, scoreInWords(score))), make("table", { class: "histogram" }, ...rows));
}
