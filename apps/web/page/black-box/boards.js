// The views about boards, which a page on a host loads with the first of them.
import { enterCensus } from "./census.js";
import { openLibrary } from "./data.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { beginOwn, enterOwn, ownKey } from "./own.js";

export { openLibrary, enterCensus, enterGroup, enterGroups, enterMolecule, enterOwn, ownKey };

/** Prepares the views. @returns {typeof import("./boards.js")} */
export function beginBoards() {
  beginOwn();
  beginGroups();
  return { beginBoards, openLibrary, enterCensus, enterGroup, enterGroups, enterMolecule, enterOwn, ownKey };
}
