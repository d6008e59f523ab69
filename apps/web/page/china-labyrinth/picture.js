// Groups side by side in one drawing.
import { draw } from "../dom.js";
import { HEXAGONS, drawPiece, middleOf, outline } from "./hexagons.js";

/** The gap between groups, in the units of drawings. */
const GROUP_GAP = 16;

/** The number of colours. */
const HUES = 6;

/** The width of a drawing of all groups. In a narrow window, it is less, so that the numbers are readable. */
export const wideOf = (/** @type {number} */ usual) => (innerWidth < 600 ? 380 : usual);

/** @param {number} board */
export function hueOf(board) {
  return (board % HUES) + 1;
}

/**
* Arranges groups in rows of about the wanted width, the largest ones first.
 * @param {[number, number][][]} groups The cells of each.
 * @param {number} wanted
 * @param {import("./hexagons.js").Shape} [shape]
 * @returns {{shifts: [number, number][], width: number, height: number}}
 */
export function arrange(groups, wanted, shape = HEXAGONS) {
  const boxes = groups.map((cells, group) => {
    const middles = cells.map((cell) => middleOf(cell, shape));
    const xs = middles.map(([x]) => x);
    const ys = middles.map(([, y]) => y);
    const left = Math.min(...xs) - shape.reach;
    const top = Math.min(...ys) - shape.high;
    return { group, left, top, width: Math.max(...xs) + shape.reach - left, height: Math.max(...ys) + shape.high - top };
  });
  boxes.sort((one, other) => other.width * other.height - one.width * one.height);
  /** @type {[number, number][]} */
  const shifts = [];
  const widest = Math.max(wanted, boxes[0]?.width ?? 0);
  let [x, y, tallest, width] = [GROUP_GAP, GROUP_GAP, 0, 0];
  for (const box of boxes) {
    if (x > GROUP_GAP && x + box.width > widest) [x, y, tallest] = [GROUP_GAP, y + tallest + GROUP_GAP, 0];
    shifts[box.group] = [x - box.left, y - box.top];
    x += box.width + GROUP_GAP;
    width = Math.max(width, x);
    tallest = Math.max(tallest, box.height);
  }
  return { shifts, width, height: y + tallest + GROUP_GAP };
}

/**
* Draws a piece at its place.
 * @param {[number, number]} cell
 * @param {number} doors
 * @param {[number, number]} shift
 * @param {number} board
 * @param {import("./hexagons.js").Shape} [shape]
 */
export function placed(cell, doors, shift, board, shape = HEXAGONS) {
  const [x, y] = middleOf(cell, shape);
  return draw("g", { class: `hue-${hueOf(board)}`, transform: `translate(${(x + shift[0]).toFixed(2)} ${(y + shift[1]).toFixed(2)})` }, drawPiece(doors, shape));
}

/**
* Draws all groups with their holes.
 * @param {import("./game.js").Board[]} boards
 * @param {string} title
 * @param {number[]} [way] The pieces to highlight.
 * @param {import("./hexagons.js").Shape} [shape]
 */
export function drawGroups(boards, title, way = [], shape = HEXAGONS) {
  const cells = boards.map(({ pieces }) => pieces.map(([q, r]) => /** @type {[number, number]} */ ([q, r])));
  const { shifts, width, height } = arrange(cells, wideOf(700), shape);
  const svg = draw("svg", { class: "hexes whole", viewBox: `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`, role: "img", "aria-label": title });
  boards.forEach(({ pieces, holes }, board) => {
    for (const cell of holes.flat()) {
      const [x, y] = middleOf(cell, shape);
      const at = `translate(${(x + shifts[board][0]).toFixed(2)} ${(y + shifts[board][1]).toFixed(2)})`;
      svg.append(draw("g", { class: `holes hue-${hueOf(board)}` }, draw("polygon", { points: outline(shape), transform: at })));
    }
    for (const [q, r, doors] of pieces) {
      const piece = placed([q, r], doors, shifts[board], board, shape);
      if (way.includes(doors)) piece.classList.add("on-path");
      svg.append(piece);
    }
  });
  return svg;
}
