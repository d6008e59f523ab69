// The view "Cast": hexagrams with changing lines, and their probabilities.
import { byId, anySeed, counted, draw, field, grouped, make, sentence } from "../dom.js";
import { ask } from "../engine.js";
import { keep, kept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { doorsInWords, drawLines, hexagramOf, listed, pieceName } from "./hexagons.js";
import { drawGroups } from "./picture.js";
import { drawFree } from "./tray.js";

/** The names of the lines 6, 7, 8 and 9. */
const LINE_NAMES = ["broken, changing", "unbroken", "broken", "unbroken, changing"];

let castSeed = 1;
let castMethod = "yarrow";

/** Prepares the view. */
export function beginCasting() {
  byId("cast-with").addEventListener("change", () => {
    castMethod = field("cast-with").value;
    castAnew();
  });
}

function castAnew() {
  castSeed = anySeed();
  showCast();
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterCasting(parts) {
  const [method, seed] = parts[0] ? parts : (/^(?:yarrow|coins)\/\d{1,10}$/.exec(kept("cast") ?? "")?.[0] ?? "").split("/");
  if (!method) {
    castAnew();
    return;
  }
  if (!["yarrow", "coins"].includes(method)) throw new WrongLink(`Lines are cast with yarrow or with coins, not with "${method.slice(0, 20)}".`);
  if (!/^\d{1,10}$/.test(seed ?? "") || parts.length > 2) throw new WrongLink("This link does not contain the number of a cast.");
  [castMethod, castSeed] = [method, Number(seed)];
  showCast();
}

/**
 * A hexagram with its number, its name and its piece.
 * @param {string} title
 * @param {number} doors
 * @param {number[]} changing The lines that change, from below.
 */
function drawHexagram(title, doors, changing) {
  const { number, name, reading } = hexagramOf(doors);
  const svg = draw("svg", { class: "hexagram", viewBox: "-60 -64 120 128", role: "img", "aria-label": `hexagram ${number}, ${reading}` }, drawLines(doors, 100, 20));
  for (const line of changing) {
    const y = (2.5 - line) * 20;
    const isUnbroken = (doors >> line) & 1;
    svg.append(isUnbroken ? draw("circle", { class: "changing", cx: 0, cy: y, r: 6.5 }) : draw("path", { class: "changing", d: `M-6 ${y - 6}l12 12m0 -12l-12 12` }));
  }
  return make(
    "figure",
    { class: "cast-figure" },
    make("figcaption", { class: "soft" }, title),
    svg,
    make("p", { class: "cast-name" }, make("b", {}, `${number} ${reading}`), " ", make("span", { lang: "zh" }, name)),
    make("div", { class: "cast-piece" }, drawFree(doors)),
    make("p", { class: "soft" }, `Its piece has ${doorsInWords(doors)}.`),
  );
}

function showCast() {
  const { ok: cast } = ask({ cast: { seed: castSeed, with: castMethod } });
  const changing = [0, 1, 2, 3, 4, 5].filter((line) => cast.lines[line] === 6 || cast.lines[line] === 9);
  field("cast-with").value = castMethod;
  const figures = [drawHexagram("Cast", cast.hexagram, changing)];
  if (changing.length > 0) figures.push(drawHexagram("Becomes", cast.becomes, []));
  byId("cast-figures").replaceChildren(...figures);
  const [from, to] = [cast.hexagram, cast.becomes].map((doors) => `${hexagramOf(doors).number} ${hexagramOf(doors).reading}`);
  const lines = changing.map((line) => String(line + 1));
  byId("cast-said").textContent =
    changing.length === 0 ? `${from}; no line changes.` : `${from} becomes ${to}: ${lines.length === 1 ? "line" : "lines"} ${listed(lines)} ${lines.length === 1 ? "changes" : "change"}.`;
  const rows = [5, 4, 3, 2, 1, 0].map((line) =>
    make("tr", {}, make("th", { scope: "row" }, String(line + 1)), make("td", {}, `${cast.lines[line]}, ${LINE_NAMES[cast.lines[line] - 6]}`), make("td", { class: "figure-cell" }, `${cast.weights[line]}/16`)),
  );
  byId("cast-lines").replaceChildren(...rows);
  byId("cast-chances").replaceChildren(
    ...[6, 7, 8, 9].map((value, at) => make("tr", {}, make("th", { scope: "row" }, `${value}, ${LINE_NAMES[at]}`), make("td", { class: "figure-cell" }, `${cast.of_16[at]}/16`))),
  );
  byId("cast-answer").replaceChildren(
    make("p", {}, `Of ${grouped(cast.all)} equally likely casts, ${grouped(cast.casts)} ${cast.casts === 1 ? "gives" : "give"} these lines; no other cast gives ${changing.length > 0 ? "these two hexagrams" : "this hexagram without a changing line"}.`),
    make("p", {}, `With or without changing lines, ${grouped(cast.hexagram_casts)} casts give the hexagram ${from}: one in ${grouped(cast.all / cast.hexagram_casts)}, as for every hexagram.`),
  );
  byId("cast-path").replaceChildren(...(changing.length > 0 ? connected(cast.hexagram, cast.becomes) : []));
  noteAddress(`cast/${castMethod}/${castSeed}`);
  keep("cast", `${castMethod}/${castSeed}`);
}

/**
* The path from one hexagram to the other in a solution of the labyrinth.
 * @param {number} from
 * @param {number} to
 */
function connected(from, to) {
  const heading = make("h2", {}, "The path from the first hexagram to the second");
  // The piece without doors is a group of its own.
  if (from === 0 || to === 0) return [heading, make("p", {}, `There is no path, because the piece of ${pieceName(0)} has no doors.`)];
  const { ok, error } = ask({ connect: { from, to, seed: castSeed } });
  if (error) return [heading, make("p", {}, sentence(error))];
  const names = ok.path.map((/** @type {number} */ doors) => String(hexagramOf(doors).number)).join(" → ");
  const boards = ok.groups.map((/** @type {[number, number, number][]} */ pieces) => ({ pieces, open: [], holes: [] }));
  return [heading, make("p", {}, `In a solution of the labyrinth, ${counted(ok.path.length - 1, "door")} lead from the first piece to the second: ${names}.`.replace("1 door lead", "1 door leads")), drawGroups(boards, `A solution with the path ${names}`, ok.path)];
}

/** @type {import("../page.js").Key[]} */
export const castingKeys = [
  ["N", "cast again", castAnew, "cast-again"],
];
