// The shuttle with its hooks and rings, for fingers, mouse and keys.
import { draw, make } from "../dom.js";

/** The greatest number of hooks in one row on a small screen. More are in two rows. */
const HOOKS_IN_A_ROW = 6;

/** The drawing of one hook: its width and height, the heights of the rails, and that of the base. */
const HOOK_BOX = { width: 120, height: 158, back: 50, front: 66, base: 122 };
const TIP_WIDTH = 20;
const HANDLE_WIDTH = 60;

export class Shuttle {
  /**
   * @param {number} rings
   * @param {(hook: number) => void} act Called when the user wants to move a hook.
   */
  constructor(rings, act) {
    /** @type {HTMLElement[]} */
    this.hooks = Array.from({ length: rings }, (_, at) => {
      const number = at + 1;
      return make("button", { type: "button", class: "hook target", tabindex: at === 0 ? 0 : -1, onclick: () => act(number) }, drawHook(number));
    });
    const half = rings > HOOKS_IN_A_ROW ? Math.ceil(rings / 2) : rings;
    const rows = [this.hooks.slice(0, half), this.hooks.slice(half)].filter((row) => row.length > 0);
    this.element = make("div", { class: "shuttle", role: "toolbar", "aria-label": `Shuttle with ${rings} rings` });
    this.element.classList.toggle("many", rings > 8);
    this.element.style.setProperty("--rings", String(rings));
    for (const [at, row] of rows.entries()) {
      const part = make("div", { class: "part" }, at === 0 ? drawTip() : null, ...row, at === rows.length - 1 ? drawHandle() : null);
      part.style.setProperty("--hooks", String(row.length));
      // The width of the tip and the handle in this row, relative to the height.
      part.style.setProperty("--ends", String(((at === 0 ? TIP_WIDTH : 0) + (at === rows.length - 1 ? HANDLE_WIDTH : 0)) / HOOK_BOX.height));
      this.element.append(part);
    }
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => {
      for (const hook of this.hooks) hook.tabIndex = hook === event.target ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.hooks.indexOf(/** @type {HTMLElement} */ (event.target));
    const last = this.hooks.length - 1;
    const places = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last };
    const place = places[/** @type {keyof typeof places} */ (event.key)];
    if (place === undefined) return;
    this.hooks[Math.min(Math.max(place, 0), last)].focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Shows a state.
   * @param {import("./game.js").Seen} seen
   * @param {number | null} next The hook of a hint.
   */
  show(seen, next) {
    for (const [at, hook] of this.hooks.entries()) {
      hook.classList.toggle("down", seen.down[at]);
      hook.classList.toggle("next", at + 1 === next);
      const words = `Hook ${at + 1}: ${seen.down[at] ? "down, its ring is free" : "up, its ring holds the shuttle"}${at + 1 === next ? ", the hook to move next" : ""}`;
      if (hook.getAttribute("aria-label") !== words) hook.setAttribute("aria-label", words);
    }
    this.element.classList.toggle("free", seen.distance === 0);
  }

  /** Animates a hook that cannot move. @param {number} hook */
  refuse(hook) {
    const refused = this.hooks[hook - 1];
    refused.classList.remove("refused");
    // Reading the layout restarts the animation.
    void refused.offsetWidth;
    refused.classList.add("refused");
  }
}

/**
 * A hook with its ring, the part of the shuttle around it, and of the base beneath it.
 * The back half of the ring is behind the rails, and the hook is between them.
 * @param {number} number
 */
function drawHook(number) {
  const { width, height, back, front, base } = HOOK_BOX;
  const middle = width / 2;
  const rail = (/** @type {number} */ y) => draw("path", { class: "rail", d: `M-9 ${y}H${width + 9}` });
  return draw(
    "svg",
    { class: "drawn", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    draw("ellipse", { class: "ring", cx: middle }),
    rail(back),
    draw("path", { class: "post", d: `M${middle} 30V${base + 90}` }),
    rail(front),
    draw("ellipse", { class: "ring near", cx: middle }),
    draw("circle", { class: "post", cx: middle, cy: 26, r: 4.5 }),
    draw("rect", { class: "base", x: -9, y: base, width: width + 18, height: height - base - 0.5 }),
    draw("text", { x: middle, y: base + 24 }, String(number)),
    draw("path", { class: "arrow", d: `M${middle} 3v14m-5 -5l5 5l5 -5` }),
  );
}

/** The end of the shuttle before the first hook, and of the base. */
function drawTip() {
  const { height, back, front, base } = HOOK_BOX;
  const middle = (back + front) / 2;
  return draw(
    "svg",
    { class: "tip", viewBox: `0 0 ${TIP_WIDTH} ${height}`, "aria-hidden": "true" },
    draw("path", { class: "rail", d: `M20 ${back}H${4 + front - middle}A${front - middle} ${front - middle} 0 0 0 ${4 + front - middle} ${front}H20` }),
    draw("path", { class: "base", d: `M20 ${base}H10a6 6 0 0 0 -6 6V${height - 6.5}a6 6 0 0 0 6 6H20` }),
  );
}

/** The end of the shuttle after the last hook: its handle. */
function drawHandle() {
  const { height, back, front, base } = HOOK_BOX;
  const middle = (back + front) / 2;
  return draw(
    "svg",
    { class: "handle", viewBox: `0 0 ${HANDLE_WIDTH} ${height}`, "aria-hidden": "true" },
    draw("path", { class: "rail", d: `M0 ${back}H10L20 ${middle}L10 ${front}H0` }),
    draw("rect", { class: "grip", x: 19, y: middle - 10, width: 38, height: 20, rx: 10 }),
    draw("path", { class: "base", d: `M0 ${base}H10a6 6 0 0 1 6 6V${height - 6.5}a6 6 0 0 1 -6 6H0` }),
  );
}
