// The page of the magic star.
import { openPage } from "../page.js";
import { beginPlay, enterPlay, playKey } from "./play.js";

await openPage({ play: { title: "Play", enter: enterPlay, key: playKey } }, beginPlay);
