// Values that the page keeps across reloads, if the browser allows it.
import { showError } from "./dom.js";
import { WrongLink } from "./link.js";

/** @type {Map<string, string>} */
const forgotten = new Map();

/** The key of a value. It has the name of the puzzle, because offline pages share one store. @param {string} name */
function placeOf(name) {
  return `${document.documentElement.dataset.puzzle}.${name}`;
}

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return forgotten.get(name) ?? localStorage.getItem(placeOf(name));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(placeOf(name), value);
    forgotten.delete(name);
  } catch {
    forgotten.set(name, value);
  }
}

/**
* The items of a kept list, converted by `read`. If it cannot read one, the whole list is also kept
* as `aside.NAME`, because the page will overwrite it without that item.
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
* The kept game, converted by `read` from its parts, or null if there is none. A game that cannot be read is
* moved to `aside.game`, and the page reports it.
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
    showError("link-error", "The saved game cannot be read, so it is set aside, and a new game begins.");
    return null;
  }
}
