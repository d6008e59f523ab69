// The engine: asked at once where an answer takes moments, aside where it may take long.
import { byId } from "./dom.js";
import { openEngine } from "./opened.js";

/** @typedef {{ok?: any, error?: string}} Answer */

/** @type {WebAssembly.Module} */
let compiledEngine;
/** @type {import("./opened.js").Engine} */
let engineHere;

/** Unpacks and opens the engine that stands in the page. */
export async function startEngine() {
  const packed = Uint8Array.from(atob(byId("engine").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  compiledEngine = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  engineHere = await openEngine(compiledEngine);
}

/**
 * Asks at once.
 * @param {object} question
 * @returns {Answer}
 */
export function ask(question) {
  return engineHere(question);
}

/** Long work, of which only the last wish counts: a worker that still does another is ended. */
export class Aside {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.busy = false;
    this.timer = 0;
  }

  /**
   * Asks some questions one after the other, at most so many seconds long.
   * @param {object[]} questions
   * @param {number} seconds
   * @param {(index: number, answer: Answer) => void} heard
   */
  ask(questions, seconds, heard) {
    this.stop();
    let next = 0;
    const worker = this.worker ?? this.begin();
    const more = () => {
      this.busy = next < questions.length;
      if (this.busy) worker.postMessage({ question: questions[next] });
      else clearTimeout(this.timer);
    };
    worker.onmessage = (event) => {
      const index = next;
      next += 1;
      more();
      heard(index, event.data);
    };
    this.timer = setTimeout(() => {
      this.stop();
      heard(next, { error: `This takes longer than ${seconds} seconds; with more rays it is faster.` });
    }, 1000 * seconds);
    more();
  }

  /** Nobody waits for the answer any more. */
  stop() {
    clearTimeout(this.timer);
    if (this.busy) {
      this.worker?.terminate();
      this.worker = null;
      this.busy = false;
    } else if (this.worker) {
      this.worker.onmessage = null;
    }
  }

  begin() {
    const address = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.postMessage({ compiled: compiledEngine });
    return this.worker;
  }
}
