// The frame of every page: opens the view that the address names, and dispatches keys.
import { byId, make, showError, stepOf } from "./dom.js";
import { canRun, startEngine } from "./engine.js";
import { WrongLink, addressParts, noteAddress } from "./link.js";

/**
 * A row of the list of keys: its keys, such as "C, M" or "1 to 9", what they do, the act, and the id of the button
 * that does the same.
 * @typedef {[names: string, words: string, act: (key: string) => void, button?: string]} Key
 */
/**
 * @typedef {object} View
 * @property {string} title The name in the window's title.
 * @property {(parts: string[]) => HTMLElement | void} enter Shows the state in the address after the view's name, or throws a WrongLink. May return the element to scroll to.
 * @property {() => Promise<void>} [needs] Loads what the view needs before it is entered, or rejects with a WrongLink.
 * @property {string} [within] The view in the navigation to which this one belongs, if it is not there itself.
 * @property {() => string} [tab] The address in the navigation to mark as current.
 * @property {() => Key[]} [keys] Its keys, which are handled and listed while the view is shown. Ctrl+Z is U, Ctrl+Y is Y.
 */

/** Installs the service worker, which keeps the site on the device. An offline page has no manifest and needs none. */
function install() {
  if (!document.querySelector("link[rel=manifest]")) return;
  const { serviceWorker } = navigator;
  // A browser may refuse, which changes nothing on the page.
  serviceWorker?.register("service-worker.js").then(() => serviceWorker.ready).then(({ active }) => active?.postMessage(document.documentElement.dataset.puzzle), () => {});
}

/** Is a key one of those of a row? @param {string} key In lower case, arrows without "arrow". @param {Key} row */
function isAmong(key, [names]) {
  return names.toLowerCase().split(", ").some((name) => {
    const [first, last] = name.split(" to ");
    return name === key || (last !== undefined && key.length === 1 && first <= key && key <= last);
  });
}

/**
* Opens the page. The element of the view NAME is `view-NAME`. If the address names no view, the
 * page shows the first one.
 * @param {Record<string, View>} views
 * @param {() => void} begin Prepares the views, after the engine is ready.
 * @param {(message: string) => string} [inWords] Changes the words of the engine's messages about addresses.
 */
export async function openPage(views, begin, inWords = (message) => message) {
  const name = document.title;
  const [first] = Object.keys(views);
  let shown = "";

  /** The number of addresses that were entered. */
  let entered = 0;
  const enterAddress = async () => {
    const entry = (entered += 1);
    const [named, ...parts] = addressParts();
    let view = named === "" ? first : named;
    /** @type {HTMLElement | void} */
    let target = undefined;
    showError("link-error");
    // An open dialog of a hidden view would block the page.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    try {
      if (!Object.hasOwn(views, view)) throw new WrongLink(`This page has no view "${view.slice(0, 20)}".`);
      const { needs } = views[view];
      if (needs) {
        byId("main").setAttribute("aria-busy", "true");
        await needs();
        // Another address may have been entered meanwhile.
        if (entry !== entered) return;
      }
      byId("main").removeAttribute("aria-busy");
      target = views[view].enter(parts);
    } catch (error) {
      byId("main").removeAttribute("aria-busy");
      if (!(error instanceof WrongLink)) throw error;
      if (!shown) {
        // No view is shown yet, so the first one is.
        view = first;
        noteAddress(first);
        views[view].enter([]);
      }
      showError("link-error", inWords(error.message));
      if (shown) return;
    }
    const { title, within, tab } = views[view];
    if (shown !== view) {
      shown = view;
      for (const other of Object.keys(views)) byId(`view-${other}`).hidden = other !== view;
      document.title = `${title} · ${name}`;
      if (!target) scrollTo(0, 0);
    } else if (within) {
      scrollTo(0, 0);
    }
    const current = tab?.() ?? within ?? view;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("href") === `#${current}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    target?.focus({ preventScroll: true });
    target?.scrollIntoView();
  };

  const dialog = /** @type {HTMLDialogElement} */ (byId("keys"));
  /** @returns {Key[]} */
  const keys = () => [...(views[shown]?.keys?.() ?? []), ["?", "show these rules and keys", showKeys]];
  const showKeys = () => {
    byId("key-rows").replaceChildren(...keys().map(([names, words]) => make("tr", {}, make("th", { scope: "row" }, names), make("td", {}, words))));
    dialog.showModal();
  };
  /** The spot of the board that Tab reaches. */
  const board = () => /** @type {HTMLElement | null} */ (document.querySelector(".view:not([hidden]) [tabindex='0']:not(pre)"));
  /** What had the focus last. @type {Element | null} */
  let held = null;
  addEventListener("focusin", ({ target }) => (held = /** @type {Element} */ (target)));
  /** Gives the focus to the board if a control had it that is gone. */
  const keepFocus = () => {
    const isGone = held?.matches(":disabled") || held?.getClientRects().length === 0;
    if (isGone && [held, document.body].includes(document.activeElement)) board()?.focus({ preventScroll: true });
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // A dialog that was just closed keeps the focus until the next frame.
    const elsewhere = target.matches("input, textarea, select") || target.closest("dialog[open]");
    if (elsewhere || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    const pressed = event.key.toLowerCase().replace("arrow", "");
    const key = !control ? pressed : pressed === "y" || (pressed === "z" && event.shiftKey) ? "y" : pressed === "z" ? "u" : "";
    const row = keys().find((one) => isAmong(key, one));
    // Outside all controls, the first arrow or Tab leads to the board.
    const enters = (stepOf(event) && target.tabIndex < 0) || (key === "tab" && !event.shiftKey && !held);
    const spot = !row && enters ? board() : null;
    if (!row && !spot) return;
    row?.[2](key);
    spot?.focus();
    keepFocus();
    event.preventDefault();
  };
  const clicked = (/** @type {MouseEvent} */ event) => {
    const id = /** @type {Element} */ (event.target).closest("button")?.id;
    if (id) keys().find(([, , , button]) => button === id)?.[2]("");
    keepFocus();
  };

  if (!canRun()) {
    byId("main").replaceChildren(make("p", { class: "error" }, "This page computes everything in your browser, and needs Chrome 103, Firefox 113, Safari 16.4 or a later version."));
    byId("main").removeAttribute("aria-busy");
    document.documentElement.dataset.ready = "yes";
    return;
  }
  await startEngine();
  begin();
  addEventListener("hashchange", enterAddress);
  addEventListener("keydown", pressed);
  addEventListener("click", clicked);
  for (const button of document.querySelectorAll("[data-opens-keys]")) {
    button.addEventListener("click", showKeys);
  }
  await enterAddress();
  install();
  document.documentElement.dataset.ready = "yes";
}
