// Things that are dragged, by mouse, pen or finger. What is dragged can be clicked as well.
import { make } from "../dom.js";

/** How far a pointer goes before it drags, in pixels. */
const LEAST_WAY = 6;

/**
 * @typedef {object} Drag
 * @property {(source: HTMLElement) => string} grasp What is dragged from here, as text; empty if nothing is.
 * @property {(source: HTMLElement, over: Element | null) => void} drop What was dragged from here was let go over that.
 */

/**
 * Lets things within an element be dragged.
 * @param {HTMLElement} element
 * @param {string} things A selector of what can be dragged.
 * @param {string} targets A selector of what it can be dropped on, which is marked "over".
 * @param {Drag} drag
 */
export function letDrag(element, things, targets, drag) {
  element.addEventListener("pointerdown", (down) => {
    const source = /** @type {HTMLElement | null} */ (/** @type {Element} */ (down.target).closest(things));
    if (!source || !down.isPrimary || down.button !== 0) return;
    const text = drag.grasp(source);
    if (!text) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {Element | null} */
    let over = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < LEAST_WAY) return;
        ghost = make("div", { class: "ghost", "aria-hidden": "true" }, text);
        document.body.append(ghost);
        source.classList.add("dragged");
      }
      ghost.style.setProperty("left", `${event.clientX}px`);
      ghost.style.setProperty("top", `${event.clientY}px`);
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(targets) ?? null;
      if (under !== over) {
        over?.classList.remove("over");
        under?.classList.add("over");
        over = under;
      }
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      over?.classList.remove("over");
      if (!ghost) return;
      ghost.remove();
      source.classList.remove("dragged");
      if (event.type !== "pointerup") return;
      // The click that comes after it would choose something once more.
      const still = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", still, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", still, { capture: true }));
      drag.drop(source, over);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}
