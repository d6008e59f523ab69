// The state of the page in its address, after the #.

/** The parts of the address, in order. */
export function addressParts() {
  try {
    return decodeURIComponent(location.hash.slice(1)).split("/");
  } catch {
    return ["?"];
  }
}

/**
 * Notes the state without a new step in the history.
 * @param {string} address
 */
export function noteAddress(address) {
  if (location.hash !== `#${address}`) history.replaceState(null, "", `#${address}`);
}

/** The answer to a wrong address. */
export class WrongLink extends Error {}
