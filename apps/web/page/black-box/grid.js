// The board: a box with the entries around it, for fingers, mouse and keys.
import { draw, make, stepOf } from "../dom.js";
import { colourOf, keyOf, markOf, thingOf, turnsOf, WOULD } from "./marks.js";
import { pathOf, pointsOf, spotOf, wallOf } from "./places.js";

/** An entry, with the label of its ray if that is known. @typedef {{label: string | null, words: string, marks: string[]}} Edge */
/** @typedef {{text: string, words: string, marks: string[], share?: number}} Cell */
/** A ray to draw: its position, path, exit and label, and `kind` as a class such as "supposed". @typedef {{position: number, path: [number[], number | null], exit: number, label: string, kind?: string}} Ray */
/**
 * @typedef {object} Acts The handlers of a board's events.
 * @property {(position: number) => void} edge Enter or a click on an entry.
 * @property {(cell: number) => void} cell Enter or a click in the box.
 * @property {(cell: number) => void} mark Space, a right click or a long press in the box.
 * @property {(position: number) => void} [line] Space or a right click on an entry.
 * @property {(position: number | null) => void} look The pointer or the focus has entered or left an entry.
 */

/** The time of a long press with a finger, in milliseconds. */
const LONG_PRESS = 450;

export class Grid {
  /** @param {import("./places.js").Size} size @param {string} label @param {Acts} acts */
  constructor(size, label, acts) {
    const { rows, columns } = size;
    this.size = size;
    this.acts = acts;
    /** @type {HTMLElement[][]} */
    this.spots = [];
    /** @type {HTMLElement[]} */
    this.edges = [];
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** The last look of each spot, which is drawn again only if it changes. @type {Map<HTMLElement, string>} */
    this.shown = new Map();
    /** The ray that was fired last, until the board changes. @type {number | null} */
    this.fresh = null;
    this.element = make("div", { class: "grid", role: "grid", "aria-label": label });
    this.element.style.setProperty("--n", String(columns));
    this.element.style.setProperty("--rows", String(rows));
    const layer = (/** @type {string} */ name) => draw("svg", { class: `layer ${name}`, viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    this.lamps = draw("g");
    this.ticks = layer("ticks");
    this.ticks.innerHTML = ticksOf(size);
    this.ticks.append(this.lamps);
    this.rays = layer("rays");
    this.element.append(this.ticks);
    for (let line = 0; line <= rows + 1; line += 1) {
      const row = make("div", { role: "row", class: line === 0 || line > rows ? "row rim" : "row" });
      this.spots.push([]);
      for (let column = 0; column <= columns + 1; column += 1) {
        const spot = make("div", { role: "gridcell", class: "spot" });
        row.append(spot);
        this.spots[line].push(spot);
      }
      this.element.append(row);
    }
    this.element.append(this.rays);
    for (let position = 0; position < 2 * (rows + columns); position += 1) {
      const { line, column } = spotOf(position, size);
      const spot = this.spots[line][column];
      spot.classList.add("edge");
      spot.dataset.turns = String(turnsOf(position, size));
      spot.style.setProperty("--at", String(position));
      this.edges.push(spot);
      // A touch ends at once, so it must not clear the entry that the player looks at.
      const looks = (/** @type {number | null} */ at) => (/** @type {Event} */ event) => event instanceof PointerEvent && event.pointerType === "touch" || acts.look(at);
      for (const event of ["pointerenter", "focus"]) spot.addEventListener(event, looks(position));
      for (const event of ["pointerleave", "blur"]) spot.addEventListener(event, looks(null));
    }
    for (let cell = 0; cell < rows * columns; cell += 1) {
      const spot = this.spots[Math.floor(cell / columns) + 1][(cell % columns) + 1];
      spot.classList.add("cell");
      this.cells.push(spot);
    }
    for (const spot of [...this.edges, ...this.cells]) spot.tabIndex = -1;
    this.at = { line: 1, column: 0 };
    this.spots[1][0].tabIndex = 0;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.setTabStop(/** @type {HTMLElement} */ (event.target)));
    this.listen();
  }

  /** The spot of an event, if it is an entry or a cell. @param {Event} event */
  spotOf({ target }) {
    return /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(".edge, .cell"));
  }

  /** @param {HTMLElement} spot @param {boolean} isMark */
  press(spot, isMark) {
    const cell = this.cells.indexOf(spot);
    if (cell < 0) (isMark ? this.acts.line : this.acts.edge)?.(this.edges.indexOf(spot));
    else (isMark ? this.acts.mark : this.acts.cell)(cell);
  }

  /** Handles the pointer. A finger may slide along the entries, and fires where it is lifted. A long press marks. */
  listen() {
    /** @type {HTMLElement | null} */
    let aim = null;
    let timer = 0;
    let isDone = false;
    const aimAt = (/** @type {HTMLElement | null} */ spot) => {
      aim?.classList.remove("aim");
      aim = spot;
      if (spot?.matches(".edge")) spot.classList.add("aim");
    };
    this.element.addEventListener("pointerdown", (event) => {
      isDone = false;
      const spot = event.pointerType === "mouse" ? null : this.spotOf(event);
      aimAt(spot);
      if (!spot) return;
      timer = setTimeout(() => {
        isDone = true;
        aimAt(null);
        this.press(spot, true);
      }, LONG_PRESS);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!aim) return;
      const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".edge") ?? null);
      if (!under || under === aim || !aim.matches(".edge") || !this.edges.includes(under)) return;
      clearTimeout(timer);
      aimAt(under);
    });
    this.element.addEventListener("pointerup", () => {
      clearTimeout(timer);
      if (!aim?.matches(".edge")) return aimAt(null);
      const spot = aim;
      aimAt(null);
      isDone = true;
      this.press(spot, false);
    });
    this.element.addEventListener("pointercancel", () => {
      clearTimeout(timer);
      aimAt(null);
    });
    this.element.addEventListener("click", (event) => {
      const spot = this.spotOf(event);
      if (spot && !isDone) this.press(spot, false);
      isDone = false;
    });
    this.element.addEventListener("contextmenu", (event) => {
      const spot = this.spotOf(event);
      if (!spot) return;
      event.preventDefault();
      const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
      if (!isTouch) this.press(spot, true);
    });
  }

  /** @param {HTMLElement} spot */
  setTabStop(spot) {
    this.spots[this.at.line][this.at.column].tabIndex = -1;
    for (const [line, row] of this.spots.entries()) {
      const column = row.indexOf(spot);
      if (column >= 0) this.at = { line, column };
    }
    this.spots[this.at.line][this.at.column].tabIndex = 0;
  }

  /** Gives the focus to the spot that had it last. */
  focus() {
    this.spots[this.at.line][this.at.column].focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = stepOf(event);
    const { line, column } = this.at;
    const { rows, columns } = this.size;
    const isRim = line === 0 || line > rows;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) this.spotAt(line + step[1], column + step[0])?.focus();
    else if (event.key === "Home") this.spotAt(line, isRim ? 1 : 0)?.focus();
    else if (event.key === "End") this.spotAt(line, isRim ? columns : columns + 1)?.focus();
    // A key that is held since the game before must not play in the next one.
    else if (event.key === "Enter" || event.key === " ") event.repeat || this.press(this.spots[line][column], event.key === " ");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The spot at a row and column, if it is an entry or a cell. @param {number} line @param {number} column */
  spotAt(line, column) {
    const spot = this.spots[line]?.[column];
    return spot?.matches(".edge, .cell") ? spot : undefined;
  }

  /**
   * Shows what is known.
   * @param {Edge[]} edges
   * @param {Cell[]} cells
   * @param {Ray[]} [rays] Rays to draw in the open box. While it is closed, light shows only at the wall.
   * @param {boolean} [isOpen]
   */
  show(edges, cells, rays = [], isOpen = false) {
    const fresh = this.fresh;
    const mate = fresh === null ? null : edges.findIndex(({ label }, at) => at !== fresh && label === edges[fresh].label && /\d/.test(label ?? ""));
    edges.forEach(({ label, words, marks }, position) => {
      const turns = turnsOf(position, this.size);
      const isFresh = position === fresh || position === mate;
      let look = label ? markOf(label, turns, isFresh ? (label === "H" ? "absorb" : "pop") : "") : marks.includes("supposed") ? WOULD : keyOf(turns);
      if (isFresh) look = keyOf(turns, position === fresh ? "firing" : "unlit") + look;
      this.updateSpot(this.edges[position], `spot edge${label ? " done" : ""}`, marks, words, look);
    });
    cells.forEach(({ text, words, marks, share }, place) => {
      this.updateSpot(this.cells[place], "spot cell", marks, words, `${thingOf(marks)}${text ? `<span>${text}</span>` : ""}`);
      this.cells[place].style.setProperty("--share", String(share ?? 0));
    });
    const leaks = edges.map(({ label, marks }, position) => (label ? leakOf(position, this.size, label, isOpen, (position === fresh || position === mate) && !isOpen, marks) : ""));
    const shot = fresh !== null && edges[fresh].label ? shotOf(fresh, mate, edges[fresh].label ?? "", this.size) : "";
    const ways = rays.map((ray, at) => rayOf(ray, this.size, at));
    const look = [...leaks, ...ways, shot].join("");
    if (this.shown.get(this.element) !== look) this.rays.innerHTML = look;
    this.shown.set(this.element, look);
    this.fresh = null;
    const { columns } = this.size;
    const lamps = cells.flatMap(({ marks }, cell) => (marks.includes("right") ? [`<circle class="lamp" fill="url(#lamp)" cx="${(cell % columns) + 0.5}" cy="${Math.floor(cell / columns) + 0.5}" r="2.1"/>`] : [])).join("");
    if (this.lamps.innerHTML.length !== lamps.length || !lamps) this.lamps.innerHTML = lamps;
    this.element.classList.toggle("open", isOpen);
    this.element.classList.toggle("won", lamps !== "" && isOpen && !cells.some(({ marks }) => marks.includes("wrong")));
  }

  /** @param {HTMLElement} spot @param {string} classes @param {string[]} marks @param {string} words @param {string} look */
  updateSpot(spot, classes, marks, words, look) {
    const aim = spot.classList.contains("aim") ? ["aim"] : [];
    const wanted = [classes, ...marks, ...aim].join(" ");
    if (spot.className !== wanted) spot.className = wanted;
    if (this.shown.get(spot) !== look) spot.innerHTML = look;
    this.shown.set(spot, look);
    if (spot.getAttribute("aria-label") !== words) spot.setAttribute("aria-label", words);
  }
}

/** The lines of the box, and crosses at the corners of its cells. @param {import("./places.js").Size} size */
function ticksOf({ rows, columns }) {
  let [lines, crosses] = ["", ""];
  for (let row = 1; row < rows; row += 1) lines += `M0 ${row}H${columns}`;
  for (let column = 1; column < columns; column += 1) {
    lines += `M${column} 0V${rows}`;
    for (let row = 1; row < rows; row += 1) crosses += `M${column - 0.085} ${row}h.17M${column} ${row - 0.085}v.17`;
  }
  return `<path class="hair" d="${lines}"/><path class="cross-hair" d="${crosses}"/>`;
}

/** The transformation of a drawing for an entry at the top, at (0, 0) and pointing down, to this entry. @param {number} position @param {import("./places.js").Size} size */
function placed(position, size) {
  return `transform="translate(${wallOf(spotOf(position, size), size).join(" ")}) rotate(${90 * turnsOf(position, size)})"`;
}

/**
* The light inside the wall where a ray was fired or came out.
 * @param {number} position
 * @param {import("./places.js").Size} size
 * @param {string} label
 * @param {boolean} isOpen
 * @param {boolean} isFresh
 * @param {string[]} marks
 */
function leakOf(position, size, label, isOpen, isFresh, marks) {
  const bar = label === "R" ? "M-.34 0H.34" : "M-.17 0H.17";
  const glow = label === "H" ? "M-.62 0A.62 .62 0 0 0 .62 0Z" : "M-.16 0L-.42 1H.42L.16 0Z";
  const light = isOpen || label === "R" ? "" : `<path class="glow" fill="url(#glow-${colourOf(label)})" d="${glow}"/>`;
  return `<g class="leak ${colourOf(label)}${isFresh ? " fresh" : ""}${marks.includes("dim") ? " dim" : ""}" ${placed(position, size)}>${light}<path class="bar" d="${bar}"/></g>`;
}

/**
* An animated shot: the beam enters, and then leaves, returns, or ends in a bloom at the wall.
 * @param {number} from
 * @param {number | null} to
 * @param {string} label
 * @param {import("./places.js").Size} size
 */
function shotOf(from, to, label, size) {
  const beam = (/** @type {string} */ name) => `<path class="${name} wide" d="M0 -.2V1.1"/><path class="${name}" d="M0 -.2V1.1"/>`;
  const inside = label === "H" ? `${beam("in")}<circle class="bloom" fill="url(#bloom)" r="1.1"/>` : label === "R" ? beam("in") + beam("back") : beam("in");
  const outside = to === null || to < 0 ? "" : `<g ${placed(to, size)}>${beam("out")}</g>`;
  return `<g class="shot ${colourOf(label)}"><g ${placed(from, size)}>${inside}</g>${outside}</g>`;
}

/** @param {Ray} ray @param {import("./places.js").Size} size @param {number} order */
function rayOf({ position, path, exit, label, kind = "" }, size, order) {
  const d = pathOf(pointsOf(position, path, exit, size));
  const line = `<path class="line" pathLength="1" d="${d}"/>`;
  const glow = kind.includes("supposed") ? "" : `<path class="far" pathLength="1" d="${d}"/><path class="near" pathLength="1" d="${d}"/>`;
  return `<g class="ray ${label ? colourOf(label) : "c-none"} ${kind}" data-from="${position}" data-order="${Math.min(order, 9)}">${glow}${kind.includes("supposed") ? line.replace('pathLength="1" ', "") : line}</g>`;
}
