// The page of Black Box. Modules that a game does not need are loaded with the first view that does.
import { sentence } from "../dom.js";
import { WrongLink } from "../link.js";
import { openPage } from "../page.js";
import { plain } from "./places.js";
import { beginPlay, enterPlay, playKeys, tabOfPlay } from "./play.js";

/** @type {typeof import("./boards.js")} */
let boards;

/** Loads the other views, and prepares them once. */
async function views() {
  if (boards) return;
  const loaded = await import("./boards.js").catch(() => {
    throw new WrongLink("This view cannot be loaded. Check your connection, and try again.");
  });
  if (!boards) loaded.beginBoards();
  boards = loaded;
}

/** Loads the other views and the data that they show. */
async function library() {
  await views();
  await boards.openLibrary();
}

await openPage(
  {
    play: { title: "Play", enter: enterPlay, tab: tabOfPlay, keys: () => playKeys },
    learn: { title: "Learn", needs: views, enter: (parts) => boards.enterLearn(parts) },
    own: { title: "Own board", needs: views, enter: (parts) => boards.enterOwn(parts), keys: () => boards.ownKeys },
    groups: { title: "Ambiguous boards", needs: library, enter: (parts) => boards.enterGroups(parts) },
    group: { title: "Group", needs: library, enter: (parts) => boards.enterGroup(parts), within: "groups" },
    molecule: { title: "Arrangement", needs: library, enter: (parts) => boards.enterMolecule(parts), within: "groups" },
    census: { title: "Census", needs: library, enter: (parts) => boards.enterCensus(parts) },
  },
  beginPlay,
  // An address has only one line.
  (message) => sentence(plain(message.replace(/^Line 1, column \d+: /, ""))),
);
