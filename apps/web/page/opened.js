// Opens an engine. Its questions and answers are JSON, see apps/web/engines.

/** @typedef {(question: object) => {ok?: any, error?: string}} Engine */

/**
 * Opens a compiled engine.
 * @param {WebAssembly.Module} compiled
 * @param {(done: number) => void} [onProgress] Called with the progress while the engine answers.
 * @returns {Promise<Engine>}
 */
export async function openEngine(compiled, onProgress = () => {}) {
  const instance = await WebAssembly.instantiate(compiled, { env: { progress: onProgress } });
  const { room, answer, answered, memory } = /** @type {any} */ (instance.exports);
  return (question) => {
    const text = new TextEncoder().encode(JSON.stringify(question));
    // `room` may replace `memory.buffer`, so it is called first.
    const place = room(text.length);
    new Uint8Array(memory.buffer).set(text, place);
    const length = answer();
    const reply = new Uint8Array(memory.buffer, answered(), length);
    // A field named "document" is a string with JSON.
    return JSON.parse(new TextDecoder().decode(reply), (name, value) => (name === "document" ? JSON.parse(value) : value));
  };
}
