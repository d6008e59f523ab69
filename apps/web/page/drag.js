// Dragging: a mouse drags at once, a finger after a moment, so that a swipe still scrolls.
import { make } from "./dom.js";

/** The time that a finger waits before it drags, in milliseconds, and how far it may move meanwhile, in pixels. */
const DRAG_PAUSE = 180;
const DRAG_STRAY = 7;

/**
 * @typedef {object} Drags
 * @property {(from: Element) => Element | null} lift Called when a drag begins. Returns the picture to drag, or null if the element cannot be dragged.
 * @property {(over: Element | null) => void} over Called when the drag is over this element.
 * @property {(over: Element | null) => void} drop Called when the drag ends on this element, or with null if it is cancelled.
 */

/** Allows the children of an element to be dragged. @param {HTMLElement} element @param {Drags} drags */
export function allowDragging(element, drags) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  let timer = 0;
  let pointer = -1;
  let from = { x: 0, y: 0, target: element };

  const place = (/** @type {number} */ x, /** @type {number} */ y) => {
    ghost?.style.setProperty("left", `${x}px`);
    ghost?.style.setProperty("top", `${y}px`);
    return document.elementFromPoint(x, y);
  };
  const begin = () => {
    clearTimeout(timer);
    const picture = drags.lift(from.target);
    if (!picture) {
      pointer = -1;
      return;
    }
    ghost = make("div", { class: "ghost", "aria-hidden": "true" }, picture);
    document.body.append(ghost);
    drags.over(place(from.x, from.y));
  };
  const end = (/** @type {Element | null} */ over) => {
    clearTimeout(timer);
    pointer = -1;
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    // A click that follows the drag is ignored.
    const swallow = (/** @type {Event} */ event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    drags.drop(over);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== -1) return;
    pointer = event.pointerId;
    from = { x: event.clientX, y: event.clientY, target: /** @type {HTMLElement} */ (event.target) };
    if (event.pointerType !== "mouse") timer = setTimeout(begin, DRAG_PAUSE);
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    if (ghost) {
      drags.over(place(event.clientX, event.clientY));
    } else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_STRAY) {
      if (event.pointerType === "mouse") begin();
      else end(null);
    }
  });
  addEventListener("pointerup", (event) => {
    if (event.pointerId === pointer) end(document.elementFromPoint(event.clientX, event.clientY));
  });
  addEventListener("pointercancel", (event) => {
    if (event.pointerId === pointer) end(null);
  });
  // A drag must not scroll the page.
  element.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { passive: false });
  element.addEventListener("contextmenu", (event) => ghost && event.preventDefault());
  element.addEventListener("dragstart", (event) => event.preventDefault());
}
