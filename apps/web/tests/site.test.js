// The site: its size, its source, and the databases that it is built from.
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PROGRAMS, ROOT, address, assert, inBrowsers } from "./browser.js";

const FILES = ["index.html", "blackbox.html", "chinese-rings.html", "magic-star.html", "pen-and-paper.html", "china-labyrinth.html"];
const folder = mkdtempSync(`${tmpdir()}/site-`);
after(() => rmSync(folder, { recursive: true }));
const { BLACKBOX_DB: _, ...env } = process.env;
const web = (...words) => spawnSync(`${PROGRAMS}/web`, words, { cwd: folder, env, encoding: "utf8" });

test("the pages are small and always the same", () => {
  assert.equal(web("--quiet", "--out", "again").stdout.trim(), "again/index.html");
  for (const name of FILES) {
    const page = readFileSync(fileURLToPath(address(name)));
    const packed = gzipSync(page).length;
    // Black Box has its groups and its censuses besides the engine.
    assert.ok(packed < (name === "blackbox.html" ? 260_000 : 150_000), `${name}: ${packed} bytes`);
    assert.ok(!page.includes(ROOT), name);
    assert.ok(page.equals(readFileSync(`${folder}/again/${name}`)), `${name} is not the same again`);
  }
  // It replaces only its own files.
  writeFileSync(`${folder}/again/index.html`, "mine");
  assert.equal(web("--quiet", "--out", "again").status, 1);
  assert.equal(readFileSync(`${folder}/again/index.html`, "utf8"), "mine");
});

test("a database that is missing is named", () => {
  const { status, stderr } = web("--db", "missing.db", "--out", "none");
  assert.equal(status, 1);
  assert.match(stderr, /^error: .*missing\.db.*\nhint: /);
  assert.ok(!existsSync(`${folder}/none`));
});

inBrowsers("explored configurations can be browsed", { only: "chrome" }, async (page) => {
  const blackbox = (...words) => execFileSync(`${PROGRAMS}/blackbox`, [...words, "--db", `${folder}/boards.db`, "--quiet"]);
  for (const config of ["A4_B5", "A3_B8", "A2_B4"]) blackbox("run", "--config", config);
  // A configuration that was begun but not explored.
  blackbox("init", "--config", "A4_B6");
  assert.equal(web("--quiet", "--db", "boards.db", "--out", "explored").status, 0);
  const go = (link) => page.visit(`${pathToFileURL(`${folder}/explored/blackbox.html`).href}#${link}`);
  await go("groups/A4_B5");
  assert.deepEqual(await page.run("[...document.getElementById('groups-config').options].map((option) => option.value)"), ["A4_B8", "A4_B5", "A3_B8"]);
  assert.match(await page.text("#groups-count"), /^43 of 43 groups of A4_B5/);
  assert.match(await page.text("#groups-source"), /read from its database/);
  await page.click("#groups-list a");
  await page.wait("document.querySelectorAll('#view-group .twin').length === 29");
  await go("groups/A3_B8");
  assert.match(await page.text("#groups-count"), /^3 of 3 groups of A3_B8/);
});

inBrowsers("a visited site opens without its server", {}, async (page) => {
  const types = { html: "text/html", js: "text/javascript", svg: "image/svg+xml", webmanifest: "application/manifest+json" };
  const server = createServer(({ url }, answer) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    const file = fileURLToPath(address(name));
    if (!existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": types[name.split(".").pop()] }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const site = `http://127.0.0.1:${server.address().port}/`;
  await page.visit(`${site}blackbox.html#play/A4_B8:2813/f0`);
  assert.equal(await page.run("document.querySelector('link[rel=manifest]').href"), `${site}manifest.webmanifest`);
  await page.run("navigator.serviceWorker.ready.then(() => true)");
  await page.wait("navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')");
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await page.reload();
  assert.match(await page.text("#standing"), /1 point for rays/);
  // So do the other pages, and the index.
  await page.visit(`${site}magic-star.html#play/8a/`);
  assert.notEqual(await page.text("#standing"), "");
  await page.visit(site, false);
  assert.match(await page.text("main"), /^Puzzles/);
  assert.deepEqual(page.complaints, []);
});

for (const scripts of ["apps/web/page", "src/view/report"]) {
  test(`the scripts of ${scripts} are typed`, () => {
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", `${ROOT}${scripts}/jsconfig.json`], { cwd: import.meta.dirname, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
}
