// What a game can be shared as: a text that gives nothing away, a link to the same box, and a picture.
import { byId, counted } from "../dom.js";
import { labelsOf, boxName, spotOf } from "./places.js";
import { dayInWords } from "./today.js";

/** The side of the picture and the width of its ring, in pixels. */
const SIDE = 1080;
const RING = 108;

/**
 * Shows what can be shared of a game.
 * @param {import("./game.js").Game} game
 * @param {HTMLElement} board Its colours are those of the picture.
 */
export function openShare(game, board) {
  const { day, balls } = game.hidden;
  const verdict = game.verdict();
  if ("error" in verdict) return;
  const isFound = verdict.accepted;
  const par = game.review?.document.par?.points;
  const title = day ? `Black Box, ${dayInWords(day)}` : `Black Box: ${boxName(balls, game.width)}`;
  const result = `${isFound ? `✓ ${counted(verdict.ray_points, "point")}` : "✗ not found"}${par === undefined ? "" : ` (par ${par})`}, ${counted(game.fired.length, "ray")}`;
  const here = location.href.split("#")[0];
  const link = location.protocol.startsWith("http") || !day ? `${here}#play/${game.name}${day ? "" : "/"}` : "";
  byId("share-text").textContent = [title, result, ...(link ? [link] : [])].join("\n");
  const copy = byId("copy");
  copy.textContent = "Copy";
  copy.onclick = async () => {
    const text = byId("share-text").textContent ?? "";
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(byId("share-text"));
      copy.textContent = "Selected: copy it";
    }
  };
  byId("save-picture").onclick = () => {
    const link = document.createElement("a");
    link.href = pictureOf(game, getComputedStyle(board)).toDataURL("image/png");
    link.download = "black-box.png";
    link.click();
  };
  /** @type {HTMLDialogElement} */ (byId("share-sheet")).showModal();
}

/**
 * The box with what its rays did, without its balls.
 * @param {import("./game.js").Game} game
 * @param {CSSStyleDeclaration} colours
 */
function pictureOf({ width, shots }, colours) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const colour = (/** @type {string} */ name) => colours.getPropertyValue(`--${name}`);
  const cell = (SIDE - 2 * RING) / width;
  const middle = (/** @type {number} */ at) => (at === 0 ? RING / 2 : at > width ? SIDE - RING / 2 : RING + (at - 0.5) * cell);
  pen.fillStyle = colour("bezel");
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = colour("box");
  pen.fillRect(RING, RING, SIDE - 2 * RING, SIDE - 2 * RING);
  pen.strokeStyle = colour("box-hair");
  for (let at = 1; at < width; at += 1) {
    pen.strokeRect(RING + at * cell, RING, 0, SIDE - 2 * RING);
    pen.strokeRect(RING, RING + at * cell, SIDE - 2 * RING, 0);
  }
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  labelsOf(shots, width).forEach((label, position) => {
    const { line, column } = spotOf(position, width);
    const [x, y] = [middle(column), middle(line)];
    const size = Math.min(cell, RING) * 0.36;
    pen.beginPath();
    if (label && /\d/.test(label) && Number(label) % 2 === 0) pen.rect(x - size, y - size, 2 * size, 2 * size);
    else pen.arc(x, y, label ? size : size / 3, 0, 7);
    pen.fillStyle = colour(!label ? "port-line" : label === "H" ? "hit" : label === "R" ? "mirror" : `pair-${((Number(label) - 1) % 5) + 1}`);
    pen.fill();
    pen.fillStyle = colour("on-mark");
    pen.font = `bold ${size * 1.2}px sans-serif`;
    if (label) pen.fillText(label, x, y);
  });
  return canvas;
}
