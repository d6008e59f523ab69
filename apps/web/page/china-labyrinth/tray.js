// The tray: all pieces by their doors. A column has the same upper doors, a row the same lower ones.
import { draw, make } from "../dom.js";
import { PIECES } from "./game.js";
import { HEX_RADIUS, HEX_REACH, doorsInWords, drawPiece, pieceName } from "./hexagons.js";

/** The number of pieces in a row. */
const TRAY_ROW = 8;

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
    this.grid = make("div", { class: "grid", role: "grid", "aria-label": "Pieces" });
    this.grid.style.setProperty("--columns", String(TRAY_ROW));
    for (let first = 0; first < PIECES; first += TRAY_ROW) {
      const row = make("div", { role: "row", class: "row" });
      for (let doors = first; doors < first + TRAY_ROW; doors += 1) {
        const spot = make("div", { role: "gridcell", tabindex: "-1", class: "spot cell", "data-piece": doors });
        spot.addEventListener("click", () => act(doors, false));
        spot.addEventListener("focus", () => this.stand(doors));
        spot.append(drawFree(doors));
        this.spots.push(spot);
        row.append(spot);
      }
      this.grid.append(row);
    }
    this.grid.addEventListener("keydown", (event) => this.key(event));
    place.replaceChildren(this.grid);
    this.stand(0);
  }

  /** @param {number} doors */
  stand(doors) {
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
    const steps = { ArrowUp: -TRAY_ROW, ArrowDown: TRAY_ROW, ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      const there = this.at + step;
      const sameRow = Math.floor(there / TRAY_ROW) === Math.floor(this.at / TRAY_ROW);
      if (there >= 0 && there < PIECES && (sameRow || Math.abs(step) === TRAY_ROW)) this.focus(there);
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
      let words = `${pieceName(doors)}: ${doorsInWords(doors)}`;
      if (!isFree) {
        marks.push("gone");
        words += ", lies already";
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
 * A piece as a drawing of its own.
 * @param {number} doors
 */
export function drawFree(doors) {
  const [x, y] = [HEX_REACH + 1, HEX_RADIUS + 1];
  return draw("svg", { class: "free", viewBox: `${-x} ${-y} ${2 * x} ${2 * y}`, "aria-hidden": "true" }, drawPiece(doors));
}
