// The page of Black Box.
import { openPage } from "../page.js";
import { beginAtlas, enterAtlas } from "./atlas.js";
import { enterCensus } from "./census.js";
import { openLibrary } from "./data.js";
import { beginGroups, enterGroup, enterGroups, enterMolecule } from "./groups.js";
import { beginLearn, enterLearn } from "./learn.js";
import { beginOwn, enterOwn, ownKey } from "./own.js";
import { beginPlay, enterPlay, playKey, tabOfPlay } from "./play.js";
import { beginRiddles, enterApart, enterTwin } from "./riddles.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, tab: tabOfPlay, key: playKey },
    own: { title: "Own board", enter: enterOwn, key: ownKey },
    groups: { title: "Ambiguous boards", enter: enterGroups, needs: openLibrary },
    group: { title: "Group", enter: enterGroup, needs: openLibrary, within: "groups" },
    molecule: { title: "Molecule", enter: enterMolecule, needs: openLibrary, within: "groups" },
    apart: { title: "Which ray tells these two apart?", enter: enterApart, needs: openLibrary, within: "groups" },
    twin: { title: "Find the twin", enter: enterTwin, needs: openLibrary, within: "groups" },
    atlas: { title: "Atlas of families", enter: enterAtlas, needs: openLibrary, within: "groups" },
    learn: { title: "Learn", enter: enterLearn },
    census: { title: "Census", enter: enterCensus, needs: openLibrary },
  },
  () => {
    beginPlay();
    beginLearn();
    beginOwn();
    beginGroups();
    beginRiddles();
    beginAtlas();
  },
);
