// The view "Play".
import { beginUnless, byId, counted, field, figure, grouped, make, onSubmit, sentence, showError } from "../dom.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { ask } from "../engine.js";
import { Help } from "../help.js";
import { Game, keptGame } from "./game.js";
import { keep, kept } from "../keep.js";
import { noteAddress } from "../link.js";
import { Shuttle } from "./shuttle.js";

/** The time between two changes of the address while the page solves, in milliseconds. Browsers take at most 100 addresses in 30 seconds. */
const NOTE_EVERY = 500;
/** The longest animation of a hook's movement, in milliseconds. */
const MOVE_TIME = 180;

/** @type {Game} */
let game;
/** @type {Shuttle} */
let shuttle;
/** Is the distance shown? */
let showsDistance = false;
/** The hook of the last hint. @type {number | null} */
let hinted = null;
/** @type {Help} */
let help;
/** The timer of the next step while the page solves, or 0. */
let solving = 0;
/** The time when the address was last noted. */
let noted = 0;

/** Prepares the view. */
export function beginPlay() {
  help = new Help(byId("help-answer"));
  showsDistance = kept("distance") === "yes";
  const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  speed.value = kept("speed") ?? speed.value;
  if (!speed.value) speed.value = "2";
  speed.addEventListener("change", () => keep("speed", speed.value));
  onSubmit("new-game", beginNew);
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterPlay(parts) {
  const [name, moves] = parts;
  if (game && name === game.name && (moves ?? "") === game.written) showGame();
  else start(name ? new Game(name, moves ?? "") : keptGame());
}

/** @param {Game} other */
function start(other) {
  pause();
  game = other;
  hinted = null;
  help.clear();
  shuttle = new Shuttle(game.rings, act);
  byId("play-board").replaceChildren(shuttle.element);
  byId("play-title").textContent = `Free the shuttle from ${game.rings} rings`;
  field("new-rings").value = String(game.rings);
  field("new-state").value = String(game.first.state);
  showError("new-error");
  say("");
  showGame();
}

/** Begins the game in the form. It is not in the address yet, so Back returns to the game before. */
function beginNew() {
  const { ok, error } = ask({ open: { start: `${field("new-rings").value}:${field("new-state").value.trim()}`, moves: "" } });
  if (error) {
    showError("new-error", sentence(error));
    return;
  }
  history.pushState(null, "", location.hash);
  start(new Game(`${ok.rings}:${ok.first.state}`, ""));
  byId("new-details").removeAttribute("open");
  say(`A new game with ${ok.rings} rings.`);
}

/** @param {number} hook */
function act(hook) {
  pause();
  const why = game.move(hook);
  if (why) {
    shuttle.refuse(hook);
    say(why, "refusal");
  } else {
    moved(hook);
  }
}

/** @param {number} hook */
function moved(hook) {
  hinted = null;
  help.clear();
  const least = game.first.distance;
  const made = game.hooks.length;
  const needed = made === least ? ", the fewest possible" : `; ${grouped(least)} would have been enough`;
  if (game.solved) say(`The shuttle is free after ${made === 1 ? "one move" : `${grouped(made)} moves`}${needed}.`, "verdict");
  else say(`Hook ${hook} is ${game.now.down[hook - 1] ? "down" : "up"}.`);
  showGame();
  if (game.solved) goToEnd(byId("end"));
}

function undo() {
  pause();
  const hook = game.undo();
  if (hook === null) return;
  hinted = null;
  help.clear();
  say(`Taken back: hook ${hook} is ${game.now.down[hook - 1] ? "down" : "up"} again.`);
  showGame();
}

function hint() {
  pause();
  if (help.follow()) return;
  hinted = game.now.next_hook;
  if (hinted === null) byId("help-answer").replaceChildren(make("p", {}, "The shuttle is already free."));
  else help.show(`Hook ${hinted} is next: of the hooks that can move, only this one leads closer to the goal.`, "Move it", step);
  showGame();
}

function toggleDistance() {
  showsDistance = !showsDistance;
  keep("distance", showsDistance ? "yes" : "no");
  showGame();
}

/** Makes one step of the solution. */
function oneStep() {
  pause();
  step();
}

function step() {
  const hook = game.now.next_hook;
  if (hook === null) return;
  game.move(hook);
  moved(hook);
}

function movesInASecond() {
  return Number(field("speed").value);
}

function toggleSolving() {
  if (solving) {
    pause();
    showGame();
    return;
  }
  if (game.solved) return;
  // A screen reader should not announce every move of the solution.
  byId("said").setAttribute("aria-live", "off");
  goOn();
}

/** Makes a step of the solution, and schedules the next one. */
function goOn() {
  if (byId("view-play").hidden) {
    pause();
    return;
  }
  solving = setTimeout(goOn, 1000 / movesInASecond());
  step();
  if (game.solved) {
    pause();
    byId("said").setAttribute("aria-live", "polite");
    showGame();
  }
}

function pause() {
  clearTimeout(solving);
  solving = 0;
  byId("said").setAttribute("aria-live", "polite");
}

/**
* Displays a message.
 * @param {string} sentence
 * @param {"" | "refusal" | "verdict"} kind
 */
function say(sentence, kind = "") {
  byId("said").className = `said ${kind}`;
  byId("said").textContent = sentence;
}

/** @type {import("../page.js").Key[]} */
export const playKeys = [
  ["1 to 9", "move the hook of that number", (digit) => {
    shuttle.hooks[Number(digit) - 1]?.click();
    shuttle.hooks[Number(digit) - 1]?.focus();
  }],
  ["U", "undo", undo, "undo"],
  ["N", "begin a new game", () => beginUnless(game.hooks.length > 0 && !game.solved, beginNew)],
  ["H", "show the hook to move next; again to move it", hint, "help-hint"],
  ["D", "show the distance to the goal", toggleDistance, "help-distance"],
  ["S", "solve the puzzle step by step, or pause", toggleSolving, "help-solve"],
  ["O", "make one step of the solution", oneStep, "help-step"],
];

function showGame() {
  const written = `${game.name}/${game.written}`;
  keep("game", written);
  if (!solving || performance.now() - noted > NOTE_EVERY) {
    noted = performance.now();
    noteAddress(`play/${written}`);
  }
  const step = solving ? 1000 / movesInASecond() : 2 * MOVE_TIME;
  shuttle.element.style.setProperty("--move", `${Math.min(MOVE_TIME, step / 2)}ms`);
  shuttle.show(game.now, hinted);
  byId("standing").replaceChildren(
    figure(game.hooks.length, game.hooks.length === 1 ? " move" : " moves"),
    make("span", {}, "state ", make("b", {}, String(game.now.state))),
    ...(showsDistance ? [figure(game.now.distance, game.now.distance === 1 ? " move to go" : " moves to go")] : []),
  );
  byId("help-distance").setAttribute("aria-pressed", String(showsDistance));
  const solve = byId("help-solve");
  solve.textContent = solving ? "Pause" : "Solve";
  /** @type {[string, boolean][]} */
  const idle = [["undo", game.hooks.length === 0], ["help-solve", game.solved], ["help-step", game.solved]];
  for (const [id, is] of idle) /** @type {HTMLButtonElement} */ (byId(id)).disabled = is;
  if (game.solved) showEnd(byId("end"), "The shuttle is free", counted(game.hooks.length, "move"), beginNew);
  else hideEnd(byId("end"));
}
