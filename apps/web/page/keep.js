// What the page keeps over a reload, if the browser allows it.
import { tell } from "./dom.js";
import { WrongLink } from "./link.js";

/** @type {Map<string, string>} */
const forgotten = new Map();

/** Pages from a disk share one store, so the puzzle is in the name. @param {string} name */
function placeOf(name) {
  return `${document.documentElement.dataset.puzzle}.${name}`;
}

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(placeOf(name));
  } catch {
    return forgotten.get(name) ?? null;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(placeOf(name), value);
  } catch {
    forgotten.set(name, value);
  }
}

/**
 * What `read` makes of the words that are kept under a name. If it makes nothing of one, all are kept once more
 * aside, because the page will write the others only.
 * @template Item
 * @param {string} name
 * @param {(word: string) => Item | null} read
 * @returns {Item[]}
 */
export function keptList(name, read) {
  const written = kept(name) ?? "";
  const items = written.split(" ").filter(Boolean).map(read);
  if (items.includes(null)) keep(`aside.${name}`, written);
  return items.flatMap((item) => (item === null ? [] : [item]));
}

/**
 * What `read` makes of the parts of the kept game; null if none is kept. A game that cannot be read is
 * set aside, and the page says so.
 * @template Game
 * @param {(parts: string[]) => Game} read
 * @returns {Game | null}
 */
export function readKept(read) {
  const written = kept("game");
  if (!written?.split("/")[0]) return null;
  try {
    return read(written.split("/"));
  } catch (error) {
    if (!(error instanceof WrongLink)) throw error;
    keep("aside.game", written);
    keep("game", "");
    tell("link-error", "The saved game cannot be read. It is set aside, and a new game begins.");
    return null;
  }
}
