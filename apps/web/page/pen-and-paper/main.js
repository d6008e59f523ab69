// The page of pen and paper.
import { openPage } from "../page.js";
import { beginPlay, enterPlay, playKeys } from "./play.js";
import { beginTour, enterTour } from "./tour.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, keys: () => playKeys },
    tour: { title: "Drawn tour", enter: enterTour },
  },
  () => {
    beginPlay();
    beginTour();
  },
);
