// The page of the magic star: whole games, and the answers of the engine about them.
import { SOON, assert, inBrowsers as inBoth } from "./browser.js";

/** The numbers of the first solution of 8a in the original text. */
const FULL = [1, 2, 7, 16, 9, 11, 3, 15, 14, 8, 10, 13, 5, 4, 12, 6];

const cell = (at) => `.star-cell[data-cell="${at}"]`;
const number = (one) => `.number[data-number="${one}"]`;
const name = (at) => "abcdefghijklmnopqrstuvwx"[at];
const at = (page, where) => page.text(cell(where));

const inBrowsers = (title, wish, does) =>
  inBoth(title, wish, async (page) => {
    page.file = "magic-star.html";
    await page.keepEngine();
    await does(page);
  });

/** Opens a game, and waits until no background work is left. */
const open = async (page, fragment) => {
  await page.go(fragment);
  await page.quiet();
};

/** The arrows that lead from the focused cell to another one. */
const wayTo = async (page, wanted) => {
  const way = await page.run((goal) => {
    const cells = [...document.querySelectorAll(".star-cell")];
    const from = cells.indexOf(document.activeElement);
    const ways = new Map([[from, []]]);
    for (const [at, arrows] of ways) {
      for (const arrow of ["Up", "Down", "Left", "Right"]) {
        cells[at].focus();
        cells[at].dispatchEvent(new KeyboardEvent("keydown", { key: `Arrow${arrow}`, bubbles: true }));
        const to = cells.indexOf(document.activeElement);
        if (!ways.has(to)) ways.set(to, [...arrows, arrow]);
      }
    }
    cells[from].focus();
    return ways.size === cells.length ? ways.get(goal) : null;
  }, wanted);
  assert.ok(way, "arrows lead to every cell");
  return way;
};

inBrowsers("a star by keyboard", {}, async (page) => {
  await open(page, "play/8a/");
  assert.equal(await page.hash(), "#play/8a/");
  assert.equal(await page.text("#play-title"), "Put 1 to 16 on the star so that every line adds up to 34");
  await page.tabTo("document.activeElement.classList.contains('star-cell')");
  assert.equal(await page.focused(), "a, point: empty. Line a d g i is empty. Line a c f h is empty");
  // A second digit makes the number longer, and the move of the first one is undone.
  for (const [key, hash] of [["1", "a1"], ["6", "a16"], ["Backspace", "a16.a0"]]) {
    await page.keys(key);
    assert.equal(await page.hash(), `#play/8a/${hash}`);
    if (key === "6") assert.equal(await page.text("#said"), "16 is on cell a.");
  }
  await page.keys("u", "u");
  assert.equal(await page.hash(), "#play/8a/");
  // The whole star, cell by cell.
  for (const [place, one] of FULL.entries()) {
    await page.keys(...(await wayTo(page, place)), ...String(one));
    if (place !== 4) continue;
    // b, c, d and e: the line lights up.
    assert.equal(await page.text("#said"), "9 is on cell e. The line b c d e is right.");
    assert.equal(await page.count(".line.right"), 1);
    assert.equal(await page.text("#standing"), "5 of 16 numbers\n1 of 8 lines right");
    assert.match(await page.focused(), /^e, point: 9. Line e g k o: sum 9, needs 25 more/);
  }
  await page.wait("!document.getElementById('end').hidden");
  const end = await page.text("#end");
  // The number of the solution is that in the text.
  assert.ok(end.startsWith("Solved") && end.includes("after 30,877,819,664 of them."), end);
  assert.match(await page.text("#said"), /All lines are right: the star is solved\.$/);
  assert.equal(await page.count(".line.right"), 8);
  // The game is kept for a reload, even without its address.
  const before = await page.hash();
  await page.reload();
  assert.match(await page.text("#end"), /^Solved/);
  await open(page);
  assert.equal(await page.hash(), before);
  await page.keys("u");
  await page.wait("document.getElementById('end').hidden");
  await page.keys("?");
  await page.wait("document.getElementById('keys').open");
  await page.keys("Escape");
  // A new puzzle, and Back to the old one.
  const undone = await page.hash();
  await page.keys("n");
  await page.submit("#new-game", {});
  await page.wait((hash) => location.hash !== hash, undone);
  assert.match(await page.hash(), /^#play\/8a-/);
  await page.back();
  await page.wait((hash) => location.hash === hash, undone);
  await page.wait("document.querySelectorAll('.star-cell.own').length === 15");
});

inBrowsers("a puzzle by touch", { width: 400, mood: "dark" }, async (page) => {
  await open(page, "play/8a-1f3/");
  // The given numbers are those of the engine for this seed. They have one solution, which the engine fills in.
  const given = await page.ask({ puzzle: { star: "8a", seed: 0x1f3 } });
  assert.equal(await page.ask({ ways: { star: "8a", numbers: given, most: null } }), 1);
  const shown = await page.run("[...document.querySelectorAll('.star-cell')].map((cell) => (cell.matches('.given') ? Number(cell.innerText) : 0))");
  assert.deepEqual(shown, given);
  const solution = [...given];
  for (const place of solution.keys()) {
    for (let one = 1; one <= 16 && solution[place] === 0; one += 1) {
      const numbers = solution.with(place, one);
      if (!solution.includes(one) && (await page.ask({ ways: { star: "8a", numbers, most: 1 } })) === 1) solution[place] = one;
    }
  }
  // Given numbers cannot be removed.
  const fixed = given.findIndex((one) => one > 0);
  await page.touch(cell(fixed));
  assert.equal(await page.text("#said"), `${given[fixed]} on cell ${name(fixed)} is given, so it stays.`);
  const free = [...given.keys()].filter((place) => given[place] === 0);
  for (const [turn, place] of free.entries()) {
    // Selects a number and then a cell, or a cell and then a number, or drags the number.
    const [thing, there] = [number(solution[place]), cell(place)];
    if (turn % 3 === 2) await page.drag(thing, there, true);
    else for (const one of turn % 3 === 0 ? [thing, there] : [there, thing]) await page.touch(one);
    await page.wait((one, wanted) => document.querySelector(one).innerText === wanted, there, String(solution[place]));
  }
  await page.wait("document.getElementById('end').innerText.startsWith('Solved')");
  await page.touch("#undo");
  await page.wait("document.getElementById('end').hidden");
  assert.equal((await page.hash()).split(".").length, free.length - 1);
  // Dragging exchanges two numbers, or removes a number if it ends beside the star.
  const [one, other] = free;
  await page.drag(cell(one), cell(other), true);
  assert.deepEqual([await at(page, one), await at(page, other)], [String(solution[other]), String(solution[one])]);
  await page.drag(cell(one), "#play-title", true);
  assert.equal(await at(page, one), name(one));
  // Two touches exchange numbers, too.
  await page.touch(cell(other));
  assert.ok((await page.text("#said")).includes("is picked up"));
  await page.touch(cell(other));
  assert.equal(await at(page, other), name(other));
  assert.equal(await page.count(".ghost"), 0);
});

inBrowsers("the engine counts the remaining solutions", {}, async (page) => {
  await open(page, "play/8a/");
  await page.keys("w");
  for (const [moves, words] of [
    // The numbers in the text: all solutions, and those with 6 or 3 at the top.
    ["", "The star can be completed in 1,792 ways."],
    ["a6", "The star can still be completed in 90 ways."],
    ["a3", "The star can still be completed in 132 ways."],
    ["a1.b2.c3", "The star can no longer be completed."],
    ["b1.c2.d3.e4", "The star can no longer be completed."],
    ["a1.b2.c7.d16.e9.f11.g3.h15.i14", "The star can still be completed in 1 way."],
  ]) {
    await page.run((hash) => (location.hash = hash), `play/8a/${moves}`);
    await page.wait((wanted) => document.getElementById("ways-answer").innerText === wanted, words);
  }
  // A larger star has too many ways to count in a second, but the page says that there is one.
  await open(page, "play/12d/");
  await page.wait("document.querySelector('#ways-answer > p:not(.waiting)')");
  const told = await page.text("#ways-answer");
  const wanted = ["The star can be completed. The ways could not be counted within a second.", "The star can be completed in 11,912,064 ways."];
  assert.ok(wanted.includes(told), told);
  // The state of the help is kept for a reload.
  await page.keys("w");
  assert.equal(await page.text("#ways-answer"), "");
  await page.reload();
  assert.equal(await page.text("#ways-answer"), "");
});

inBrowsers("hints lead to the solution", {}, async (page) => {
  // The hint names the number that made the star impossible, and removes it.
  await open(page, "play/8a/a1.b2.c3.d16");
  await page.keys("h");
  await page.wait("document.querySelectorAll('.star-cell.fault').length === 1");
  assert.match(await page.text("#hint-answer"), /^With 3 on cell c, the star can no longer be completed\./);
  await page.keys("h");
  assert.equal(await page.hash(), "#play/8a/a1.b2.c3.d16.c0");
  // Then hints alone fill the star, by their button.
  for (let hints = 0; hints < 20 && (await page.run("document.getElementById('end').hidden")); hints += 1) {
    await page.click("#help-hint");
    await page.wait("document.querySelector('#hint-answer button')");
    await page.click("#hint-answer button");
  }
  assert.match(await page.text("#end"), /^Solved/);
  assert.match(await page.hash(), /^#play\/8a\/a1\.b2\.c3\.d16\.c0\./);
  // The last number of a line.
  await open(page, "play/8a/b2.c7.d16");
  await page.keys("h");
  await page.wait("document.querySelectorAll('.star-cell.best').length === 1");
  assert.match(await page.text("#hint-answer"), /^9 belongs on cell e, the last empty cell of the line b c d e\./);
  assert.equal(await page.count(".star-cell.reason"), 4);
  // The second press follows the hint.
  await page.keys("h");
  assert.equal(await at(page, 4), "9");
});

inBrowsers("every star has puzzles and fits the window", { width: 400 }, async (page) => {
  await open(page, "play/8a/");
  const stars = await page.run("[...document.querySelectorAll('#new-star option')].map((one) => one.value)");
  // A star of order n has several kinds, which connect every second, third … of its points.
  const all = [6, 7, 8, 9, 10, 11, 12].flatMap((order) => Array.from({ length: Math.ceil(order / 2) - 2 }, (_, kind) => `${order}${"abcd"[kind]}`));
  assert.deepEqual(stars, all);
  for (const star of stars) {
    await page.run("document.getElementById('new-details').open = true");
    await page.submit("#new-game", { "new-star": star, "new-kind": "puzzle" });
    await page.wait((one) => location.hash.startsWith(`#play/${one}-`), star);
    await page.quiet();
    // A search confirms that no given number can be omitted.
    const given = await page.run("[...document.querySelectorAll('.star-cell')].map((cell) => (cell.matches('.given') ? Number(cell.innerText) : 0))");
    const ways = (numbers, most) => page.ask({ ways: { star, numbers, most } });
    assert.equal(await ways(given, null), 1, star);
    for (const [place, one] of given.entries()) if (one) assert.ok((await ways(given.with(place, 0), 2)) > 1, star);
    // No two cells overlap, no target is too small, and arrow keys reach every cell.
    const crowded = await page.run(() => {
      const boxes = [...document.querySelectorAll(".star-cell")].map((one) => one.getBoundingClientRect());
      const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) > one.width - 0.5;
      return boxes.filter((one, index) => one.width < 36 || !boxes.slice(index + 1).every((other) => apart(one, other))).length;
    });
    assert.equal(crowded, 0, star);
    await page.run("document.querySelector('.star-cell').focus()");
    await wayTo(page, 0);
  }
});

inBrowsers("the drawing is that of the rules", {}, async (page) => {
  await open(page, "play/12d/a5");
  // Wrong lines could have the same number of solutions, so the test compares the lines themselves.
  const lines = await page.run(() => {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const box = document.querySelector(".star svg").getBoundingClientRect();
    const cells = [...document.querySelectorAll(".star-cell")].map((one) => middle(one.getBoundingClientRect()));
    return [...document.querySelectorAll(".star .line .core")].map((line) =>
      [...line.points].map(({ x, y }) => {
        const spot = [box.x + (x * box.width) / 100, box.y + (y * box.width) / 100];
        return cells.findIndex((one) => Math.hypot(one[0] - spot[0], one[1] - spot[1]) < 2);
      }),
    );
  });
  assert.deepEqual(lines, (await page.ask({ star: { star: "12d" } })).lines);
});

inBrowsers("wrong links change nothing", {}, async (page) => {
  await open(page, "play/8a/a1.b2");
  await page.refuses(
    "play/8a/a1.b2",
    [
      ["stars", 'This page has no view "stars".'],
      ["play/west/", "a star is written as its number of points"],
      ["play/5a/", "This page has stars of 6 to 12 points, not 5a."],
      ["play/13a/", "This page has stars of 6 to 12 points, not 13a."],
      ["play/8c/", "A star with 8 points can only be 8a or 8b."],
      ["play/8a-xyz/", '"8a-xyz" is neither a star'],
      ["play/8a/a1.z3", "In this link, z3 is not a move."],
      ["play/8a/a17", "In this link, a17 is not a move."],
      ["play/8a/a0", "In this link, a0 is not a move."],
      ["play/8a/a1.a1", "In this link, a1 is not a move."],
      ["play/8a/hello", "In this link, hello is not a move."],
      // d has a given number, which the page knows only after it has made the puzzle.
      ["play/8a-1f3/d1", "In this link, d1 is not a move."],
    ],
    () => page.text("#play-board"),
  );
  // A wrong link as the first one.
  await page.go("play/8a-1f3/d1");
  await page.wait("document.querySelectorAll('.star-cell.given').length === 3");
  assert.equal(await page.text("#link-error"), "In this link, d1 is not a move.");
});

inBrowsers("a link of many moves is read at once", {}, async (page) => {
  await open(page, "play/8a/");
  const moves = Array.from({ length: 40_000 }, (_, turn) => `a${1 + (turn % 2)}`);
  const begun = Date.now();
  await page.run((link) => (location.hash = link), `play/8a/${moves.join(".")}`);
  await page.wait("document.querySelectorAll('.star-cell.own').length === 1 || !document.getElementById('link-error').hidden");
  assert.ok(Date.now() - begun < SOON, `${Date.now() - begun} ms`);
});
