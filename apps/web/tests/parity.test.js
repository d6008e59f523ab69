// Compares the page's answers about boards with those of `blackbox decode`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { PROGRAMS, ROOT, assert, inBrowsers } from "./browser.js";
import { nameOf, shoot } from "./tracer.js";

/** The JSON document of `decode` for a text. */
const decoded = (text, aim = "points") => JSON.parse(execFileSync(`${PROGRAMS}/blackbox`, ["decode", "--quiet", "--format", "json", "--minimize", aim, "-"], { input: text, encoding: "utf8" }));

/** Boards of any size with some fired rays. */
function randomBoards(count) {
  let seed = 7n;
  const random = (end) => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((seed >> 33n) % BigInt(end));
  };
  return Array.from({ length: count }, () => {
    const width = 4 + random(6);
    const atoms = new Set();
    for (let left = 1 + random(5); left > 0; left -= 1) atoms.add(random(width * width));
    const shots = [];
    for (let position = 0; position < 4 * width; position += 1) {
      // Wide boxes with few rays take long.
      if (random(10) >= (width > 7 ? 6 : 4)) continue;
      const { exit } = shoot(atoms, width, position);
      shots.push(`${nameOf(position, width)} = ${exit < 0 ? "H" : exit === position ? "R" : nameOf(exit, width)}`);
    }
    return [`A${atoms.size}_B${width}`, ...shots].join(", ");
  });
}

inBrowsers("a hundred random boards are decoded as by the program", {}, async (page) => {
  await page.keepEngine();
  await page.go("own");
  // The engine contains no paths of this machine.
  const bytes = await page.run("new TextDecoder('latin1').decode(window.taken)");
  for (const folder of ["/.cargo/", "/.rustup/", ROOT]) assert.ok(!bytes.includes(folder), folder);
  for (const [at, text] of randomBoards(100).entries()) {
    const aim = ["points", "shots", "bits"][at % 3];
    const { position } = await page.ask({ read: { text } });
    const { document, verdict } = (await page.ask({ decode: { ...position, for: aim } })).decoded;
    assert.deepEqual(document, decoded(text, aim), text);
    assert.notEqual(verdict, "");
  }
});

/** Ten boards of Emacs: the first two of every kind, some with two digits. */
function realBoards() {
  const kinds = new Map();
  const records = readFileSync(`${ROOT}data/reference/boards/emacs.txt`, "utf8").replace(/^# /, "").split("\n# ");
  for (const record of records) {
    const [head, ...lines] = record.split("\n");
    const [, kind, balls] = head.split(" ");
    const known = kinds.get(kind) ?? [];
    // Not too many balls, so that no answer takes long.
    if (Number(balls) > 4 || known.length === 2) continue;
    kinds.set(kind, [...known, lines.filter((line) => !line.startsWith("echo:")).join("\n")]);
  }
  return [...kinds.values()].flat();
}

inBrowsers("ten real boards are pasted", {}, async (page) => {
  await page.go("own");
  const boards = realBoards();
  assert.equal(boards.length, 10);
  for (const board of boards) {
    const { count } = decoded(board);
    await page.submit("#paste-form", { paste: board });
    assert.equal(await page.text("#paste-error"), "", board);
    await page.wait("document.getElementById('own-answer').ariaBusy === 'false' && document.querySelector('#own-answer .verdict')");
    const answer = (await page.text("#own-answer")).replaceAll(",", "");
    assert.match(answer, new RegExp(`^${count} of \\d+ arrangements \\(.*\\) ${count === "1" ? "fits" : "fit"} the rays\\.`, "m"), board);
    // The pasted board is in the address, and is restored from it.
    const shown = await page.text("#own-board");
    await page.reload();
    await page.wait("document.querySelector('#own-answer .verdict')");
    assert.equal(await page.text("#own-board"), shown, board);
  }
});

inBrowsers("a board without numbers is decoded", {}, async (page) => {
  await page.go("own");
  await page.submit("#paste-form", { paste: "A20_B11, west 1 = H" });
  assert.equal(await page.text("#paste-error"), "");
  await page.wait("document.querySelector('#own-answer .verdict')");
  const answer = await page.text("#own-answer");
  assert.ok(answer.includes("18,993,204,264,769,517,862,400 of 35,296,331,705,271,019,028,646 arrangements (20 balls, 11 × 11)"), answer);
  assert.equal(await page.run("[...document.querySelectorAll('#own-answer td')].filter((cell) => cell.textContent === '20 balls, 11 × 11').length"), 20);
  assert.equal(await page.count("#own-answer td a"), 0);
  // Numbers of molecules with many atoms exceed the exact integers of JavaScript. Each link leads to its molecule.
  await page.submit("#paste-form", { paste: "A20_B8, west 1 = H, north 8 = R" });
  await page.wait("document.querySelector('#own-answer .verdict') && document.querySelector('#own-answer td a')");
  const atoms = await page.run("document.querySelector('#own-answer td a').closest('tr').cells[1].textContent");
  await page.click("#own-answer td a");
  await page.wait("document.querySelectorAll('#view-molecule .atom').length === 20");
  const drawn = await page.run("[...document.querySelectorAll('#view-molecule .atom')].map((atom) => [atom.cy, atom.cx].map((at) => Math.ceil(at.baseVal.value / 20) - 1).join('.'))");
  assert.equal(drawn.sort().join(" "), atoms.split(" ").sort().join(" "));
  // This game ID hides an arrangement without a number, which is played like any other.
  await page.go("play/A4_B8:15993");
  await page.submit("#open-game", { "game-text": ID });
  assert.equal(await page.text("#play-title"), "20 balls, 11 × 11");
  await page.click('#play-board .edge[aria-label^="left 1:"]');
  assert.equal(await page.hash(), `#play/${ID}/f0`);
  await page.reload();
  assert.equal(await page.text("#play-title"), "20 balls, 11 × 11");
});

inBrowsers("a seed hides the same board as in the program", {}, async (page) => {
  await page.keepEngine();
  await page.go("own");
  const name = await page.ask({ draw: { atoms: [4, 4], rows: 8, columns: 8, fair: null, seed: 5 } });
  assert.equal((await page.ask({ molecule: { name } })).number, "245744");
});

/** The game ID of 20 atoms in the first cells of a box of 11 × 11. */
const ID = "w11h11m20M20:ccd0f51b86fa99b4c5cc9482385bce6f71aaac490d8ae775f2ddbe7dfe42cdddd068992df002befa7889";
