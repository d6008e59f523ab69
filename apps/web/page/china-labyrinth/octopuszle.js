// The view "Octopuszle": a solution with 256 squares, and where their doors lead.
import { byId, anySeed, counted, draw, field, grouped, make, stepOf, waiting } from "../dom.js";
import { BackgroundEngine, ask } from "../engine.js";
import { keep, kept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { listed } from "./hexagons.js";

/** The number of squares in a row. */
const OCTO_SIDE = 16;
/** The width of a square in the drawing. */
const OCTO_CELL = 36;
/** The time limit of a search for a solution, in seconds. */
const OCTO_PATIENCE = 60;
/** The directions of the doors, clockwise. Every other door is at a corner. */
const OCTO_NAMES = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
/** The steps to the right and down in these directions. */
const OCTO_STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/** The seed of the solution, and the seed of the one from which its corners are taken, if any. */
let octoSeed = 20;
/** @type {number | null} */
let octoCorners = null;
/** @type {{pieces: number[], moves: number} | null} */
let octo = null;
let octoAt = 0;
/** @type {HTMLElement[]} */
let octoSpots = [];
const octoDrawing = draw("svg", { class: "octo-drawing", viewBox: `0 0 ${OCTO_SIDE * OCTO_CELL} ${OCTO_SIDE * OCTO_CELL}`, "aria-hidden": "true" });
const octoSearch = new BackgroundEngine();

/** Prepares the view. */
export function beginOctopuszle() {
  const grid = make("div", { class: "grid", role: "grid", "aria-label": "Octopuszle" });
  grid.style.setProperty("--columns", String(OCTO_SIDE));
  for (let row = 0; row < OCTO_SIDE; row += 1) {
    const line = make("div", { role: "row", class: "row" });
    for (let column = 0; column < OCTO_SIDE; column += 1) {
      const cell = row * OCTO_SIDE + column;
      const spot = make("div", { role: "gridcell", tabindex: "-1", class: "spot finger" });
      spot.addEventListener("click", () => lookAt(cell));
      spot.addEventListener("focus", () => lookAt(cell));
      octoSpots.push(spot);
      line.append(spot);
    }
    grid.append(line);
  }
  grid.addEventListener("keydown", octoKeyDown);
  byId("octo-board").replaceChildren(octoDrawing, grid);
  byId("octo-corners").addEventListener("click", () => search(anySeed(), octoCorners ?? octoSeed));
  byId("octo-far").addEventListener("input", () => {
    keep("far", field("octo-far").value);
    showOcto();
  });
  field("octo-far").value = kept("far") ?? "3";
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterOctopuszle(parts) {
  const [name, cell] = parts[0] ? parts : (/^(?:\d{1,10}-)?\d{1,10}\/(?:[1-9]|1[0-6])\.(?:[1-9]|1[0-6])$/.exec(kept("octopuszle") ?? "")?.[0] ?? "20").split("/");
  const words = /^(?:(\d{1,10})-)?(\d{1,10})$/.exec(name);
  const place = /^(\d{1,2})\.(\d{1,2})$/.exec(cell ?? "1.1");
  if (!words) throw new WrongLink(`"${name.slice(0, 20)}" is not the number of an Octopuszle; "20" and "20-2" are.`);
  if (!place || [place[1], place[2]].some((at) => Number(at) < 1 || Number(at) > OCTO_SIDE) || parts.length > 2) throw new WrongLink(`"${(cell ?? "").slice(0, 20)}" is not a square; "3.4" is row 3, column 4.`);
  octoAt = (Number(place[1]) - 1) * OCTO_SIDE + Number(place[2]) - 1;
  const [seed, corners] = [Number(words[2]), words[1] === undefined ? null : Number(words[1])];
  if (octo && seed === octoSeed && corners === octoCorners) showOcto();
  else search(seed, corners);
}

/**
 * Looks for a solution in the background.
 * @param {number} seed
 * @param {number | null} corners
 */
function search(seed, corners) {
  [octoSeed, octoCorners, octo] = [seed, corners, null];
  byId("octo-answer").replaceChildren(waiting("Looking for a solution"));
  octoSearch.ask([{ octopuszle: { seed, corners_of: corners } }], OCTO_PATIENCE, (_, { ok, error }) => {
    if (error) {
      byId("octo-answer").replaceChildren(make("p", {}, error));
      return;
    }
    octo = ok;
    showOcto();
  });
}

/** @param {number} cell */
function lookAt(cell) {
  if (cell === octoAt || !octo) return;
  octoSpots[octoAt].tabIndex = -1;
  octoAt = cell;
  showOcto();
}

/** @param {KeyboardEvent} event */
function octoKeyDown(event) {
  const step = stepOf(event);
  if (!step) return;
  const row = Math.floor(octoAt / OCTO_SIDE) + step[1];
  const column = (octoAt % OCTO_SIDE) + step[0];
  if (row >= 0 && row < OCTO_SIDE && column >= 0 && column < OCTO_SIDE) octoSpots[row * OCTO_SIDE + column].focus();
  event.preventDefault();
}

/** @param {number} cell */
function octoName(cell) {
  return `row ${Math.floor(cell / OCTO_SIDE) + 1}, column ${(cell % OCTO_SIDE) + 1}`;
}

/** @param {number} piece */
function octoDoors(piece) {
  const names = OCTO_NAMES.filter((_, bit) => (piece >> bit) & 1);
  return names.length === 0 ? "no doors" : `${names.length === 1 ? "door" : "doors"} to the ${listed(names)}`;
}

/**
 * The doors of some squares as lines of a drawing.
 * @param {number[]} cells
 * @param {number} corner 1 for the doors at corners, 0 for those at sides.
 */
function octoLines(cells, corner) {
  const pieces = octo?.pieces ?? [];
  /** @type {string[]} */
  const lines = [];
  for (const cell of cells) {
    const x = ((cell % OCTO_SIDE) + 0.5) * OCTO_CELL;
    const y = (Math.floor(cell / OCTO_SIDE) + 0.5) * OCTO_CELL;
    OCTO_STEPS.forEach(([right, down], bit) => {
      if (bit % 2 === corner && (pieces[cell] >> bit) & 1) lines.push(`M${x} ${y}l${(right * OCTO_CELL) / 2} ${(down * OCTO_CELL) / 2}`);
    });
  }
  return lines.join("");
}

function showOcto() {
  if (!octo) return;
  const { pieces } = octo;
  const { ok: followed } = ask({ follow: { pieces, cell: octoAt } });
  const far = Number(field("octo-far").value);
  // The doors of the farthest squares are not highlighted.
  const near = (/** @type {[number, number][]} */ reached) => reached.filter(([, doors]) => doors < far).map(([cell]) => cell);
  const all = pieces.map((_, cell) => cell);
  const middle = (/** @type {number} */ at) => (at + 0.5) * OCTO_CELL;
  octoDrawing.replaceChildren(
    draw("path", { class: "octo-hair", d: Array.from({ length: OCTO_SIDE + 1 }, (_, at) => `M0 ${at * OCTO_CELL}h${OCTO_SIDE * OCTO_CELL}M${at * OCTO_CELL} 0v${OCTO_SIDE * OCTO_CELL}`).join("") }),
    draw("path", { class: "octo-corners", d: octoLines(all, 1) }),
    draw("path", { class: "octo-sides", d: octoLines(all, 0) }),
    draw("path", { class: "octo-corners followed", d: octoLines(near(followed.corners), 1) || "M0 0" }),
    draw("path", { class: "octo-sides followed", d: octoLines(near(followed.sides), 0) || "M0 0" }),
    ...all.map((cell) => draw("circle", { class: "octo-middle", cx: middle(cell % OCTO_SIDE), cy: middle(Math.floor(cell / OCTO_SIDE)), r: 2.5 })),
    draw("rect", { class: "octo-look", x: (octoAt % OCTO_SIDE) * OCTO_CELL + 1.5, y: Math.floor(octoAt / OCTO_SIDE) * OCTO_CELL + 1.5, width: OCTO_CELL - 3, height: OCTO_CELL - 3, rx: 4 }),
  );
  octoSpots.forEach((spot, cell) => {
    spot.setAttribute("aria-label", `${octoName(cell)}: ${octoDoors(pieces[cell])}`);
    spot.setAttribute("aria-selected", String(cell === octoAt));
    spot.tabIndex = cell === octoAt ? 0 : -1;
  });
  /** @type {Map<number, number>} */
  const leads = new Map(followed.doors);
  const doorButton = (/** @type {number} */ bit) => {
    const there = leads.get(bit);
    const name = there === undefined ? `no door to the ${OCTO_NAMES[bit]}` : `through the door to the ${OCTO_NAMES[bit]}, to ${octoName(there)}`;
    return make("button", { type: "button", class: "way-button", "aria-label": name, disabled: there === undefined, onclick: () => goThrough(bit, there) }, ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][bit]);
  };
  const place = byId("octo-doors");
  const focused = [...place.children].findIndex((child) => child === document.activeElement);
  const middleSpot = make("span", { class: "mono way-middle" }, pieces[octoAt].toString(16).padStart(2, "0"));
  place.replaceChildren(...[7, 0, 1, 6, -1, 2, 5, 4, 3].map((bit) => (bit < 0 ? middleSpot : doorButton(bit))));
  if (focused >= 0) /** @type {HTMLElement} */ (place.children[focused]).focus();
  const farthest = (/** @type {[number, number][]} */ reached) => Math.max(...reached.map(([, doors]) => doors));
  const reach = (/** @type {[number, number][]} */ reached) => (reached.length === 1 ? "no other square" : `${counted(reached.length - 1, "other square")}, the farthest one ${counted(farthest(reached), "door")} away`);
  byId("octo-answer").replaceChildren(
    make("p", {}, make("b", {}, `Row ${octoName(octoAt).slice(4)}`), `, piece ${pieces[octoAt].toString(16).padStart(2, "0")}: ${octoDoors(pieces[octoAt])}.`),
    make("p", {}, `Through sides, it is connected to ${reach(followed.sides)}; through corners, to ${reach(followed.corners)}.`),
    make("p", { class: "soft" }, `The doors on sides connect the squares into ${counted(followed.parts[0], "part")}, and the doors on corners into ${followed.parts[1]}. The search took ${grouped(octo.moves)} moves${octoCorners === null ? "" : `, and kept the corners of the previous solution`}.`),
  );
  byId("octo-far-words").textContent = counted(far, "door");
  const name = octoCorners === null ? String(octoSeed) : `${octoCorners}-${octoSeed}`;
  const at = `${Math.floor(octoAt / OCTO_SIDE) + 1}.${(octoAt % OCTO_SIDE) + 1}`;
  noteAddress(`octopuszle/${name}/${at}`);
  keep("octopuszle", `${name}/${at}`);
}

/** @type {import("../page.js").Key[]} */
export const octopuszleKeys = [
  ["N", "show another solution", () => search(anySeed(), null), "octo-other"],
];

/**
* Moves to the square behind a door, if there is one.
 * @param {number} bit
 * @param {number} [there]
 */
function goThrough(bit, there) {
  if (there === undefined) return;
  lookAt(there);
  byId("octo-said").textContent = `Through the door to the ${OCTO_NAMES[bit]}, to ${octoName(there)}.`;
}
