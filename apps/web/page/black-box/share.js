// Sharing a game: a text without spoilers, and a link to the same box.
import { byId, counted } from "../dom.js";
import { boxName } from "./places.js";
import { dayInWords } from "./today.js";

/** Opens the dialog for sharing a game. @param {import("./game.js").Game} game */
export function openShare(game) {
  const { day, ballRange } = game;
  const verdict = game.verdict();
  if ("error" in verdict) return;
  const isFound = verdict.found;
  const par = game.review?.document.par?.points;
  const title = day ? `Black Box, ${dayInWords(day)}` : `Black Box: ${boxName(ballRange, game.size)}`;
  const result = `${isFound ? `✓ ${counted(verdict.ray_points, "point")}` : "✗ not found"}${par === undefined ? "" : ` (par ${par})`}, ${counted(game.fired.length, "ray")}`;
  // The results of the rays, and then the balls, without their places.
  const rays = game.fired.map((from) => (game.truth.exits[from] < 0 ? "🟥" : game.truth.exits[from] === from ? "⬜" : "🟦"));
  const balls = game.gaveUp ? [] : [...game.balls].map((cell) => (verdict.found || !verdict.wrong.includes(cell) ? "🟡" : "⚫"));
  // The address of a local file is of no use to others, so the game ID is shared instead.
  const isHosted = location.protocol.startsWith("http");
  const link = isHosted ? `${location.href.split("#")[0]}#play/${game.name}/` : day ? "" : game.name;
  byId("share-text").textContent = [title, result, [...rays, ...balls].join(""), ...(link ? [link] : [])].join("\n");
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
  /** @type {HTMLDialogElement} */ (byId("share-sheet")).showModal();
}
