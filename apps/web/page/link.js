// The state of the page in its address, behind the #.

/** The parts of the address, in order. */
export function addressParts() {
  try {
    return decodeURIComponent(location.hash.slice(1)).split("/");
  } catch {
    return ["?"];
  }
}

/**
 * Notes the state without a new step to go back to.
 * @param {string} address
 */
export function noteAddress(address) {
  if (location.hash !== `#${address}`) history.replaceState(null, "", `#${address}`);
}

/** What a wrong address is answered with. */
export class WrongLink extends Error {}
