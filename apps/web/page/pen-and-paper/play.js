// The view "Play".
import { anySeed, beginUnless, byId, counted, draw, field, figure, grouped, make, onSubmit, showError, waiting } from "../dom.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { BackgroundEngine } from "../engine.js";
import { Help } from "../help.js";
import { Game, PATIENCE, keptGame } from "./game.js";
import { Paper, lookOf } from "./paper.js";
import { keep, kept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { allowZoom } from "../zoom.js";

/** The jumps clockwise, from up, and their keys on a number pad. */
const DIRECTIONS = ["up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left"];
const DIGITS = "89632147";
/** The jumps around the last number in reading order, with -1 for its own cell. */
const AROUND = [7, 0, 1, 6, -1, 2, 5, 4, 3];

/** The limit of search steps for the outlook of one possible next cell. */
const STEPS = 1 << 20;

/** @typedef {{can: boolean | null, why: string}} Outlook */

/** @type {Game} */
let game;
/** @type {Paper} */
let paper;
/** @type {Help} */
let waysOpen;
/** @type {Help} */
let waysCircular;
/** Whether the game `of` can become an open tour, a circular tour, or an open tour by each next cell. @type {{of: string, open: Outlook | null, circular: Outlook | null, next: Map<number, boolean | null>}} */
let foreseen = { of: "", open: null, circular: null, next: new Map() };
/** The cell of the last hint. @type {number | null} */
let hinted = null;
/** @type {Help} */
let help;
const seeking = new BackgroundEngine();
const hinting = new BackgroundEngine();
const forOpen = new BackgroundEngine();
const forCircular = new BackgroundEngine();

/** Is this option on? @param {string} name */
const isOn = (name) => kept(name) === "on";

/** Prepares the view. */
export function beginPlay() {
  help = new Help(byId("hint"));
  waysOpen = new Help(byId("ways-open"));
  waysCircular = new Help(byId("ways-circular"));
  for (const jump of AROUND) {
    byId("pad").append(
      jump < 0
        ? make("span", { id: "pad-number" })
        : make("button", { type: "button", class: "target", "data-jump": jump, onclick: () => jumpTo(jump) }, arrow(jump)),
    );
  }
  allowZoom(byId("zoom"), byId("play-board"), showHead);
  byId("new-tour").addEventListener("click", showNewTour);
  onSubmit("new-game", () => startAnew(emptyAsWished));
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterPlay(parts) {
  if (parts.length > 2) throw new WrongLink("This link has too many parts for a game.");
  start(parts[0] ? Game.of(parts[0], parts[1] ?? "") : keptGame());
}

/** Begins a game that is not in the address yet, so Back returns to the game before. @param {() => Game} made */
function startAnew(made) {
  try {
    const other = made();
    history.pushState(null, "", location.hash);
    start(other);
    byId("new-details").removeAttribute("open");
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    showError("new-error", error.message);
  }
}

/** Begins a game on the same grid. */
function beginNext() {
  startAnew(() => Game.empty(game.begun.rows, game.begun.columns));
}

/** The empty grid of the size in the form. */
function emptyAsWished() {
  const [rows, columns] = ["new-rows", "new-columns"].map((id) => field(id).value.trim());
  if (![rows, columns].every((side) => /^[1-9]\d?$/.test(side))) throw new WrongLink("Enter the rows and the columns as numbers from 4 to 20.");
  return Game.of(`${rows}x${columns}`, "");
}

/** @param {Game} other */
function start(other) {
  const { rows, columns } = other.begun;
  if (!paper || game.size !== other.size) {
    paper = new Paper(rows, columns, act);
    byId("play-board").replaceChildren(paper.element);
  }
  byId("play-title").textContent = `Fill ${other.size} with 1 to ${other.cells}`;
  field("new-rows").value = String(rows);
  field("new-columns").value = String(columns);
  showError("new-error");
  byId("said").textContent = "";
  go(other);
}

/** Replaces the state of the game. @param {Game} other */
function go(other) {
  game = other;
  hinted = null;
  for (const aside of [seeking, hinting]) aside.stop();
  help.clear();
  byId("finish-answer").replaceChildren();
  for (const ways of [waysOpen, waysCircular]) ways.clear();
  showGame();
}

/** @param {number} cell */
function act(cell) {
  const { begun, seen } = game;
  const count = begun.path.length;
  if (seen.next.includes(cell)) {
    go(new Game(game.with(cell)));
    byId("said").textContent = afterMove();
    if (game.seen.full) goToEnd(byId("end"));
    return;
  }
  const number = begun.path.indexOf(cell) + 1;
  byId("said").textContent = seen.full
    ? "The grid is full. Undo takes numbers back."
    : number > 0
      ? `${number} is already there.`
      : `${count + 1} cannot be at ${game.place(cell)}: no jump leads there from ${count}.`;
}

/** @param {number} jump */
function jumpTo(jump) {
  const cell = game.seen.jumps[jump];
  if (cell !== null) act(cell);
  else if (game.seen.full) byId("said").textContent = "The grid is full. Undo takes numbers back.";
  else byId("said").textContent = game.begun.path.length === 0 ? "Choose a cell for 1 first." : `A jump ${DIRECTIONS[jump]} leads to no free cell.`;
}

/** The message after a number was set. */
function afterMove() {
  const { begun, seen } = game;
  const count = begun.path.length;
  const stands = `${count} is at ${game.place(begun.path[count - 1])}`;
  if (seen.full) return `${stands}. The grid is full.`;
  if (seen.next.length === 0) return `${stands}. No jump leads to a free cell, so take numbers back.`;
  return `${stands}. The next number, ${count + 1}, can go to ${counted(seen.next.length, "cell")}.`;
}

function undo() {
  const { path, own } = game.begun;
  if (path.length === 0) return;
  const filled = path.length - own;
  go(game.before());
  byId("said").textContent = filled > 0 ? `${counted(filled, "filled-in number is", "filled-in numbers are")} taken back.` : `${path.length} is taken back.`;
}

/** Searches for a tour that completes the game, for at most a second. @param {boolean} circular */
function finish(circular) {
  if (game.seen.full) return;
  const place = byId("finish-answer");
  const kind = circular ? "circular tour" : "tour";
  const orElse = () =>
    circular ? make("button", { type: "button", id: "finish-open", class: "small", onclick: () => finish(false) }, "Finish as any kind of tour") : "";
  place.replaceChildren(waiting("Searching"));
  const question = { finish: { game: game.begun, circular, seed: anySeed() } };
  const onAnswer = (/** @type {any} */ _, /** @type {import("../engine.js").Answer} */ { ok, error }) => {
    if (ok?.game) {
      const own = game.begun.path.length;
      go(new Game({ ...ok.game, own }));
      byId("said").textContent = own + 1 === game.cells ? `${game.cells} is filled in.` : `The numbers ${own + 1} to ${game.cells} are filled in.`;
      goToEnd(byId("end"));
      return;
    }
    const words = error ? `The search found no ${kind} from here within a second, but there may be one.` : `No ${kind} is possible from here: all continuations have been checked.`;
    place.replaceChildren(make("p", {}, words), orElse());
  };
  seeking.ask([question], PATIENCE, onAnswer);
}

/** Begins a game with a complete circular tour of the grid in the form. */
function showNewTour() {
  let empty;
  try {
    empty = emptyAsWished();
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    showError("new-error", error.message);
    return;
  }
  const { begun, size } = empty;
  showError("new-error");
  seeking.ask([{ finish: { game: begun, circular: true, seed: anySeed() } }], PATIENCE, (_, { ok, error }) => {
    if (ok?.game) startAnew(() => new Game(ok.game));
    else showError("new-error", error ? "The search found no circular tour within a second." : `A grid of ${size} has no circular tour: all possibilities have been checked.`);
  });
}

function hint() {
  if (game.seen.full || help.follow()) return;
  const place = byId("hint");
  place.replaceChildren(waiting("Searching"));
  hinting.ask([{ hint: { game: game.begun, circular: true } }], PATIENCE, (_, { ok, error }) => {
    if (error) {
      place.replaceChildren(make("p", {}, "The search found no hint within a second."));
      return;
    }
    const { back, cell, circular } = ok;
    const number = game.begun.path.length - back + 1;
    const tour = circular ? "circular tour" : "tour";
    hinted = back === 0 ? cell : null;
    const words =
      back === 0
        ? `${number} at ${game.place(cell)} leads to a ${tour}.`
        : `${back === 1 ? "The last number leads" : `The last ${back} numbers lead`} nowhere. Take ${back === 1 ? "it" : "them"} back: ${number} at ${game.place(cell)} leads to a ${tour}.`;
    help.show(words, back === 0 ? "Put it there" : back === 1 ? "Take it back" : "Take them back", () => {
      if (back === 0) act(cell);
      else for (let taken = 0; taken < back; taken += 1) go(game.before());
    });
    updatePaper();
  });
}

function countWays() {
  if (game.seen.full) return;
  waysOpen.count({ ways: { game: game.begun, circular: false } }, (ways) => waysInWords(ways, false), " a tour");
  waysCircular.count({ ways: { game: game.begun, circular: true } }, (ways) => waysInWords(ways, true), " a circular tour");
}

/** @param {string} ways @param {boolean} circular */
function waysInWords(ways, circular) {
  const tour = circular ? "circular tour" : "tour";
  if (ways === "0") return `No ${tour} is possible from here.`;
  return `From here, there ${ways === "1" ? "is 1 way" : `are ${grouped(ways)} ways`} to finish a ${tour}.`;
}

/** @param {string} name */
function toggle(name) {
  keep(name, isOn(name) ? "off" : "on");
  showGame();
}

/** @type {import("../page.js").Key[]} */
export const playKeys = [
  ["1 to 4, 6 to 9", "jump as on a number pad: 8 is up, 9 up and right", (digit) => jumpTo(DIGITS.indexOf(digit))],
  ["U", "undo", undo, "undo"],
  ["L", "show the path as a line", () => toggle("line"), "line"],
  ["N", "begin a new game on the same grid", () => beginUnless(game.begun.path.length > 0 && !game.seen.full, beginNext)],
  ["D", "show dead ends", () => toggle("ends"), "help-ends"],
  ["H", "show where to put the next number; again to put it there", hint, "help-hint"],
  ["W", "count the ways to finish", countWays, "help-ways"],
  ["F", "finish as a circular tour", () => finish(true), "finish"],
];

function showGame() {
  const { begun, seen, cells } = game;
  const count = begun.path.length;
  noteAddress(`play/${game.name}`);
  keep("game", game.name);
  for (const [id, name] of [["line", "line"], ["help-ends", "ends"]]) {
    byId(id).setAttribute("aria-pressed", String(isOn(name)));
  }
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = count === 0;
  /** @type {HTMLButtonElement} */ (byId("finish")).disabled = seen.full;
  byId("helps").hidden = seen.full;
  const kind = seen.closed ? "A circular tour" : "A tour";
  if (seen.full) showEnd(byId("end"), kind, counted(cells, "number"), beginNext, make("a", { class: "button", href: "#tour" }, "See the tour drawn"));
  else hideEnd(byId("end"));
  const standing = [figure(count, ` of ${cells} numbers`)];
  if (seen.full) standing.push(figure(seen.closed ? "Circular tour" : "Tour", `: ${seen.closed ? "a" : "no"} jump leads from ${cells} back to 1`));
  else if (count > 0) standing.push(figure(seen.next.length, seen.next.length === 1 ? " cell for the next number" : " cells for the next number"));
  else standing.push(make("span", {}, "1 can go anywhere"));
  byId("standing").replaceChildren(...standing);
  lookAhead();
  updatePaper();
  showHead();
}

/** Scrolls the frame, but not the page, to the last number. */
function showHead() {
  const { path } = game.begun;
  const head = paper.cells[path[path.length - 1]];
  const board = byId("play-board");
  if (head) board.scrollTo(head.offsetLeft - board.clientWidth / 2, head.offsetTop - board.clientHeight / 2);
}

function showPad() {
  const { begun, seen } = game;
  byId("pad-number").textContent = begun.path.length > 0 ? String(begun.path.length) : "";
  for (const button of byId("pad").querySelectorAll("button")) {
    const jump = Number(button.dataset.jump);
    const cell = seen.jumps[jump];
    const dead = cell !== null && foreseen.next.get(cell) === false;
    const to = cell === null ? "no free cell" : `${game.place(cell)}${dead ? ", a dead end" : ""}`;
    button.setAttribute("aria-label", `${DIRECTIONS[jump]}: ${to}`);
    button.classList.toggle("open", cell !== null);
    button.classList.toggle("dead", dead);
  }
}

/** @param {number} jump */
function arrow(jump) {
  return draw("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, draw("path", { d: "M0 8V-8M-6 -2L0 -8L6 -2", transform: `rotate(${45 * jump})` }));
}

/** If the option "ends" is on, asks whether the grid can still be filled. */
function lookAhead() {
  const { begun, seen, name } = game;
  if (!isOn("ends") || seen.full) {
    for (const aside of [forOpen, forCircular]) aside.stop();
    byId("play-board").ariaBusy = "false";
    foreseen = { of: "", open: null, circular: null, next: new Map() };
    byId("outlook").replaceChildren();
    return;
  }
  if (foreseen.of === name) return;
  foreseen = { of: name, open: null, circular: null, next: new Map() };
  const nothing = { can: null, why: "" };
  const cells = begun.path.length > 0 ? seen.next : [];
  const nexts = cells.map((cell) => ({ outlook: { game: game.with(cell), circular: false, most: STEPS } }));
  byId("outlook").replaceChildren(waiting("Looking ahead"));
  byId("play-board").ariaBusy = "true";
  forCircular.ask([{ outlook: { game: begun, circular: true } }], PATIENCE, (_, { ok }) => {
    foreseen.circular = ok ?? nothing;
    showOutlook();
  });
  forOpen.ask([{ outlook: { game: begun, circular: false } }, ...nexts], PATIENCE, (index, { ok }) => {
    if (index === 0) foreseen.open = ok ?? nothing;
    else if (ok) foreseen.next.set(cells[index - 1], ok.can);
    byId("play-board").ariaBusy = String(!!ok && index < cells.length);
    showOutlook();
  });
}

function showOutlook() {
  const { open, circular } = foreseen;
  updatePaper();
  if (!open || !circular) return;
  const lines = [];
  if (open.can === false) lines.push(make("p", { class: "verdict" }, `Dead end: ${open.why}.`));
  else if (circular.can) lines.push(make("p", {}, "The grid can still be filled, even as a circular tour."));
  else {
    lines.push(make("p", {}, open.can ? "The grid can still be filled." : "A second was not enough to decide whether the grid can still be filled."));
    lines.push(make("p", {}, circular.can === false ? `No circular tour is possible: ${circular.why}.` : "A second was not enough to decide whether a circular tour is possible."));
  }
  byId("outlook").replaceChildren(...lines);
}

function updatePaper() {
  const numbers = new Map(game.begun.path.map((cell, index) => [cell, index + 1]));
  const { next } = foreseen;
  const looks = Array.from({ length: game.cells }, (_, cell) => {
    const look = lookOf(game, cell, numbers);
    if (next.get(cell) === false) {
      look.marks.push("dead");
      look.text = "×";
      look.words += ", a dead end";
    }
    if (cell === hinted) {
      look.marks.push("best");
      look.words += ", hinted";
    }
    return look;
  });
  paper.show(game, looks, isOn("line"));
  showPad();
}
