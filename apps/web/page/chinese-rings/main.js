// The page of the Chinese rings.
import { openPage } from "../page.js";
import { beginHypercube, enterHypercube, hypercubeKeys } from "./hypercube.js";
import { beginPlay, enterPlay, playKeys } from "./play.js";
import { beginPlots, enterPlots } from "./plots.js";

await openPage(
  {
    play: { title: "Play", enter: enterPlay, keys: () => playKeys },
    hypercube: { title: "Hypercube", enter: enterHypercube, keys: () => hypercubeKeys },
    plots: { title: "Plots", enter: enterPlots },
  },
  () => {
    beginPlay();
    beginHypercube();
    beginPlots();
  },
);
