// What a game can be shared as: a text that gives nothing away, and a link to the same box.
import { byId, counted } from "../dom.js";
import { boxName } from "./places.js";
import { dayInWords } from "./today.js";

/** Shows what can be shared of a game. @param {import("./game.js").Game} game */
export function openShare(game) {
  const { day, told } = game;
  const verdict = game.verdict();
  if ("error" in verdict) return;
  const isFound = verdict.found;
  const par = game.review?.document.par?.points;
  const title = day ? `Black Box, ${dayInWords(day)}` : `Black Box: ${boxName(told, game.size)}`;
  const result = `${isFound ? `✓ ${counted(verdict.ray_points, "point")}` : "✗ not found"}${par === undefined ? "" : ` (par ${par})`}, ${counted(game.fired.length, "ray")}`;
  // What each ray did, and then the balls: that does not say where.
  const rays = game.fired.map((from) => (game.truth.exits[from] < 0 ? "🟥" : game.truth.exits[from] === from ? "⬜" : "🟦"));
  const balls = game.gaveUp ? [] : [...game.balls].map((cell) => (verdict.found || !verdict.wrong.includes(cell) ? "🟡" : "⚫"));
  // A file has no address for others, but a game has its ID.
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
