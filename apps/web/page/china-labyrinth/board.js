// The board: one group, its open cells, and its holes.
import { counted, draw, stepOf } from "../dom.js";
import { HEXAGONS, around, doorsInWords, drawPiece, listed, middleOf, outline, pieceName } from "./hexagons.js";

/** The least width of a piece in a narrow frame (for fingers) and in a wide one, and the greatest width, in pixels. */
const HEX_LEAST = [46, 40];
const HEX_MOST = 64;
/** The width from which a frame is wide. */
const WIDE_FRAME = 500;

/**
* @typedef {object} Shown The state of the page for drawing a board.
 * @property {string} label
 * @property {import("./game.js").Board} board
 * @property {number | null} piece The free piece that is chosen.
 * @property {string} cell The open cell that is chosen.
 * @property {number | null} laid The laid piece that is chosen.
 * @property {boolean} choices Whether open cells show how many pieces fit there.
 * @property {string} hint The cell of the hint.
 * @property {number} hue
 * @property {import("./hexagons.js").Shape} shape
 */

export class HexBoard {
  /**
   * @param {HTMLElement} frame
   * @param {(q: number, r: number, byKey: boolean) => void} act Called when the user clicks a cell, or presses Enter on it.
   */
  constructor(frame, act) {
    this.frame = frame;
    this.act = act;
    /** The cells that can have the focus, by their coordinates. @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.at = "";
    this.shape = HEXAGONS;
    this.left = 0;
    this.top = 0;
    this.scale = 0;
    this.holes = draw("g", { class: "holes" });
    this.spots = draw("g");
    this.svg = draw("svg", { class: "hexes", role: "group" }, this.holes, this.spots);
    frame.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => {
      const [q, r] = this.cellOf(/** @type {Element} */ (event.target));
      if (Number.isFinite(q)) this.act(q, r, false);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.setTabStop(this.cellOf(/** @type {Element} */ (event.target)).join(",")));
    new ResizeObserver(() => this.fit()).observe(frame);
  }

  /** @param {Element | null} element */
  cellOf(element) {
    return (element?.closest("[data-cell]")?.getAttribute("data-cell") ?? "").split(",").map((text) => (text === "" ? NaN : Number(text)));
  }

  /** @param {string} cell */
  setTabStop(cell) {
    if (!this.cells.has(cell)) return;
    this.cells.get(this.at)?.setAttribute("tabindex", "-1");
    this.at = cell;
    this.cells.get(cell)?.setAttribute("tabindex", "0");
  }

  /** Moves the focus to a cell. @param {string} cell */
  focus(cell) {
    this.setTabStop(cell);
    const spot = this.cells.get(this.at);
    spot?.focus();
    spot?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Scrolls the frame to a cell, but not the page. @param {string} cell */
  reveal(cell) {
    const spot = this.cells.get(cell)?.getBoundingClientRect();
    if (!spot) return;
    const frame = this.frame.getBoundingClientRect();
    const beyond = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ least, /** @type {number} */ most) => Math.min(0, low - least) + Math.max(0, high - most);
    this.frame.scrollLeft += beyond(spot.left, spot.right, frame.left, frame.right);
    this.frame.scrollTop += beyond(spot.top, spot.bottom, frame.top, frame.bottom);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = stepOf(event);
    if (way) {
      const there = this.next(way);
      if (there) this.focus(there);
    } else if (event.key === "Enter" || event.key === " ") {
      const [q, r] = this.at.split(",").map(Number);
      if (this.cells.has(this.at)) this.act(q, r, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction. Sideways distance counts double. @param {number[]} way */
  next([right, down]) {
    const here = this.middle(this.at);
    let best = "";
    let least = Infinity;
    for (const cell of this.cells.keys()) {
      const there = this.middle(cell);
      const [x, y] = [there[0] - here[0], there[1] - here[1]];
      const ahead = x * right + y * down;
      const score = ahead + 2 * Math.abs(x * down) + 2 * Math.abs(y * right);
      // The cell must be ahead by more than half a cell, so that a step to the right does not change the row.
      if (ahead > this.shape.reach / 2 && score < least) [best, least] = [cell, score];
    }
    return best;
  }

  /** The middle of a cell in the drawing. @param {string} cell */
  middle(cell) {
    return middleOf(/** @type {[number, number]} */ (cell.split(",").map(Number)), this.shape);
  }

  /** @param {Shown} shown */
  show(shown) {
    const { board, label, shape } = shown;
    if (shape !== this.shape) {
      this.shape = shape;
      this.cells.clear();
      this.spots.replaceChildren();
    }
    this.svg.setAttribute("aria-label", label);
    this.svg.setAttribute("class", `hexes hue-${shown.hue}`);
    const lying = new Map(board.pieces.map(([q, r, doors]) => [`${q},${r}`, doors]));
    /** @type {Map<string, SVGElement>} */
    const before = this.cells;
    this.cells = new Map();
    for (const [q, r, doors, given] of board.pieces) {
      const marks = [given ? "given" : "", shown.laid === doors ? "chosen" : ""];
      const words = `${pieceName(doors, shape)}: ${doorsInWords(doors, shape)}${given ? ", laid for you" : ", laid"}`;
      this.updateSpot(before, q, r, `lying finger ${marks.join(" ")}`, words, shown.laid === doors, `piece ${doors}`, () => [drawPiece(doors, shape)]);
    }
    for (const [q, r, fits] of board.open) {
      const cell = `${q},${r}`;
      const beside = around([q, r], shape).flatMap(([other, name]) => {
        const doors = lying.get(other.join(","));
        return doors === undefined ? [] : [`${pieceName(doors, shape)} (${name})`];
      });
      const lit = shown.piece !== null && fits.includes(shown.piece);
      const dead = shown.choices && fits.length === 0;
      const marks = [lit ? "lit" : "", dead ? "dead" : "", shown.cell === cell ? "chosen" : "", shown.hint === cell ? "hinted" : ""];
      const where = beside.length > 0 ? `open, beside ${listed(beside)}` : "a new group begins here";
      const words = `${where}: ${counted(fits.length, "piece fits", "pieces fit")}${lit ? `, ${pieceName(shown.piece ?? 0, shape)} among them` : ""}${shown.hint === cell ? ", the hint" : ""}`;
      const text = shown.hint === cell ? "?" : shown.choices ? String(fits.length) : lit ? "+" : "";
      this.updateSpot(before, q, r, `open finger ${marks.join(" ")}`, words, shown.cell === cell, `open ${text}`, () => [
        draw("polygon", { class: "ground", points: outline(shape, 2) }),
        text ? draw("text", { class: "sign", y: 5.5 }, text) : draw("circle", { class: "dot", r: 2.5 }),
      ]);
    }
    for (const [cell, spot] of before) if (!this.cells.has(cell)) spot.remove();
    const hole = (/** @type {[number, number]} */ cell) => draw("polygon", { points: outline(shape), transform: `translate(${middleOf(cell, shape).join(" ")})` });
    this.holes.replaceChildren(...board.holes.flat().map(hole));
    if (!this.cells.has(this.at)) this.at = this.cells.keys().next().value ?? "";
    for (const [cell, spot] of this.cells) spot.setAttribute("tabindex", cell === this.at ? "0" : "-1");
    this.fit();
  }

  /**
   * @param {Map<string, SVGElement>} before
   * @param {number} q
   * @param {number} r
   * @param {string} classes
   * @param {string} words
   * @param {boolean} pressed
   * @param {string} look A key of the drawing, which is drawn again only if the key changes.
   * @param {() => SVGElement[]} drawn
   */
  updateSpot(before, q, r, classes, words, pressed, look, drawn) {
    const cell = `${q},${r}`;
    let spot = before.get(cell);
    if (!spot) {
      spot = draw("g", { role: "button", tabindex: "-1", "data-cell": cell, transform: `translate(${middleOf([q, r], this.shape).join(" ")})` });
      this.spots.append(spot);
    }
    if (spot.dataset.look !== look) {
      spot.dataset.look = look;
      spot.replaceChildren(...drawn());
    }
    spot.setAttribute("class", classes);
    spot.setAttribute("aria-label", words);
    spot.setAttribute("aria-pressed", String(pressed));
    this.cells.set(cell, spot);
  }

  /** Scales the group to the frame. If cells would be too small for a finger, the frame scrolls instead. */
  fit() {
    const wide = this.frame.clientWidth;
    const high = this.frame.clientHeight;
    if (this.cells.size === 0 || wide === 0) return;
    const middles = [...this.cells.keys()].map((cell) => this.middle(cell));
    const { reach, high: half } = this.shape;
    const [xs, ys] = [middles.map(([x]) => x), middles.map(([, y]) => y)];
    const left = Math.min(...xs) - reach - 4;
    const top = Math.min(...ys) - half - 4;
    const width = Math.max(...xs) + reach + 4 - left;
    const height = Math.max(...ys) + half + 4 - top;
    const fitting = Math.min(wide / width, high / height) * 2 * reach;
    const scale = Math.min(HEX_MOST, Math.max(HEX_LEAST[wide < WIDE_FRAME ? 0 : 1], fitting)) / (2 * reach);
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.setAttribute("width", String(Math.floor(width * scale)));
    this.svg.setAttribute("height", String(Math.floor(height * scale)));
    // Visible cells stay where they are when the group grows to the left or upwards.
    if (this.scale > 0) {
      this.frame.scrollLeft += (this.left - left) * scale;
      this.frame.scrollTop += (this.top - top) * scale;
    }
    [this.left, this.top, this.scale] = [left, top, scale];
  }
}
