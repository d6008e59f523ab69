// A small window shows a wide board with small cells. It can be enlarged, and then scrolls in its frame.
import { keep, kept } from "./keep.js";

/** From this width on, a finger hits a cell, in pixels. */
const FINGER = 30;

/**
 * Shows a button while the cells of a board are small, and enlarges them by it.
 * @param {HTMLElement} button
 * @param {HTMLElement} board
 * @param {() => void} [enlarged] Scrolls the enlarged board to what matters.
 */
export function allowZoom(button, board, enlarged = () => {}) {
  const mark = () => {
    const { scrollLeft: left, scrollTop: top } = board;
    const beyond = [top, board.scrollWidth - board.clientWidth - left, board.scrollHeight - board.clientHeight - top, left];
    board.style.borderColor = beyond.map((pixels) => (pixels > 1 ? "var(--accent)" : "transparent")).join(" ");
  };
  const fit = () => {
    board.classList.remove("zoomed");
    const width = board.querySelector(".cell")?.getBoundingClientRect().width ?? 0;
    const isSmall = width > 0 && width < FINGER;
    const isOn = kept("zoom") === "on";
    button.hidden = !isSmall;
    button.setAttribute("aria-pressed", String(isOn));
    board.classList.toggle("zoomed", isSmall && isOn);
    if (isSmall && isOn) enlarged();
    mark();
  };
  button.addEventListener("click", () => {
    keep("zoom", kept("zoom") === "on" ? "off" : "on");
    fit();
  });
  board.addEventListener("scroll", mark);
  // Not at once, because a board that is enlarged changes the size of its table.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(/** @type {HTMLElement} */ (board.parentElement));
  new MutationObserver(fit).observe(board, { childList: true });
}
