// The page of the China Labyrinth.
import { openPage } from "../page.js";
import { beginCasting, castingKey, enterCasting } from "./casting.js";
import { beginPlay, enterPlay, playKey } from "./play.js";
import { beginOctopuszle, enterOctopuszle, octopuszleKey } from "./octopuszle.js";
import { beginWatching, enterWatching, watchingKey } from "./watching.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, key: playKey },
    watch: { title: "Watch", enter: enterWatching, key: watchingKey },
    octopuszle: { title: "Octopuszle", enter: enterOctopuszle, key: octopuszleKey },
    cast: { title: "Cast", enter: enterCasting, key: castingKey },
  },
  () => {
    beginPlay();
    beginWatching();
    beginOctopuszle();
    beginCasting();
  },
);
