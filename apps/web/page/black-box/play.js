// The view "Play".
import { byId, counted, field, grouped, make, tell, waiting } from "../dom.js";
import { goToEnd, hideEnd, showEnd } from "../end.js";
import { Aside, ask } from "../engine.js";
import { bookInWords, bookRay, openBook } from "./book.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { keep, kept, readKept } from "../keep.js";
import { WrongLink, noteAddress } from "../link.js";
import { cellName, entryName, labelsOf, outcomeName, rangeName, readRange } from "./places.js";
import { drawReview } from "./review.js";
import { dayInWords, drawDay, keepDay, keptDay, today } from "./today.js";
import { showTwins } from "./twins.js";
import { allowZoom } from "../zoom.js";

const HELPS = /** @type {const} */ (["chances", "ray", "molecules", "cost"]);
/** @typedef {typeof HELPS[number]} Help */

/** The longest time for weighing rays, in seconds. */
const PATIENCE = 60;
/** What the cells say while they show chances. */
export const CHANCES = "Cells show the chance of an atom in percent; O is certain, - impossible.";
/** The longest time for a review, in seconds. */
const REVIEWING = 300;

/** @type {Game} */
let game;
/** @type {Grid} */
let playGrid;
/** @type {Set<Help>} */
const helps = new Set();
/** What the helps know: the board, whether rays are weighed, and the answers. @type {{of: string, heavy: boolean, count: any, decoded: any}} */
let known = { of: "", heavy: false, count: null, decoded: null };
/** The place around the box that the player looks at. @type {number | null} */
let looked = null;
/** The ray of the review whose moment is shown. @type {number | null} */
let moment = null;
const weighing = new Aside("; with more rays it is faster");
const drawing = new Aside("; with more rays it is faster");
const reviewing = new Aside();

/** Prepares the view. */
export function beginPlay() {
  for (const help of HELPS) {
    byId(`help-${help}`).addEventListener("click", () => toggleHelp(help));
    if ((kept("helps") ?? "").split(" ").includes(help)) helps.add(help);
  }
  chooseAim("help-for", showGame);
  allowZoom(byId("zoom"), byId("play-board"));
  /** @type {Record<string, () => void>} */
  const deeds = { undo, redo, check, restart, ways: toggleWays, "give-up": () => /** @type {HTMLDialogElement} */ (byId("sure")).showModal() };
  for (const [id, deed] of Object.entries(deeds)) byId(id).addEventListener("click", deed);
  byId("sure").addEventListener("close", () => {
    const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
    if (dialog.returnValue === "yes") end({ kind: "g", at: 0 });
    dialog.returnValue = "";
  });
  // Another tab may play the board of a day on.
  addEventListener("storage", () => byId("view-play").hidden || isBehind());
  field("new-preset").addEventListener("change", () => {
    [field("new-atoms").value, field("new-width").value] = field("new-preset").value.split("/");
  });
  byId("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    drawGame();
  });
  byId("open-game").addEventListener("submit", (event) => {
    event.preventDefault();
    openGame(field("game-text").value);
  });
  field("game-text").addEventListener("paste", (event) => {
    // The field has one line, but a save file has more.
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    openGame(text);
  });
  field("game-file").addEventListener("change", async () => {
    const [file] = field("game-file").files ?? [];
    if (file) openGame(await file.slice(0, 1 << 17).text());
    field("game-file").value = "";
  });
}

/**
 * Shows the view as an address says.
 * @param {string[]} parts
 */
export function enterPlay(parts) {
  if (parts[0] === "today") parts = [today()];
  if (!parts[0]) {
    const other = readKept(readOwnGame);
    if (other) start(other);
    else drawGame();
  } else if (game && parts[0] === game.name && (parts[1] ?? "") === game.written) {
    showGame();
  } else {
    start(readGame(parts));
  }
}

/** The address in the navigation for the game that is shown. */
export function tabOfPlay() {
  return game?.hidden.day === today() ? "play/today" : "play";
}

/**
 * The player's own game. The boards of days are kept apart from it.
 * @param {string[]} parts
 */
function readOwnGame(parts) {
  const own = readGame(parts);
  if (own.hidden.day) throw new WrongLink("The board of a day is not the player's own game.");
  return own;
}

/** @param {string[]} parts */
function readGame([name, moves]) {
  const other = Game.of(name);
  // What was seen of a day's board is not forgotten, whatever the address says.
  other.read(other.hidden.day ? keptDay(name)?.moves ?? "" : moves ?? "");
  return other;
}

/**
 * Begins a game that is not in the address yet, so that Back leads to the one before.
 * @param {Game} other
 */
function startAnew(other) {
  if (game) history.pushState(null, "", location.hash);
  // Undo leads back to a game that was not over.
  keep("left", game && !game.checked && !game.hidden.day && game.moves.length > 0 ? `${game.name}/${game.written}` : "");
  start(other);
  byId("new-details").removeAttribute("open");
}

/** @param {Game} other */
function start(other) {
  game = other;
  looked = moment = null;
  reviewing.stop();
  const { balls } = game.hidden;
  const count = rangeName(balls).replace("-", " to ");
  playGrid = new Grid(game.width, `Box of ${game.width} by ${game.width} cells`, {
    edge: (position) => act({ kind: "f", at: position }),
    cell: (cell) => act({ kind: game.balls.has(cell) ? "c" : "b", at: cell }),
    mark: (cell) => act({ kind: game.empty.has(cell) ? "c" : "e", at: cell }),
    line: (position) => act({ kind: "r", at: position }),
    look: (position) => {
      looked = position;
      dressBoard();
      tellWay();
    },
  });
  byId("play-board").replaceChildren(playGrid.element);
  const { day } = game.hidden;
  byId("play-title").textContent = day ? `The board of ${dayInWords(day)}: 4 atoms` : `${count} ${count === "1" ? "atom hides" : "atoms hide"} in a box of ${game.width} × ${game.width}`;
  field("new-atoms").value = rangeName(balls);
  field("new-width").value = String(game.width);
  tell("new-error");
  tell("game-error");
  showGame();
}

/** Draws a new game as the form says. */
function drawGame() {
  const kind = field("new-kind").value;
  const atoms = readRange(field("new-atoms").value);
  const width = field("new-width").value.trim();
  if (!atoms || !/^\d{1,3}$/.test(width)) {
    tell("new-error", "Atoms are a number, or a range such as 3-6; the width is a number.");
    return;
  }
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const question = { draw: { atoms, width: Number(width), fair: kind === "any" ? null : kind === "fair", seed } };
  const started = (/** @type {import("../engine.js").Answer} */ { ok, error }) => {
    if (error) {
      tell("new-error", `${error[0].toUpperCase()}${error.slice(1)}.`);
      return;
    }
    startAnew(new Game({ ...ok, balls: atoms }));
  };
  if (kind === "any") started(ask(question));
  else drawing.ask([question], PATIENCE, (_, answer) => started(answer));
}

/** @param {string} text */
function openGame(text) {
  try {
    startAnew(Game.of(text));
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    tell("game-error", error.message);
  }
}

/** The board of a day goes on where another tab has left it. Returns whether one did. */
function isBehind() {
  const { day } = game.hidden;
  const elsewhere = day ? keptDay(day) : undefined;
  if (!elsewhere || elsewhere.moves === game.written) return false;
  start(readGame([game.name]));
  return true;
}

/** @param {import("./game.js").Move} move */
function act(move) {
  if (isBehind()) return;
  if (game.move(move)) {
    if (move.kind === "f") looked = move.at;
    tell("play-error");
    showGame();
    if (move.kind === "f") playGrid.reveal(game.truth.exits[move.at]);
  } else if (game.checked && move.kind === "f") {
    // A finger does not stay there, so a touch shows the way.
    looked = move.at;
    dressBoard();
  } else if (game.checked) {
    tell("play-error", game.canUndo ? "This game is over; undo takes the check back, and N begins another one." : "This game is over; N begins another one.");
  }
}

/** The game that was left for this one, if nothing has been played since. */
function leftGame() {
  return game.moves.length === 0 && !game.hidden.day ? kept("left") ?? "" : "";
}

function undo() {
  if (isBehind()) return;
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
  moment = null;
  tell("play-error");
  showGame();
}

function redo() {
  game.redo();
  showGame();
}

function restart() {
  if (!game.hidden.day) startAnew(new Game(game.hidden));
}

function check() {
  const verdict = game.verdict();
  if ("error" in verdict) tell("play-error", `${verdict.error}.`);
  else end({ kind: "k", at: 0 });
}

/** @param {import("./game.js").Move} move */
function end(move) {
  act(move);
  goToEnd(byId("end"));
}

function toggleWays() {
  keep("ways", kept("ways") === "on" ? "" : "on");
  showGame();
}

/** Where the player's balls disagree with the answer of the ray that is looked at. */
function tellWay() {
  const exit = looked === null ? null : game.exit(looked);
  if (kept("ways") !== "on" || game.checked || looked === null || exit === null) return;
  const way = game.supposed.exits[looked];
  const name = entryName(looked, game.width);
  byId("said").textContent = way === exit ? `${name}: ${outcomeName(looked, exit, game.width)}, as your balls say` : `${name}: ${outcomeName(looked, exit, game.width)}, but with your balls ${outcomeName(looked, way, game.width)}`;
}

/** @param {Help} help */
function toggleHelp(help) {
  if (!helps.delete(help)) helps.add(help);
  keep("helps", [...helps].join(" "));
  showGame();
}

/**
 * Takes a key that was pressed in the view, and says whether it is ours.
 * @param {string} key
 */
export function playKey(key) {
  /** @type {Record<string, () => void>} */
  const keys = {
    c: () => toggleHelp("chances"),
    r: () => toggleHelp("ray"),
    m: () => toggleHelp("molecules"),
    g: () => toggleHelp("cost"),
    u: undo,
    y: redo,
    b: toggleWays,
    v: review,
    k: check,
    n: () => drawGame(),
  };
  keys[key]?.();
  return key in keys;
}

function showGame() {
  const { day } = game.hidden;
  noteAddress(`play/${game.name}/${game.written}`);
  if (day) keepDay({ day, moves: game.written, result: game.checked ? resultOfDay() : "" });
  else keep("game", `${game.name}/${game.written}`);
  for (const help of HELPS) byId(`help-${help}`).setAttribute("aria-pressed", String(helps.has(help)));
  byId("ways").setAttribute("aria-pressed", String(kept("ways") === "on"));
  /** @type {[string, boolean][]} */
  const idle = [["undo", !game.canUndo && !leftGame()], ["redo", game.undone.length === 0], ["check", game.checked], ["give-up", game.checked], ["restart", game.moves.length === 0 || day !== undefined]];
  for (const [id, is] of idle) /** @type {HTMLButtonElement} */ (byId(id)).disabled = is;
  // The board of a day is the same for everybody, so nobody has help.
  byId("helps").hidden = game.checked || day !== undefined;
  byId("offer").hidden = kept("learned") !== null || game.moves.length > 0;
  byId("tatham").replaceChildren(day && !game.checked ? "" : tathamLink(game.truth.game_id));
  askForHelp();
  dressBoard();
  showStanding();
  showHelps();
  showVerdict();
}

/**
 * A link to this board in Tatham's program.
 * @param {string | null} id
 */
export function tathamLink(id) {
  if (id === null) return make("span", {}, "Tatham's program has no such box");
  const address = `https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/blackbox.html#${id}`;
  return make("a", { href: address, rel: "noreferrer" }, "This board on Tatham's page");
}

/** Asks for what the helps need and do not know yet. */
function askForHelp() {
  const wanted = helps.size > 0 && !game.checked && !game.hidden.day;
  const position = { ...game.position, for: field("help-for").value };
  const of = JSON.stringify(position);
  if (!wanted) {
    weighing.stop();
    known = { of: "", heavy: false, count: null, decoded: null };
    return;
  }
  const heavy = helps.has("ray") || helps.has("cost");
  if (known.of === of && (known.heavy || !heavy)) return;
  // The old count stays in sight until the new one is there, a moment later.
  known = { of, heavy, count: known.count, decoded: null };
  byId("help-answer").setAttribute("aria-busy", "true");
  weighing.ask([{ find: position }, ...(heavy ? [{ decode: position }] : [])], PATIENCE, (index, { ok, error }) => {
    if (error) known.decoded = { error };
    else if (index === 0) known.count = ok;
    else known.decoded = ok;
    dressBoard();
    showHelps();
  });
}

/** The next ray of the opening book. The board of a day has no help. */
function bookNext() {
  return game.hidden.day ? null : bookRay({ ...game.position, for: field("help-for").value });
}

function dressBoard() {
  const { width } = game;
  const labels = labelsOf(game.shots, width);
  const { supposed } = game;
  const explained = new Set(game.balls.size > 0 ? supposed.explained : []);
  const next = helps.has("ray") && !game.checked ? bookNext() ?? known.decoded?.document?.next?.position ?? null : null;
  const verdict = game.checked ? game.verdict() : null;
  const ended = verdict && !("error" in verdict) ? verdict : null;
  const edges = labels.map((label, position) => {
    const exit = game.exit(position);
    const marks = [];
    let words = `${entryName(position, width)}: `;
    let text = label ?? "";
    if (exit === null) {
      words += "not fired";
      if (next === position) {
        marks.push("best");
        text = "?";
        words += ", the best ray";
      }
    } else {
      marks.push(exit < 0 ? "absorbed" : exit === position ? "reflected" : "out");
      words += outcomeName(position, exit, width);
      if (exit >= 0 && exit !== position) words += `, number ${label}`;
      if (explained.has(game.fired.includes(position) ? position : exit)) {
        marks.push("explained");
        words += ", explained by your balls";
      }
      if (looked !== null && game.exit(looked) !== null && (looked === position || looked === exit)) marks.push("lit");
    }
    if (ended?.refuting && (ended.refuting.position === position || ended.refuting.exit === position)) {
      marks.push("fault");
      words += ", refutes your balls";
      if (!text) text = "!";
    }
    return { text, words, marks };
  });
  const then = game.checked && moment !== null ? game.review.document.shots[moment] : null;
  const count = helps.has("chances") && !game.checked ? known.count : then ? momentary(then.cells.flat()) : null;
  const cells = Array.from({ length: width * width }, (_, cell) => {
    const marks = [];
    let text = "";
    let words = `${cellName(cell, width)}: `;
    if (game.balls.has(cell)) {
      marks.push("ball");
      text = "O";
      words += "a ball";
    } else if (game.empty.has(cell)) {
      marks.push("empty");
      text = "×";
      words += "marked empty";
    } else {
      words += "open";
    }
    if (count?.chances.length) {
      marks.push("chance");
      text = `${count.chances[cell]}`;
      words += `, chance of an atom ${count.chances[cell]} %`;
    }
    if (!then && ended?.wrong.includes(cell)) {
      marks.push("wrong");
      text = "✗";
      words += ", wrong";
    }
    if (!then && ended?.missed.includes(cell)) {
      marks.push("missed");
      text = "o";
      words += ", an atom that you missed";
    }
    return { text, words, marks, share: count?.shares[cell] };
  });
  playGrid.show(edges, cells);
  // While the game runs, the way is a secret, but not the one that the balls imply.
  if (game.checked) playGrid.trace(looked, game.truth.paths, game.truth.exits);
  else playGrid.trace(kept("ways") === "on" && game.balls.size > 0 && looked !== null && game.exit(looked) !== null ? looked : null, supposed.paths, supposed.exits);
}

/** @param {number[]} shares Chances from the review. */
function momentary(shares) {
  return { shares, chances: shares.map((share) => Math.round(100 * share)) };
}

function showStanding() {
  const ok = game.supposed;
  byId("standing").replaceChildren(
    make("span", {}, make("b", {}, String(game.balls.size)), ` of ${rangeName(game.hidden.balls).replace("-", " to ")} balls placed`),
    make("span", {}, make("b", {}, String(ok.ray_points)), ok.ray_points === 1 ? " point for rays" : " points for rays"),
  );
  const [position] = game.moves.filter(({ kind }) => kind === "f").slice(-1);
  const last = game.moves[game.moves.length - 1];
  byId("said").textContent =
    position && last.kind === "f"
      ? `${entryName(position.at, game.width)}: ${outcomeName(position.at, game.truth.exits[position.at], game.width)}`
      : "";
}

function showHelps() {
  const answer = byId("help-answer");
  const lines = [];
  if (helps.size > 0 && !byId("helps").hidden) {
    const { count, decoded } = known;
    if (count && helps.has("molecules")) {
      lines.push(`${count.about ?? grouped(count.count)} of ${grouped(count.of)} molecules of ${count.configs} agree with the rays.`);
    }
    if (helps.has("chances")) lines.push(CHANCES);
    const opening = helps.has("ray") ? bookNext() : null;
    if (opening !== null) lines.push(`The best ray is ${entryName(opening, game.width)}, ${bookInWords()}.`);
    if (decoded?.error) lines.push(decoded.error);
    else if (decoded) {
      const { next } = decoded.document;
      if (helps.has("ray") && next && opening === null) lines.push(`The best ray is ${decoded.next}: ${bitsInWords(next)}.`);
      if (helps.has("ray")) lines.push(decoded.verdict);
      if (helps.has("cost")) lines.push(...costInWords(decoded));
    } else if (weighing.busy && (helps.has("ray") || helps.has("cost"))) {
      lines.push("");
    }
  }
  answer.setAttribute("aria-busy", String(weighing.busy));
  answer.replaceChildren(
    ...lines.map((line) => (line ? make("p", {}, line) : waiting("Weighing rays"))),
  );
}

/**
 * The information expected from a ray's answer, its error, and what is to be paid until the end.
 * @param {any} next
 */
export function bitsInWords({ bits, bits_error: error, ahead }) {
  if (error !== null) return `about ${bits.toFixed(2)} bits (± ${error.toFixed(2)})`;
  if (ahead === null) return `${bits.toFixed(3)} bits`;
  return `${bits.toFixed(3)} bits; ${ahead.exact ? "" : "about "}${ahead.shots.toFixed(1)} rays, ${ahead.points.toFixed(1)} points to go`;
}

/**
 * The choice of what the next ray is for. It is kept.
 * @param {string} id
 * @param {() => void} chosen
 */
export function chooseAim(id, chosen) {
  field(id).value = kept("for") ?? "points";
  const aimed = async () => {
    await openBook(field(id).value);
    // The reader may look at another view by now.
    if (field(id).offsetParent) chosen();
  };
  field(id).addEventListener("change", () => {
    keep("for", field(id).value);
    for (const other of ["help-for", "own-for"]) field(other).value = field(id).value;
    aimed();
  });
  if (field(id).value === "shots") aimed();
}

/** @param {any} decoded */
function costInWords(decoded) {
  if (decoded.points.length > 0) return decoded.points;
  return ["Place balls to see what that guess costs now."];
}

/** The result of a day's game: its points, or x if the atoms were not found. */
function resultOfDay() {
  const verdict = game.verdict();
  return "error" in verdict || !verdict.accepted ? "x" : String(verdict.ray_points + verdict.ball_points);
}

/** Works out what each ray told, in the background, and shows it. */
function review() {
  const place = document.getElementById("review");
  if (!place) return;
  const { day } = game.hidden;
  const draw = () => {
    place.replaceChildren(drawReview(game.review, game.width, (shot) => {
      moment = shot;
      looked = shot === null ? null : game.review.document.shots[shot].position;
      dressBoard();
    }));
    if (day) document.querySelector(".day")?.replaceWith(drawDay(day, resultOfDay(), game.fired.length, game.review.document.par));
  };
  if (game.review) {
    draw();
    return;
  }
  place.replaceChildren(waiting("Weighing your rays"));
  reviewing.ask([{ review: game.ended }], REVIEWING, (_, { ok, error }) => {
    game.review = ok ?? null;
    if (ok) draw();
    else place.replaceChildren(make("p", {}, `There is no review of this game: ${error}`));
  });
}

/**
 * Looks for the molecules that nobody can tell from the hidden one.
 * @param {Game} ended
 */
function lookForTwins(ended) {
  drawing.ask([{ molecule: { ...ended.hidden, twins: true } }], PATIENCE, (_, { ok, error }) => {
    if (game !== ended) return;
    if (ok) ended.alike = ok.alike;
    // The check may have been taken back.
    document.getElementById("alike")?.replaceChildren(...(ok ? alikeInWords() : [make("p", {}, error ?? "")]));
  });
}

function alikeInWords() {
  const { width, truth, alike } = game;
  if (!alike) return [waiting("Looking for molecules that answer every ray alike")];
  const words = alike.count === "1" ? "No other molecule answers every ray like this one: the board was fair." : `${grouped(alike.count)} molecules answer every ray like this, so nobody could have known which one it was.`;
  return [make("p", {}, words), showTwins(width, truth.spectrum, alike.twins, alike.family, game.hidden.number, "hidden")];
}

function showVerdict() {
  const end = byId("end");
  const verdict = game.checked ? game.verdict() : null;
  if (!verdict || "error" in verdict) {
    reviewing.stop();
    game.review = null;
    hideEnd(end);
    return;
  }
  const { wrong, missed, ray_points: rays, ball_points: balls, accepted, refuting } = verdict;
  const { width, alike } = game;
  const right = wrong.length === 0 && missed.length === 0;
  const lines = [
    make("p", { class: "soft" }, "Point at a place around the box, or go there with the arrows, to see the way of its ray."),
  ];
  if (!game.gaveUp) {
    lines.push(
      make("p", {}, `That is as the original scores it: ${rays} for rays, ${balls} for ${counted(wrong.length, "wrong ball")}.`),
      make("p", {}, accepted ? "Tatham's program accepts your balls: they answer all rays as the hidden atoms do." : "Tatham's program rejects your balls."),
    );
  }
  if (refuting) {
    const { position, fired, exit, supposed } = refuting;
    lines.push(
      make("p", {}, `${game.fired.includes(position) ? "You fired" : fired ? "You know" : "You did not fire"} ${entryName(position, width)}: it is ${outcomeName(position, exit, width)}, and with your balls it would be ${outcomeName(position, supposed, width)}.`),
    );
  }
  const heading = game.gaveUp ? "Given up" : right ? "Right" : accepted ? "Not what was hidden, but nobody could know" : "Wrong";
  const { day } = game.hidden;
  if (day) lines.push(drawDay(day, resultOfDay(), game.fired.length, null));
  const score = game.gaveUp ? `${counted(rays, "point")} for rays` : counted(rays + balls, "point");
  showEnd(end, heading, score, drawGame, ...lines, make("div", { id: "review" }, make("button", { type: "button", onclick: review }, "Review my rays")), make("div", { id: "alike" }, ...alikeInWords()));
  // Whoever shares a day's result shares its par.
  if (game.review || day) review();
  if (!alike) lookForTwins(game);
}
