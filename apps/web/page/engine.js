// The engine, which answers quick questions in the page, and slow ones in a worker.
import { byId, sentence } from "./dom.js";
import { WrongLink } from "./link.js";
import { openEngine } from "./opened.js";

/** @typedef {{ok?: any, error?: string}} Answer */

/** @type {WebAssembly.Module} */
let compiledEngine;
/** @type {import("./opened.js").Engine} */
let engineHere;
let workerAddress = "";

/** The smallest module that needs SIMD: it makes a vector of zeros and drops it. */
const SIMD_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

/** Can this browser run the engine? */
export function canRun() {
  return globalThis.DecompressionStream !== undefined && WebAssembly.validate(new Uint8Array(SIMD_MODULE));
}

/** Opens the page's engine, which is deflated: a file named by a link on a hosted page, a text in an offline page. */
export async function startEngine() {
  const place = byId("engine");
  const packed = place instanceof HTMLLinkElement ? (await fetch(place.href)).body : new Blob([Uint8Array.from(atob(place.textContent.trim()), (one) => one.charCodeAt(0))]).stream();
  if (!packed) throw new Error("the engine is empty");
  const stream = packed.pipeThrough(new DecompressionStream("deflate-raw"));
  compiledEngine = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  engineHere = await openEngine(compiledEngine);
}

/** Asks the engine in the page, and blocks until it answers. @param {object} question @returns {Answer} */
export function ask(question) {
  return engineHere(question);
}

/** As `ask`, for a question that fails only for a wrong address: then it throws a WrongLink. @param {object} question */
export function answered(question) {
  const { ok, error } = ask(question);
  if (error) throw new WrongLink(sentence(error));
  return ok;
}

/** Slow questions in a worker. New questions replace the ones that are not answered yet. */
export class BackgroundEngine {
  /** @param {string} [advice] How to get an answer sooner, appended to the message about the time limit. */
  constructor(advice = "") {
    this.advice = advice;
    /** @type {Worker | null} */
    this.worker = null;
    this.busy = false;
    /** Has the worker opened its engine? */
    this.isOpen = false;
    this.timer = 0;
  }

  /**
   * Asks questions one after the other. The time limit for all of them begins when the worker is ready.
   * @param {(object | Promise<object>)[]} questions
   * @param {number} seconds
   * @param {(index: number, answer: Answer) => void} onAnswer
   * @param {(done: number) => void} [onProgress] Called with the progress.
   */
  ask(questions, seconds, onAnswer, onProgress = () => {}) {
    this.stop();
    let next = 0;
    const worker = this.worker ?? this.begin();
    const more = () => {
      this.busy = next < questions.length;
      if (this.busy) Promise.resolve(questions[next]).then((question) => worker.postMessage({ question }));
      else clearTimeout(this.timer);
    };
    const wait = () => {
      this.timer = setTimeout(() => {
        this.stop();
        onAnswer(next, { error: `This takes longer than ${seconds === 1 ? "a second" : `${seconds} seconds`}${this.advice}.` });
      }, 1000 * seconds);
    };
    worker.onmessage = (event) => {
      if (event.data === "open") {
        this.isOpen = true;
        return wait();
      }
      if (event.data.progress !== undefined) return onProgress(event.data.progress);
      const index = next;
      next += 1;
      more();
      onAnswer(index, event.data);
    };
    if (this.isOpen) wait();
    more();
  }

  /** Stops the work, because the answer is no longer needed. */
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
    // The address is never revoked, because Firefox may read it long after the worker was created.
    const place = byId("worker");
    workerAddress ||= place.dataset.src ?? URL.createObjectURL(new Blob([place.textContent], { type: "text/javascript" }));
    this.worker = new Worker(workerAddress);
    this.isOpen = false;
    this.worker.postMessage({ compiled: compiledEngine });
    return this.worker;
  }
}
