// The view "Play": a game with the squares, and then with the hexagons.
import { beginUnless, byId, anySeed, counted, field, figure, grouped, make, onSubmit, waiting } from "../dom.js";
import { allowDragging } from "../drag.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { BackgroundEngine } from "../engine.js";
import { Help } from "../help.js";
import { keep, kept, readKept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { HexBoard } from "./board.js";
import { LabyrinthGame } from "./game.js";
import { HEXAGONS, SQUARES, pieceName } from "./hexagons.js";
import { drawGroups, hueOf } from "./picture.js";
import { Tray, drawFree } from "./tray.js";

/** The time limits of a search for a solution, in seconds: for a hint, and to finish. */
const HINT_PATIENCE = 5;
const FINISH_PATIENCE = 20;

/** @type {LabyrinthGame} */
let game;
/** @type {HexBoard} */
let hexBoard;
/** @type {Tray} */
let tray;
/** The board that is shown. */
let shownBoard = 0;
/** The selected free piece, open cell or laid piece. At most one of the three is selected. @type {number | null} */
let chosenPiece = null;
let chosenCell = "";
/** @type {number | null} */
let chosenLaid = null;
/** The hint. @type {import("./game.js").Put | null} */
let hint = null;
/** @type {Help} */
let help;
let choicesShown = false;
const finding = new BackgroundEngine();

/** Prepares the view. */
export function beginPlay() {
  hexBoard = new HexBoard(byId("play-frame"), actOnCell);
  tray = new Tray(byId("tray"), actOnPiece);
  help = new Help(byId("help-answer"));
  choicesShown = kept("choices") === "yes";
  onSubmit("new-game", beginNew);
  // The cell chosen before a drag. A drag that ends on its own piece is a long touch, and works like a click.
  let cellBefore = "";
  allowDragging(byId("tray"), {
    lift: (from) => {
      const doors = Number(from.closest("[data-piece]")?.getAttribute("data-piece") ?? NaN);
      if (!game.state.free.includes(doors)) return null;
      cellBefore = chosenCell;
      choose({ piece: doors });
      return drawFree(doors, game.shape);
    },
    over: (over) => {
      const under = over?.closest(".open.lit");
      for (const cell of document.querySelectorAll("#play-frame .over")) if (cell !== under) cell.classList.remove("over");
      under?.classList.add("over");
    },
    drop: (over) => {
      const [q, r] = hexBoard.cellOf(over);
      if (chosenPiece === null) return;
      if (Number.isFinite(q)) lay(chosenPiece, q, r);
      else if (cellBefore !== "" && over?.closest(`[data-piece="${chosenPiece}"]`)) lay(chosenPiece, ...readCell(cellBefore));
    },
  });
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterPlay(parts) {
  const [start, moves] = parts;
  if (parts.length > 2) throw new WrongLink("This link has too many parts for a game.");
  if (game && (!start || (start === game.start && (moves ?? "") === game.written))) showAll();
  else open(start ? LabyrinthGame.of(start, moves ?? "") : keptGame());
}

/**
 * @param {string} cell
 * @returns {[number, number]}
 */
function readCell(cell) {
  const [q, r] = cell.split(",").map(Number);
  return [q, r];
}

/** The kept game. Without one, the first level. */
function keptGame() {
  return readKept(([start, moves]) => LabyrinthGame.of(start, moves ?? "")) ?? new LabyrinthGame(0, 0, SQUARES);
}

/** The name of a piece of this game. @param {number} doors */
function named(doors) {
  return pieceName(doors, game.shape);
}

/** @param {LabyrinthGame} other */
function open(other) {
  game = other;
  if (tray.shape !== game.shape) tray.fill(game.shape);
  forget();
  shownBoard = game.groups[0] ?? 0;
  turnToOpen();
  byId("said").textContent = "";
  const level = game.shape === SQUARES ? "squares" : String(game.laid);
  field("new-laid").value = [...field("new-laid").querySelectorAll("option")].some(({ value }) => value === level) ? level : "0";
  showAll();
}

function beginNew() {
  const level = field("new-laid").value;
  const laid = level === "squares" ? 0 : Number(level);
  history.pushState(null, "", location.hash);
  open(new LabyrinthGame(laid, laid === 0 ? 0 : anySeed(), level === "squares" ? SQUARES : HEXAGONS));
  byId("new-details").removeAttribute("open");
}

/** Clears the selection and the hint, and stops the search. */
function forget() {
  chosenPiece = chosenLaid = hint = null;
  chosenCell = "";
  finding.stop();
  help.clear();
}

/** @param {{piece?: number, cell?: string, laid?: number}} choice */
function choose({ piece, cell, laid }) {
  chosenPiece = piece ?? null;
  chosenCell = cell ?? "";
  chosenLaid = laid ?? null;
  showAll();
}

/** @param {string} words */
function say(words) {
  byId("said").textContent = words;
}

/**
* Handles a click or Enter on a piece of the tray.
 * @param {number} doors
 * @param {boolean} byKey
 */
function actOnPiece(doors, byKey) {
  if (!game.state.free.includes(doors)) {
    say(`${named(doors)} is already on a board.`);
  } else if (chosenCell !== "") {
    const [q, r] = readCell(chosenCell);
    if (lay(doors, q, r) && byKey) hexBoard.focus(hexBoard.cells.has(`${q},${r}`) ? `${q},${r}` : hexBoard.at);
  } else if (chosenPiece === doors) {
    choose({});
    say("");
  } else {
    choose({ piece: doors });
    const fitting = game.board(shownBoard).open.filter(([, , fits]) => fits.includes(doors));
    say(`${named(doors)} fits on ${fitting.length === 0 ? "no open cell of this group" : counted(fitting.length, "open cell")}.`);
    if (byKey && fitting.length > 0) hexBoard.focus(fitting[0].slice(0, 2).join(","));
  }
}

/**
* Handles a click or Enter on a cell of the board.
 * @param {number} q
 * @param {number} r
 * @param {boolean} byKey
 */
function actOnCell(q, r, byKey) {
  const { pieces, open: cells } = game.board(shownBoard);
  const lying = pieces.find(([x, y]) => x === q && y === r);
  if (lying) {
    const [, , doors, given] = lying;
    choose(chosenLaid === doors ? {} : { laid: doors });
    say(chosenLaid === null ? "" : given ? `${named(doors)} was laid for you, so it stays.` : `${named(doors)} can be taken away.`);
  } else if (chosenPiece !== null) {
    lay(chosenPiece, q, r);
    // If the group is closed, the board shows another one without this cell.
    if (byKey) hexBoard.focus(hexBoard.cells.has(`${q},${r}`) ? `${q},${r}` : hexBoard.at);
  } else {
    const cell = `${q},${r}`;
    const fits = cells.find(([x, y]) => x === q && y === r)?.[2] ?? [];
    choose(chosenCell === cell ? {} : { cell });
    say(chosenCell === "" ? "" : fits.length === 0 ? "No piece that is left fits here: take a piece away." : `${counted(fits.length, "piece fits", "pieces fit")} here: choose one.`);
    if (byKey && chosenCell !== "" && fits.length > 0) tray.focus(fits[0]);
  }
}

/**
* Lays a piece on a cell of the shown board, or displays why it does not fit.
 * @param {number} doors
 * @param {number} q
 * @param {number} r
 */
function lay(doors, q, r) {
  const why = game.move({ put: [[doors, shownBoard, q, r]] });
  if (why) {
    say(`${named(doors)} does not fit: ${why}.`);
    showAll();
    return false;
  }
  forget();
  const { open: cells, holes } = game.board(shownBoard);
  if (game.state.solved) say("All pieces are laid, and all doors meet.");
  else if (cells.length === 0) say(`${named(doors)} closes this group, which has ${counted(holes.length, "hole")}.`);
  else say(`${named(doors)} is laid, and ${counted(cells.length, "cell is", "cells are")} open.`);
  turnToOpen();
  showAll();
  if (game.state.solved) goToEnd(byId("end"));
  return true;
}

/** If the shown group is closed and pieces are left, turns to another group. */
function turnToOpen() {
  if (game.board(shownBoard).open.length > 0 || game.state.solved) return;
  shownBoard = game.groups.find((board) => game.board(board).open.length > 0) ?? game.fresh;
}

function takeAway() {
  if (chosenLaid === null) {
    say("Choose a piece on the board first.");
    return;
  }
  const doors = chosenLaid;
  const why = game.move({ take: doors });
  if (!why) forget();
  say(why ? `${named(doors)} cannot be taken away: ${why}.` : `${named(doors)} is taken away.`);
  showAll();
}

function undo() {
  if (game.moves.length === 0) {
    say("There is nothing to undo.");
    return;
  }
  const last = game.undo();
  forget();
  if (last && "put" in last) {
    shownBoard = last.put[0][1];
    say(last.put.length === 1 ? `${named(last.put[0][0])} is taken back.` : `${counted(last.put.length, "piece is", "pieces are")} taken back.`);
  } else if (last) {
    say(`${named(last.take)} is back on its board.`);
    shownBoard = game.groups.find((board) => game.board(board).pieces.some(([, , doors]) => doors === last.take)) ?? shownBoard;
  }
  showAll();
}

function toggleChoices() {
  choicesShown = !choicesShown;
  keep("choices", choicesShown ? "yes" : "no");
  showAll();
}

/**
* Searches for a solution that contains all laid pieces.
 * @param {string} words
 * @param {number} seconds
 * @param {(put: import("./game.js").Put[]) => void} found
 */
function find(words, seconds, found) {
  const place = byId("help-answer");
  forget();
  showAll();
  place.replaceChildren(waiting(words));
  finding.ask([{ complete: { game: game.question, seed: anySeed() } }], seconds, (_, { ok, error }) => {
    place.replaceChildren();
    if (error) place.append(make("p", {}, `No solution was found from here: ${error}`));
    else if (!ok.put) place.append(make("p", {}, "No solution has these pieces here: take a piece away."));
    else if (ok.put.length === 0) place.append(make("p", {}, "All pieces are laid."));
    else found(ok.put);
  });
}

function askHint() {
  if (help.follow()) return;
  find("Searching for a solution", HINT_PATIENCE, ([put]) => {
    hint = put;
    shownBoard = put[1];
    help.show(`${named(put[0])} fits at the question mark, and there is a solution that has it there.`, "Lay it there", () => {
      shownBoard = put[1];
      lay(put[0], put[2], put[3]);
    });
    showAll();
    hexBoard.reveal(`${put[2]},${put[3]}`);
  });
}

function finish() {
  find("Searching for a solution", FINISH_PATIENCE, (put) => {
    const why = game.move({ put });
    if (why) throw new Error(why);
    forget();
    say(`${counted(put.length, "piece was", "pieces were")} laid for you; undo takes them back.`);
    showAll();
    goToEnd(byId("end"));
  });
}

function askWays() {
  finding.stop();
  help.count({ ways: game.question }, (count) =>
    count === "0" ? "No solution has these pieces here: take a piece away." : `The rest can be laid in ${grouped(count)} ${count === "1" ? "way" : "ways"}.`);
}

function showAll() {
  const board = game.board(shownBoard);
  const hintHere = hint && hint[1] === shownBoard ? `${hint[2]},${hint[3]}` : "";
  const groups = game.groups;
  const name = groups.includes(shownBoard) ? `Group ${groups.indexOf(shownBoard) + 1}` : "A new group";
  hexBoard.show({
    label: `${name}: ${counted(board.pieces.length, "piece")}, ${counted(board.open.length, "open cell")}`,
    board,
    piece: chosenPiece,
    cell: chosenCell,
    laid: chosenLaid,
    choices: choicesShown,
    hint: hintHere,
    hue: hueOf(shownBoard),
    shape: game.shape,
  });
  const cell = board.open.find(([q, r]) => `${q},${r}` === chosenCell);
  tray.show(new Set(game.state.free), chosenPiece, cell ? new Set(cell[2]) : null, hintHere ? hint && hint[0] : null);
  showGroups(groups);
  showGroupCounts(groups);
  byId("help-choices").setAttribute("aria-pressed", String(choicesShown));
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = game.moves.length === 0;
  /** @type {HTMLButtonElement} */ (byId("take-away")).disabled = chosenLaid === null || board.pieces.some(([, , doors, given]) => doors === chosenLaid && given);
  showSolved();
  noteAddress(`play/${game.start}/${game.written}`);
  keep("game", `${game.start}/${game.written}`);
}

/** Shows a button for each group. @param {number[]} groups */
function showGroups(groups) {
  const tab = (/** @type {number} */ board, /** @type {string} */ words) =>
    make("button", { type: "button", class: `group-tab hue-${hueOf(board)}`, "aria-current": board === shownBoard ? "true" : false, onclick: () => turnTo(board) }, words);
  const tabs = groups.map((board, at) => {
    const { pieces, open: cells } = game.board(board);
    return tab(board, `Group ${at + 1}: ${counted(pieces.length, "piece")}${cells.length === 0 ? ", closed" : `, ${cells.length} open`}`);
  });
  if (game.state.free.length > 0) tabs.push(tab(game.fresh, "New group"));
  const place = byId("groups");
  const at = [...place.children].findIndex((child) => child === document.activeElement);
  place.replaceChildren(...tabs);
  if (at >= 0) tabs[Math.min(at, tabs.length - 1)].focus();
}

/** @param {number} board */
function turnTo(board) {
  shownBoard = board;
  chosenCell = "";
  chosenLaid = null;
  say("");
  showAll();
}

/** @param {number[]} groups */
function showGroupCounts(groups) {
  const boards = groups.map((board) => game.board(board));
  const holes = boards.reduce((sum, board) => sum + board.holes.length, 0);
  const cells = boards.reduce((sum, board) => sum + board.open.length, 0);
  byId("standing").replaceChildren(
    figure(game.state.free.length, game.state.free.length === 1 ? " piece left" : " pieces left"),
    figure(cells, cells === 1 ? " open cell in groups" : " open cells in groups"),
    figure(groups.length, groups.length === 1 ? " group" : " groups"),
    figure(holes, holes === 1 ? " hole" : " holes"),
  );
}

function showSolved() {
  const end = byId("end");
  const { solved } = game.state;
  if (!solved) {
    hideEnd(end);
    return;
  }
  const { groups, holes } = solved;
  const words = `${counted(groups, "group")}, ${counted(holes, "hole")}`;
  showEnd(
    end,
    "All doors meet",
    words,
    beginNew,
    make("p", { class: "soft" }, game.shape === SQUARES ? "Now try the hexagons: open New game, and choose a level with pieces laid for you." : "A solution of the hexagons always has as many holes as groups."),
    drawGroups(game.groups.map((board) => game.board(board)), `All ${game.shape.name} in ${words}`, [], game.shape),
  );
}

/** @type {import("../page.js").Key[]} */
export const playKeys = [
  ["Delete, Backspace, X", "take the chosen piece away", takeAway, "take-away"],
  ["Escape", "cancel the choice", () => choose({})],
  ["U", "undo", undo, "undo"],
  ["G", "turn to the next group, or to a new one", () => turnTo(nextBoard())],
  ["C", "show how many pieces fit on each cell", toggleChoices, "help-choices"],
  ["H", "show a hint; again to follow it", askHint, "help-hint"],
  ["W", "count the ways to finish", askWays, "help-ways"],
  ["F", "finish the board for me", finish, "help-finish"],
  ["N", "begin a new game", () => beginUnless(game.moves.length > 0 && !game.state.solved, beginNew)],
];

/** The board of the next group. The last one is new. */
function nextBoard() {
  const boards = game.state.free.length > 0 ? [...game.groups, game.fresh] : game.groups;
  return boards[(boards.indexOf(shownBoard) + 1) % boards.length];
}
