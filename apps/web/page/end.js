// The panel at the end of a game: the result, and a button for the next game.
import { make } from "./dom.js";

/**
 * Shows the end of a game.
 * @param {HTMLElement} end
 * @param {string} heading
 * @param {string} score
 * @param {() => void} next Begins the next game.
 * @param {...Node} more
 */
export function showEnd(end, heading, score, next, ...more) {
  const hadFocus = end.contains(document.activeElement);
  end.replaceChildren(
    make("div", { class: "result" },
      make("h2", { tabindex: -1 }, heading),
      make("p", { class: "score" }, score),
      make("button", { type: "button", class: "main-button", onclick: next }, "Next game")),
    ...more,
  );
  end.hidden = false;
  if (hadFocus) end.querySelector("h2")?.focus({ preventScroll: true });
}

/** Hides the panel, because the game is not over. @param {HTMLElement} end */
export function hideEnd(end) {
  end.replaceChildren();
  end.hidden = true;
}

/** Moves the focus to the panel and scrolls to it. @param {HTMLElement} end */
export function goToEnd(end) {
  end.querySelector("h2")?.focus({ preventScroll: true });
  end.firstElementChild?.scrollIntoView({ block: "nearest" });
}
