// The page of the China Labyrinth.
import { openPage } from "../page.js";
import { beginCasting, castingKeys, enterCasting } from "./casting.js";
import { beginPlay, enterPlay, playKeys } from "./play.js";
import { beginOctopuszle, enterOctopuszle, octopuszleKeys } from "./octopuszle.js";
import { beginWatching, enterWatching, watchingKeys } from "./watching.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, keys: () => playKeys },
    watch: { title: "Watch", enter: enterWatching, keys: () => watchingKeys },
    octopuszle: { title: "Octopuszle", enter: enterOctopuszle, keys: () => octopuszleKeys },
    cast: { title: "Cast", enter: enterCasting, keys: () => castingKeys },
  },
  () => {
    beginPlay();
    beginWatching();
    beginOctopuszle();
    beginCasting();
  },
);
