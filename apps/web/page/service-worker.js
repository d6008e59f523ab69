// Keeps the site, so that a page that was visited opens without a server. A new site has a new worker.
const SITE = "puzzles {{version}}";
const FILES = "{{files}}".split(" ");

addEventListener("install", (event) => {
  /** @type {any} */ (event).waitUntil(caches.open(SITE).then((site) => site.addAll(FILES)));
});
addEventListener("activate", (event) => {
  /** @type {any} */ (event).waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SITE && name.startsWith("puzzles ")).map((name) => caches.delete(name)))));
});
addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  /** @type {any} */ (event).respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
