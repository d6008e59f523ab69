// The boards of days, and the player's record of them on this device: the moves, the results, the streak.
import { counted, make } from "../dom.js";
import { keep, keptList } from "../keep.js";
import { scoreInWords, spansOf } from "./scores.js";

/**
* A day with its moves, its par once that is known, and its result: the points, x if the balls were not found, or
* empty until the game has ended.
 * @typedef {{day: string, moves: string, result: string, par?: number}} Day
 */

const DAY = 86_400_000;

/** The local date, such as 2026-11-24. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10);
}

/** @param {string} day */
export function dayInWords(day) {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** Is this a day of the calendar, such as 2026-11-24? @param {string} text */
export function isDay(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The kept record of all days, without invalid entries. @returns {Day[]} */
function days() {
  return keptList("days", (written) => {
    const [day, moves = "", result = "", par = ""] = written.split("/");
    const isRight = isDay(day) && /^[\w.]*$/.test(moves) && /^(\d{0,4}|x)$/.test(result) && /^\d{0,3}$/.test(par);
    return isRight ? { day, moves, result, par: par === "" ? undefined : Number(par) } : null;
  });
}

/** The kept record of a day. @param {string} day */
export function keptDay(day) {
  return days().find((one) => one.day === day);
}

/** Keeps the record of a day. Once a day has a result, only its par is updated. @param {Day} played */
export function keepDay(played) {
  const before = keptDay(played.day);
  const par = played.par ?? before?.par;
  const now = { ...(before?.result ? before : played), par };
  const all = [...days().filter(({ day }) => day !== played.day), now].sort((one, other) => (one.day < other.day ? -1 : 1));
  keep("days", all.map((one) => `${one.day}/${one.moves}/${one.result}${one.par === undefined ? "" : `/${one.par}`}`).join(" "));
}

/** The number of days in a row, up to today or yesterday, whose balls were found. */
function streak() {
  const found = new Set(days().filter(({ result }) => /^\d/.test(result)).map(({ day }) => Date.parse(day)));
  let day = Date.parse(today());
  if (!found.has(day)) day -= DAY;
  let count = 0;
  for (; found.has(day); day -= DAY) count += 1;
  return count;
}

/** A list of the last `count` days up to a day, each with its points against par and a link. @param {string} last @param {number} count */
function daysUpTo(last, count) {
  const all = new Map(days().map((one) => [one.day, one]));
  const items = Array.from({ length: count }, (_, at) => {
    const time = Date.parse(last) - (count - 1 - at) * DAY;
    const day = new Date(time).toISOString().slice(0, 10);
    const { result = "", par } = all.get(day) ?? {};
    const against = par === undefined ? 0 : Number(result) - par;
    const shown = result === "" ? "–" : result === "x" ? "×" : par === undefined ? result : against > 0 ? `+${against}` : against < 0 ? `−${-against}` : "0";
    const kind = day === last ? "now" : result === "" ? "none" : result !== "x" && par !== undefined && against <= 0 ? "par" : "";
    const weekday = new Date(time).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
    const words = `${shown}: ${dayInWords(day)}, ${result === "" ? "not finished" : result === "x" ? "not found" : `${counted(Number(result), "point")}${par === undefined ? "" : `, par ${par}`}`}`;
    return make("li", {}, make("a", { class: kind, href: `#play/${day}/`, "aria-label": words }, shown), make("span", { "aria-hidden": "true" }, count > 7 ? String(new Date(time).getUTCDate()) : weekday));
  });
  return make("ul", { class: "week" }, ...items);
}

/** The statistics of all days, in the form of those of a size. @returns {import("./scores.js").Score} */
export function scoreOfDays() {
  const ended = days().filter(({ result }) => result);
  const solved = ended.filter(({ result }) => result !== "x");
  const against = spansOf(solved.flatMap(({ result, par }) => (par === undefined ? [] : [Number(result) - par])));
  return { size: "", played: ended.length, solved: solved.length, best: Math.min(...solved.map(({ result }) => Number(result))), row: streak(), against };
}

/** Draws the week of a day, the streak, and the days before. @param {string} day */
export function drawWeek(day) {
  const row = streak();
  const left = Math.ceil((Date.parse(today()) + DAY + 60_000 * new Date().getTimezoneOffset() - Date.now()) / 60_000);
  const next = day === today() ? ` Next board in ${Math.floor(left / 60)} h ${left % 60} min.` : "";
  return [
    daysUpTo(day, 7),
    make("p", { class: "soft" }, `The numbers are your points above or below par, the computer's score on the same board; “–” means not finished, “×” not solved. Amber is par or better. ${row > 1 ? `You have solved ${row} days in a row. ` : ""}There are no hints on these boards.${next}`),
    make("details", { class: "archive" }, make("summary", {}, "Earlier days"), daysUpTo(today(), 35),
      make("p", { class: "soft" }, `Boards of the day: ${scoreInWords(scoreOfDays())}.`)),
  ];
}
