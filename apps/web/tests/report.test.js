// The report of `blackbox report`: a folder that needs no network, and no script to be read.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { PROGRAMS, assert, inBrowsers } from "./browser.js";
import { axe } from "./care.js";
import { nameOf, shoot } from "./tracer.js";

/** It has more groups than a page draws, and a smaller box in the same database. */
const CONFIG = "A4_B7";
const WIDTH = 7;

const folder = mkdtempSync(`${tmpdir()}/report-`);
after(() => rmSync(folder, { recursive: true }));
const blackbox = (...words) => execFileSync(`${PROGRAMS}/blackbox`, [...words, "--db", `${folder}/report.db`, "--quiet"]);
for (const config of ["A4_B6", CONFIG]) blackbox("run", "--config", config);
blackbox("report", CONFIG, "--out", `${folder}/report`, "--page", "https://example.org/blackbox.html");

const read = (name) => readFileSync(`${folder}/report/${name}`, "utf8");
const address = (name) => pathToFileURL(`${folder}/report/${name}`).href;
const groups = read("groups.csv").trim().split("\n").slice(1).map((line) => line.split(","));
/** The numbers of a column of the table of groups, as far as they are shown. */
const column = async (page, at) => (await page.texts(`#groups tbody td:nth-child(${at})`)).map((text) => Number(text.replaceAll(",", "")));
/** The first molecule that is drawn, with its atoms from the drawing's own page in the database. */
const firstMolecule = async (page) => {
  const number = await page.run("document.querySelector('figure[id^=m]').id.slice(1)");
  const text = execFileSync(`${PROGRAMS}/blackbox`, ["decode", "--quiet", "--format", "json", `${CONFIG}:${number}`], { encoding: "utf8" });
  const { molecule } = JSON.parse(text).molecules.find((one) => one.number === Number(number));
  return [number, new Set([...molecule].flatMap((symbol, cell) => (symbol === "O" ? [cell] : [])))];
};
/** The sentence about a ray. */
const sentence = (atoms, position) => {
  const { exit, cells, turns } = shoot(atoms, WIDTH, position);
  const outcome = exit < 0 ? "absorbed" : exit === position ? "reflected" : `out at ${nameOf(exit, WIDTH)}`;
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  return [`${nameOf(position, WIDTH)}: ${outcome}`, `, ${counted(cells.length, "cell")}, ${counted(turns, "turn")}`, cells];
};

inBrowsers("the report fits and is accessible", {}, async (page) => {
  for (const [width, mood] of [[1280, "light"], [400, "light"], [400, "dark"]]) {
    if (page.kind === "firefox" && mood === "dark") continue;
    await page.look(width, undefined, mood);
    for (const file of ["index.html", "groups-1.html"]) {
      await page.visit(address(file), false);
      // What is far below is drawn only when somebody gets there.
      await page.run("for (const group of document.querySelectorAll('.group')) group.style.contentVisibility = 'visible'");
      assert.ok(await page.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), `${file} at ${width}`);
      if (page.kind === "chrome") assert.deepEqual(await axe(page), [], `${file} at ${width}`);
      // Text in a chart is as large on a telephone as beside it.
      const sizes = await page.run("[...document.querySelectorAll('.chart svg')].map((chart) => chart.getBoundingClientRect().width / chart.viewBox.baseVal.width)");
      for (const size of sizes) assert.ok(size > 0.85, `${file} at ${width}: ${size}`);
    }
  }
});

inBrowsers("tables sort and filter by mouse and keys", {}, async (page) => {
  await page.visit(address("index.html"), false);
  const all = await column(page, 3);
  assert.equal(all.length, 100);
  const button = "#groups th:nth-child(3) button";
  const sorted = (wanted) => page.wait((one, order) => document.querySelector(one).parentNode.ariaSort === order && document.querySelectorAll("#groups tbody tr").length === 100, button, wanted);
  // All rows are sorted, not only those that are shown.
  await page.click(button);
  await sorted("descending");
  assert.deepEqual(await column(page, 3), all);
  await page.run((one) => document.querySelector(one).focus(), button);
  await page.keys("Enter");
  await sorted("ascending");
  await page.wait("document.querySelector('#groups tbody td:nth-child(3)').innerText === '2'");
  assert.ok((await column(page, 3)).every((size) => size === 2));
  await page.keys("Enter");
  await page.wait((one) => document.querySelector(one).parentNode.getAttribute("aria-sort") === null, button);
  await page.wait("document.querySelector('#groups tbody td:nth-child(3)').innerText !== '2'");
  assert.deepEqual(await column(page, 3), all);
  await page.click("#groups .table > button");
  await page.wait("document.querySelectorAll('#groups tbody tr').length > 100");
  const [last] = await page.texts("#groups tbody tr:last-child td:first-child");
  await page.run("document.querySelector('#groups input').focus()");
  await page.keys(...last.replaceAll(",", ""));
  await page.wait("document.querySelector('#groups output').innerText.startsWith('1 of ')");
  assert.deepEqual(await page.texts("#groups tbody td:first-child"), [last]);
  // Its link leads to its drawing.
  await page.click("#groups tbody a");
  await page.wait("document.querySelector(':target')?.querySelectorAll('figure').length > 2");
  assert.deepEqual(await page.texts(":target h2"), [`Group ${last}`]);
  assert.deepEqual(page.complaints, []);
});

inBrowsers("a number leads to its group", {}, async (page) => {
  const leads = async (number) => {
    await page.visit(address("groups-1.html"), false);
    await page.run("document.querySelector('#search input').focus()");
    await page.keys(...String(number), "Enter");
  };
  const [, canonical, , , , list] = groups[groups.length - 1];
  const numbers = list.split(" ");
  for (const number of numbers) {
    await leads(number);
    const id = await page.wait("location.hash.length > 1 && document.querySelector(':target')?.id");
    // Its own group, or the molecule in it.
    assert.ok([canonical, ...numbers].includes(id.slice(1)), id);
  }
  for (const [number, words] of [[1, "not in a group"], [211877, "1 to 211876"]]) {
    await leads(number);
    await page.wait((wanted) => document.querySelector("#search output").innerText.includes(wanted), words);
  }
});

inBrowsers("the mouse shows the ray of the mark that it is over", {}, async (page) => {
  await page.visit(address("groups-1.html"), false);
  const [number, atoms] = await firstMolecule(page);
  const picture = `#m${number} svg`;
  await page.middle(picture);
  const hidden = "document.getElementById('said').hidden && document.querySelectorAll('.now').length === 0";
  await page.wait(hidden);
  for (let position = 0; position < 4 * WIDTH; position += 1) {
    // The marks of a side are the letters of one text, which the drawings of a group share.
    const spot = await page.run(
      (one, side, along) => {
        const drawing = document.querySelector(one);
        const shared = drawing.querySelector('use[href^="#s"]').getAttribute("href");
        const marks = document.querySelectorAll(`${shared} text`)[side];
        const [x, y] = ["x", "y"].map((name) => Number(marks.getAttribute(name).split(" ")[along]));
        const { x: left, y: top } = new DOMPoint(x, y - 5).matrixTransform(drawing.getScreenCTM());
        return [left, top].map(Math.round);
      },
      picture,
      Math.floor(position / WIDTH),
      position % WIDTH,
    );
    await page.hover(...spot);
    const [begin, end] = sentence(atoms, position);
    await page.wait((one, words) => document.querySelectorAll(`${one} .now`).length === 1 && document.getElementById("said").innerText.startsWith(words), picture, begin);
    assert.ok((await page.text("#said")).endsWith(end), `${await page.text("#said")}, but ${end}`);
    assert.equal(await page.count(".now"), 1);
  }
  // The middle of the box is no mark, and neither is what is around the drawing.
  const box = await page.run((one) => document.querySelector(one).getBoundingClientRect().toJSON(), picture);
  const middle = box.y + box.height / 2;
  for (const away of [[box.x + box.width / 2, middle], [2, 2]]) {
    await page.hover(box.x + 3, middle);
    await page.wait((one) => document.querySelectorAll(`${one} .now`).length === 1, picture);
    await page.hover(...away);
    await page.wait(hidden);
  }
  // The keys were somewhere else all the time.
  assert.equal(await page.run((one) => document.activeElement === document.querySelector(one), picture), false);
  assert.deepEqual(page.complaints, []);
});

inBrowsers("a ray is shown where somebody points", {}, async (page) => {
  await page.visit(address("groups-1.html"), false);
  const [number, atoms] = await firstMolecule(page);
  const picture = `#m${number} svg`;
  assert.equal(await page.count(".now"), 0);
  await page.run((one) => document.querySelector(one).focus(), picture);
  for (let position = 0; position < 4 * WIDTH; position += 1) {
    const [begin, end, entered] = sentence(atoms, position);
    const said = await page.text("#said");
    assert.ok(said.startsWith(begin) && said.endsWith(end), `${said}, but ${begin} … ${end}`);
    assert.equal(await page.run((one) => document.querySelector(one).ariaValueText, picture), said);
    // The line goes through all cells, and through no other.
    const cells = await page.run(
      (one, width) => {
        const points = document.querySelector(`${one} .now polyline`).getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
        const met = new Set();
        points.slice(1).forEach(([x, y], at) => {
          const [fromX, fromY] = points[at];
          const length = Math.abs(x - fromX) + Math.abs(y - fromY);
          for (let step = 0; step <= length; step += 1) {
            const place = [fromX + ((x - fromX) / length) * step, fromY + ((y - fromY) / length) * step];
            const [column, line] = place.map((along) => Math.floor(along / 28) - 1);
            if (place.every((along) => along % 28 === 14) && [line, column].every((along) => along >= 0 && along < width)) met.add(line * width + column);
          }
        });
        return [...met].sort((a, b) => a - b);
      },
      picture,
      WIDTH,
    );
    assert.deepEqual(cells, [...new Set(entered)].sort((a, b) => a - b), said);
    await page.keys("Right");
  }
  await page.run("document.activeElement.blur()");
  assert.equal(await page.count(".now"), 0);
  // A finger on a label shows its ray, too.
  await page.look(400);
  await page.visit(address("index.html"), false);
  await page.touch("#rays svg[data-ways] g.mono text");
  await page.wait("!document.getElementById('said').hidden && document.querySelectorAll('.now').length === 1");
});

inBrowsers("it asks nobody", {}, async (page) => {
  for (const file of ["index.html", "groups-1.html", "groups-2.html"]) await page.visit(address(file), false);
  // Firefox tells only of the pages that it loads from a disk, and of all requests to hosts.
  if (page.kind === "chrome") assert.ok(page.requests.some((url) => url.endsWith("/report.js")));
  const own = [address(""), "about:blank", "data:"];
  assert.deepEqual(page.requests.filter((url) => !own.some((begin) => url.startsWith(begin))), []);
});

// Firefox 140 cannot be told to run no scripts.
inBrowsers("it is read without scripts", { only: "chrome" }, async (page) => {
  await page.inner.setJavaScriptEnabled(false);
  await page.visit(address("index.html"), false);
  assert.equal(await page.run("document.documentElement.dataset.ready ?? null"), null);
  assert.equal((await column(page, 3)).length, 100);
  assert.match(await page.text("#groups .left-out"), /groups\.csv has all of them\.$/);
  assert.equal(await page.text("#groups button"), "");
  assert.equal(await page.run("[...document.querySelectorAll('.scripted')].every((one) => one.offsetParent === null)"), true);
  let drawn = 0;
  for (const [link, file] of [["#groups .pages a", "groups-1.html"], ["a[rel=next]", "groups-2.html"]]) {
    await Promise.all([page.inner.waitForNavigation(), page.click(link)]);
    assert.ok((await page.run("location.pathname")).endsWith(`/${file}`));
    drawn += await page.count("article h2");
  }
  assert.equal(drawn, groups.length);
});

test("every group and molecule has a drawing, and every link an end", () => {
  const pages = new Map(readdirSync(`${folder}/report`).map((name) => [name, read(name)]));
  let links = 0;
  for (const [name, text] of pages) {
    if (!name.endsWith(".html")) continue;
    for (const [, link] of text.matchAll(/href="([^"]*)"/g)) {
      if (link.startsWith("https://example.org/blackbox.html#")) continue;
      const [file, id] = link.split("#");
      const there = pages.get(file || name);
      assert.ok(there !== undefined && (!id || there.includes(`id="${id}"`)), `${name}: ${link}`);
      links += 1;
    }
  }
  assert.ok(links > 1000, `${links}`);
  const drawings = pages.get("groups-1.html") + pages.get("groups-2.html");
  for (const [, canonical, , , , numbers] of groups) {
    assert.ok(drawings.includes(`<article class="group" id="g${canonical}"`));
    for (const number of numbers.split(" ")) {
      assert.ok(drawings.includes(`<figure id="m${number}"><svg`) && drawings.includes(`https://example.org/blackbox.html#molecule/${CONFIG}/${number}"`), number);
    }
  }
});
