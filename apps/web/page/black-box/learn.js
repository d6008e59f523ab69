// The view "Learn": five small boards, one for each thing that a ray does, and one to solve.
import { byId, sentence } from "../dom.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { EFFECTS, effectOf } from "./legend.js";
import { keep } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { cellName, edgesOf, entryName, outcomeName } from "./places.js";

/** The boards, by their molecules. A board without a `effect` hides its atoms and is to be solved. @type {{name: string, hidden: string, effect?: import("./legend.js").RayEffect, words: string, done: string}[]} */
const LESSONS = [
  { ...EFFECTS[0], words: "Here you can see the ball. A ray enters at an arrow and goes straight ahead until a ball is near. Fire from an arrow so that the ray hits the ball.", done: "You fired a ray that the ball absorbed. H stands for hit." },
  { ...EFFECTS[1], words: "A ray cannot pass beside a ball. If a ball is diagonally ahead, the ray turns 90° away from it. Fire a ray that turns.", done: "You fired a ray that turned and came out elsewhere. Two labels with the same number, shape and colour are the two ends of one ray." },
  { ...EFFECTS[2], words: "If balls are diagonally ahead on both sides, the ray comes straight back. A ball on the edge, next to the cell where the ray would enter, also sends it back. Fire a ray that comes back.", done: "You fired a ray that came back. R stands for reflected." },
  { ...EFFECTS[3], words: "After a turn, the ray continues by the same rules, so it can turn again. Fire a ray that turns twice.", done: "You fired a ray that turned twice. In a game, you see only the two ends of a ray, and work out the rest." },
  { name: "Now you", hidden: "A2_B5:141", words: "Two balls hide in this box, and the paths of the rays are hidden, too. Fire rays, and tap a cell to place a ball where you think one is.", done: "You found both balls. Now you know everything that a ray can do." },
];

let lesson = 0;
/** @type {Game} */
let learned;
/** @type {Grid} */
let learnGrid;
/** The ray whose path is drawn. @type {number | null} */
let shownRay = null;
/** Has the player found the atoms? */
let solved = false;

/** Shows the view as an address says. @param {string[]} parts */
export function enterLearn([written]) {
  const wanted = written ? Number(written) - 1 : lesson;
  if (!LESSONS[wanted]) throw new WrongLink(`The small boards are numbered 1 to 5, and ${written.slice(0, 20)} is not one of them.`);
  begin(wanted);
}

/** @param {number} wanted */
function begin(wanted) {
  lesson = wanted;
  shownRay = null;
  solved = false;
  const { name, words } = LESSONS[lesson];
  learned = new Game(LESSONS[lesson].hidden);
  const { size } = learned;
  learnGrid = new Grid(size, `Small board ${lesson + 1}, with ${size.rows} by ${size.columns} cells`, { edge: fire, cell: place, mark: place, look: () => {} });
  byId("learn-board").replaceChildren(learnGrid.element);
  byId("learn-title").textContent = `${lesson + 1} of ${LESSONS.length}: ${name}`;
  byId("learn-words").textContent = words;
  byId("learn-said").textContent = "";
  hideEnd(byId("learn-end"));
  // The pictures of this lesson and of later ones would give them away.
  document.querySelectorAll("#view-learn figure").forEach((figure, at) => figure.toggleAttribute("hidden", at >= lesson));
  noteAddress(`learn/${lesson + 1}`);
  showLesson();
}

/** @param {number} position */
function fire(position) {
  if (solved) return;
  if (learned.move({ kind: "f", at: position })) learnGrid.fresh = position;
  shownRay = position;
  const { size, truth } = learned;
  byId("learn-said").textContent = sentence(`${entryName(position, size)}: ${outcomeName(position, truth.exits[position], size)}`);
  showLesson();
  const { effect } = LESSONS[lesson];
  if (effect && effectOf(truth, position) === effect) finish();
  else if (effect && byId("learn-end").hidden) byId("learn-said").append(" Try another arrow.");
}

/** @param {number} cell */
function place(cell) {
  if (solved) return;
  if (LESSONS[lesson].effect) {
    if (byId("learn-end").hidden) byId("learn-said").textContent = "Fire from an arrow beside the box.";
    return;
  }
  learned.move({ kind: learned.balls.has(cell) ? "c" : "b", at: cell });
  showLesson();
  const { balls, truth: { atoms } } = learned;
  byId("learn-said").textContent = balls.size > atoms.length ? "Only two balls hide here. Tap a ball to remove it." : "";
  if (balls.size !== atoms.length) return;
  if (atoms.every((atom) => balls.has(atom))) finish();
  else byId("learn-said").textContent = wrongInWords();
}

/** The fired rays that contradict the balls, in words. */
function wrongInWords() {
  const { size, supposed: { explained } } = learned;
  const [wrong] = learned.fired.filter((position) => !explained.includes(position));
  const take = "Tap a ball to remove it.";
  if (learned.fired.length === 0) return `Not yet: fire a ray first. ${take}`;
  if (wrong === undefined) return `Your balls explain the rays, but balls in other cells would, too: fire more rays. ${take}`;
  return `Not quite: with these balls, the ray from ${entryName(wrong, size)} would give another answer. ${take}`;
}

function finish() {
  const isLast = lesson === LESSONS.length - 1;
  if (isLast) {
    solved = true;
    keep("learned", "yes");
  }
  const next = () => (isLast ? (location.hash = "play") : begin(lesson + 1));
  showEnd(byId("learn-end"), isLast ? "Right" : "Well done", LESSONS[lesson].done, next);
  const button = byId("learn-end").querySelector("button");
  if (button) button.textContent = isLast ? "Play" : "Next board";
  goToEnd(byId("learn-end"));
}

function showLesson() {
  const { size, truth } = learned;
  const { effect } = LESSONS[lesson];
  const edges = edgesOf(learned.shots, size);
  if (shownRay !== null) for (const end of [shownRay, truth.exits[shownRay]]) edges[end]?.marks.push("lit");
  const cells = Array.from({ length: size.rows * size.columns }, (_, cell) => {
    const isBall = effect ? truth.atoms.includes(cell) : learned.balls.has(cell);
    return { text: "", words: `${cellName(cell, size)}: ${isBall ? "a ball" : "open"}`, marks: isBall ? ["ball"] : [] };
  });
  const rays = effect && shownRay !== null ? [{ position: shownRay, path: truth.paths[shownRay], exit: truth.exits[shownRay], label: edges[shownRay].label ?? "", kind: "on" }] : [];
  learnGrid.show(edges, cells, rays, effect !== undefined);
}

