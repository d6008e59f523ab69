// The views that a game does not need, which a page on a host loads with the first of them.
import { enterCensus } from "./census.js";
import { openLibrary } from "./data.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { beginLearn, enterLearn } from "./learn.js";
import { beginOwn, enterOwn, ownKey } from "./own.js";
import { showTwins } from "./twins.js";

export { openLibrary, enterCensus, enterGroup, enterGroups, enterLearn, enterMolecule, enterOwn, ownKey, showTwins };

/** Prepares the views. @returns {typeof import("./boards.js")} */
export function beginBoards() {
  beginOwn();
  beginGroups();
  beginLearn();
  return { beginBoards, openLibrary, enterCensus, enterGroup, enterGroups, enterLearn, enterMolecule, enterOwn, ownKey, showTwins };
}
