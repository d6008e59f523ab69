// Opens an engine. Its questions and answers are JSON, see apps/web/engines.

/** @typedef {(question: object) => {ok?: any, error?: string}} Engine */

/**
 * Opens a compiled engine.
 * @param {WebAssembly.Module} compiled
 * @param {(done: number) => void} [told] Called with the progress while the engine answers.
 * @returns {Promise<Engine>}
 */
export async function openEngine(compiled, told = () => {}) {
  const instance = await WebAssembly.instantiate(compiled, { env: { told } });
  const { room, answer, answered, memory } = /** @type {any} */ (instance.exports);
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // `room` may replace `memory.buffer`, so it is called first.
    const place = room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    const length = answer();
    const told = new Uint8Array(memory.buffer, answered(), length);
    // A field named "document" is a string with JSON.
    return JSON.parse(new TextDecoder().decode(told), (name, value) => (name === "document" ? JSON.parse(value) : value));
  };
}
