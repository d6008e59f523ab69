// The views beside the game. A hosted page loads them when the first of them is opened.
import { enterCensus } from "./census.js";
import { openLibrary } from "./data.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { enterLearn } from "./learn.js";
import { beginOwn, enterOwn, ownKeys } from "./own.js";
import { reviewInWords } from "./review.js";
import { openShare } from "./share.js";
import { openScores } from "./statistics.js";
import { showTwins } from "./twins.js";

export { openLibrary, enterCensus, enterGroup, enterGroups, enterLearn, enterMolecule, enterOwn, openScores, openShare, ownKeys, reviewInWords, showTwins };

/** Prepares the views. */
export function beginBoards() {
  beginOwn();
  beginGroups();
}
