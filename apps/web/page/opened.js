// Opens an engine. Questions and answers are JSON, see apps/web/engines.

/** @typedef {(question: object) => {ok?: any, error?: string}} Engine */

/**
 * Opens a compiled engine.
 * @param {WebAssembly.Module} compiled
 * @returns {Promise<Engine>}
 */
export async function openEngine(compiled) {
  const instance = await WebAssembly.instantiate(compiled, {});
  const { room, answer, answered, memory } = /** @type {any} */ (instance.exports);
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // `room` may move the memory, so it comes first.
    const place = room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    const length = answer();
    const told = new Uint8Array(memory.buffer, answered(), length);
    return JSON.parse(new TextDecoder().decode(told));
  };
}
