// The page: which view is shown, and the keys.
import { beginCensus, enterCensus } from "./census.js";
import { byId, tell } from "./dom.js";
import { startEngine } from "./engine.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { WrongLink, addressParts } from "./link.js";
import { beginOwn, enterOwn } from "./own.js";
import { beginPlay, enterPlay, playKey } from "./play.js";

/** @type {Record<string, (parts: string[]) => void>} */
const VIEWS = { play: enterPlay, own: enterOwn, groups: enterGroups, group: enterGroup, molecule: enterMolecule, census: enterCensus };
const TITLES = { play: "Play", own: "Own board", groups: "Ambiguous boards", group: "Group", molecule: "Molecule", census: "Census" };

let shown = "";

/** Shows the view that the address names. */
function enterAddress() {
  const [name, ...parts] = addressParts();
  const view = name === "" ? "play" : name;
  try {
    if (!(view in VIEWS)) throw new WrongLink(`This page has no view "${view.slice(0, 20)}".`);
    VIEWS[view](parts);
    tell("link-error");
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    tell("link-error", error.message);
    if (shown) return;
    location.replace("#play");
    return;
  }
  if (shown === view) {
    if (view === "group" || view === "molecule") scrollTo(0, 0);
    return;
  }
  shown = view;
  for (const other of Object.keys(VIEWS)) byId(`view-${other}`).hidden = other !== view;
  for (const link of document.querySelectorAll("nav a")) {
    const of = link.getAttribute("href")?.slice(1);
    if (of === view || (of === "groups" && (view === "group" || view === "molecule"))) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${TITLES[/** @type {keyof typeof TITLES} */ (view)]} · Black Box`;
  if (view !== "census" || parts.length === 0) scrollTo(0, 0);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches("input, textarea, select, dialog *");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "?") /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  else if (shown !== "play" || !playKey(event.key.toLowerCase())) return;
  event.preventDefault();
}

await startEngine();
beginPlay();
beginOwn();
beginGroups();
beginCensus();
addEventListener("hashchange", enterAddress);
addEventListener("keydown", pressed);
for (const button of document.querySelectorAll("[data-opens-keys]")) {
  button.addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal());
}
enterAddress();
byId("main").removeAttribute("aria-busy");
document.documentElement.dataset.ready = "yes";
