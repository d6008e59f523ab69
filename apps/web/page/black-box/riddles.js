// The views "Which ray tells these two apart?" and "Find the twin", about the ambiguous groups.
import { allGroups } from "./data.js";
import { byId, counted, make } from "../dom.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { ask } from "../engine.js";
import { drawMolecule } from "./figure.js";
import { Grid } from "./grid.js";
import { WrongLink, noteAddress } from "../link.js";
import { cellName, edgesOf, entryName, outcomeName } from "./places.js";

/** A board of which everything is known. @typedef {{width: number, atoms: number[], exits: number[], paths: [number[], number | null][]}} Known */

/** Two boards that differ in fewer rays are easily taken for twins. */
const FEW_RAYS = 8;
/** The share of pairs that no ray tells apart. */
const TWINS = 1 / 3;

/** @type {Known[]} */
let pair = [];
/** @type {Grid[]} */
let grids = [];

/** @type {{config: string, number: number, width: number, molecules: number[][]}} */
let riddle;
/** @type {Known} */
let given;
/** @type {Grid} */
let twinGrid;
/** The player's balls. @type {number[]} */
let balls = [];
/** The entry that the player looks at. @type {number | null} */
let looked = null;
/** Are the balls shown that stay where they are? */
let isHinted = false;

/** Prepares the views. */
export function beginRiddles() {
  byId("apart-none").addEventListener("click", () => tellApart(null));
  byId("apart-next").addEventListener("click", nextPair);
  byId("twin-next").addEventListener("click", nextTwin);
  byId("twin-back").addEventListener("click", () => place(given.atoms));
  byId("twin-hint").addEventListener("click", () => {
    isHinted = true;
    showTwin();
  });
}

/**
 * @param {number} width
 * @param {number[]} atoms
 * @param {[number, number][]} [shots]
 */
function suppose(width, atoms, shots = []) {
  const { ok, error } = ask({ suppose: { width, balls: atoms, shots } });
  if (error) throw new WrongLink(`This link is not a board: ${error}.`);
  return ok;
}

/**
 * @param {number} width
 * @param {number[]} atoms
 * @returns {Known}
 */
function know(width, atoms) {
  return { width, atoms, ...suppose(width, atoms) };
}

/** @template T @param {T[]} things */
function any(things) {
  return things[Math.floor(Math.random() * things.length)];
}

/** Some group of the page. */
function anyGroup() {
  const { config, width, groups } = any(allGroups());
  const { number, molecules } = any(groups);
  return { config, number, width, molecules: molecules.map(([, atoms]) => atoms) };
}

/** The positions whose rays do not do the same in both boards. @param {Known[]} two */
function differing([one, other]) {
  return one.exits.flatMap((exit, position) => (exit === other.exits[position] ? [] : [position]));
}

/** Draws two boards: twins, or one with a neighbour of its twin, in which one atom lies a cell beside. */
function nextPair() {
  const areTwins = Math.random() < TWINS;
  for (;;) {
    const { width, molecules } = anyGroup();
    const [one, other] = [...molecules].sort(() => Math.random() - 0.5);
    const moved = areTwins ? other : beside(other, width);
    const two = moved ? [know(width, one), know(width, moved)] : [];
    const rays = moved ? differing(two).length : Infinity;
    if (areTwins || (rays > 0 && rays <= FEW_RAYS)) {
      history.pushState(null, "", location.hash);
      showPair(two);
      return;
    }
  }
}

/**
 * Atoms of which one lies a cell beside its place, or nothing if it cannot.
 * @param {number[]} atoms
 * @param {number} width
 */
function beside(atoms, width) {
  const from = any(atoms);
  const to = from + any([1, -1, width, -width]);
  const isNear = Math.abs((from % width) - (to % width)) <= 1 && to >= 0 && to < width * width;
  return isNear && !atoms.includes(to) ? [...atoms.filter((atom) => atom !== from), to].sort((a, b) => a - b) : null;
}

/**
 * Shows two boards as an address says: the width, and the atoms of each.
 * @param {string[]} parts
 */
export function enterApart([width, ...boards]) {
  if (!width) {
    if (pair.length > 0) showPair(pair);
    else nextPair();
    return;
  }
  if (!/^\d{1,2}$/.test(width) || boards.length !== 2) throw new WrongLink("This link is not two boards.");
  showPair(boards.map((atoms) => know(Number(width), atoms.split(".").map(Number))));
}

/** @param {Known[]} two */
function showPair(two) {
  pair = two;
  const [{ width }] = pair;
  noteAddress(["apart", width, ...pair.map(({ atoms }) => atoms.join("."))].join("/"));
  byId("apart-said").textContent = "";
  /** @type {HTMLButtonElement} */ (byId("apart-none")).disabled = false;
  grids = ["first", "second"].map((name) => new Grid(width, `The ${name} box of ${width} by ${width} cells`, { edge: tellApart, cell: () => {}, mark: () => {}, look: () => {} }));
  byId("apart-boards").replaceChildren(...grids.map(({ element }) => make("div", { class: "board" }, element)));
  showRay(null);
}

/**
 * Draws the ray of a position in both boards.
 * @param {number | null} shown
 */
function showRay(shown) {
  for (const [at, { width, atoms, exits, paths }] of pair.entries()) {
    const edges = edgesOf(shown === null ? [] : [[shown, exits[shown]]], width);
    if (shown !== null) for (const end of [shown, exits[shown]]) edges[end]?.marks.push("lit");
    const isMoved = (/** @type {number} */ cell) => !pair[1 - at].atoms.includes(cell);
    const cells = Array.from({ length: width * width }, (_, cell) => {
      const isAtom = atoms.includes(cell);
      return { text: "", words: `${cellName(cell, width)}: ${isAtom ? "a ball" : "empty"}`, marks: isAtom ? [isMoved(cell) ? "moved" : "ball"] : [] };
    });
    const rays = shown === null ? [] : [{ position: shown, path: paths[shown], exit: exits[shown], label: edges[shown].label ?? "", kind: "on" }];
    grids[at].show(edges, cells, rays, true);
  }
}

/**
 * Says whether a ray tells the boards apart, or whether it is true that none does.
 * @param {number | null} position
 */
function tellApart(position) {
  const rays = differing(pair);
  const { width } = pair[0];
  const shown = position ?? rays[0] ?? null;
  showRay(shown);
  /** @type {HTMLButtonElement} */ (byId("apart-none")).disabled = rays.length === 0 && position === null;
  const does = shown === null ? [] : pair.map(({ exits }) => outcomeName(shown, exits[shown], width));
  const name = shown === null ? "" : entryName(shown, width);
  byId("apart-said").textContent =
    shown === null
      ? `Right: all ${4 * width} rays do the same in both. They are twins.`
      : position === null
        ? `No: ${name} is ${does[0]} in the first and ${does[1]} in the second. ${counted(rays.length, "place")} of ${4 * width} would do.`
        : does[0] === does[1]
          ? `${name}: ${does[0]} in both. This ray does not tell them apart.`
          : `Right: ${name} is ${does[0]} in the first and ${does[1]} in the second.`;
}

/** Draws another board with a twin. */
function nextTwin() {
  const { config, number } = anyGroup();
  history.pushState(null, "", location.hash);
  openTwin(config, number);
}

/**
 * Shows a board with a twin, as an address says: the configuration and its group.
 * @param {string[]} parts
 */
export function enterTwin([config, number]) {
  if (config) openTwin(config, Number(number));
  else if (riddle) showTwin();
  else nextTwin();
}

/**
 * @param {string} config
 * @param {number} number
 */
function openTwin(config, number) {
  const set = allGroups().find((one) => one.config === config);
  const group = set?.groups.find((one) => one.number === number);
  if (!set || !group) throw new WrongLink(`This page has no group ${String(number).slice(0, 20)} of ${config.slice(0, 20)}.`);
  const { width } = set;
  riddle = { config, number, width, molecules: group.molecules.map(([, atoms]) => atoms) };
  given = know(width, riddle.molecules[0]);
  isHinted = false;
  looked = null;
  const others = riddle.molecules.length - 1;
  byId("twin-words").textContent = `These ${given.atoms.length} balls explain all rays. ${others === 1 ? "One other arrangement does, too" : `${others} other arrangements do, too`}: move balls until all rays are explained again.`;
  const { element } = drawMolecule(width, `Molecule ${group.molecules[0][0]} of ${config}`, given.atoms, [], "", given.paths, () => {});
  byId("twin-given").replaceChildren(element);
  twinGrid = new Grid(width, `Box of ${width} by ${width} cells`, {
    edge: (position) => say(position),
    cell: (cell) => place(balls.includes(cell) ? balls.filter((ball) => ball !== cell) : [...balls, cell]),
    mark: () => {},
    look: (position) => {
      looked = position;
      showTwin();
    },
  });
  byId("twin-board").replaceChildren(twinGrid.element);
  place(given.atoms);
}

/** @param {number} position */
function say(position) {
  byId("twin-said").textContent = `${entryName(position, riddle.width)}: ${outcomeName(position, given.exits[position], riddle.width)}`;
}

/** @param {number[]} cells */
function place(cells) {
  balls = cells;
  showTwin();
}

function showTwin() {
  const { config, number, width, molecules } = riddle;
  noteAddress(`twin/${config}/${number}`);
  const shots = given.exits.flatMap((exit, position) => (exit < 0 || exit >= position ? [/** @type {[number, number]} */ ([position, exit])] : []));
  const isCounted = balls.length === given.atoms.length;
  const explained = new Set(suppose(width, balls, shots).explained);
  const stay = given.atoms.filter((atom) => molecules.every((atoms) => atoms.includes(atom)));
  const edges = edgesOf(shots, width);
  for (const [from, exit] of shots) {
    for (const end of exit < 0 ? [from] : [from, exit]) {
      edges[end].marks.push(explained.has(from) ? "explained" : "fault");
      if (explained.has(from)) edges[end].words += ", explained by your balls";
    }
  }
  const cells = Array.from({ length: width * width }, (_, cell) => {
    const isBall = balls.includes(cell);
    const stays = isHinted && stay.includes(cell);
    return { text: "", words: `${cellName(cell, width)}: ${isBall ? "a ball" : "open"}${stays ? ", which stays" : ""}`, marks: [...(isBall ? ["ball"] : []), ...(stays ? ["stays"] : [])] };
  });
  const rays = looked === null ? [] : [{ position: looked, path: given.paths[looked], exit: given.exits[looked], label: edges[looked].label ?? "", kind: "on" }];
  twinGrid.show(edges, cells, rays, true);
  const isFound = isCounted && explained.size === shots.length && balls.some((ball) => !given.atoms.includes(ball));
  const open = shots.length - explained.size;
  byId("twin-said").textContent = isCounted
    ? open === 0 ? "All rays are explained." : `${counted(open, "ray is", "rays are")} not explained.`
    : `${balls.length} of ${given.atoms.length} balls are placed.`;
  if (isHinted && stay.length === 0) byId("twin-said").textContent += " No ball stays in all of them.";
  const end = byId("twin-end");
  if (isFound) {
    showEnd(end, "Found", "No ray can tell these two apart.", nextTwin, make("p", {}, make("a", { href: `#group/${config}/${number}` }, `All ${molecules.length} of the group`)));
    goToEnd(end);
  } else {
    hideEnd(end);
  }
}
