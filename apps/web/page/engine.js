// The engine. It answers quick questions at once, and slow ones in the background.
import { byId } from "./dom.js";
import { openEngine } from "./opened.js";

/** @typedef {{ok?: any, error?: string}} Answer */

/** @type {WebAssembly.Module} */
let compiledEngine;
/** @type {import("./opened.js").Engine} */
let engineHere;

/** The smallest module with SIMD: it makes a vector of zeros, and drops it. */
const SIMD_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

/** Unpacks and opens the page's engine, with SIMD if page and browser have it. */
export async function startEngine() {
  let engine = await unpacked("engine");
  const hasSimd = document.getElementById("simd") && WebAssembly.validate(new Uint8Array(SIMD_MODULE));
  if (hasSimd) engine = differing(engine, await unpacked("simd"));
  compiledEngine = await WebAssembly.compile(engine);
  engineHere = await openEngine(compiledEngine);
}

/** @param {string} id */
async function unpacked(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Makes an engine from another one and their difference; see `apps/web/src/difference.rs`.
 * @param {Uint8Array<ArrayBuffer>} engine
 * @param {Uint8Array<ArrayBuffer>} difference
 */
function differing(engine, difference) {
  const numbers = new DataView(difference.buffer);
  const runs = numbers.getUint32(0, true);
  const other = difference.slice(4 + 8 * runs);
  for (let run = 0, at = 0; run < runs; run += 1) {
    const end = at + numbers.getUint32(4 + 8 * run, true);
    const shift = numbers.getInt32(8 + 8 * run, true);
    for (; at < end; at += 1) other[at] += engine[at + shift] ?? 0;
  }
  return other;
}

/**
 * Asks at once.
 * @param {object} question
 * @returns {Answer}
 */
export function ask(question) {
  return engineHere(question);
}

/** Long work. Only the last wish counts: it ends a worker that still does another one. */
export class Aside {
  /** @param {string} [advice] How to get an answer sooner, as the end of a sentence. */
  constructor(advice = "") {
    this.advice = advice;
    /** @type {Worker | null} */
    this.worker = null;
    this.busy = false;
    this.timer = 0;
  }

  /**
   * Asks some questions one after the other, for at most this number of seconds.
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
      heard(next, { error: `This takes longer than ${seconds === 1 ? "a second" : `${seconds} seconds`}${this.advice}.` });
    }, 1000 * seconds);
    more();
  }

  /** Stops the work, because nobody waits for the answer any more. */
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
