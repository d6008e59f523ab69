// Keeps the index and each puzzle that was opened, so that they work offline. Each version of the site has its own worker.
const SITE = "puzzles {{version}}";
/** The files of the index, and of each puzzle. @type {Record<string, string[]>} */
const FILES = JSON.parse('{{files}}');

/** Caches files that are not cached yet. A file with a hash in its name may come from the browser's own cache. @param {string[]} names */
async function keepFiles(names) {
  const site = await caches.open(SITE);
  await Promise.all(names.map(async (name) => {
    if (await site.match(name)) return;
    const isFixed = /-\w{8,16}\.\w+$/.test(name);
    const file = await fetch(name, { cache: isFixed ? "force-cache" : "no-cache" });
    if (file.ok) await site.put(name, file);
  }));
}

/** The puzzles that an older version of the site has cached. */
async function keptPuzzles() {
  const names = await caches.keys();
  const kept = names.filter((name) => name.startsWith("puzzles ")).map((name) => caches.open(name));
  const has = async (/** @type {string} */ puzzle) => (await Promise.all((await Promise.all(kept)).map((site) => site.match(`${puzzle}.html`)))).some(Boolean);
  const puzzles = Object.keys(FILES).filter((puzzle) => puzzle !== "");
  const are = await Promise.all(puzzles.map(has));
  return puzzles.filter((_, at) => are[at]);
}

addEventListener("install", (event) => {
  const install = async () => {
    for (const puzzle of ["", ...(await keptPuzzles())]) await keepFiles(FILES[puzzle]);
  };
  /** @type {any} */ (event).waitUntil(install());
});
addEventListener("activate", (event) => {
  /** @type {any} */ (event).waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SITE && name.startsWith("puzzles ")).map((name) => caches.delete(name)))));
});
// Each page sends the name of its puzzle.
addEventListener("message", (event) => {
  if (Object.hasOwn(FILES, event.data)) /** @type {any} */ (event).waitUntil(keepFiles(FILES[event.data]));
});
addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  if (request.method !== "GET") return;
  // Pages ignore the query of their address.
  /** @type {any} */ (event).respondWith(caches.match(request, { ignoreSearch: true }).then((found) => found ?? fetch(request)));
});
