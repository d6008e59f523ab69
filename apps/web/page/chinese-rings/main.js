// The page of the Chinese rings.
import { openPage } from "../page.js";
import { beginHypercube, enterHypercube, hypercubeKey } from "./hypercube.js";
import { beginPlay, enterPlay, playKey } from "./play.js";
import { beginPlots, enterPlots } from "./plots.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, key: playKey },
    hypercube: { title: "Hypercube", enter: enterHypercube, key: hypercubeKey },
    plots: { title: "Plots", enter: enterPlots },
  },
  () => {
    beginPlay();
    beginHypercube();
    beginPlots();
  },
);
