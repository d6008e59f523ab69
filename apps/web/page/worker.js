// Answers questions in the background, so that the page never waits.
import { openEngine } from "./opened.js";

/** @type {Promise<import("./opened.js").Engine> | undefined} */
let opened;

addEventListener("message", async (event) => {
  if (event.data.compiled) {
    opened = openEngine(event.data.compiled, (told) => postMessage({ told }));
    await opened;
    postMessage("open");
  } else if (opened) {
    const engine = await opened;
    postMessage(engine(event.data.question));
  }
});
