// What stays over a reload, where the browser allows that.

/** @type {Map<string, string>} */
const forgotten = new Map();

/**
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(`blackbox.${name}`);
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
    localStorage.setItem(`blackbox.${name}`, value);
  } catch {
    forgotten.set(name, value);
  }
}
