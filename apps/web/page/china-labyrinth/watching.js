// The view "Watch": an animation of the search, run by run.
import { byId, anySeed, counted, draw, field, figure, grouped } from "../dom.js";
import { ask } from "../engine.js";
import { keep, kept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { PIECES } from "./game.js";
import { arrange, placed, wideOf } from "./picture.js";

/** The selectable speeds, in pieces per second. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** The time per piece if the system asks for reduced motion, in milliseconds. */
const CALM_PAUSE = 2000;
/** The time for which a solution is shown, and the longest work without a pause, in milliseconds. */
const SHOWN_PAUSE = 3000;
const FRAME_PAUSE = 40;
/** The time limit of a search for the next solution, in milliseconds. */
const LEAP_PATIENCE = 1000;
/** The last run; run 0 follows. */
const MOST_RUNS = 999_999;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let watchSeed = 0;
let ofText = false;
let anyOrder = false;
let runNumber = 0;
/** @type {{steps: [number, number, number, number, number][], holes: number | null}} */
let run;
/** The number of steps of the run that are shown, and the drawn pieces. */
let stepsShown = 0;
/** @type {SVGElement[]} */
let lying = [];
/** @type {number[]} */
let boardsLying = [];
/** @type {[number, number][]} */
let boardShifts = [];
let picture = draw("svg");
let playing = false;
let watchTimer = 0;
/** The counts since the user began to watch. */
const watched = { steps: 0, runs: 0, solutions: 0 };

/** Prepares the view. */
export function beginWatching() {
  for (const id of ["watch-search", "watch-pieces"]) {
    byId(id).addEventListener("change", () => {
      ofText = field("watch-search").value === "text";
      anyOrder = field("watch-pieces").value === "random";
      restart(watchSeed);
    });
  }
  field("watch-speed").value = kept("speed") ?? "4";
  byId("watch-speed").addEventListener("input", () => {
    keep("speed", field("watch-speed").value);
    showSpeed();
    if (playing) play();
  });
  calm.addEventListener("change", () => (playing ? play() : showSpeed()));
  showSpeed();
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterWatching(parts) {
  if (parts.length === 0 || parts[0] === "") {
    if (!run) restart(anySeed());
    else if (calm.matches) pause();
    else play();
    return;
  }
  const [seed, search, pieces, number, step] = parts;
  const isNumber = (/** @type {string | undefined} */ text, /** @type {number} */ most) => text === undefined || (/^\d{1,10}$/.test(text) && Number(text) <= most);
  if (!isNumber(seed, 2 ** 32 - 1) || !isNumber(number, MOST_RUNS) || !isNumber(step, PIECES * PIECES) || parts.length > 5) throw new WrongLink("In this link, the numbers of the search are not valid.");
  if (!["quick", "text"].includes(search ?? "quick") || !["usual", "random"].includes(pieces ?? "usual")) throw new WrongLink("This link must name a search (quick or text) and an order of the pieces (usual or random).");
  watchSeed = Number(seed);
  ofText = search === "text";
  anyOrder = pieces === "random";
  openRun(Number(number ?? 0));
  if (step === undefined && !calm.matches) {
    play();
    return;
  }
  while (stepsShown < Math.min(Number(step ?? 0), run.steps.length)) stepOn();
  pause();
}

/** @param {number} seed */
function restart(seed) {
  watchSeed = seed;
  Object.assign(watched, { steps: 0, runs: 0, solutions: 0 });
  openRun(0);
  if (calm.matches) pause();
  else play();
}

/** @param {number} number */
function runOf(number) {
  return ask({ run: { seed: watchSeed, run: number, original: ofText, random: anyOrder } }).ok;
}

/** Begins a run with empty boards, and lays out its final groups. @param {number} number */
function openRun(number) {
  runNumber = number > MOST_RUNS ? 0 : number;
  run = runOf(runNumber);
  stepsShown = 0;
  lying = [];
  boardsLying = [];
  /** @type {[number, number][][]} */
  const cells = [];
  for (const [, board, q, r] of run.steps) (cells[board] ??= []).push([q, r]);
  const wanted = wideOf(460);
  const { shifts, width, height } = arrange(cells, wanted);
  boardShifts = shifts;
  // A run with few pieces is not enlarged.
  const [wide, high] = [Math.max(width, wanted + 20), Math.max(height, 400)];
  const left = (width - wide) / 2;
  const top = (height - high) / 2;
  picture = draw("svg", { class: "hexes whole watched", viewBox: `${left.toFixed(1)} ${top.toFixed(1)} ${wide.toFixed(1)} ${high.toFixed(1)}`, role: "img", "aria-label": "The search" });
  byId("watch-frame").replaceChildren(picture);
}

/** Makes one step, which is in the next run if this one has ended. */
function stepOn() {
  if (stepsShown === run.steps.length) {
    watched.runs += 1;
    openRun(runNumber + 1);
  }
  const [stay, board, q, r, doors] = run.steps[stepsShown];
  for (const piece of lying.splice(stay)) piece.remove();
  boardsLying.length = stay;
  const piece = placed([q, r], doors, boardShifts[board], board);
  picture.append(piece);
  lying.push(piece);
  boardsLying.push(board);
  stepsShown += 1;
  watched.steps += 1;
  if (isSolved()) watched.solutions += 1;
}

function isSolved() {
  return run.holes !== null && stepsShown === run.steps.length;
}

function play() {
  playing = true;
  schedule();
  showWatching();
}

function pause() {
  playing = false;
  clearTimeout(watchTimer);
  showWatching();
}

function schedule() {
  clearTimeout(watchTimer);
  if (!playing) return;
  const speed = SPEEDS[Number(field("watch-speed").value)];
  const atOnce = calm.matches ? 1 : Math.max(1, Math.round((speed * FRAME_PAUSE) / 1000));
  const wait = calm.matches ? CALM_PAUSE : Math.max(FRAME_PAUSE, 1000 / speed);
  watchTimer = setTimeout(
    () => {
      // The view is hidden.
      if (byId("view-watch").hidden) {
        playing = false;
        return;
      }
      if (!document.hidden) {
        for (let step = 0; step < atOnce; step += 1) {
          stepOn();
          if (isSolved()) break;
        }
        showWatching();
      }
      schedule();
    },
    isSolved() ? Math.max(SHOWN_PAUSE, wait) : wait,
  );
}

/** Goes to the next solution at once. */
function leap() {
  pause();
  const begun = performance.now();
  if (isSolved()) stepOn();
  while (!isSolved() && performance.now() - begun < LEAP_PATIENCE) {
    if (run.holes !== null || stepsShown < run.steps.length) stepOn();
    else {
      watched.runs += 1;
      openRun(runNumber + 1);
      if (run.holes === null) {
        // This run is skipped, and counts as finished.
        watched.steps += run.steps.length;
        stepsShown = run.steps.length;
      }
    }
  }
  if (!isSolved() && stepsShown === run.steps.length) openRun(runNumber);
  showWatching();
}

function showSpeed() {
  const speed = SPEEDS[Number(field("watch-speed").value)];
  byId("watch-speed-words").textContent = calm.matches ? "a piece every two seconds, because your system asks for less motion" : `${counted(speed, "piece")} per second`;
  field("watch-speed").disabled = calm.matches;
}

function showWatching() {
  byId("watch-play").textContent = playing ? "Pause" : "Play";
  field("watch-search").value = ofText ? "text" : "quick";
  field("watch-pieces").value = anyOrder ? "random" : "usual";
  picture.classList.toggle("solved", isSolved());
  picture.classList.toggle("playing", playing);
  const groups = new Set(boardsLying).size;
  byId("watch-standing").replaceChildren(figure(lying.length, ` of ${PIECES} pieces`), figure(groups, groups === 1 ? " group" : " groups"));
  byId("watch-counts").textContent = `Since you started: ${counted(watched.solutions, "solution")}, ${grouped(watched.steps)} pieces laid, ${counted(watched.runs, "new run")}.`;
  byId("watch-said").textContent = isSolved() ? `Solved: ${counted(groups, "group")}, ${counted(run.holes ?? 0, "hole")}.` : playing ? "" : `Run ${runNumber + 1}, step ${stepsShown} of ${run.steps.length}.`;
  const address = `watch/${watchSeed}/${ofText ? "text" : "quick"}/${anyOrder ? "random" : "usual"}/${runNumber}`;
  noteAddress(playing ? address : `${address}/${stepsShown}`);
}

function stepOnce() {
  pause();
  stepOn();
  showWatching();
}

/** @type {import("../page.js").Key[]} */
export const watchingKeys = [
  ["P", "play or pause", () => (playing ? pause() : play()), "watch-play"],
  ["S", "make one step", stepOnce, "watch-step"],
  ["L", "go to the next solution", leap, "watch-leap"],
  ["N", "begin another search", () => restart(anySeed()), "watch-new"],
];
