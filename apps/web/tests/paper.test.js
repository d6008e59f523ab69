// The page of pen and paper: whole games by keyboard and by touch, and all its helps.
import { assert, inBrowsers as inBoth } from "./browser.js";

/** The jumps of the first circular tour of 5 × 5 from a corner that plain backtracking finds. */
const JUMPS = "246141636025206361416427";
const ROUND = `1-1.${JUMPS}`;
/** A position in which a corner can no longer be reached. */
const DEAD = "play/20x20/1-7.636363602";

const cell = (at, columns = 5) => `#play-board .cell[aria-label^="row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}:"]`;
/** The keys of the jumps of a tour, as on a number pad. */
const padKeys = (jumps) => [...jumps].map((jump) => "89632147"[jump]);
const set = (count) => [(wanted) => document.querySelectorAll("#play-board .set").length === wanted, count];

const inBrowsers = (name, wish, does) =>
  inBoth(name, wish, async (page) => {
    page.file = "pen-and-paper.html";
    await does(page);
  });

/** The grid on the page, one number per cell, 0 for an empty cell. */
const numbers = (page) => page.run("[...document.querySelectorAll('#play-board .cell')].map((cell) => Number(cell.classList.contains('set') ? cell.innerText : 0))");

/** Does a jump lead from one cell to the other? */
const isJump = (one, other, columns) => {
  const [down, right] = [Math.abs(Math.floor(one / columns) - Math.floor(other / columns)), Math.abs((one % columns) - (other % columns))];
  return (down === 3 && right === 0) || (down === 0 && right === 3) || (down === 2 && right === 2);
};

/** Whether every number is a jump away from the one before, and the first from the last, checked without the engine. */
const isCircular = async (page, columns) => {
  const grid = await numbers(page);
  return grid.every((_, index) => {
    const [one, next] = [index + 1, ((index + 1) % grid.length) + 1].map((number) => grid.indexOf(number));
    return one >= 0 && next >= 0 && isJump(one, next, columns);
  });
};

/** The number of ways to complete a path, by plain backtracking. */
function waysOn(rows, columns, path) {
  if (path.length === rows * columns) return 1;
  const head = path[path.length - 1];
  let ways = 0;
  for (let next = 0; next < rows * columns; next += 1) {
    if (isJump(head, next, columns) && !path.includes(next)) ways += waysOn(rows, columns, [...path, next]);
  }
  return ways;
}

inBrowsers("a game by keyboard", {}, async (page) => {
  await page.go("play/5x5/");
  await page.tabTo("document.activeElement?.getAttribute('role') === 'gridcell'");
  assert.equal(await page.focused(), "row 1, column 1: free");
  await page.keys("Down", "Right");
  assert.equal(await page.focused(), "row 2, column 2: free");
  await page.keys("Up", "Left", "Enter");
  assert.equal(await page.focused(), "row 1, column 1: 1, the last number");
  assert.equal(await page.text("#said"), "1 is at row 1, column 1. The next number, 2, can go to 3 cells.");
  assert.equal(await page.text("#standing"), "1 of 25 numbers\n3 cells for the next number");
  const lit = await page.run("[...document.querySelectorAll('#play-board .next')].map((cell) => cell.ariaLabel)");
  assert.deepEqual(lit, ["row 1, column 4", "row 3, column 3", "row 4, column 1"].map((place) => `${place}: free, 2 can be here`));
  // A cell that is not a jump away is refused with a reason.
  const refused = [[["Right", "Enter"], "2 cannot be at row 1, column 2: no jump leads there from 1."], [["Left", " "], "1 is already there."], [["8"], "A jump up leads to no free cell."]];
  for (const [keys, words] of refused) {
    await page.keys(...keys);
    assert.equal(await page.text("#said"), words);
  }
  assert.equal(await page.hash(), "#play/5x5/1-1");
  // Set by the arrow keys, undone, and set by the pad.
  await page.keys("Right", "Right", "Right", "Enter");
  assert.equal(await page.hash(), "#play/5x5/1-1.2");
  await page.keys("u");
  assert.equal(await page.text("#said"), "2 is taken back.");
  assert.equal(await page.hash(), "#play/5x5/1-1");
  const keys = padKeys(JUMPS);
  await page.keys(...keys.slice(0, 20));
  assert.equal(await page.hash(), `#play/5x5/1-1.${JUMPS.slice(0, 20)}`);
  await page.keys("?");
  await page.wait("document.getElementById('keys').open");
  await page.keys("Escape");
  await page.wait("!document.getElementById('keys').open");
  // The game is kept for a reload, even without its address.
  const before = await numbers(page);
  await page.reload();
  assert.deepEqual(await numbers(page), before);
  await page.go();
  assert.deepEqual(await numbers(page), before);
  await page.keys(...keys.slice(20));
  assert.ok(await isCircular(page, 5));
  assert.match(await page.text("#said"), /The grid is full\.$/);
  assert.equal(await page.text("#standing"), "25 of 25 numbers\nCircular tour: a jump leads from 25 back to 1");
  // The helps are disabled, and undo removes one number.
  assert.equal(await page.run("document.getElementById('helps').hidden && document.getElementById('finish').disabled"), true);
  await page.keys("f", "h", "w", "u");
  assert.equal(await page.count("#play-board .set"), 24);
  // A new game begins on the same grid, and Back returns to the game before.
  await page.keys("n");
  await page.submit("#new-game", {});
  assert.equal(await page.hash(), "#play/5x5/");
  await page.back();
  await page.wait(...set(24));
});

inBrowsers("a game by touch", { width: 400, mood: "dark" }, async (page) => {
  await page.go("play/5x5/");
  let at = 0;
  await page.touch(cell(at));
  for (const [index, jump] of [...JUMPS].entries()) {
    // Alternates between the grid and the pad.
    at += [-15, -8, 3, 12, 15, 8, -3, -12][jump];
    await page.touch(index % 2 === 0 ? cell(at) : `#pad [data-jump="${jump}"]`);
    await page.wait(...set(index + 2));
  }
  assert.ok(await isCircular(page, 5));
  // The panel at the end is visible, and has the focus.
  assert.ok(await page.run("document.activeElement.closest('#end') && document.querySelector('#end .main-button').getBoundingClientRect().bottom <= innerHeight"));
  await page.touch("#undo");
  await page.wait(...set(24));
  // All of 20 × 20 is visible, and fingers use the pad. A button enlarges the cells.
  await page.go("play/20x20/10-10");
  await page.touch('#pad [data-jump="3"]');
  await page.wait(...set(2));
  await page.touch("#zoom");
  await page.wait("document.querySelector('#play-board .head').getBoundingClientRect().width >= 36");
  await page.wait("((head) => head.left >= 0 && head.right <= innerWidth)(document.querySelector('#play-board .head').getBoundingClientRect())");
  assert.equal(await page.run("document.documentElement.scrollWidth <= innerWidth"), true);
});

inBrowsers("a wrong click moves nothing", {}, async (page) => {
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
    await page.look(width, height);
    await page.go("play/5x5/1-1");
    const places = () => page.run(() => [...document.querySelectorAll("#view-play :is(.cell, button, .standing, h1)")].map((one) => one.getBoundingClientRect()).map(({ x, y, width: wide }) => [x, y, wide]));
    const before = await places();
    await page.click(cell(23));
    assert.match(await page.text("#said"), /^2 cannot be at row 5, column 4/);
    assert.deepEqual(await places(), before, `${width}`);
  }
});

inBrowsers("dead ends are reported", {}, async (page) => {
  await page.go(DEAD);
  assert.equal(await page.text("#outlook"), "");
  await page.keys("d");
  await page.quiet();
  assert.equal(await page.text("#outlook"), "Dead end: all continuations have been checked.");
  // Two numbers before, only an open tour is possible.
  await page.keys("u", "u");
  await page.quiet();
  const said = await page.text("#outlook");
  assert.ok(said.startsWith("The grid can still be filled.\n"), said);
  assert.ok(said.includes("No circular tour is possible: all continuations have been checked."), said);
  await page.go("play/4x8/");
  await page.quiet();
  assert.ok((await page.text("#outlook")).includes("No circular tour is possible: all continuations have been checked."));
  await page.go("play/6x6/1-1");
  await page.quiet();
  assert.equal(await page.text("#outlook"), "The grid can still be filled, even as a circular tour.");
  await page.keys("d");
  assert.equal(await page.text("#outlook"), "");
});

// On the small grid 4 × 5, a count confirms every verdict on a next cell.
inBrowsers("dead next cells are those without a tour", {}, async (page) => {
  await page.go("play/4x5/1-1");
  await page.keys("d");
  let dead = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    await page.quiet();
    await page.wait("document.getElementById('outlook').innerText");
    const found = await page.run("[...document.querySelectorAll('#play-board .cell')].flatMap((cell, at) => (cell.matches('.next') ? [[at, cell.matches('.dead')]] : []))");
    const grid = await numbers(page);
    const path = Array.from({ length: Math.max(...grid) }, (_, index) => grid.indexOf(index + 1));
    for (const [next, isDead] of found) {
      assert.equal(isDead, waysOn(4, 5, [...path, next]) === 0, `${path} ${next}`);
      dead += Number(isDead);
    }
    if (found.length === 0) break;
    await page.click(cell(found[0][0]));
  }
  assert.ok(dead > 0);
});

inBrowsers("ways and hints", {}, async (page) => {
  const ask = async (...keys) => {
    await page.keys(...keys);
    await page.quiet();
    return [await page.text("#ways-open"), await page.text("#ways-circular")];
  };
  const words = (ways, circular) => [`From here, there are ${ways} ways to finish a tour.`, `From here, there are ${circular} ways to finish a circular tour.`];
  await page.go("play/5x5/");
  assert.deepEqual(await ask("w"), words("12,400", "2,400"));
  // With 1 in a corner, the counts are those of plain backtracking.
  await page.go("play/5x5/1-1");
  assert.equal(await page.text("#ways-open"), "");
  assert.deepEqual(await ask("w"), words(waysOn(5, 5, [0]), 96));
  // If there are too many ways, the page says so.
  await page.go("play/20x20/1-1");
  assert.equal((await ask("w"))[0], "The ways to finish a tour could not be counted within a second.");
  await page.go(DEAD);
  assert.equal((await ask("w", "h"))[0], "No tour is possible from here.");
  assert.match(await page.text("#hint"), /^The last 2 numbers lead nowhere\. Take them back: 9 at /);
  // Hints alone fill a grid.
  await page.go("play/6x6/");
  for (let number = 1; number <= 36; number += 1) {
    await page.keys("h");
    await page.wait("document.querySelector('#play-board .best')");
    assert.match(await page.text("#hint"), new RegExp(`^${number} at row .* leads to a circular tour\\.`));
    // The second press follows the hint, and so does a click on its cell.
    if (number % 2) await page.keys("h");
    else await page.click("#play-board .best");
  }
  assert.ok(await isCircular(page, 6));
});

inBrowsers("a circular tour is finished", {}, async (page) => {
  for (const [grid, moves] of [["6x6", "1-1.2"], ["20x20", "10-10.357"], ["4x9", ""], ["20x4", ""]]) {
    const [rows, columns] = grid.split("x").map(Number);
    await page.go(`play/${grid}/${moves}`);
    const before = await page.hash();
    await page.keys("f");
    await page.wait(...set(rows * columns));
    assert.ok(await isCircular(page, columns), grid);
    const own = await page.count("#play-board .set:not(.filled)");
    const full = await page.hash();
    assert.ok(full.endsWith(`.${own}`), full);
    await page.reload();
    assert.equal(await page.hash(), full);
    // Undo takes all filled-in numbers back at once.
    await page.keys("u");
    assert.equal(await page.hash(), before);
  }
  // If there is no circular tour, the page says so, and offers any tour.
  await page.go("play/4x8/");
  await page.click("#finish");
  await page.wait("document.getElementById('finish-open')");
  assert.match(await page.text("#finish-answer"), /^No circular tour is possible from here: all continuations have been checked\./);
  await page.click("#finish-open");
  await page.wait(...set(32));
  assert.equal(await page.text("#standing"), "32 of 32 numbers\nTour: no jump leads from 32 back to 1");
  await page.go(DEAD);
  await page.click("#finish");
  await page.wait("document.getElementById('finish-open')");
  assert.match(await page.text("#finish-answer"), /^No circular tour is possible from here: all continuations have been checked\./);
  // A new complete tour of another size. The error is shown beside the form.
  const wish = async (rows, columns) => {
    await page.run((...sizes) => ["new-rows", "new-columns"].forEach((id, at) => (document.getElementById(id).value = sizes[at])), rows, columns);
    await page.click("#new-tour");
  };
  await wish(7, 12);
  await page.wait(...set(84));
  assert.ok(await isCircular(page, 12));
  assert.match(await page.hash(), /^#play\/7x12\//);
  await wish(4, 7);
  await page.wait("document.getElementById('new-error').innerText");
  assert.equal(await page.text("#new-error"), "A grid of 4 × 7 has no circular tour: all possibilities have been checked.");
});

inBrowsers("the tour is drawn", {}, async (page) => {
  await page.go(`play/5x5/${ROUND}`);
  const jumps = () => page.count("#play-board .jumps path");
  assert.equal(await jumps(), 0);
  await page.keys("l");
  assert.equal(await jumps(), 25);
  await page.reload();
  assert.equal(await jumps(), 25);
  await page.keys("l");
  // The view shows the kept game, completely and in part, and links back to it.
  await page.go("tour");
  assert.equal(await page.hash(), `#tour/5x5/${ROUND}`);
  assert.equal(await page.text("#tour-title"), "A circular tour of 5 × 5");
  const straight = [...JUMPS].filter((jump) => jump % 2 === 0).length;
  assert.match(await page.text("#tour-words"), new RegExp(`^(${straight}|${straight + 1}) straight and .* diagonal jumps, including the jump back to 1\\.$`));
  const drawn = () => page.count("#tour-drawing .jumps path");
  assert.equal(await drawn(), 25);
  await page.set("#tour-to", 10);
  assert.equal(await drawn(), 9);
  assert.equal(await page.text("#tour-number"), "10 of 25");
  await page.click("#tour-new");
  await page.wait((round) => !location.hash.includes(round), ROUND);
  assert.equal(await drawn(), 25);
  await page.click("#tour-play");
  await page.wait("!document.getElementById('view-play').hidden");
  assert.ok(await isCircular(page, 5));
});

inBrowsers("wrong links change nothing", {}, async (page) => {
  await page.go("play/6x6/1-1.2");
  await page.refuses(
    "play/6x6/1-1.2",
    [
      ["nothing", 'This page has no view "nothing".'],
      ["play/6", '"6" is not a grid; a grid such as 6x8 (6 rows, 8 columns) has two numbers from 4 to 20.'],
      ["play/4x4/", "4 × 4 has no tour: all possibilities have been checked."],
      ["play/3x9/", "A grid on this page has 4 to 20 rows and columns, not 3 × 9."],
      ["play/99999999999999999999x6/", "is not a grid"],
      ["play/6x6/9-9", '"9-9" is not a list of moves on 6 × 6.'],
      ["play/6x6/1-1.9", '"1-1.9" is not a list of moves on 6 × 6.'],
      ["play/6x6/1-1.26", "3 is not on a free cell of 6 × 6."],
      ["play/6x6/1-1.2.7", "The player cannot have set 7 of 2 numbers."],
      ["play/6x6/1-1/x", "This link has too many parts for a game."],
      ["tour/6x6/1-1/x", "This link has too many parts for a tour."],
      ["tour/60x6/", "A grid on this page has 4 to 20 rows and columns, not 60 × 6."],
      ["%E0%A4%A", "This page has no view"],
    ],
    () => page.text("#play-board"),
  );
  await page.run("document.getElementById('new-details').open = true");
  await page.submit("#new-game", { "new-rows": "x" });
  assert.equal(await page.text("#new-error"), "Enter the rows and the columns as numbers from 4 to 20.");
  assert.equal(await page.count("#play-board .set"), 2);
});
