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
 * Notes the state without a new step in the history. If the reader is on the way to another address,
 * that one stays.
 * @param {string} address
 */
export function noteAddress(address) {
  if (location.hash !== shown || shown === `#${address}`) return;
  history.replaceState(null, "", `#${address}`);
  shown = location.hash;
}

/** The answer to a wrong address. */
export class WrongLink extends Error {}
