// The board of a day, and what this device keeps of it: the moves, the results, the streak.
import { counted, make } from "../dom.js";
import { keep, kept } from "../keep.js";

/** A day with its moves and its result: the points, x if the atoms were not found, nothing as long as it is played. @typedef {{day: string, moves: string, result: string}} Day */

/** The greatest points of each row of the histogram; more are in the last one. */
const ROWS = [8, 10, 12, 14, 16, 18, Infinity];
const DAY = 86_400_000;

/** The date here, such as 2026-11-24. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10);
}

/** @param {string} day */
export function dayInWords(day) {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/**
 * Is this a day of the calendar, such as 2026-11-24?
 * @param {string} text
 */
export function isDay(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** What is kept of days. What is no day, or has no result that a day can have, is left out. @returns {Day[]} */
function days() {
  const all = (kept("days") ?? "").split(" ").map((written) => {
    const [day, moves, result] = written.split("/");
    return { day, moves: moves ?? "", result: result ?? "" };
  });
  return all.filter(({ day, moves, result }) => isDay(day) && /^[\w.]*$/.test(moves) && /^(\d{0,4}|x)$/.test(result));
}

/**
 * What is kept of a day.
 * @param {string} day
 */
export function keptDay(day) {
  return days().find((one) => one.day === day);
}

/**
 * Keeps what was played of a day. A day that has a result keeps it.
 * @param {Day} played
 */
export function keepDay(played) {
  if (keptDay(played.day)?.result) return;
  const others = days().filter(({ day }) => day !== played.day);
  const all = [...others, played].sort((one, other) => (one.day < other.day ? -1 : 1));
  keep("days", all.map(({ day, moves, result }) => `${day}/${moves}/${result}`).join(" "));
}

/** The number of days in a row, up to today or yesterday, whose atoms were found. */
function streak() {
  const found = new Set(days().filter(({ result }) => /^\d/.test(result)).map(({ day }) => Date.parse(day)));
  let day = Date.parse(today());
  if (!found.has(day)) day -= DAY;
  let count = 0;
  for (; found.has(day); day -= DAY) count += 1;
  return count;
}

/**
 * The end of a day's game: a text to share that gives nothing away, the streak and the histogram.
 * @param {string} day
 * @param {string} result
 * @param {number} rays
 * @param {{points: number} | null} par What every hint followed would have cost, once it is known.
 */
export function drawDay(day, result, rays, par) {
  const isFound = result !== "x";
  const link = location.protocol.startsWith("http") ? `\n${location.href.split("#")[0]}#play/${day}` : "";
  const text = `Black Box, ${dayInWords(day)}\n${isFound ? `✓ ${counted(Number(result), "point")}` : "✗ not found"}${par ? ` (par ${par.points})` : ""}, ${counted(rays, "ray")}${link}`;
  const shown = make("pre", { tabindex: 0 }, text);
  const copy = make("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(shown);
      copy.textContent = "Selected: copy it";
    }
  } }, "Copy to share");
  const results = days().map((one) => one.result).filter(Boolean);
  const rows = ROWS.map((most, at) => {
    const least = at === 0 ? 0 : ROWS[at - 1] + 1;
    return { name: most === Infinity ? `${least} or more` : at === 0 ? `up to ${most}` : `${least} to ${most}`, count: results.filter((one) => Number(one) >= least && Number(one) <= most).length };
  });
  rows.push({ name: "not found", count: results.filter((one) => one === "x").length });
  const largest = Math.max(1, ...rows.map(({ count }) => count));
  const bars = rows.map(({ name, count }) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, make("progress", { max: largest, value: count, "aria-hidden": "true" }), ` ${count}`)));
  return make("section", { class: "day" }, make("h2", {}, `The board of ${dayInWords(day)}`), shown, make("p", {}, copy),
    make("p", {}, `${counted(results.length, "day")} played, ${counted(streak(), "day")} in a row found.`),
    make("table", {}, make("caption", {}, "Points"), make("tbody", {}, ...bars)));
}
