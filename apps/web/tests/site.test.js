// The site: its size, its source, and the databases that it is built from.
import { execFileSync, spawnSync } from "node:child_process";
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

for (const scripts of ["apps/web/page", "src/view/report"]) {
  test(`the scripts of ${scripts} are typed`, () => {
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", `${ROOT}${scripts}/jsconfig.json`], { cwd: import.meta.dirname, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
}
