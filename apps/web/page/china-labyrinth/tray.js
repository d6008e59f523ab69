// The tray: all pieces by their doors. The pieces of a column share their first doors, those of a row their last doors.
import { draw, make, stepOf } from "../dom.js";
import { HEXAGONS, doorsInWords, drawPiece, pieceName } from "./hexagons.js";

export class Tray {
  /**
   * @param {HTMLElement} place
   * @param {(doors: number, byKey: boolean) => void} act
   */
  constructor(place, act) {
    this.act = act;
    this.at = 0;
    /** @type {HTMLElement[]} */
    this.spots = [];
    this.shape = HEXAGONS;
    /** The number of pieces in a row. */
    this.row = 0;
    this.grid = make("div", { class: "grid", role: "grid", "aria-label": "Pieces" });
    this.grid.addEventListener("keydown", (event) => this.key(event));
    place.replaceChildren(this.grid);
    this.fill(HEXAGONS);
  }

  /** Fills the tray with all pieces of a shape. @param {import("./hexagons.js").Shape} shape */
  fill(shape) {
    const doors = shape.steps.length;
    this.shape = shape;
    this.row = 2 ** (doors / 2);
    this.spots = [...Array(2 ** doors).keys()].map((piece) => {
      const spot = make("div", { role: "gridcell", tabindex: "-1", class: "spot cell", "data-piece": piece });
      spot.addEventListener("click", () => this.act(piece, false));
      spot.addEventListener("focus", () => this.setTabStop(piece));
      spot.append(drawFree(piece, shape));
      return spot;
    });
    const rows = [...Array(this.row).keys()].map((row) => make("div", { role: "row", class: "row" }, ...this.spots.slice(row * this.row, (row + 1) * this.row)));
    this.grid.style.setProperty("--columns", String(this.row));
    this.grid.replaceChildren(...rows);
    this.at = 0;
    this.setTabStop(0);
  }

  /** @param {number} doors */
  setTabStop(doors) {
    this.spots[this.at].tabIndex = -1;
    this.at = doors;
    this.spots[doors].tabIndex = 0;
  }

  /** @param {number} doors */
  focus(doors) {
    this.spots[doors].focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = stepOf(event);
    if (step) {
      const there = this.at + step[0] + step[1] * this.row;
      const sameRow = Math.floor(there / this.row) === Math.floor(this.at / this.row);
      if (there >= 0 && there < this.spots.length && (sameRow || step[1] !== 0)) this.focus(there);
    } else if (event.key === "Enter" || event.key === " ") {
      this.act(this.at, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Set<number>} free
   * @param {number | null} chosen
   * @param {Set<number> | null} fits The pieces that fit on the chosen cell, if there is one.
   * @param {number | null} hinted
   */
  show(free, chosen, fits, hinted) {
    this.spots.forEach((spot, doors) => {
      const isFree = free.has(doors);
      const marks = ["spot", "cell"];
      let words = `${pieceName(doors, this.shape)}: ${doorsInWords(doors, this.shape)}`;
      if (!isFree) {
        marks.push("gone");
        words += ", already on a board";
      } else if (fits?.has(doors)) {
        marks.push("lit");
        words += ", fits";
      } else if (fits) {
        marks.push("unfit");
        words += ", does not fit";
      }
      if (chosen === doors) marks.push("chosen");
      if (hinted === doors) {
        marks.push("hinted");
        words += ", the hint";
      }
      spot.className = marks.join(" ");
      spot.setAttribute("aria-label", words);
      spot.setAttribute("aria-selected", String(chosen === doors));
      spot.setAttribute("aria-disabled", String(!isFree));
    });
  }
}

/**
* A drawing of a single piece.
 * @param {number} doors
 * @param {import("./hexagons.js").Shape} [shape]
 */
export function drawFree(doors, shape = HEXAGONS) {
  const [x, y] = [shape.reach + 1, shape.high + 1];
  return draw("svg", { class: "free", viewBox: `${-x} ${-y} ${2 * x} ${2 * y}`, "aria-hidden": "true" }, drawPiece(doors, shape));
}
