// What the page keeps over a reload, if the browser allows it.

/** @type {Map<string, string>} */
const forgotten = new Map();

/**
 * Pages from a disk share one store, so the puzzle is in the name.
 * @param {string} name
 */
function placeOf(name) {
  return `${document.documentElement.dataset.puzzle}.${name}`;
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(placeOf(name));
  } catch {
    return forgotten.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(placeOf(name), value);
  } catch {
    forgotten.set(name, value);
  }
}
