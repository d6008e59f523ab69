// A worker that answers questions in the background, so that the page stays responsive.
import { openEngine } from "./opened.js";

/** @type {Promise<import("./opened.js").Engine> | undefined} */
let opened;
/** The last progress that was sent. */
let last = -1;

addEventListener("message", async (event) => {
  if (event.data.compiled) {
    // An engine reports its progress often, even if it has not changed.
    opened = openEngine(event.data.compiled, (progress) => progress !== last && postMessage({ progress: (last = progress) }));
    await opened;
    postMessage("open");
  } else if (opened) {
    const engine = await opened;
    last = -1;
    postMessage(engine(event.data.question));
  }
});
