// The page of the China Labyrinth: whole games, the search, the squares of Octopuszle, and casts.
import { SOON, assert, inBrowsers as inBoth, pause } from "./browser.js";

/** Six pieces around a hole. */
const RING = "play/empty/20:0:0:0.40:0:0:-1.17:0:-1:-1.34:0:-2:0.5:0:-2:1.10:0:-1:1";
/** Pieces that fit, but belong to no solution. */
const IMPOSSIBLE = "play/56-1/48:0:8:-5";

const piece = (doors) => `#tray [data-piece="${doors}"]`;
const cell = (at) => `#play-frame [data-cell="${at}"]`;
/** The counts that the page shows: left, open, groups and holes. */
const standing = (page) => page.run("[...document.querySelectorAll('#standing b')].map((one) => Number(one.innerText))");
const gone = (count) => [(wanted) => document.querySelectorAll("#tray .gone").length === wanted, count];
/** Waits for a hint, and returns the piece and the cell. */
const hinted = async (page) => {
  await page.wait("document.querySelector('#play-frame .hinted')");
  return page.run("[document.querySelector('#tray .hinted').dataset.piece, document.querySelector('#play-frame .hinted').dataset.cell]");
};

const inBrowsers = (name, wish, does) =>
  inBoth(name, wish, async (page) => {
    page.file = "china-labyrinth.html";
    await page.keepEngine();
    await does(page);
  });

/** Presses arrows until the focus is on a piece of the tray. */
async function walkInTray(page, wanted) {
  const here = Number(await page.run("document.activeElement.dataset.piece"));
  const steps = (from, to, plus, minus) => Array(Math.abs(to - from)).fill(to > from ? plus : minus);
  await page.keys(...steps(Math.floor(here / 8), Math.floor(wanted / 8), "Down", "Up"), ...steps(here % 8, wanted % 8, "Right", "Left"));
}

/** Presses arrows until the focus is on a cell of the board. */
async function walkTo(page, wanted) {
  const been = [];
  for (let steps = 0; steps < 60; steps += 1) {
    const [at, x, y] = await page.run((to) => {
      const [one, other] = [document.activeElement, document.querySelector(to)].map((spot) => spot.getBoundingClientRect());
      return [document.activeElement.dataset.cell, other.x - one.x, other.y - one.y];
    }, cell(wanted));
    if (at === wanted) return;
    const [along, down] = [x > 0 ? "Right" : "Left", y > 0 ? "Down" : "Up"];
    // At a cell that was visited before, tries the other direction.
    await page.keys(Math.abs(x) > Math.abs(y) !== been.includes(at) ? along : down);
    been.push(at);
  }
  assert.fail(`no arrows lead to ${wanted}`);
}

inBrowsers("a labyrinth by keyboard", {}, async (page) => {
  await page.go("play/52-7/");
  const hint = async () => {
    assert.match(await page.focused(), /, the hint$/);
    await page.keys("Enter");
  };
  for (let left = 12; left > 0; left -= 1) {
    assert.equal((await standing(page))[0], left);
    await page.keys("h");
    const [one, at] = await hinted(page);
    // Chooses the piece first, or the cell first.
    const ways = [["#tray", () => walkInTray(page, Number(one)), " fits on "], ["#play-frame", () => walkTo(page, at), " here: choose one."]];
    if (left % 2) ways.reverse();
    for (const [turn, [place, walk, words]] of ways.entries()) {
      if (turn === 0) await page.tabTo(`!!document.activeElement.closest('${place}')`);
      await walk();
      await hint();
      if (turn === 0) assert.ok((await page.text("#said")).includes(words));
    }
    assert.notEqual(await page.run("document.activeElement.localName"), "body");
    await page.wait(...gone(65 - left));
  }
  assert.equal(await page.text("#said"), "All pieces are laid, and all doors meet.");
  const [left, open, groups, holes] = await standing(page);
  assert.deepEqual([left, open, groups], [0, 0, holes]);
  const end = await page.text("#end");
  assert.ok(end.startsWith("All doors meet") && end.includes(`${groups} groups, ${holes} holes`), end);
  assert.equal(await page.count("#end .piece"), 64);
  // The game is kept for a reload without its address, and the link shows it to others.
  const played = await page.hash();
  await page.reload();
  assert.match(await page.text("#end"), /^All doors meet/);
  await page.go();
  assert.equal(await page.hash(), played);
  await page.keys("u");
  assert.equal((await standing(page))[0], 1);
  assert.equal(await page.text("#end"), "");
  await page.keys("?");
  await page.wait("document.getElementById('keys').open");
  await page.keys("Escape");
  await page.wait("!document.getElementById('keys').open");
  await page.keys("n");
  await page.submit("#new-game", {});
  await page.wait("location.hash.endsWith('/')");
  await page.back();
  await page.wait("!location.hash.endsWith('/')");
});

inBrowsers("the squares are the first level", { width: 360 }, async (page) => {
  await page.go();
  assert.equal(await page.hash(), "#play/squares/");
  assert.equal(await page.count("#tray .spot"), 16);
  for (let laid = 1; laid <= 16; laid += 1) {
    await page.keys("h");
    await hinted(page);
    await page.keys("h");
    await page.wait(...gone(laid));
  }
  assert.match(await page.text("#end"), /^All doors meet[^]*Now try the hexagons/);
  assert.equal(await page.count("#end .piece"), 16);
  // A game with hexagons has other pieces, and a link returns to the squares.
  await page.go("play/58-9/");
  assert.equal(await page.count("#tray .spot"), 64);
  await page.go("play/squares/3:0:0:0");
  assert.deepEqual(await standing(page), [15, 2, 1, 0]);
});

inBrowsers("a labyrinth by touch", { width: 400, mood: "dark" }, async (page) => {
  await page.go("play/58-9/");
  for (let turn = 0; turn < 6; turn += 1) {
    await page.touch("#help-hint");
    const [one, at] = await hinted(page);
    // The piece first, the cell first, and dragged.
    const ends = [piece(one), cell(at)];
    if (turn === 3) await page.touch("#help-hint");
    else if (turn % 3 === 2) await page.drag(...ends, true);
    else for (const end of turn % 3 ? ends.reverse() : ends) await page.touch(end);
    await page.wait(...gone(59 + turn));
  }
  await page.wait("document.getElementById('end').innerText.startsWith('All doors meet')");
  // The panel at the end is visible, and has the focus.
  assert.ok(await page.run("document.activeElement.closest('#end') && document.querySelector('#end .main-button').getBoundingClientRect().bottom <= innerHeight"));
  await page.touch("#undo");
  await page.wait("document.getElementById('end').hidden");
});

inBrowsers("pieces lie only where they fit", {}, async (page) => {
  await page.go("play/empty/");
  await page.drag(piece(1), cell("0,0"));
  await page.wait("location.hash === '#play/empty/1:0:0:0'");
  assert.deepEqual(await standing(page), [63, 1, 1, 0]);
  // A piece that is dropped elsewhere stays free.
  await page.drag(piece(9), "#standing");
  assert.deepEqual(await standing(page), [63, 1, 1, 0]);
  await page.run("document.activeElement.blur()");
  await page.keys("Escape");
  // A piece here lies to the east of one whose only door leads east. It needs a door to the west,
  // and no door to the two cells where nothing may lie.
  await page.touch(cell("1,0"));
  const lit = await page.run("[...document.querySelectorAll('#tray .lit')].map((spot) => Number(spot.dataset.piece))");
  assert.deepEqual(lit, [...Array(64).keys()].filter((doors) => (doors & 0b011100) === 0b1000));
  assert.equal(await page.text("#said"), "8 pieces fit here: choose one.");
  // The page explains why another piece does not fit.
  await page.touch(piece(2));
  assert.match(await page.text("#said"), /does not fit: /);
  await page.run("document.activeElement.blur()");
  await page.keys("Escape");
  await page.touch(piece(2));
  assert.match(await page.text("#said"), /fits on no open cell of this group\.$/);
  await page.touch(cell("1,0"));
  assert.ok((await page.text("#said")).includes("does not fit: "));
  for (const one of [piece(9), cell("1,0"), piece(8), cell("2,0")]) await page.touch(one);
  assert.match(await page.text("#said"), /closes this group, which has 0 holes\.$/);
  // A piece between two others cannot be removed, one at the end can.
  for (const one of [".group-tab", cell("1,0"), "#take-away"]) await page.touch(one);
  assert.match(await page.text("#said"), /without this piece, its group would fall apart\.$/);
  await page.touch(cell("2,0"));
  await page.keys("Delete");
  assert.deepEqual(await standing(page), [62, 1, 1, 0]);
  await page.keys(..."uuuu");
  assert.deepEqual(await standing(page), [64, 0, 0, 0]);
  await page.keys("u");
  assert.equal(await page.text("#said"), "There is nothing to undo.");
});

inBrowsers("groups, holes and choices are counted", {}, async (page) => {
  await page.go(RING);
  assert.deepEqual(await standing(page), [58, 0, 1, 1]);
  await page.click(".group-tab");
  assert.equal(await page.count("#play-frame .holes polygon"), 1);
  assert.equal(await page.text(".group-tab"), "Group 1: 6 pieces, closed");
  // The piece without doors is a group, too; several groups are side by side.
  await page.go("play/empty/0:0:0:0.1:1:0:0.3:2:0:0");
  assert.deepEqual(await standing(page), [61, 3, 3, 0]);
  assert.deepEqual(await page.texts(".group-tab"), ["Group 1: 1 piece, closed", "Group 2: 1 piece, 1 open", "Group 3: 1 piece, 2 open", "New group"]);
  await page.keys("g", "c");
  await page.go("play/44-3/");
  // Each open cell shows the number of pieces that light up when it is chosen.
  const signs = await page.run("[...document.querySelectorAll('#play-frame .open')].map((spot) => [spot.dataset.cell, Number(spot.querySelector('.sign').textContent)])");
  assert.ok(signs.length > 0);
  for (const [at, count] of signs) {
    await page.run((one) => document.querySelector(one).dispatchEvent(new MouseEvent("click", { bubbles: true })), cell(at));
    assert.equal(await page.count("#tray .lit"), count, at);
  }
  await page.keys("c");
  assert.equal(await page.count("#play-frame .sign"), 0);
});

inBrowsers("ways are counted and games finished", {}, async (page) => {
  const ways = async () => {
    await page.keys("w");
    await page.wait("document.getElementById('help-answer').innerText !== ''");
    await page.wait("!document.querySelector('#help-answer .waiting')");
    return page.text("#help-answer");
  };
  const words = (count) => `The rest can be laid in ${count.toLocaleString("en")} ${count === 1 ? "way" : "ways"}.`;
  for (const [laid, seed] of [[44, 7], [50, 3], [52, 3]]) {
    await page.go(`play/${laid}-${seed}/`);
    const game = { laid, seed, moves: [] };
    const count = Number(await page.ask({ ways: game }));
    assert.equal(await ways(), words(count));
    // Every open cell is filled in the end, so the counts for all pieces on it add up to the total count.
    const { boards } = await page.ask({ game });
    const [board, [q, r, fits]] = boards.flatMap(({ open }, at) => open.map((one) => [at, one]))[0];
    let sum = 0;
    for (const doors of fits) sum += Number(await page.ask({ ways: { ...game, moves: [{ put: [[doors, board, q, r]] }] } }));
    assert.equal(sum, count);
  }
  await page.go("play/empty/");
  assert.equal(await ways(), "The ways to finish could not be counted within a second.");
  for (const link of ["play/empty/", "play/44-7/", "play/empty/1:0:0:0.9:0:1:0", RING]) {
    await page.go(link);
    const before = await page.hash();
    await page.keys("f");
    await page.quiet();
    await page.wait("document.getElementById('end').innerText.startsWith('All doors meet')");
    assert.deepEqual((await standing(page)).slice(0, 2), [0, 0]);
    // Finishing is a single move.
    await page.keys("u");
    assert.equal(await page.hash(), before);
  }
  await page.go(IMPOSSIBLE);
  assert.equal(await ways(), "No solution has these pieces here: take a piece away.");
  for (const key of ["h", "f"]) {
    await page.keys(key);
    await page.wait("document.getElementById('help-answer').innerText === 'No solution has these pieces here: take a piece away.'");
  }
});

inBrowsers("wrong links change nothing", {}, async (page) => {
  await page.go("play/empty/1:0:0:0");
  await page.refuses(
    "play/empty/1:0:0:0",
    [
      ["nothing", 'This page has no view "nothing".'],
      ["play/full/", '"full" is not the start of a game; "squares", "empty" and "44-7" are.'],
      ["play/99-1/", "fewer than 64 pieces can be laid at the beginning"],
      ["play/empty/1:0", 'In this link, "1:0" is not a move.'],
      ["play/empty/1:0:0:0.2:0:1:0", "These moves cannot be played: this piece has no door to the west, but its neighbour there has a door that faces it."],
      ["play/empty/64:0:0:0", "These moves cannot be played: there is no piece 64."],
      ["play/squares/x99", "These moves cannot be played: there is no piece 99."],
      ["play/empty/1:5:0:0", "there is no board 5 yet"],
      ["play/empty/x5", "this piece is not laid"],
      ["play/empty//more", "This link has too many parts for a game."],
      ["watch/x", "In this link, the numbers of the search are not valid."],
      ["watch/1/slow", "This link must name a search (quick or text) and an order of the pieces (usual or random)."],
      ["octopuszle/x", '"x" is not the number of an Octopuszle; "20" and "20-2" are.'],
      ["octopuszle/20/17.1", '"17.1" is not a square; "3.4" is row 3, column 4.'],
      ["cast/dice/1", 'Lines are cast with yarrow or with coins, not with "dice".'],
      ["cast/yarrow/x", "This link does not contain the number of a cast."],
    ],
    () => standing(page),
  );
});

inBrowsers("a link of many moves is read at once or refused", {}, async (page) => {
  await page.go("play/empty/");
  const begun = Date.now();
  await page.run((link) => (location.hash = link), `play/empty/1:0:0:0.${"9:0:1:0.x9.".repeat(20_000).slice(0, -1)}`);
  await page.wait("document.querySelectorAll('#tray .gone').length > 0 || !document.getElementById('link-error').hidden");
  assert.ok(Date.now() - begun < SOON, `${Date.now() - begun} ms`);
});

inBrowsers("a search is watched", {}, async (page) => {
  await page.go("watch/7/quick/usual/2/40");
  const lying = () => page.count("#watch-frame .piece");
  const told = (wanted) => page.wait((words) => document.getElementById("watch-said").innerText.startsWith(words), wanted);
  await told("Run 3, step 40 of");
  const before = await lying();
  assert.ok(before > 0 && (await page.text("#watch-standing")).startsWith(String(before)));
  await page.keys("s");
  await told("Run 3, step 41 of");
  assert.match(await page.hash(), /\/2\/41$/);
  // It runs until the user pauses it.
  await page.set("#watch-speed", 9);
  await page.keys("p");
  await page.wait("Number(location.hash.split('/')[4]) > 4");
  assert.equal(await page.text("#watch-play"), "Pause");
  await page.keys("p");
  const paused = await page.hash();
  await pause(300);
  assert.equal(await page.hash(), paused);
  // The next solution, by either search.
  for (const search of ["quick/usual", "quick/random", "text/usual"]) {
    await page.go(`watch/5/${search}/0/1`);
    await page.keys("l");
    await told("Solved: ");
    assert.equal(await lying(), 64);
    const [groups, holes] = (await page.text("#watch-said")).match(/\d+/g);
    assert.equal(groups, holes, "as many holes as groups");
    await page.reload();
    await told("Solved: ");
  }
});

inBrowsers("reduced motion stops all animations", { mood: "calm" }, async (page) => {
  await page.go("watch/7/quick/usual");
  const step = () => page.text("#watch-said");
  await pause(500);
  assert.match(await step(), /^Run 1, step 0 of/);
  await page.keys("s");
  assert.match(await step(), /^Run 1, step 1 of/);
  assert.match(await page.text("#watch-speed-words"), /^a piece every two seconds/);
  assert.equal(await page.run("document.getAnimations().length"), 0);
  // With reduced motion, a piece is shown every two seconds.
  const begun = Date.now();
  await page.keys("p");
  await page.wait("document.querySelectorAll('#watch-frame .piece').length === 2");
  assert.ok(Date.now() - begun > 1900);
  await page.keys("p");
  // The squares and the casts have no animations either.
  for (const link of ["octopuszle/20/3.4", "cast/yarrow/1", "play/44-7/"]) {
    await page.go(link);
    await page.quiet();
    assert.equal(await page.run("document.getAnimations().length"), 0, link);
  }
});

inBrowsers("an Octopuszle is explored", {}, async (page) => {
  const NAMES = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  const STEPS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];
  const doors = async () => {
    const labels = await page.run("[...document.querySelectorAll('#octo-board [role=gridcell]')].map((spot) => spot.ariaLabel)");
    return labels.map((label) => NAMES.reduce((bits, name, bit) => bits | (Number(label.split(/[ ,]/).includes(name)) << bit), 0));
  };
  const open = async (link) => {
    await page.go(link);
    await page.quiet();
  };
  // All 256 squares are laid, and all doors meet.
  const check = (squares) => {
    assert.equal(new Set(squares).size, 256);
    for (const [at, square] of squares.entries()) {
      for (const [bit, [down, right]] of STEPS.entries()) {
        const [row, column] = [Math.floor(at / 16) + down, (at % 16) + right];
        const isOutside = row < 0 || column < 0 || row > 15 || column > 15;
        const opposite = isOutside ? 0 : (squares[16 * row + column] >> ((bit + 4) % 8)) & 1;
        assert.equal((square >> bit) & 1, opposite, `${at} ${NAMES[bit]}`);
      }
    }
  };
  await open("octopuszle/20/3.4");
  const first = await doors();
  check(first);
  // Every door of the shown square leads to another square.
  const shown = first[2 * 16 + 3];
  const leads = [...NAMES.keys()].filter((bit) => (shown >> bit) & 1);
  assert.equal(await page.count("#octo-doors button:enabled"), leads.length);
  for (const bit of leads) {
    await open("octopuszle/20/3.4");
    await page.touch(`#octo-doors [aria-label^="through the door to the ${NAMES[bit]},"]`);
    await page.wait("document.getElementById('octo-said').innerText !== ''");
    const [down, right] = STEPS[bit];
    assert.ok((await page.hash()).endsWith(`/${3 + down}.${4 + right}`));
  }
  // Arrow keys and touches select squares, and the length of the shown paths can be changed.
  await open("octopuszle/20/3.4");
  const far = async (count) => {
    await page.set("#octo-far", count);
    return page.run("document.querySelector('.octo-sides.followed').getAttribute('d').length");
  };
  const near = await far(1);
  assert.ok(near < (await far(32)));
  await page.run("document.querySelector('#octo-board [tabindex=\"0\"]').focus()");
  await page.keys("Down", "Right");
  assert.match(await page.hash(), /\/4\.5$/);
  assert.match(await page.focused(), /^row 4, column 5: /);
  await page.touch("#octo-board [role=gridcell]");
  await page.wait("location.hash.endsWith('/1.1')");
  // A solution with other sides but the same corners, and another solution.
  await open("octopuszle/20-2/8.8");
  const other = await doors();
  check(other);
  const sameCorners = (one, two) => one.some((square, at) => square !== two[at]) && one.every((square, at) => ((square ^ two[at]) & 0b10101010) === 0);
  assert.ok(sameCorners(first, other));
  await page.click("#octo-corners");
  await page.wait("location.hash.startsWith('#octopuszle/20-') && !location.hash.startsWith('#octopuszle/20-2/') && !document.querySelector('#octo-answer .waiting')");
  assert.ok(sameCorners(other, await doors()));
  await page.click("#octo-other");
  await page.wait("/^#octopuszle\\/\\d+\\//.test(location.hash)");
});

inBrowsers("hexagrams are cast", {}, async (page) => {
  // The example of the package.
  await page.go("cast/yarrow/1");
  assert.equal(await page.text("#cast-said"), "36 Míng Yí becomes 35 Jìn: lines 1, 3, 4 and 6 change.");
  const told = (await page.text("#cast-answer")).replaceAll(",", "");
  assert.ok(told.startsWith("Of 16777216 equally likely casts 441 give these lines"), told);
  assert.ok(told.includes("262144 casts give the hexagram 36 Míng Yí: one in 64"), told);
  const chances = () => page.texts("#cast-chances td");
  assert.deepEqual(await chances(), ["1/16", "5/16", "7/16", "3/16"]);
  assert.deepEqual(await page.run("[...document.querySelectorAll('#cast-lines tr')].map((row) => row.cells[1].innerText[0])"), ["6", "8", "6", "9", "8", "9"]);
  assert.equal(await page.count(".changing"), 4);
  assert.equal(await page.count(".hexagram"), 2);
  await page.set("#cast-with", "coins");
  assert.deepEqual(await chances(), ["2/16", "6/16", "6/16", "2/16"]);
  const before = await page.hash();
  assert.match(before, /^#cast\/coins\//);
  await page.keys("n");
  const kept = await page.hash();
  assert.notEqual(kept, before);
  await page.go("cast");
  assert.equal(await page.hash(), kept);
});

inBrowsers("a cast is connected in a solution", {}, async (page) => {
  await page.go("cast/yarrow/1");
  const said = await page.text("#cast-said");
  const [from, to] = [...said.matchAll(/(\d+) [^ ]+(?: [^ ]+)*?(?: becomes|:)/g)].map((found) => found[1]);
  const words = await page.text("#cast-path p");
  const way = words.match(/\d+(?: → \d+)+/)[0].split(" → ");
  assert.deepEqual([way[0], way[way.length - 1]], [from, to], said);
  assert.equal(await page.count("#cast-path .piece"), 64);
  // Successive pieces on the path are adjacent, with doors between them.
  const apart = await page.run((numbers) => {
    const lit = [...document.querySelectorAll("#cast-path .on-path")].map((piece) => {
      const [x, y] = piece.getAttribute("transform").match(/[-\d.]+/g).map(Number);
      return { number: piece.querySelector(".number").textContent, x, y };
    });
    const places = numbers.map((number) => lit.find((piece) => piece.number === number));
    return places.slice(1).map((place, at) => Math.round(Math.hypot(place.x - places[at].x, place.y - places[at].y)));
  }, way);
  assert.ok(apart.every((distance) => distance === 38), String(apart));
  assert.equal(await page.count("#cast-path .on-path"), way.length);
});
