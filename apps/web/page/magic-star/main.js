// The page of the magic star.
import { openPage } from "../page.js";
import { beginPlay, enterPlay, playKeys } from "./play.js";

await openPage({ play: { title: "Play", enter: enterPlay, keys: () => playKeys } }, beginPlay);
