// The view "Play".
import { anySeed, beginUnless, byId, field, figure, grouped, make, onSubmit, showError, waiting } from "../dom.js";
import { allowDragging } from "../drag.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { BackgroundEngine, ask } from "../engine.js";
import { Help } from "../help.js";
import { keep, kept, readKept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { StarBoard, Tray, starLines } from "./board.js";
import { StarGame, readMoves, readName } from "./game.js";

/** The puzzle of the first visit, which is small. */
const FIRST_STAR = "6a-1";

/** The time limits for counting, for a hint, and for making a puzzle, in seconds. */
const COUNTING = 1;
const HINTING = 10;
const DRAWING = 60;

/** @type {StarGame} */
let game;
/** @type {StarBoard} */
let board;
/** @type {Tray} */
let tray;
/** The engine's description of the current star. @type {{lines: {sum: number, empty: number, right: boolean}[], solved: [string, string] | null}} */
let look;
/** The selected number, or 0, and the selected empty cell, or -1. */
let picked = 0;
let aimed = -1;
/** The source of a drag. @type {HTMLElement | null} */
let dragged = null;
/** The last digit typed, if another one can follow. @type {{cell: number, digits: string, moved: boolean} | null} */
let typed = null;
/** @typedef {{kind: "wrong" | "last_of_line" | "only_number" | "only_cell" | "forced" | "possible", cell: number, number: number, line: number, far: boolean}} Advice */
/** The engine's advice for the current star. @type {Advice | null} */
let advice = null;
/** @type {Help} */
let help;
/** Is the number of solutions shown? */
let counts = false;
const counting = new BackgroundEngine();
const hinting = new BackgroundEngine();
const drawing = new BackgroundEngine();

/** Prepares the view. */
export function beginPlay() {
  counts = kept("helps") === "ways";
  help = new Help(byId("hint-answer"));
  const stars = byId("new-star");
  for (const star of ask({ stars: {} }).ok) stars.append(make("option", { value: star }, star));
  stars.addEventListener("change", showPreview);
  onSubmit("new-game", drawGame);
  allowDragging(byId("play-table"), {
    lift: (from) => {
      const source = /** @type {HTMLElement | null} */ (from.closest(".star-cell.own, .number:not(.given)"));
      const number = source ? numberOf(source) : 0;
      if (!source || !number) return null;
      dragged = source;
      dragged.classList.add("dragged");
      return make("span", {}, String(number));
    },
    over: (over) => markOver(over?.closest(".star-cell, .tray") ?? null),
    drop: (over) => {
      markOver(null);
      const source = dragged;
      dragged = null;
      source?.classList.remove("dragged");
      // Outside the page, the drag is cancelled. Beside the star, it removes the number.
      if (!source || !over) return;
      const cell = /** @type {HTMLElement | null} */ (over.closest(".star-cell"))?.dataset.cell;
      const from = game.numbers.indexOf(numberOf(source));
      if (cell !== undefined) {
        if (Number(cell) !== from) put(Number(cell), numberOf(source));
      } else if (from >= 0) {
        put(from, 0);
      }
    },
  });
}

/** @param {Element | null} target The element under a drag. */
function markOver(target) {
  for (const other of document.querySelectorAll(".over")) other.classList.remove("over");
  target?.classList.add("over");
}

/** @param {HTMLElement} thing A cell or a number. */
function numberOf({ dataset }) {
  return dataset.cell === undefined ? Number(dataset.number) : game.numbers[Number(dataset.cell)];
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterPlay(parts) {
  const [name, moves] = parts;
  if (!name) {
    // `enterPlay` shows the game, at once or when its puzzle is made.
    const read = (/** @type {string[]} */ words) => {
      enterPlay(words);
      return true;
    };
    if (!readKept(read)) enterPlay([FIRST_STAR]);
    return;
  }
  if (game && name === game.name && (moves ?? "") === game.written) {
    drawing.stop();
    byId("drawing").replaceChildren();
    return;
  }
  const { star, seed } = readName(name);
  const read = readMoves(moves ?? "", star);
  if (seed === null) start(new StarGame(star, null, null, read));
  else if (game && game.name === name) start(new StarGame(star, seed, game.given, read));
  else drawPuzzle(star, seed, (given) => start(new StarGame(star, seed, given, read)));
}

/**
* Makes the puzzle of a seed in the background, and passes its numbers to `made`.
 * @param {import("./game.js").Star} star
 * @param {number} seed
 * @param {(given: number[]) => void} made
 */
function drawPuzzle(star, seed, made) {
  byId("drawing").replaceChildren(waiting(`Making a puzzle on the star ${star.star}`));
  drawing.ask([{ puzzle: { star: star.star, seed } }], DRAWING, (_, { ok, error }) => {
    byId("drawing").replaceChildren();
    try {
      if (error) throw new WrongLink(error);
      made(ok);
    } catch (wrong) {
      if (!(wrong instanceof WrongLink)) throw wrong;
      if (!game) start(new StarGame(star, seed, ok ?? null, []));
      showError("link-error", wrong.message);
    }
  });
}

/** Begins the game in the form. It is not in the address yet, so Back returns to the game before. */
function drawGame() {
  const { star } = readName(field("new-star").value);
  const begin = (/** @type {StarGame} */ other) => {
    history.pushState(null, "", location.hash);
    showError("link-error");
    start(other);
    byId("new-details").removeAttribute("open");
  };
  if (field("new-kind").value === "empty") {
    begin(new StarGame(star, null, null, []));
    return;
  }
  const seed = anySeed();
  drawPuzzle(star, seed, (given) => begin(new StarGame(star, seed, given, [])));
}

/** @param {StarGame} other */
function start(other) {
  drawing.stop();
  byId("drawing").replaceChildren();
  game = other;
  // Needed first: a cell of the old star that loses the focus reads it.
  look = ask({ look: game.position }).ok;
  picked = 0;
  aimed = -1;
  typed = null;
  const { star, cells } = game;
  board = new StarBoard(star, `Star ${star.star}`, choose, () => {
    if (typed?.cell !== board.focused) typed = null;
    showCells();
  });
  tray = new Tray(cells, pick);
  byId("play-board").replaceChildren(board.element);
  byId("play-tray").replaceChildren(tray.element);
  byId("play-title").textContent = `Put 1 to ${cells} on the star so that every line adds up to ${star.sum}`;
  field("new-star").value = star.star;
  showPreview();
  say("");
  byId("desk").hidden = false;
  showGame();
}

/** Draws the star that is selected in the form. */
function showPreview() {
  byId("new-picture").replaceChildren(starLines(readName(field("new-star").value).star).drawing);
}

/** @param {string} words */
function say(words) {
  byId("said").textContent = words;
}

/** Puts a number on a cell, or clears it if the number is 0. @param {number} cell @param {number} number */
function put(cell, number) {
  const before = game.numbers[cell];
  const wrong = game.move({ cell, number });
  picked = 0;
  aimed = -1;
  if (wrong) {
    say(wrong);
    showCells();
    return false;
  }
  showGame();
  const name = game.nameOf(cell);
  const words = [number ? `${number} is on cell ${name}.` : `${before} is removed from cell ${name}.`];
  const { star } = game;
  for (const [at, line] of star.lines.entries()) {
    const { sum, empty, right } = look.lines[at];
    if (!line.includes(cell) || empty > 0) continue;
    words.push(right ? `The line ${lineName(line)} is right.` : `The line ${lineName(line)} adds up to ${sum}, not ${star.sum}.`);
  }
  if (look.solved) words.push("All lines are right: the star is solved.");
  say(words.join(" "));
  if (look.solved) goToEnd(byId("end"));
  return true;
}

/** A line's name: its cells, beginning at the end with the lower index. @param {number[]} line */
function lineName(line) {
  const cells = line[0] < line[3] ? line : line.toReversed();
  return cells.map((cell) => game.nameOf(cell)).join(" ");
}

/** Handles a click on a cell: puts the selected number there, or selects the cell or its number. @param {number} cell */
function choose(cell) {
  typed = null;
  const name = game.nameOf(cell);
  const number = game.numbers[cell];
  if (picked && picked === number) {
    put(cell, 0);
  } else if (picked) {
    put(cell, picked);
  } else if (game.given[cell]) {
    say(`${number} on cell ${name} is given, so it stays.`);
  } else if (number) {
    picked = number;
    aimed = -1;
    say(`${number} is picked up: choose a cell for it, or cell ${name} again to remove it.`);
    showCells();
  } else {
    aimed = aimed === cell ? -1 : cell;
    say(aimed === cell ? `Choose a number for cell ${name}.` : "");
    showCells();
  }
}

/** Handles a click on a number: puts it on the selected cell, or selects it. @param {number} number */
function pick(number) {
  typed = null;
  const at = game.numbers.indexOf(number);
  if (at >= 0 && game.given[at]) {
    say(`${number} is given on cell ${game.nameOf(at)}, so it stays.`);
  } else if (aimed >= 0) {
    const cell = aimed;
    put(cell, number);
    board.setTabStop(cell);
  } else {
    picked = picked === number ? 0 : number;
    say(picked ? `${number} is picked up: choose a cell for it.` : "");
    showCells();
  }
}

/** Handles a digit: puts the number on the cell at once. A second digit extends it. @param {string} digit */
function type(digit) {
  const cell = board.focused >= 0 ? board.focused : aimed;
  if (cell < 0) {
    if (digit !== "0") say("Choose a cell first, then type its number.");
    return;
  }
  const longer = typed?.cell === cell ? typed.digits + digit : "";
  if (longer && Number(longer) <= game.cells) {
    if (typed?.moved) game.undo();
    const moved = put(cell, Number(longer));
    // The move of the first digit was undone, which is shown even if the new number changes nothing.
    if (!moved) showGame();
    typed = null;
    aimed = -1;
    return;
  }
  const number = Number(digit);
  const moved = put(cell, number);
  typed = number && 10 * number <= game.cells ? { cell, digits: digit, moved } : null;
  if (board.focused < 0) aimed = typed ? cell : -1;
  showCells();
}

function undo() {
  if (game.moves.length === 0) return;
  typed = null;
  picked = 0;
  aimed = -1;
  const { cell, number } = game.moves[game.moves.length - 1];
  game.undo();
  say(`Undone: ${number ? `${number} on cell ${game.nameOf(cell)}` : `the removal from cell ${game.nameOf(cell)}`}.`);
  showGame();
}

function toggleWays() {
  counts = !counts;
  keep("helps", counts ? "ways" : "");
  showWays();
}

/** Asks for a hint, or follows the last one. */
function hint() {
  if (help.follow() || look.solved) return;
  byId("hint-answer").replaceChildren(waiting("Looking for a hint"));
  hinting.ask([{ hint: { ...game.position, put: game.put } }], HINTING, (_, { ok, error }) => {
    advice = ok ?? null;
    if (!advice) {
      byId("hint-answer").replaceChildren(make("p", {}, error ?? "This star has no solution."));
      return;
    }
    const { kind, cell, number } = advice;
    help.show(adviceInWords(advice), kind === "wrong" ? "Take it away" : "Put it there", () => {
      put(cell, kind === "wrong" ? 0 : number);
      // The button that had the focus was removed.
      if (document.activeElement === document.body) board.cells[cell].focus();
    });
    showCells();
  });
}

/** @param {Advice} advised */
function adviceInWords({ kind, cell, number, line, far }) {
  const name = `cell ${game.nameOf(cell)}`;
  const after = far ? " You can see this once you have excluded numbers from other cells." : "";
  switch (kind) {
    case "wrong": return `With ${game.numbers[cell]} on ${name}, the star can no longer be completed.`;
    case "last_of_line": return `${number} belongs on ${name}, the last empty cell of the line ${lineName(game.star.lines[line])}.`;
    case "only_number": return `${number} belongs on ${name}, because no other number fits both lines of this cell.${after}`;
    case "only_cell": return `${number} belongs on ${name}, because no other cell can have it.${after}`;
    case "forced": return `No number can be found without trial and error. All ways to finish the star have ${number} on ${name}.`;
    default: return `No number can be found without trial and error. Try ${number} on ${name}: at least one way to finish the star has it there.`;
  }
}

/** @type {import("../page.js").Key[]} */
export const playKeys = [
  ["0 to 9", "type a number of one or two digits into the cell; 0 takes it away", type],
  ["Delete, Backspace", "take a number away", takeAway],
  ["Escape", "cancel the choice", letGo],
  ["U", "undo", undo, "undo"],
  ["H", "show a hint; again to follow it", hint, "help-hint"],
  ["W", "count the ways to finish the star", toggleWays, "help-ways"],
  ["N", "begin a new game", () => beginUnless(game.moves.length > 0 && !look.solved, drawGame)],
];

function takeAway() {
  const cell = board.focused >= 0 ? board.focused : aimed;
  if (cell >= 0) put(cell, 0);
}

function letGo() {
  picked = 0;
  aimed = -1;
  say("");
  showCells();
}

/** Asks the engine about the star after a change, and shows it. */
function showGame() {
  look = ask({ look: game.position }).ok;
  const state = `${game.name}/${game.written}`;
  noteAddress(`play/${state}`);
  keep("game", state);
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = game.moves.length === 0;
  byId("helps").hidden = look.solved !== null;
  hinting.stop();
  advice = null;
  help.clear();
  showCells();
  showStanding();
  showWays();
  showSolved();
}

function showCells() {
  const { star, numbers, given } = game;
  const near = board.focused >= 0 ? board.focused : aimed;
  const linesOf = (/** @type {number} */ cell) => star.lines.flatMap((line, at) => (line.includes(cell) ? [at] : []));
  const cells = star.places.map(({ name, point }, cell) => {
    const number = numbers[cell];
    const marks = [number === 0 ? "empty" : given[cell] ? "given" : "own"];
    let words = `${name}, ${point ? "point" : "crossing"}: ${number === 0 ? "empty" : number}`;
    if (given[cell]) words += ", given";
    for (const at of linesOf(cell)) words += `. Line ${lineName(star.lines[at])}${lineInWords(at)}`;
    if (number && number === picked) {
      marks.push("picked");
      words += ". Picked up";
    }
    if (cell === aimed) {
      marks.push("aimed");
      words += ". Waits for a number";
    }
    if (advice?.kind === "last_of_line" && star.lines[advice.line].includes(cell)) marks.push("reason");
    if (advice?.cell === cell) {
      marks.push(advice.kind === "wrong" ? "fault" : "best");
      words += advice.kind === "wrong" ? ". Wrong" : `. Hint: ${advice.number}`;
    }
    if (linesOf(cell).every((at) => look.lines[at].right)) marks.push("right");
    return { text: number ? String(number) : name, words, marks };
  });
  const lines = star.lines.map((line, at) => {
    const { empty, right } = look.lines[at];
    return [right ? "right" : empty === 0 ? "wrong" : "open", ...(line.includes(near) ? ["near"] : [])];
  });
  board.show(cells, lines);
  const looks = numbers.map((_, at) => {
    const cell = numbers.indexOf(at + 1);
    if (cell < 0) return { words: `${at + 1}`, marks: [] };
    return { words: `${at + 1}, ${given[cell] ? "given" : "placed"} on cell ${game.nameOf(cell)}`, marks: given[cell] ? ["used", "given"] : ["used"] };
  });
  tray.show(looks, picked);
  byId("near").replaceChildren(...(near < 0 ? [] : linesOf(near).map((at) => make("span", {}, "Line ", figure(lineName(star.lines[at]), lineInWords(at))))));
}

/** The words that follow the name of a line. @param {number} at */
function lineInWords(at) {
  const { sum, empty, right } = look.lines[at];
  if (right) return " is right";
  if (empty === 0) return ` adds up to ${sum}, not ${game.star.sum}`;
  if (empty === 4) return " is empty";
  const left = game.star.sum - sum;
  return left > 0 ? `: sum ${sum}, needs ${left} more` : `: sum ${sum}, which is too much`;
}

function showStanding() {
  const { star, cells, numbers } = game;
  const right = look.lines.filter((line) => line.right).length;
  byId("standing").replaceChildren(
    figure(numbers.filter((number) => number > 0).length, ` of ${cells} numbers`),
    figure(right, ` of ${star.lines.length} lines right`),
  );
}

/** Asks whether the star can be completed and, if so, for the number of ways. */
function showWays() {
  const place = byId("ways-answer");
  byId("help-ways").setAttribute("aria-pressed", String(counts));
  counting.stop();
  if (!counts || look.solved) {
    place.replaceChildren();
    place.removeAttribute("aria-busy");
    return;
  }
  if (place.childElementCount === 0) place.append(waiting("Counting"));
  // The old answer stays visible until the new one arrives.
  place.setAttribute("aria-busy", "true");
  const showCount = (/** @type {number} */ index, /** @type {import("../engine.js").Answer} */ { ok, error }) => {
    place.removeAttribute("aria-busy");
    place.replaceChildren(make("p", {}, waysInWords(index, ok, error)));
  };
  counting.ask([{ ways: { ...game.position, most: 1 } }], HINTING, (_, answer) => {
    if (answer.ok > 0) counting.ask([{ ways: { ...game.position, most: null } }], COUNTING, (_, counted) => showCount(1, counted));
    else showCount(0, answer);
  });
}

/**
 * @param {number} index 0 for the question whether there is a way, 1 for how many.
 * @param {number} ways
 * @param {string} [error]
 */
function waysInWords(index, ways, error) {
  const still = game.put.length === 0 ? "" : " still";
  if (error) {
    return index === 0 ? error : `The star can${still} be completed. The ways could not be counted within a second.`;
  }
  if (ways === 0) return "The star can no longer be completed.";
  return `The star can${still} be completed in ${grouped(ways)} ${ways === 1 ? "way" : "ways"}.`;
}

function showSolved() {
  const end = byId("end");
  if (!look.solved) {
    hideEnd(end);
    return;
  }
  const [iteration, all] = look.solved;
  const words = `A program that tries all ${grouped(all)} permutations in order finds this solution after ${grouped(iteration)} of them.`;
  showEnd(end, "Solved", `All lines add up to ${game.star.sum}.`, drawGame, make("p", {}, words));
}
