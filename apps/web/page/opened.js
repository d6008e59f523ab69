// Opens an engine. Questions and answers are JSON, see apps/web/engines.

/** @typedef {(question: object) => {ok?: any, error?: string}} Engine */

/**
 * Opens a compiled engine.
 * @param {WebAssembly.Module} compiled
 * @param {(done: number) => void} [told] Hears how much work is done while the engine answers.
 * @returns {Promise<Engine>}
 */
export async function openEngine(compiled, told = () => {}) {
  const instance = await WebAssembly.instantiate(compiled, { env: { told } });
  const { room, answer, answered, memory } = /** @type {any} */ (instance.exports);
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // `room` may move the memory, so it comes first.
    const place = room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    const length = answer();
    const told = new Uint8Array(memory.buffer, answered(), length);
    // A document in an answer is JSON in a text.
    return JSON.parse(new TextDecoder().decode(told), (name, value) => (name === "document" ? JSON.parse(value) : value));
  };
}
