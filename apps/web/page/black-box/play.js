// The view "Play".
import { anySeed, byId, counted, field, grouped, make, onFile, onSubmit, picture, sentence, showError, waiting } from "../dom.js";
import { BackgroundEngine, ask } from "../engine.js";
import { bookInWords, bookRay, openBook, openingOf } from "./book.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { drawLegends } from "./legend.js";
import { keep, kept, readKept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { allowZoom } from "../zoom.js";
import { markOf, miniOf, thingOf } from "./marks.js";
import { boxName, cellName, edgesOf, entryName, labelsOf, outcomeName, plain, rangeName, readRange, readSize, shotsName, showPreset, sizeName } from "./places.js";
import { keyOf, notePar, noteScore, recordOf } from "./scores.js";
import { sound } from "./sound.js";
import { dayInWords, drawWeek, keepDay, keptDay, today } from "./today.js";

/** The time limits for a hint and for a review, in seconds. */
const PATIENCE = 60;
const REVIEWING = 300;
/** The largest games that are drawn without a worker if they must be fair or ambiguous. */
const AT_ONCE = { balls: 5, cells: 64 };
/** A game of some difficulty is chosen among this number of boxes, as in the terminal. */
const BOXES = 5;
/** The legend while the cells show chances. @param {any} count The engine's answer, whose chances may be estimates. */
export const chancesInWords = (count) => `Each number is ${count?.about ? "an estimate of " : ""}the chance of a ball, in percent; “O” means that a ball is certain, “-” that it is impossible.`;
/** What the next ray may be for. @type {Record<string, string>} */
const AIMS = { points: "for fewest points", shots: "for fewest rays", bits: "for most information" };
/** The kept aim, unless it is damaged. */
export const keptAim = () => Object.keys(AIMS).find((aim) => aim === kept("for")) ?? "points";

/** @type {Game} */
let game;
/** @type {Grid} */
let playGrid;
/** The entry under the pointer or with the focus. @type {number | null} */
let looked = null;
/** How much of a hint is shown. @type {"" | "hint" | "more"} */
let helped = "";
/** The engine's answer for hints, and the board that it is for. @type {{of: string, reply: any, error: string}} */
let known = { of: "", reply: null, error: "" };
/** The page of the review that is shown: 0 is its summary. @type {number | null} */
let page = null;
/** A message to show instead of the result of the last ray. */
let message = "";
const hinting = new BackgroundEngine("; it is quicker with more rays");
const drawing = new BackgroundEngine("; a smaller box is quicker");
const reviewing = new BackgroundEngine();

/** The module for what a game rarely needs, once it is loaded. @type {typeof import("./boards.js") | undefined} */
let boards;

/** The pictures of the results of rays, which are shown at the beginning of a game. @type {HTMLElement} */
let legend;
const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (byId(id));

/** Loads that module, which also has the other views. */
const others = () => import("./boards.js").then((loaded) => void (boards = loaded), () => say("This part of the page cannot be loaded. Check your connection, and try again."));

/** Prepares the view. */
export function beginPlay() {
  legend = byId("play-legend");
  drawLegends();
  /** @type {Record<string, () => void>} */
  const actions = {
    restart,
    back: () => turn(Math.max(0, (page ?? 0) - 1)),
    forth: () => turn((page ?? -1) + 1),
    close: () => turn(null),
    share: () => others().then(() => boards?.openShare(game)),
    pick: () => dialog("new").showModal(),
    "menu-undo": undo,
    "menu-new": () => dialog("new").showModal(),
    menu: () => dialog("menu-sheet").showModal(),
    calm: () => toggle("calm"),
    sound: () => toggle("sound"),
    scores: () => others().then(() => boards?.openScores(game.day ? "" : keyOf(game.ballRange, game.size))),
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  // The second tap of a double tap must neither confirm the end of a game nor begin the next one.
  for (const [id, action] of Object.entries({ check, next: drawGame })) byId(id).addEventListener("click", ({ detail }) => detail < 2 && action());
  for (const close of document.querySelectorAll("[data-closes]")) close.addEventListener("click", () => close.closest("dialog")?.close());
  // The menu is closed before its item acts, so that the focus returns to the button of the menu.
  dialog("menu-sheet").addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("li > *") && dialog("menu-sheet").close(), true);
  for (const sheet of document.querySelectorAll("dialog")) sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  dialog("sure").addEventListener("close", () => {
    const { returnValue } = dialog("sure");
    dialog("sure").returnValue = "";
    if (returnValue === "yes") act({ kind: "g", at: 0 });
  });
  // Another tab may continue the board of a day.
  addEventListener("storage", () => byId("view-play").hidden || isBehind());
  for (const size of document.querySelectorAll("#sizes input")) {
    const [balls, written] = /** @type {HTMLInputElement} */ (size).value.split("/");
    const box = readSize(written) ?? { rows: 8, columns: 8 };
    const sample = Array.from({ length: Number(balls.split("-").pop()) }, (_, at) => (at * 37 + 10) % (box.rows * box.columns));
    size.after(picture(miniOf(box, sample)));
  }
  byId("new-game").addEventListener("change", ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === "size" && value) [field("new-atoms").value, field("new-width").value] = value.split("/");
    showSize();
  });
  dialog("new").addEventListener("close", () => byId("new-waiting").querySelector("button")?.click());
  onSubmit("new-game", drawGame);
  onSubmit("open-game", () => openGame(field("game-text").value));
  field("game-text").addEventListener("paste", (event) => {
    // The field would join the lines of a pasted save file.
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    openGame(text);
  });
  onFile("game-file", openGame);
  allowZoom(byId("zoom"), byId("play-board"));
  showChoices();
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterPlay(parts) {
  if (parts[0] === "today") parts = [today()];
  if (!parts[0]) {
    const other = readKept(readOwnGame);
    if (other) start(other);
    else drawGame();
  } else if (game && parts[0] === game.name && (parts[1] ?? "") === game.written) {
    showGame();
  } else {
    const other = readGame(parts);
    if (!other.day && kept("game")?.split("/")[0] !== other.name) leaveOwnGame();
    start(other);
  }
}

/** Keeps the player's own game for Undo, if it is not over. A board of a day leaves it where it is. */
function leaveOwnGame() {
  const own = game && !game.day ? `${game.name}/${game.written}` : kept("game") ?? "";
  keep("left", /\/[\w.]*\d$/.test(own) ? own : "");
}

/** The address in the navigation for the game that is shown. */
export function tabOfPlay() {
  return game?.day ? "play/today" : "play";
}

/** The player's own game. The boards of days are kept apart from it. @param {string[]} parts */
function readOwnGame(parts) {
  const own = readGame(parts);
  if (own.day) throw new WrongLink("The board of a day is not the player's own game.");
  return own;
}

/** @param {string[]} parts */
function readGame([name, moves]) {
  const other = Game.of(name);
  // The board of a day always has the kept moves, so that no address takes a ray back.
  other.read(other.day ? keptDay(name)?.moves ?? "" : moves ?? "");
  return other;
}

/**
* Begins a game that is not in the address yet. Back returns to the game before, and so does Undo if that
 * one was not over.
 * @param {Game} other
 */
function startAnew(other) {
  const isFirst = !game;
  if (game) history.pushState(null, "", location.hash);
  leaveOwnGame();
  start(other);
  dialog("new").close();
  if (!isFirst) playGrid.focus();
}

/** @param {Game} other */
function start(other) {
  game = other;
  looked = page = null;
  helped = message = "";
  hinting.stop();
  drawing.stop();
  playGrid = new Grid(game.size, `Box of ${game.size.rows} by ${game.size.columns} cells`, {
    edge: (position) => act({ kind: "f", at: position }),
    cell: (cell) => act({ kind: game.balls.has(cell) ? "c" : "b", at: cell }),
    mark: (cell) => act({ kind: game.empty.has(cell) ? "c" : "e", at: cell }),
    line: (position) => act({ kind: "r", at: position }),
    look: (position) => {
      if (looked === position) return;
      looked = position;
      if (game.checked || kept("ways") === "on") {
        updateBoard();
        // Other words do not depend on it, and the focus may just go to a control among them.
        if (!game.checked && !helped) showWords();
      }
    },
  });
  playGrid.element.classList.toggle("call", kept("learned") === null && game.moves.length === 0);
  byId("play-board").replaceChildren(playGrid.element);
  const { day, ballRange } = game;
  const name = boxName(ballRange, game.size);
  byId("play-title").textContent = day ? `${dayInWords(day).replace(/ \d{4}$/, "")}: ${name}` : name;
  byId("pick").hidden = day !== undefined;
  field("new-atoms").value = rangeName(ballRange);
  field("new-width").value = sizeName(game.size);
  showSize();
  showError("new-error");
  showError("game-error");
  showGame();
  if (day && !game.checked && keptDay(day)?.par === undefined) askForPar();
  showActions();
}

/** Selects the size in the fields, if it is one of those that the form offers. */
function showSize() {
  const key = `${field("new-atoms").value}/${field("new-width").value}`;
  for (const size of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#sizes input"))) size.checked = size.value === key;
  showPreset("new-preset", key);
}

/** Draws a new game as the form says. */
function drawGame() {
  const kind = field("new-kind").value;
  const atoms = readRange(field("new-atoms").value);
  const size = readSize(field("new-width").value);
  const refuse = (/** @type {string} */ sentence) => {
    showError("new-error", sentence);
    if (!dialog("new").open) dialog("new").showModal();
  };
  if (!atoms || !size) return refuse("Enter the balls as a number or a range such as 3-6, and the size as a number such as 8, or as 12x20 for 12 rows and 20 columns.");
  const question = (/** @type {boolean | null} */ fair) => ({ draw: { atoms, ...size, fair, seed: anySeed() } });
  const wait = (/** @type {HTMLElement[]} */ ...said) => byId("new-waiting").replaceChildren(...said);
  const cancel = () => {
    drawing.stop();
    wait();
  };
  const started = (/** @type {import("../engine.js").Answer} */ { ok, error }) => {
    cancel();
    if (error) refuse(sentence(plain(error)));
    else startAnew(new Game(ok));
  };
  // The index of the wanted box among those that are compared, sorted by par.
  const place = 2 * ["easy", "normal", "hard"].indexOf(kind);
  const isQuick = atoms[1] <= AT_ONCE.balls && size.rows * size.columns <= AT_ONCE.cells;
  if (place < 0 && (kind === "any" || isQuick || !game)) return started(ask(question(kind === "any" ? null : kind === "fair")));
  if (!dialog("new").open) dialog("new").showModal();
  wait(waiting("Choosing a board", cancel));
  if (place < 0) return drawing.ask([question(kind === "fair")], PATIENCE, (_, answer) => started(answer));
  const boxes = /** @type {{name: string, par: number}[]} */ ([]);
  drawing.ask(Array.from({ length: BOXES }, () => question(true)), PATIENCE, (_, { ok, error }) => {
    if (error) return started({ error });
    boxes.push({ name: ok, par: 0 });
    if (boxes.length < BOXES) return;
    const truths = boxes.map(({ name }) => new Game(name).truth);
    drawing.ask(truths.map((truth) => reviewOf(truth, { name: truth.name, balls: truth.atoms, fired: [] })), REVIEWING, (at, answer) => {
      if (answer.error) return started(answer);
      if (!answer.ok.document.par) return started({ error: "These boards are too large to compare" });
      boxes[at].par = answer.ok.document.par.points;
      wait(waiting("Comparing five boards", cancel, (at + 1) / BOXES));
      if (at === BOXES - 1) started({ ok: boxes.sort((one, other) => one.par - other.par)[place].name });
    });
  });
}

/** @param {string} text */
function openGame(text) {
  try {
    startAnew(Game.of(text));
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    showError("game-error", plain(error.message));
  }
}

/** Reloads the board of a day if another tab has continued it. Returns whether one has. */
function isBehind() {
  const { day } = game;
  const elsewhere = day ? keptDay(day) : undefined;
  if (!elsewhere || elsewhere.moves === game.written) return false;
  start(readGame([game.name]));
  return true;
}

/** @param {import("./game.js").Move} move */
function act(move) {
  if (isBehind()) return;
  const most = game.ballRange[1];
  if (move.kind === "b" && game.balls.size >= most && !game.checked) return say(most ? `${allPlaced(most)}. Remove ${most === 1 ? "it" : "one"} first.` : isDone(0));
  if (game.move(move)) {
    message = "";
    helped = "";
    looked = null;
    if (move.kind === "f") playGrid.fresh = move.at;
    if (game.checked) noteEnd();
    else if (move.kind === "b") sound("ball");
    else if (move.kind === "f") sound(game.truth.exits[move.at] < 0 ? "hit" : game.truth.exits[move.at] === move.at ? "back" : "out");
    showGame();
    if (game.checked && !playGrid.element.contains(document.activeElement)) byId("said").focus({ preventScroll: true });
  } else if (move.kind === "f") {
    // A finger cannot hover over the entry, so a touch shows the path.
    looked = move.at;
    updateBoard();
    showWords();
  } else if (game.checked) {
    say("Game over. Press Next for a new game.");
  }
}

const allPlaced = (/** @type {number} */ most) => (most === 0 ? "This box has no balls" : most === 1 ? "The ball is placed" : `All ${most} balls are placed`);
const isDone = (/** @type {number} */ most) => `${allPlaced(most)}: Done ends the game.`;

/** @param {string} sentence */
function say(sentence) {
  message = sentence;
  showWords();
}

/** The game before this one, to which Undo returns as long as this one has no moves. */
function leftGame() {
  return game.moves.length === 0 && !game.day ? kept("left") ?? "" : "";
}

function undo() {
  if (isBehind()) return;
  message = helped = "";
  page = looked = null;
  const left = leftGame();
  if (left) {
    keep("left", "");
    try {
      history.pushState(null, "", location.hash);
      start(readOwnGame(left.split("/")));
    } catch (error) {
      if (!(error instanceof WrongLink)) throw error;
    }
    return;
  }
  game.undo();
  reviewing.stop();
  Object.assign(game, { review: null, reviewError: "", isReviewed: false });
  showGame();
}

function redo() {
  game.redo();
  showGame();
}

function restart() {
  if (!game.day) startAnew(new Game(game.truth.name));
}

function check() {
  const verdict = game.verdict();
  if ("error" in verdict) return say(sentence(plain(verdict.error)));
  const fired = verdict.refuting?.fired ? verdict.refuting.position : null;
  const doubt = fired === null ? "" : `Your balls do not explain the ray from ${entryName(fired, game.size)}. Press Done again to end the game.`;
  if (message === doubt || !doubt) act({ kind: "k", at: 0 });
  else say(doubt);
}

/** Toggles an option of the player: paths of rays by the balls, calm, sound. @param {string} name */
function toggle(name) {
  keep(name, kept(name) === "on" ? "" : "on");
  showChoices();
  showGame();
}

function showChoices() {
  for (const name of ["ways", "calm", "sound"]) byId(name).setAttribute("aria-pressed", String(kept(name) === "on"));
  document.documentElement.classList.toggle("calm", kept("calm") === "on");
}

/** Shows a page of the review, or the end of the game. @param {number | null} to */
function turn(to) {
  if (!game.checked) return;
  const last = game.review?.document.shots.length ?? 0;
  page = to !== null && to > last ? null : to;
  // Closing a review that is not finished cancels it until the player opens it again.
  if (page === null && !game.review) reviewing.stop();
  else if (!reviewing.busy && !game.review) game.isReviewed = false;
  looked = null;
  askForReview();
  showGame();
}

const hint = () => help(helped ? "" : "hint");
const more = () => help(helped === "more" ? "hint" : "more");

/** Asks for a hint, or takes it away. @param {typeof helped} wish */
function help(wish) {
  if (game.checked || game.day) return;
  helped = wish;
  askForHint();
  updateBoard();
  showWords();
  showActions();
}

/** @type {import("../page.js").Key[]} */
export const playKeys = [
  ["U", "undo; also Ctrl+Z", undo, "undo"],
  ["Y", "redo; also Ctrl+Y", redo, "redo"],
  ["H", "show a hint: the next ray", hint, "hint"],
  ["C, M", "show a hint with chances in percent, and the cost of a guess", more],
  ["W", "show the path that your balls predict for the selected ray", () => toggle("ways"), "ways"],
  ["D", "end the game, if enough balls are placed", check],
  ["R", "review a game that is over", () => turn(page === null ? 0 : null), "review"],
  ["G", "give up", () => game.checked || dialog("sure").showModal(), "give-up"],
  // In the middle of a game, only the form is opened, so that no key loses the game.
  ["N", "begin a new game", () => (game.checked || game.moves.length === 0 ? drawGame() : dialog("new").showModal())],
];

function showGame() {
  const { day } = game;
  noteAddress(`play/${game.name}/${game.written}`);
  if (day) keepDay({ day, moves: game.written, result: game.checked ? resultOfDay() : "" });
  else keep("game", `${game.name}/${game.written}`);
  const link = byId("tatham");
  link.replaceChildren(day && !game.checked ? "" : tathamLink(game.truth.game_id));
  const decode = /** @type {HTMLAnchorElement} */ (byId("decode"));
  decode.href = `#own/${sizeName(game.size)}/${rangeName(game.ballRange)}/${shotsName(game.shots)}/`;
  decode.hidden = day !== undefined && !game.checked;
  if (game.checked) {
    lookForTwins();
    askForReview();
  }
  byId("view-play").classList.toggle("ended", game.checked);
  updateBoard();
  showWords();
  showActions();
}

function showActions() {
  const { day } = game;
  const [least, most] = game.ballRange;
  const placed = game.balls.size;
  const isOver = game.checked;
  /** @type {Record<string, boolean>} */
  const shown = { undo: !isOver, hint: !isOver, check: !isOver, menu: true, review: isOver && page === null, share: isOver && page === null, next: isOver && page === null, back: page !== null, forth: page !== null, close: page !== null };
  for (const [id, is] of Object.entries(shown)) byId(id).hidden = !is;
  byId("acts").classList.toggle("over", isOver);
  byId("acts").classList.toggle("reviews", page !== null);
  /** @type {[string, boolean][]} */
  const idle = [...["undo", "menu-undo"].map((id) => /** @type {[string, boolean]} */ ([id, !game.canUndo && !leftGame()])), ["hint", day !== undefined], ["redo", game.undone.length === 0], ["give-up", isOver], ["restart", game.moves.length === 0 || day !== undefined], ["ways", isOver], ["back", page === 0 || !game.review], ["forth", !game.review]];
  for (const [id, is] of idle) /** @type {HTMLButtonElement} */ (byId(id)).disabled = is;
  byId("review").setAttribute("aria-busy", String(isOver && (reviewing.busy || drawing.busy)));
  byId("hint").setAttribute("aria-pressed", String(helped !== ""));
  byId("check").classList.toggle("main-button", placed >= least && placed <= most);
  const places = most <= 6 ? Array.from({ length: most }, (_, at) => make("i", { class: at < placed ? "full" : at < least ? "" : "maybe" })) : [make("span", {}, `${placed} of ${rangeName(game.ballRange)}`)];
  byId("tray").replaceChildren(...places);
  byId("tray").setAttribute("aria-label", `${placed} of ${rangeName(game.ballRange).replace("-", " to ")} balls placed`);
  byId("points").textContent = String(points());
  byId("points-name").textContent = points() === 1 ? "point" : "points";
}

/** The points so far: those of the rays and, at the end, of the wrong balls. A twin counts as found. */
function points() {
  const verdict = game.checked ? game.verdict() : null;
  const wrong = verdict && !("error" in verdict) ? verdict.ball_points : 0;
  return game.supposed.ray_points + wrong;
}

/** A link to this board in Tatham's program. @param {string | null} id */
export function tathamLink(id) {
  if (id === null) return make("span", {}, "Simon Tatham's Black Box cannot show this board");
  const address = `https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/blackbox.html#${id}`;
  return make("a", { href: address, rel: "noreferrer" }, "This board on Simon Tatham's page");
}

/** Asks the engine for a hint on this board, unless it is known or being computed. */
function askForHint() {
  if (!helped) return hinting.stop();
  const position = { ...game.position, for: keptAim() };
  const of = JSON.stringify(position);
  if (known.of === of) return;
  known = { of, reply: null, error: "" };
  openBook(position.for).then(() => {
    updateBoard();
    showWords();
  });
  hinting.ask([{ decode: position }], PATIENCE, (_, { ok, error }) => {
    known = { of, reply: ok, error: error ?? "" };
    updateBoard();
    showWords();
  });
}

/** The recommended ray, from the opening book if it has this board, otherwise from the engine. @returns {number | null} */
function bestRay() {
  if (!helped) return null;
  return bookRay({ ...game.position, for: keptAim() }) ?? known.reply?.decoded?.document.next?.position ?? null;
}

function updateBoard() {
  const { size, truth } = game;
  const best = bestRay();
  const verdict = game.checked ? game.verdict() : null;
  const ended = verdict && !("error" in verdict) ? verdict : null;
  const refuting = ended && page === null ? ended.refuting : null;
  const isReviewed = page !== null && page > 0 && game.review;
  const moment = isReviewed ? game.review.document.shots[(page ?? 1) - 1] : null;
  const seen = looked ?? moment?.position ?? null;
  const lit = seen === null ? [] : [seen, truth.exits[seen]];
  const edges = edgesOf(game.shots, size);
  const isRefuting = (/** @type {number} */ position) => refuting !== null && (position === refuting.position || position === refuting.exit);
  edges.forEach(({ label, marks }, position) => {
    const note = (/** @type {string} */ mark, words = "") => {
      marks.push(mark);
      edges[position].words += words;
    };
    if (isRefuting(position)) note("refutes", ", which your balls do not explain");
    if (label !== null && lit.includes(position)) note("lit");
    else if (label !== null && ended && (lit.length > 0 || (refuting && !isRefuting(position)))) note("dim");
    else if (label === null && position === (moment?.best?.position ?? best)) note("best", ", the best ray");
    else if (label === null && lit.length === 0 && position === refuting?.supposed) note("supposed");
  });
  const count = helped === "more" ? known.reply : moment ? momentary(moment.cells.flat()) : null;
  const cells = Array.from({ length: size.rows * size.columns }, (_, cell) => {
    const marks = [];
    let words = `${cellName(cell, size)}: `;
    const isBall = game.balls.has(cell);
    if (isBall) {
      marks.push(count ? "held" : "ball");
      words += "a ball";
    } else if (game.empty.has(cell)) {
      marks.push("empty");
      words += "marked empty";
    } else {
      words += "open";
    }
    let text = "";
    if (count?.chances.length) {
      const chance = `${count.chances[cell]}`;
      marks.push("chance", ...(count.shares[cell] > 0.6 ? ["hot"] : count.shares[cell] === 0 ? ["nil"] : []));
      text = chance;
      words += `, chance of a ball ${chance} %`;
    } else if (ended) {
      const isAtom = truth.atoms.includes(cell);
      if (isBall && isAtom) marks.push("right");
      else if (isBall) {
        marks.push(ended.found ? "yours" : "wrong");
        words += ended.found ? ", only in your arrangement" : ", wrong";
      } else if (isAtom) {
        marks.push("missed");
        words += ", a ball that you missed";
      }
    }
    return { text, words, marks, share: count?.shares[cell] };
  });
  playGrid.show(edges, cells, raysToDraw(refuting, seen, edges), game.checked);
  document.querySelector("#play-board.zoomed .best")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * @param {{position: number, exit: number, supposed: number} | null} refuting
 * @param {number | null} seen
 * @param {import("./grid.js").Edge[]} edges
 * @returns {import("./grid.js").Ray[]}
 */
function raysToDraw(refuting, seen, edges) {
  const { truth, supposed } = game;
  const ray = (/** @type {number} */ position, kind = "") => ({ position, path: truth.paths[position], exit: truth.exits[position], label: edges[position].label ?? "", kind });
  // During a game, the path of a ray is secret. Its path by the player's balls is not.
  const bySupposed = (/** @type {number} */ position) => ({ position, path: supposed.paths[position], exit: supposed.exits[position], label: "", kind: "supposed" });
  if (!game.checked) return kept("ways") === "on" && game.balls.size > 0 && looked !== null ? [bySupposed(looked)] : [];
  if (seen !== null) return [ray(seen, "on")];
  if (refuting) return [ray(refuting.position, "on"), bySupposed(refuting.position)];
  return page === null ? game.fired.map((position) => ray(position, "faint")) : [];
}

/** @param {number[]} shares Chances from the review. */
function momentary(shares) {
  return { shares, chances: shares.map((share) => Math.round(100 * share)) };
}

const inset = (/** @type {string} */ label) => make("span", { class: "inset" }, picture(markOf(label)));
const big = (/** @type {string} */ words, /** @type {string} */ small) => make("h2", { class: "big" }, words, " ", make("small", {}, small));

function showWords() {
  const lines = page !== null ? reviewLines() : game.checked ? verdictLines() : helped && !message ? hintLines() : playLines();
  const said = byId("said");
  const had = said.querySelector(":focus");
  said.replaceChildren(...lines);
  if (had) (/** @type {HTMLElement | null} */ (said.querySelector(`#${had.id || "none"}`)) ?? playGrid).focus();
  byId("said").setAttribute("aria-busy", String((helped !== "" && hinting.busy) || (page !== null && reviewing.busy)));
  byId("words").scrollTop = 0;
  showLedger();
}

function playLines() {
  const { size } = game;
  if (message) return [make("h2", {}, message)];
  if (looked !== null && game.exit(looked) !== null) {
    const exit = /** @type {number} */ (game.exit(looked));
    const would = game.supposed.exits[looked];
    const name = entryName(looked, size);
    const heading = make("h2", {}, sentence(`${name}: ${outcomeName(looked, exit, size)}`));
    if (kept("ways") !== "on" || game.balls.size === 0) return [heading];
    return [heading, make("p", {}, would === exit ? "Your balls predict the same answer." : `Your balls predict another answer: ${outcomeName(looked, would, size)}.`)];
  }
  const last = game.moves[game.moves.length - 1];
  if (!last) return game.day ? dayLines(game.day) : startLines();
  const [least, most] = game.ballRange;
  const placed = game.balls.size;
  const advice = placed < least ? "Tap a cell to place a ball; hold or right-click it to mark it empty." : placed === most ? isDone(most) : "Place more balls, or press Done.";
  const fired = game.fired[game.fired.length - 1];
  const heading = fired === undefined ? "Fire a ray." : sentence(`${entryName(fired, size)}: ${outcomeName(fired, game.truth.exits[fired], size)}`);
  return [make("h2", {}, heading), make("p", { class: "soft" }, advice)];
}

function startLines() {
  const count = rangeName(game.ballRange).replace("-", " to ");
  const left = leftGame() ? [make("p", { class: "soft" }, "Undo brings the last game back.")] : [];
  const record = recordOf(game.ballRange, game.size);
  const offer = kept("learned") === null ? [" ", make("a", { href: "#learn" }, "Learn the game on five small boards")] : [];
  return [
    make("h2", {}, count === "0" ? isDone(0) : `${count} ${count === "1" ? "ball hides" : "balls hide"} in this box. Where?`),
    make("p", {}, "Fire a ray from any arrow and see what happens.", ...offer),
    ...(record ? [make("p", { class: "soft" }, record)] : []),
    ...left,
    ...(count === "0" ? [] : [make("ol", { class: "steps" },
      make("li", {}, make("b", {}, "1"), make("span", {}, make("strong", {}, "Fire"), " from an arrow. A hit or a reflection costs 1 point, and a ray that comes out elsewhere costs 2.")),
      make("li", {}, make("b", {}, "2"), make("span", {}, make("strong", {}, "Place"), ` ${count} ${count === "1" ? "ball" : "balls"} where you think ${count === "1" ? "it is" : "they are"}. A wrong one costs 5. Hold or right-click a cell to mark it empty.`)),
      make("li", {}, make("b", {}, "3"), make("span", {}, make("strong", {}, "Done"), " ends the game. The fewer points, the better.")))]),
    legend,
  ];
}

/** @param {string} day */
function dayLines(day) {
  const par = keptDay(day)?.par;
  return [make("h2", {}, `The same board for all players${par ? `, par ${par}` : ""}`), ...drawWeek(day), legend];
}

function hintLines() {
  const { size } = game;
  const { reply, error } = known;
  const best = bestRay();
  const lines = [];
  const next = reply?.decoded?.document.next;
  const heading = best !== null ? `Fire here next: ${entryName(best, size)}` : plain(error || (reply?.count === "1" ? "No further ray is needed" : reply?.decoded?.verdict ?? "Looking for the best ray"));
  lines.push(make("h2", {}, heading));
  const aim = keptAim();
  const isByBook = bookRay({ ...game.position, for: aim }) !== null;
  if (helped === "more") lines.push(make("p", {}, chancesInWords(reply)));
  else if (reply) {
    const fit = `${reply.about ?? grouped(reply.count)} ${reply.count === "1" ? "arrangement still fits" : "arrangements still fit"} your rays.`;
    const left = next?.answers ? leftAfter(next.answers) : null;
    const rest = reply.count === "1" ? " Press More to see it." : best === null || left === null ? "" : ` Firing here leaves about ${grouped(left)} on average.`;
    lines.push(make("p", {}, fit + rest));
  }
  if (hinting.busy) lines.push(waiting("Comparing rays", hint));
  const choice = /** @type {HTMLSelectElement} */ (make("select", { id: "aim", "aria-label": "Best for", onchange: () => chooseAim(choice.value) },
    ...Object.entries(AIMS).map(([value, words]) => make("option", { value, selected: value === aim }, words))));
  lines.push(make("p", { class: "buttons" },
    best === null ? null : make("button", { type: "button", class: "main-button", onclick: () => fireHint(best) }, "Fire it"),
    make("button", { type: "button", id: "more", "aria-expanded": String(helped === "more"), onclick: more }, helped === "more" ? "Less" : "More"),
    helped === "more" ? choice : null));
  if (helped === "more") {
    const facts = [isByBook ? `This ray comes ${bookInWords()}.` : next ? `This ray gives ${bitsInWords(next)}.` : "", ...(reply ? [`${reply.about ?? grouped(reply.count)} of ${grouped(reply.of)} arrangements ${reply.count === "1" ? "fits" : "fit"} your rays.`] : []), ...(reply?.decoded?.points ?? []).map(plain)];
    lines.push(...facts.filter(Boolean).map((fact) => make("p", { class: "soft" }, fact)));
  }
  return lines;
}

/** The expected number of arrangements that agree after a ray, rounded. @param {{count: number}[]} answers */
function leftAfter(answers) {
  const all = answers.reduce((sum, { count }) => sum + Number(count), 0);
  const left = answers.reduce((sum, { count }) => sum + Number(count) ** 2, 0) / all;
  return left < 10 ? Math.max(1, Math.round(left)) : Number(left.toPrecision(2));
}

/** Fires the ray of the hint, and gives its entry the focus, because the button goes away. @param {number} position */
function fireHint(position) {
  playGrid.setTabStop(playGrid.edges[position]);
  act({ kind: "f", at: position });
}

/** @param {string} aim */
function chooseAim(aim) {
  keep("for", aim);
  askForHint();
  updateBoard();
  showWords();
}

/** The expected information of a ray with its error, or with the rays and points to the end of the game. @param {any} next */
export function bitsInWords({ bits, bits_error: error, ahead }) {
  const words = `${error === null ? bits.toFixed(3) : `about ${bits.toFixed(2)} (± ${error.toFixed(2)})`} bits of information (each bit halves the arrangements)`;
  return error !== null || ahead === null ? words : `${words}; ${ahead.exact ? "" : "about "}${ahead.shots.toFixed(1)} rays and ${ahead.points.toFixed(1)} points to go`;
}

/** The result of a day's game: its points, or x if the balls were not found. */
function resultOfDay() {
  const verdict = game.verdict();
  return "error" in verdict || !verdict.found ? "x" : String(points());
}

/** Counts a game that has just ended in the statistics, but only once, even if its end is undone. */
function noteEnd() {
  const verdict = game.verdict();
  if ("error" in verdict) return;
  sound(verdict.found ? "solved" : "missed");
  if (!game.day) noteScore(game, verdict.found ? points() : null);
}

function verdictLines() {
  const verdict = game.verdict();
  if ("error" in verdict) return [];
  const { wrong, missed, ray_points: rays, ball_points: balls, original, found, refuting } = verdict;
  const { size, group, review } = game;
  const { day } = game;
  const par = review?.document.par?.points ?? (day ? keptDay(day)?.par : undefined);
  const parInWords = par === undefined || game.gaveUp ? "" : `, par ${par}`;
  const lines = [];
  const follow = make("span", { class: "soft" }, "Tap a label beside the box to follow its ray.");
  if (game.gaveUp) {
    lines.push(big("Given up", `${counted(rays, "point")} for rays`), make("p", {}, missed.length > 0 ? "The rings mark the balls that you did not find. " : "", follow));
  } else if (wrong.length === 0 && missed.length === 0) {
    const fair = group?.count === "1" ? "No other arrangement gives the same answers. " : "";
    lines.push(big("Solved", `in ${counted(rays, "point")}${parInWords}`), make("p", {}, fair, follow));
  } else if (found) {
    lines.push(big("Solved", `in ${counted(rays, "point")}${parInWords}`),
      make("p", {}, `Your board is a twin of the hidden one: all rays have the same answers, so the game counts as solved. `, make("span", { class: "soft" }, `Parker's original board game charges ${original} points for the difference.`)));
  } else {
    const count = Math.max(wrong.length, missed.length);
    lines.push(big(count === 1 ? "One ball is wrong" : `${count} balls are wrong`, `${rays} + ${balls} points${parInWords}`));
    if (refuting) {
      const label = labelsOf(game.shots, size)[refuting.position];
      const name = entryName(refuting.position, size);
      const ends = (/** @type {number} */ exit, /** @type {[string, string, string]} */ [hit, back, out]) => make("b", {}, exit < 0 ? hit : exit === refuting.position ? back : `${out} ${entryName(exit, size)}`);
      const would = (/** @type {number} */ exit) => ends(exit, ["been absorbed", "come straight back", "come out at"]);
      lines.push(label
        ? make("p", {}, "Ray ", inset(label), ` shows the mistake. From ${name}, the ray `, ends(refuting.exit, ["was absorbed", "came straight back", "came out at"]), ". With your balls, it would have ", would(refuting.supposed), ", as the dotted line shows.")
        : make("p", {}, `You did not fire from ${name}. That ray would have `, would(refuting.exit), ". With your balls, it would have ", would(refuting.supposed), ", as the dotted line shows."));
    }
    lines.push(make("p", { class: "soft" }, "The rings mark the balls that you did not find."));
  }
  if (day) lines.push(...drawWeek(day));
  else {
    // On a telephone, there is no room for another paragraph.
    lines[lines.length - 1].append(" ", make("span", { class: "soft" }, recordOf(game.ballRange, size)));
  }
  if (boards && group && group.count !== "1") {
    lines.push(make("details", { id: "all-twins" }, make("summary", {}, `${grouped(group.count)} arrangements give the same answers`), boards.showTwins(size, game.truth.spectrum, group.twins, group.family, game.truth.number, "hidden")));
  }
  return lines;
}

function reviewLines() {
  if (game.reviewError) return [make("h2", {}, "Review"), make("p", {}, `This game cannot be reviewed: ${plain(game.reviewError)}`)];
  if (!game.review || !boards) return [make("h2", {}, "Review"), waiting("Reviewing your rays", () => turn(null), game.reviewed)];
  return boards.reviewInWords(game.review, page ?? 0);
}

/** Shows the rays in their order, with the points of each. */
function showLedger() {
  const labels = labelsOf(game.shots, game.size);
  const rows = game.fired.map((position, at) => {
    const label = labels[position] ?? "";
    const exit = game.truth.exits[position];
    const way = `${entryName(position, game.size)}${exit < 0 ? ": absorbed" : exit === position ? ": reflected" : ` to ${entryName(exit, game.size)}`}`;
    const row = make("li", { class: page === at + 1 ? "now" : "" }, picture(markOf(label)), make("span", { class: "ray-name" }, way), make("b", {}, /\d/.test(label) ? "2" : "1"));
    const look = (/** @type {number | null} */ to) => () => {
      looked = to;
      updateBoard();
    };
    row.addEventListener("pointerenter", look(position));
    row.addEventListener("pointerleave", look(null));
    return row;
  });
  const verdict = game.checked ? game.verdict() : null;
  if (verdict && !("error" in verdict) && verdict.ball_points > 0) {
    rows.push(make("li", {}, picture(thingOf(["wrong"])), make("span", { class: "ray-name" }, counted(verdict.wrong.length, "wrong ball")), make("b", {}, String(verdict.ball_points))));
  }
  byId("ledger").replaceChildren(...rows);
  byId("words").classList.toggle("quiet", rows.length === 0);
}

/** The question for a review. If the book has the opening, par is that of the best strategy. @type {(truth: Game["truth"], ended: Game["ended"]) => Promise<object>} */
const reviewOf = async (truth, ended) => ({ review: { ...ended, opening: await openingOf(truth) } });

/** Computes the review in the background. */
function askForReview() {
  const ended = game;
  if (ended.isReviewed) return;
  ended.isReviewed = true;
  reviewing.ask([reviewOf(ended.truth, ended.ended)], REVIEWING, async (_, { ok, error }) => {
    await others();
    ended.review = ok ?? null;
    ended.reviewError = error ?? "";
    const { day } = ended;
    const par = ok?.document.par?.points;
    if (par !== undefined && day) keepDay({ day, moves: ended.written, result: "", par });
    if (par !== undefined && !day) notePar(ended, par);
    if (game !== ended || !ended.checked) return;
    updateBoard();
    showWords();
    showActions();
  }, (done) => {
    ended.reviewed = done / (ended.fired.length + 2);
    if (game === ended && page !== null) showWords();
  });
}

/** Computes the par of a day's board in the background. */
function askForPar() {
  const begun = game;
  const { day, truth } = begun;
  drawing.ask([reviewOf(truth, { name: truth.name, balls: truth.atoms, fired: [] })], REVIEWING, (_, { ok }) => {
    if (ok?.document.par && day) keepDay({ day, moves: begun.written, result: "", par: ok.document.par.points });
    if (game !== begun || game.checked) return;
    showWords();
    showActions();
  });
}

/** Looks for the arrangements with the same spectrum as the hidden one. */
function lookForTwins() {
  const ended = game;
  if (ended.isSought) return;
  ended.isSought = true;
  drawing.ask([{ molecule: { name: ended.truth.name, twins: true } }], PATIENCE, async (_, { ok }) => {
    if (ok && ok.spectral_group.count !== "1") await others();
    if (ok) ended.group = ok.spectral_group;
    if (game !== ended || !ended.checked) return;
    showWords();
    showActions();
  });
}
