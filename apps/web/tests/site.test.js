// The site: its size, its source, and the databases that it is built from.
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PROGRAMS, ROOT, SITE, assert, inBrowsers, pause } from "./browser.js";

const FILES = ["index.html", "blackbox.html", "chinese-rings.html", "magic-star.html", "pen-and-paper.html", "china-labyrinth.html"];
const folder = mkdtempSync(`${tmpdir()}/site-`);
after(() => rmSync(folder, { recursive: true }));
const { BLACKBOX_DB: _, ...env } = process.env;
const web = (...words) => spawnSync(`${PROGRAMS}/web`, words, { cwd: folder, env, encoding: "utf8" });

/** The size of a file as compressed by a host, in bytes. */
const packed = (file) => gzipSync(readFileSync(file), { level: 6 }).length;

test("the pages are small and always the same", () => {
  assert.equal(web("--quiet", "--out", "again").stdout.trim(), "again/index.html");
  for (const name of FILES) {
    const page = readFileSync(`${SITE}/${name}`, "utf8");
    // The files that a hosted page loads at once.
    const files = [...page.matchAll(/ (?:href|src)="([\w-]+-\w{8,16}\.(?:js|bin))"/g)].map(([, file]) => file);
    assert.ok(files.length <= (name === "index.html" ? 0 : 3), `${name}: ${files}`);
    const hosted = [name, ...files].reduce((sum, file) => sum + packed(`${SITE}/${file}`), 0);
    assert.ok(hosted < (name === "blackbox.html" ? 241_500 : 150_000), `${name}: ${hosted} bytes`);
    // An offline page of Black Box also contains its groups, its book and its library, which a hosted page loads on demand.
    const onDisk = packed(`${SITE}/disk/${name}`);
    assert.ok(onDisk < (name === "blackbox.html" ? 315_000 : 150_000), `${name}: ${onDisk} bytes on a disk`);
  }
  const all = readdirSync(SITE, { recursive: true }).sort();
  assert.deepEqual(readdirSync(`${folder}/again`, { recursive: true }).sort(), all);
  for (const name of all.filter((one) => one.includes("."))) {
    const file = readFileSync(`${SITE}/${name}`);
    assert.ok(!file.includes(ROOT), name);
    assert.ok(file.equals(readFileSync(`${folder}/again/${name}`)), `${name} is not the same again`);
  }
  // It replaces only its own files, and removes those of an older site.
  writeFileSync(`${folder}/again/blackbox-0123456789abcdef.js`, "");
  writeFileSync(`${folder}/again/mine-old.js`, "");
  web("--quiet", "--out", "again");
  assert.deepEqual(readdirSync(`${folder}/again`, { recursive: true }).sort(), [...all, "mine-old.js"].sort());
  writeFileSync(`${folder}/again/index.html`, "mine");
  assert.equal(web("--quiet", "--out", "again").status, 1);
  assert.equal(readFileSync(`${folder}/again/index.html`, "utf8"), "mine");
});

test("a missing database is reported", () => {
  const { status, stderr } = web("--db", "missing.db", "--out", "none");
  assert.equal(status, 1);
  assert.match(stderr, /^error: .*missing\.db.*\nhint: /);
  assert.ok(!existsSync(`${folder}/none`));
});

inBrowsers("explored configurations can be browsed", { only: "chrome" }, async (page) => {
  const blackbox = (...words) => execFileSync(`${PROGRAMS}/blackbox`, [...words, "--db", `${folder}/boards.db`, "--quiet"]);
  for (const config of ["A4_B5", "A3_B8", "A2_B4"]) blackbox("run", "--config", config);
  // A configuration that is initialised but not explored.
  blackbox("init", "--config", "A4_B6");
  assert.equal(web("--quiet", "--db", "boards.db", "--out", "explored").status, 0);
  const go = (link) => page.visit(`${pathToFileURL(`${folder}/explored/disk/blackbox.html`).href}#${link}`);
  await go("groups/A4_B5");
  assert.deepEqual(await page.run("[...document.getElementById('groups-config').options].map((option) => option.value)"), ["A4_B8", "A4_B5", "A3_B8"]);
  assert.match(await page.text("#groups-count"), /^43 of 43 groups \(4 balls, 5 × 5\)/);
  assert.match(await page.text("#groups-source"), /read from the database/);
  await page.click("#groups-list a");
  await page.wait("document.querySelectorAll('#view-group .twin').length === 29");
  await go("groups/A3_B8");
  assert.match(await page.text("#groups-count"), /^3 of 3 groups \(3 balls, 8 × 8\)/);
});

/** Runs `there` with the site on a host, and then `gone` after the host was stopped. */
async function onHost(page, there, gone) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", png: "image/png", svg: "image/svg+xml", bin: "application/octet-stream", webmanifest: "application/manifest+json" };
  const server = createServer(({ url }, answer) => {
    const name = url === "/" ? "index.html" : url.slice(1).replace(/\?.*/, "");
    if (!existsSync(`${SITE}/${name}`)) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": types[name.split(".").pop()] }).end(readFileSync(`${SITE}/${name}`));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const site = `http://127.0.0.1:${server.address().port}/`;
  try {
    await there(site);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  await gone(site);
  assert.deepEqual(page.complaints, []);
}

inBrowsers("a visited site opens without its server", {}, (page) =>
  onHost(
    page,
    async (site) => {
      await page.visit(`${site}blackbox.html#play/A4_B8:2813/f0`);
      assert.equal(await page.run("document.querySelector('link[rel=manifest]').href"), `${site}manifest.webmanifest`);
      // Background work also works on a host.
      await page.keys("m");
      await page.wait("document.querySelector('#play-board .chance')");
      // Only files that were opened are cached.
      await page.wait("Promise.all(['blackbox.html', './', document.getElementById('library').dataset.src, document.getElementById('worker').dataset.src].map((name) => caches.match(name))).then((found) => found.every(Boolean))");
      assert.equal(await page.run("caches.match('magic-star.html').then(Boolean)"), false);
      await page.visit(`${site}magic-star.html`);
      await page.wait("caches.match('magic-star.html').then(Boolean)");
      await page.wait("caches.match(document.getElementById('engine').href).then(Boolean)");
    },
    async (site) => {
      await page.visit(`${site}blackbox.html?utm_source=x#play/A4_B8:2813/f0`);
      await page.keys("m");
      await page.wait("document.querySelector('#play-board .chance')");
      assert.match(await page.text(".points"), /^1\s+point$/);
      // The other views, the other page and the index are also cached.
      await page.run("location.hash = 'census'");
      await page.wait("document.querySelector('#census-tables table')");
      await page.visit(`${site}magic-star.html#play/8a/`);
      assert.notEqual(await page.text("#standing"), "");
      await page.visit(site, false);
      assert.match(await page.text("main"), /^Black Box and four sister puzzles/);
    },
  ),
);

inBrowsers("a game takes four requests, and nothing shifts while it loads", { only: "chrome", width: 360, height: 740 }, (page) =>
  onHost(
    page,
    async (site) => {
      await page.inner.evaluateOnNewDocument(() => {
        window.shifted = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((/** @type {any} */ entry) => (window.shifted += entry.value))).observe({ type: "layout-shift", buffered: true });
      });
      for (const [width, height] of [[360, 740], [1440, 900]]) {
        await page.look(width, height);
        await page.visit(`${site}blackbox.html#play/A4_B8:2813/`);
        if (width === 360) assert.deepEqual(page.requests.filter((url) => url.startsWith(site)).map((url) => url.split(".").pop().replace(/#.*/, "")).sort().join(), "bin,html,js,js");
        await page.click("#play-board .edge");
        // Layout shifts after a key press are counted, too.
        await pause(600);
        assert.ok((await page.run("window.shifted")) < 0.02, `${await page.run("window.shifted")} at ${width}`);
      }
    },
    async () => {},
  ),
);

inBrowsers("a host has an opening book", {}, (page) =>
  onHost(
    page,
    async (site) => {
      const choose = (aim) => `Object.assign(document.getElementById('own-for'), { value: '${aim}' }).dispatchEvent(new Event('change'))`;
      // After a failed connection, the book is requested again.
      await page.visit(`${site}blackbox.html#own/8/4/6H/`);
      await page.run(choose("shots"));
      await page.visit(`${site}blackbox.html?again#own/8/4/6H/`);
      await page.wait("/Next ray/.test(document.getElementById('own-answer').textContent)");
      await page.run(() => {
        const { fetch } = window;
        window.fetch = () => {
          Object.assign(window, { fetch, failed: true });
          return Promise.reject(new TypeError());
        };
      });
      await page.run(choose("points"));
      await page.wait("window.failed");
      for (const aim of ["shots", "points"]) await page.run(choose(aim));
      await page.wait("/from the best strategy/.test(document.getElementById('own-answer').textContent)");
      const next = async (shots) => {
        await page.visit(`${site}blackbox.html#own/8/4/${shots}/`);
        await page.run(choose("points"));
        await page.wait("/Next ray/.test(document.getElementById('own-answer').textContent)");
        return /Next ray: (\w+) (\d), from the best strategy, which costs 10.06 points/.exec(await page.text("#own-answer"))?.slice(1);
      };
      const sides = ["left", "bottom", "right", "top"];
      const mirrored = ([side, line]) => (side === "left" || side === "right" ? [side, String(9 - line)] : [sides[4 - sides.indexOf(side)], line]);
      assert.deepEqual(await next(""), ["left", "2"]);
      // Mirrored boards have mirrored rays in the book.
      for (const [one, other] of [["1H", "6H"], ["1R", "6R"]]) assert.deepEqual(mirrored(await next(one)), await next(other), one);
      // The book has no first ray in the corner.
      assert.equal(await next("0H"), undefined);
      // Par begins with the rays of the book.
      await page.visit(`${site}blackbox.html#play/A4_B8:2813/f0.f3.f9.b0.b2.b20.b58.k`);
      await page.keys("r");
      await page.wait("/Par, the score of perfect play, is \\d/.test(document.getElementById('said').textContent)");
    },
    async () => {},
  ),
);

inBrowsers("par begins with the book only if the number of balls is known", {}, (page) =>
  onHost(
    page,
    async (site) => {
      await page.keepEngine();
      await page.inner.evaluateOnNewDocument(() => {
        const post = Worker.prototype.postMessage;
        window.openings = [];
        Worker.prototype.postMessage = function (message) {
          if (message.question?.review) window.openings.push(message.question.review.opening);
          post.call(this, message);
        };
      });
      await page.visit(`${site}blackbox.html#play/A4_B8:2813/f0.g`);
      await page.wait("window.openings.length > 0");
      assert.ok((await page.run("window.openings[0].length")) > 0);
      // A game with four balls whose player knows only that there are 3 to 6.
      let unknown = "";
      for (let seed = 1; !unknown; seed += 1) {
        const name = await page.ask({ draw: { atoms: [3, 6], rows: 8, columns: 8, fair: true, seed } });
        if ((await page.ask({ molecule: { name } })).atoms.length === 4) unknown = name;
      }
      await page.visit(`${site}blackbox.html#play/${unknown}/f0.g`);
      await page.wait("window.openings.length > 0");
      assert.deepEqual(await page.run("window.openings[0]"), []);
    },
    async () => {},
  ),
);

inBrowsers("a page for a host leads to its file if it is opened from a disk", {}, async (page) => {
  await page.visit(`${pathToFileURL(`${SITE}/blackbox.html`).href}#play/A4_B8:2813/f0`);
  assert.equal(await page.run("location.pathname"), `${SITE}/disk/blackbox.html`);
  assert.match(await page.text(".points"), /^1\s+point$/);
});

for (const scripts of ["apps/web/page"]) {
  test(`the scripts of ${scripts} are typed`, () => {
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", `${ROOT}${scripts}/jsconfig.json`], { cwd: import.meta.dirname, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
}
