// The views about boards, which a page on a host loads with the first of them.
import { beginAtlas, enterAtlas } from "./atlas.js";
import { enterCensus } from "./census.js";
import { openLibrary } from "./data.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { beginOwn, enterOwn, ownKey } from "./own.js";
import { beginRiddles, enterApart, enterTwin } from "./riddles.js";

export { openLibrary, enterApart, enterAtlas, enterCensus, enterGroup, enterGroups, enterMolecule, enterOwn, enterTwin, ownKey };

/** Prepares the views. @returns {typeof import("./boards.js")} */
export function beginBoards() {
  beginOwn();
  beginGroups();
  beginRiddles();
  beginAtlas();
  return { beginBoards, openLibrary, enterApart, enterAtlas, enterCensus, enterGroup, enterGroups, enterMolecule, enterOwn, enterTwin, ownKey };
}
