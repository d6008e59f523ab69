// The review of a game: a row for each ray, with what it told and what another one would have.
import { grouped, make } from "../dom.js";
import { entryName, outcomeName } from "./places.js";

/** @typedef {{position: number, answer: string, exit?: number, bits: number, best: {position: number, bits: number} | null, count: number, count_error: number | null, cells: number[][]}} Shot */
/** @typedef {{document: {shots: Shot[], points: {rays: number, balls: number}, par: {points: number} | null}, verdict: string[], moments: string[][]}} Review */

/**
 * @param {Review} review
 * @param {number} width
 * @param {(shot: number | null) => void} look Shows the board as it was before a ray, or as it is.
 */
export function drawReview({ document: { shots, points, par }, verdict, moments }, width, look) {
  const words = make("div", { class: "answer", "aria-live": "polite" });
  /** @type {HTMLElement[]} */
  const buttons = shots.map(({ position, answer, exit }, at) => {
    const name = `${entryName(position, width)}: ${outcomeName(position, answer === "absorbed" ? -1 : exit ?? position, width)}`;
    return make("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => choose(at) }, name);
  });
  const choose = (/** @type {number} */ at) => {
    const isOn = buttons[at].getAttribute("aria-pressed") !== "true";
    buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(isOn && other === at)));
    words.replaceChildren(...(isOn ? moments[at].map((line) => make("p", {}, line)) : []));
    look(isOn ? at : null);
  };
  const rows = shots.map(({ bits, best, count, count_error: error }, at) => {
    const figures = [bits.toFixed(2), best ? entryName(best.position, width) : "none", best ? best.bits.toFixed(2) : "", `${error === null ? "" : "about "}${grouped(error === null ? count : Number(count.toPrecision(2)))}`];
    return make("tr", {}, make("th", { scope: "row" }, buttons[at]), ...figures.map((figure, column) => make("td", { class: column === 1 ? "" : "figure-cell" }, figure)));
  });
  const heads = ["Ray", "Bits", "Best ray", "Its bits", "Left before"].map((head) => make("th", { scope: "col" }, head));
  const table = make("div", { class: "wide-table" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
  return make("section", { class: "review" }, make("h2", {}, "Review"), ...verdict.map((line) => make("p", {}, line)),
    par && points.balls > 0 ? make("p", {}, `With your wrong balls, it is ${points.rays + points.balls} points against a par of ${par.points}.`) : null,
    ...(shots.length > 0 ? [make("p", { class: "soft" }, "Choose a ray to see the chances before it, in percent."), table, words] : []));
}
