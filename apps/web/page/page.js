// The frame of every page: opens the view that the address names, and dispatches keys.
import { byId, make, showError } from "./dom.js";
import { canRun, startEngine } from "./engine.js";
import { WrongLink, addressParts, noteAddress } from "./link.js";

/**
 * @typedef {object} View
 * @property {string} title The name in the window's title.
 * @property {(parts: string[]) => HTMLElement | void} enter Shows the state in the address after the view's name, or throws a WrongLink. May return the element to scroll to.
 * @property {() => Promise<void>} [needs] Loads what the view needs before it is entered, or rejects with a WrongLink.
 * @property {string} [within] The view in the navigation to which this one belongs, if it is not there itself.
 * @property {() => string} [tab] The address in the navigation to mark as current.
 * @property {(key: string) => boolean} [key] Handles a key in lower case while the view is shown, and returns whether it had a function. Ctrl+Z is u, Ctrl+Y is y.
 */

/** Installs the service worker, which keeps the site on the device. An offline page has no manifest and needs none. */
function install() {
  if (!document.querySelector("link[rel=manifest]")) return;
  const { serviceWorker } = navigator;
  // A browser may refuse, which changes nothing on the page.
  serviceWorker?.register("service-worker.js").then(() => serviceWorker.ready).then(({ active }) => active?.postMessage(document.documentElement.dataset.puzzle), () => {});
}

/**
* Opens the page. The element of the view NAME is `view-NAME`. If the address names no view, the
 * page shows the first one.
 * @param {Record<string, View>} views
 * @param {() => void} begin Prepares the views, after the engine is ready.
 */
export async function openPage(views, begin) {
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
      showError("link-error", error.message);
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
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // A dialog that was just closed keeps the focus until the next frame.
    const elsewhere = target.matches("input, textarea, select") || target.closest("dialog[open]");
    if (elsewhere || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    const pressed = event.key.toLowerCase();
    const key = !control ? pressed : pressed === "y" || (pressed === "z" && event.shiftKey) ? "y" : pressed === "z" ? "u" : "";
    if (key === "?") dialog.showModal();
    else if (!key || !views[shown]?.key?.(key)) return;
    event.preventDefault();
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
  for (const button of document.querySelectorAll("[data-opens-keys]")) {
    button.addEventListener("click", () => dialog.showModal());
  }
  await enterAddress();
  install();
  document.documentElement.dataset.ready = "yes";
}
