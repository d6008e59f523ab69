// The page of pen and paper.
import { openPage } from "../page.js";
import { beginPlay, enterPlay, playKey } from "./play.js";
import { beginTour, enterTour } from "./tour.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, key: playKey },
    tour: { title: "Drawn tour", enter: enterTour },
  },
  () => {
    beginPlay();
    beginTour();
  },
);
