// The view "Own board": a board from another game, decoded.
import { byId, field, grouped, make, onFile, onSubmit, sentence, showError, waiting } from "../dom.js";
import { BackgroundEngine, ask } from "../engine.js";
import { drawMolecule, shared } from "./figure.js";
import { Grid } from "./grid.js";
import { WrongLink, noteAddress } from "../link.js";
import { cellName, edgesOf, entryName, linkTo, plain, rangeName, readRange, readSize, shotsName, showPreset, sizeName } from "./places.js";
import { bookInWords, bookRay, openBook } from "./book.js";
import { keep } from "../keep.js";
import { bitsInWords, chancesInWords, keptAim, tathamLink } from "./play.js";

/**
 * @typedef {object} Position
 * @property {number} rows
 * @property {number} columns
 * @property {[number, number] | null} atoms
 * @property {[number, number][]} shots
 * @property {number[]} balls
 * @property {number[]} empty
 * @property {boolean} known
 */

/** The time limit for decoding a board, in seconds. */
const OWN_PATIENCE = 60;

/** @type {Position} */
let own = { rows: 8, columns: 8, atoms: [4, 4], shots: [], balls: [], empty: [], known: false };
/** The boards for Undo and those for Redo, the next one last. @type {Position[]} */
const before = [];
/** @type {Position[]} */
const after = [];
/** @type {Grid | null} */
let ownGrid = null;
/** The entry whose answer the user is choosing, and whether the exit is to be chosen next. @type {{position: number, out: boolean} | null} */
let choosing = null;
/** The engine's answer, the board that it is for, and the progress. @type {{of: string, count: any, error: string, done: number}} */
let reply = { of: "", count: null, error: "", done: 0 };
/** The ID of the game in the text that the user pasted, if all its rays are known. @type {string | null} */
let hiddenId = null;
const decoding = new BackgroundEngine("; it is quicker with more rays");

/** Prepares the view. */
export function beginOwn() {
  onSubmit("paste-form", () => readText(field("paste").value));
  onFile("paste-file", readText);
  onSubmit("own-form", () => {});
  field("own-preset").addEventListener("change", () => {
    const { value } = field("own-preset");
    if (value) [field("own-atoms").value, field("own-width").value] = value.split("/");
    readForm();
  });
  field("own-width").addEventListener("change", readForm);
  field("own-atoms").addEventListener("change", readForm);
  field("own-known").addEventListener("change", () => change({ ...own, known: field("own-known").checked }));
  field("own-for").value = keptAim();
  field("own-for").addEventListener("change", aimAt);
  if (field("own-for").value === "points") aimAt();
  byId("own-stop").addEventListener("click", () => {
    decoding.stop();
    reply.error = "Stopped. Change the board to continue.";
    showOwn();
  });
  byId("own-clear").addEventListener("click", () => {
    hiddenId = null;
    change({ ...own, shots: [], balls: [], empty: [] });
  });
  for (const [id, exit] of /** @type {[string, number | null][]} */ ([["choose-absorbed", -1], ["choose-reflected", null]])) {
    byId(id).addEventListener("click", () => choosing && shot(choosing.position, exit ?? choosing.position));
  }
  byId("choose-out").addEventListener("click", () => {
    if (choosing) choosing.out = true;
    updateOwnGrid();
    ownGrid?.edges[choosing?.position ?? 0].focus({ preventScroll: true });
  });
  byId("choose-none").addEventListener("click", () => choosing && shot(choosing.position, null));
  byId("choose").addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !choosing) return;
    const { position } = choosing;
    choosing = null;
    updateOwnGrid();
    ownGrid?.edges[position].focus({ preventScroll: true });
  });
}

/** Keeps what the next ray is for, and asks again. */
async function aimAt() {
  keep("for", field("own-for").value);
  await openBook(field("own-for").value);
  // The reader may look at another view by now.
  if (byId("view-own").hidden) return;
  askOwn();
  updateOwnGrid();
  showOwn();
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterOwn(parts) {
  if (parts.join("") === "") {
    showBoard(own);
    return;
  }
  const position = readAddress(parts);
  // The first board of a visit cannot be undone.
  if (!ownGrid || addressOf(position) === addressOf(own)) showBoard(position);
  else {
    hiddenId = null;
    change(position);
  }
}

/** @type {import("../page.js").Key[]} */
export const ownKeys = [
  ["U", "undo; also Ctrl+Z", () => step(before, after), "own-undo"],
  ["Y", "redo; also Ctrl+Y", () => step(after, before), "own-redo"],
];

/** Goes to the last board of one list, and adds the current one to the other. @param {Position[]} from @param {Position[]} to */
function step(from, to) {
  const position = from.pop();
  if (!position) return;
  to.push(own);
  choosing = null;
  hiddenId = null;
  showError("own-error");
  showBoard(position);
}

/** @param {string[]} parts @returns {Position} */
function readAddress([written, atoms, shots, marks, known]) {
  const wrong = (/** @type {string} */ word) => new WrongLink(`In this link, ${word.slice(0, 20)} is not part of a board.`);
  const size = readSize(written);
  if (!size) throw wrong(written);
  const range = readRange(atoms ?? "");
  if (atoms && !range) throw wrong(atoms);
  /** @type {Position} */
  const position = { ...size, atoms: range, shots: [], balls: [], empty: [], known: known === "known" };
  for (const word of (shots ?? "").split(".").filter((one) => one)) {
    const shot = /^(\d{1,2})(?:H|R|-(\d{1,2}))$/.exec(word);
    if (!shot) throw wrong(word);
    const from = Number(shot[1]);
    position.shots.push([from, word.endsWith("H") ? -1 : word.endsWith("R") ? from : Number(shot[2])]);
  }
  for (const word of (marks ?? "").split(".").filter((one) => one)) {
    const mark = /^([be])(\d{1,3})$/.exec(word);
    if (!mark) throw wrong(word);
    (mark[1] === "b" ? position.balls : position.empty).push(Number(mark[2]));
  }
  const { error } = ask({ accept: position });
  if (error) throw new WrongLink(`This link does not contain a board: ${plain(error)}.`);
  return position;
}

/** @param {Position} position */
function addressOf(position) {
  const { atoms, shots, balls, empty, known } = position;
  const marks = [...balls.map((cell) => `b${cell}`), ...empty.map((cell) => `e${cell}`)];
  return `own/${sizeName(position)}/${rangeName(atoms)}/${shotsName(shots)}/${marks.join(".")}${known ? "/known" : ""}`;
}

/** @param {string} text */
function readText(text) {
  const { ok, error } = ask({ read: { text } });
  const refused = error ?? ask({ accept: ok.position }).error;
  if (refused) {
    showError("paste-error", sentence(plain(refused)));
    return;
  }
  // If all rays are fired, the molecules that agree have the same spectrum.
  const ends = new Set(ok.position.shots.flatMap((/** @type {[number, number]} */ [from, to]) => (to < 0 ? [from] : [from, to])));
  const whole = ends.size === 2 * (ok.position.rows + ok.position.columns);
  hiddenId = ok.disclosed && whole ? ok.hidden : null;
  showError("paste-error");
  history.pushState(null, "", location.hash);
  change({ ...ok.position, known: field("own-known").checked });
}

function readForm() {
  const [size, atoms] = [readSize(field("own-width").value), field("own-atoms").value.trim()];
  const range = readRange(atoms);
  if (!size || (atoms && !range)) {
    showError("own-error", "Enter the size as a number such as 8, or as 12x20 for 12 rows and 20 columns, and the balls as a number or as a range such as 3-6. If you do not know how many balls there are, leave their field empty.");
    return;
  }
  const same = sizeName(size) === sizeName(own);
  /** @type {Position} */
  const position = {
    ...(same ? own : { shots: [], balls: [], empty: [], known: own.known }),
    ...size,
    atoms: range,
  };
  const { error } = ask({ accept: position });
  if (error) showError("own-error", sentence(plain(error)));
  else change(position);
}

/** Enters a ray's answer, or null if the ray was not fired. @param {number} position @param {number | null} exit */
function shot(position, exit) {
  const ends = [position, exit ?? position];
  const others = own.shots.filter(([from, to]) => !ends.includes(from) && !(to >= 0 && ends.includes(to)));
  choosing = null;
  hiddenId = null;
  change({ ...own, shots: exit === null ? others : [...others, [position, exit]] });
  ownGrid?.edges[position].focus({ preventScroll: true });
}

/** Marks a cell. @param {number} cell @param {"balls" | "empty" | null} as */
function markOwn(cell, as) {
  const without = { balls: own.balls.filter((one) => one !== cell), empty: own.empty.filter((one) => one !== cell) };
  if (as) without[as].push(cell);
  hiddenId = null;
  change({ ...own, ...without });
}

/** @param {Position} position */
function change(position) {
  showError("own-error");
  before.push(own);
  after.length = 0;
  showBoard(position);
}

/** @param {Position} position */
function showBoard(position) {
  if (!ownGrid || sizeName(ownGrid.size) !== sizeName(position)) {
    choosing = null;
    ownGrid = new Grid(position, `Own board of ${position.rows} by ${position.columns} cells`, {
      edge: chooseEdge,
      cell: (cell) => markOwn(cell, own.balls.includes(cell) ? "empty" : own.empty.includes(cell) ? null : "balls"),
      mark: (cell) => markOwn(cell, own.empty.includes(cell) ? null : "empty"),
      look: () => {},
    });
    byId("own-board").replaceChildren(ownGrid.element, byId("choose"));
  }
  own = position;
  field("own-width").value = sizeName(own);
  field("own-atoms").value = rangeName(own.atoms);
  showPreset("own-preset", `${rangeName(own.atoms)}/${sizeName(own)}`);
  for (const [id, list] of /** @type {[string, Position[]][]} */ ([["own-undo", before], ["own-redo", after]])) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = list.length === 0;
  }
  field("own-known").checked = own.known;
  noteAddress(addressOf(own));
  askOwn();
  updateOwnGrid();
  showOwn();
}

/** @param {number} position */
function chooseEdge(position) {
  if (choosing?.out && choosing.position !== position) {
    shot(choosing.position, position);
    return;
  }
  choosing = choosing?.position === position ? null : { position, out: false };
  updateOwnGrid();
  if (choosing) byId("choose-absorbed").focus({ preventScroll: true });
}

/** Places the list of answers beside its entry, within the window, without moving anything else. */
function placeChoice() {
  const place = byId("choose");
  place.hidden = choosing === null || choosing.out;
  const spot = ownGrid?.edges[choosing?.position ?? 0];
  if (place.hidden || !spot) return;
  const [board, edge, own] = [byId("own-board"), spot, place].map((one) => one.getBoundingClientRect());
  const side = spot.dataset.turns;
  const within = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(at, most));
  const left = side === "3" ? edge.right : side === "1" ? edge.left - own.width : edge.left + edge.width / 2 - own.width / 2;
  const top = side === "0" ? edge.bottom : side === "2" ? edge.top - own.height : edge.top + edge.height / 2 - own.height / 2;
  place.style.left = `${within(left, 6, document.documentElement.clientWidth - own.width - 6) - board.left}px`;
  place.style.top = `${within(top, 6, Math.max(6, innerHeight - own.height - 6)) - board.top}px`;
}

function askOwn() {
  const position = { ...own, for: field("own-for").value };
  const of = JSON.stringify(position);
  if (reply.of === of) return;
  reply = { of, count: null, error: "", done: 0 };
  decoding.ask([{ decode: position }], OWN_PATIENCE, (_, { ok, error }) => {
    reply = { of, count: ok, error: error ?? "", done: 0 };
    updateOwnGrid();
    showOwn();
  }, (done) => {
    reply.done = done;
    showOwn();
  });
}

function bookNext() {
  return bookRay({ ...own, for: field("own-for").value });
}

function updateOwnGrid() {
  const faults = reply.count?.contradiction ?? { positions: [], cells: [] };
  const next = bookNext() ?? reply.count?.decoded?.document.next?.position ?? null;
  const edges = edgesOf(own.shots, own);
  edges.forEach(({ label, marks }, position) => {
    const note = (/** @type {string} */ mark, words = "") => {
      marks.push(mark);
      edges[position].words += words;
    };
    if (next === position) note("best", ", the next ray");
    if (faults.positions.includes(position)) note("fault", ", part of the contradiction");
    if (choosing?.position === position) note("chosen");
    else if (choosing?.out && label === null) note("choice");
  });
  const chances = reply.count?.chances ?? [];
  const cells = Array.from({ length: own.rows * own.columns }, (_, cell) => {
    const marks = [];
    let words = `${cellName(cell, own)}: `;
    let text = "";
    if (own.balls.includes(cell)) {
      marks.push(chances[cell] ? "held" : "ball");
      words += "a ball";
    } else if (own.empty.includes(cell)) {
      marks.push("empty");
      words += "empty";
    } else words += "open";
    if (chances[cell]) {
      marks.push("chance", ...(reply.count.shares[cell] > 0.6 ? ["hot"] : reply.count.shares[cell] === 0 ? ["nil"] : []));
      text = chances[cell];
      words += `, chance of a ball ${chances[cell]} %`;
    }
    if (faults.cells.includes(cell)) {
      marks.push("fault");
      words += ", part of the contradiction";
    }
    return { text, words, marks, share: reply.count?.shares[cell] };
  });
  ownGrid?.show(edges, cells);
  if (choosing) {
    byId("choose-words").textContent = `What did the ray from ${entryName(choosing.position, own)} do?`;
  }
  byId("own-said").textContent = choosing?.out ? `Now choose where the ray from ${entryName(choosing.position, own)} came out.` : "Choose an arrow to enter what its ray did, or a cell to place a ball; choose the cell again to mark it empty.";
  placeChoice();
}

function showOwn() {
  const { count, error } = reply;
  const decoded = count?.decoded;
  const lines = [];
  // Balls and empty cells that are not certain exclude nothing.
  const given = own.known ? "rays, balls and empty cells" : "rays";
  if (count) {
    if (count.supposed !== null) lines.push(make("p", {}, plain(`No arrangement of ${count.supposed} atoms fits the ${given}, so the page tries ${count.configs}.`)));
    if (count.contradiction) lines.push(make("p", { class: "wrong-sentence" }, sentence(plain(count.contradiction.words))));
    else lines.push(make("p", {}, make("b", {}, count.about ?? grouped(count.count)), ` of ${grouped(count.of)} arrangements (${plain(count.configs)}) ${count.count === "1" ? "fits" : "fit"} the ${given}.`), make("p", {}, chancesInWords(count)));
  }
  if (error) lines.push(make("p", { class: "wrong-sentence" }, sentence(plain(error))));
  if (hiddenId && count && !count.contradiction) {
    // After all rays, the molecules that agree are twins.
    const { ok } = ask({ molecule: { name: hiddenId } });
    lines.push(
      make("p", {}, ...(ok.number ? ["The hidden arrangement is ", linkTo(ok.config, ok.number), ` (${plain(ok.config)}). `] : []),
        count.count === "1" ? "No other arrangement gives these answers, so the board is fair." : `${grouped(count.count)} arrangements give these answers, so the board is not fair.`),
      make("p", {}, tathamLink(ok.game_id)),
    );
  }
  const opening = bookNext();
  if (opening !== null) lines.push(make("p", {}, make("b", {}, `Next ray: ${entryName(opening, own)}`), `, ${bookInWords()}`));
  if (decoded) {
    const { document: found, numbers, verdict, points, next } = decoded;
    lines.push(make("p", { class: "verdict" }, plain(verdict)), ...points.map((/** @type {string} */ line) => make("p", {}, plain(line))));
    if (found.family) {
      const atomsOf = (/** @type {{molecule: string}} */ { molecule }) => [...molecule].flatMap((symbol, cell) => (symbol === "O" ? [cell] : []));
      const [common, rings] = shared(found.molecules.map(atomsOf));
      lines.push(make("div", { class: "twin current" }, drawMolecule(own, "A disc is a ball in all of these arrangements, and a dashed ring a ball in only some of them", common, rings, "", [], () => {}, found.family.slides).element));
    }
    if (found.next && opening === null) {
      lines.push(make("p", {}, make("b", {}, `Next ray: ${plain(next)}.`), ` This ray gives ${bitsInWords(found.next)}.`));
      const rows = found.next.answers.map((/** @type {any} */ one) =>
        make("tr", {}, make("td", {}, one.answer === "out" ? `out at ${entryName(one.position, own)}` : one.answer), make("td", { class: "figure-cell" }, grouped(found.next.bits_error === null ? one.count : Number(Number(one.count).toPrecision(2))))));
      lines.push(make("details", {}, make("summary", {}, "Possible answers to this ray"), table(["answer", found.next.bits_error === null ? "arrangements left" : "arrangements left (about)"], rows)));
    }
    const rows = found.molecules.map((/** @type {any} */ one, /** @type {number} */ at) =>
      make("tr", {}, make("td", {}, numbers[at] === null ? plain(one.config) : linkTo(one.config, numbers[at])), make("td", { class: "mono" }, atomsInWords(one.molecule))));
    const more = BigInt(found.count) - BigInt(found.molecules.length);
    lines.push(
      make("details", { open: found.molecules.length < 6 }, make("summary", {}, found.count_error !== null ? "Some of the arrangements" : more > 0n ? `The first ${found.molecules.length} arrangements` : "The arrangements"), table(["arrangement", "balls (row.column)"], rows)),
    );
  } else if (decoding.busy) {
    // The first step finds the arrangements. The second one weighs rays or, if no arrangement agrees, tries each fact.
    const { done } = reply;
    const facts = own.shots.length + own.balls.length + own.empty.length;
    lines.push(done > 1 ? waiting("Looking for the contradiction", undefined, done / (1 + facts)) : waiting(done ? "Comparing rays" : "Finding the arrangements", undefined, done / 2));
  }
  byId("own-answer").replaceChildren(...lines);
  byId("own-stop").hidden = !decoding.busy;
  byId("own-answer").setAttribute("aria-busy", String(decoding.busy));
}

/** Balls by row and column: 1.3 5.2. @param {string} molecule */
function atomsInWords(molecule) {
  const { columns } = own;
  const cells = [...molecule].flatMap((symbol, cell) => (symbol === "O" ? [cell] : []));
  return cells.map((cell) => `${Math.floor(cell / columns) + 1}.${(cell % columns) + 1}`).join(" ");
}

/** @param {string[]} heads @param {HTMLElement[]} rows */
function table(heads, rows) {
  const head = heads.map((one) => make("th", { scope: "col" }, one));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
