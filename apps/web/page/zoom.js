// Zooming: in a small window, a wide board has small cells. If enlarged, it scrolls in its frame.
import { keep, kept } from "./keep.js";

/** The least width of a cell for a finger, in pixels. */
const FINGER = 30;

/**
* Shows a button that enlarges the cells of a board while they are too small for a finger.
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
  // In the next frame, because enlarging the board resizes the observed element.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(/** @type {HTMLElement} */ (board.parentElement));
  new MutationObserver(fit).observe(board, { childList: true });
}
