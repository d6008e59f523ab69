// The statistics of all sizes and of the boards of days, which are shown when they are asked for.
import { byId, make } from "../dom.js";
import { boxName, readRange, readSize } from "./places.js";
import { scores } from "./scores.js";
import { daysInWords } from "./today.js";

/** Shows the statistics of all sizes and of the boards of days. */
export function openScores() {
  const rows = scores().map(({ size, played, solved, best }) => {
    const [balls, box] = size.split("/");
    return make("tr", {}, make("th", { scope: "row" }, boxName(readRange(balls), readSize(box) ?? { rows: 0, columns: 0 })), ...[String(played), String(solved), solved > 0 ? String(best) : "–"].map((number) => make("td", { class: "figure-cell" }, number)));
  });
  const heads = ["Box", "Played", "Solved", "Best"].map((head) => make("th", { scope: "col" }, head));
  byId("scores-answer").replaceChildren(
    make("p", {}, daysInWords()),
    rows.length > 0 ? make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)) : make("p", { class: "soft" }, "No other game has ended yet."),
    make("p", { class: "soft" }, "Best is the fewest points. Only this device keeps them."));
  /** @type {HTMLDialogElement} */ (byId("scores-sheet")).showModal();
}
