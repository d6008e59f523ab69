// The state of the page in its address, after the #.

/** The parts of the address, in order. */
export function addressParts() {
  shown = location.hash;
  try {
    return decodeURIComponent(location.hash.slice(1)).split("/");
  } catch {
    return ["?"];
  }
}

/** The part after the # that the page shows. */
let shown = "";

/**
* Writes the state into the address without a new entry in the history. If the user has just changed
* the address, the change has priority.
 * @param {string} address
 */
export function noteAddress(address) {
  if (location.hash !== shown || shown === `#${address}`) return;
  history.replaceState(null, "", `#${address}`);
  shown = location.hash;
}

/** The error for an address that the page cannot show. */
export class WrongLink extends Error {}
