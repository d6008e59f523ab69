// The page of Black Box: whole games by keyboard and by touch, own boards, groups, the census.
import { readFileSync } from "node:fs";
import { Page, ROOT, SOON, assert, inBrowsers } from "./browser.js";
import { axe } from "./accessibility.js";
import { placeOf, shoot } from "./tracer.js";

/** The boxes of other programs: their names on the page, and the descriptions of games in them. */
const PRESETS = {
  "KBlackBox (KDE)": ["KBlackBox, very easy: 2 balls, 6 × 6", "KBlackBox, easy: 4 balls, 8 × 8", "KBlackBox, medium: 6 balls, 10 × 10", "KBlackBox, hard: 8 balls, 12 × 12", "KBlackBox, very hard: 11 balls, 10 × 14", "KBlackBox, extremely hard: 15 balls, 12 × 20"],
  "Simon Tatham's Black Box": ["Tatham: 3 balls, 5 × 5", "Tatham: 5 balls, 8 × 8", "Tatham: 3 to 6 balls, 8 × 8", "Tatham: 5 balls, 10 × 10", "Tatham: 4 to 10 balls, 10 × 10"],
};
/** Molecule 2813 of A4_B8, which has four twins. */
const GAME = "play/A4_B8:2813/";
/** The number of the board of 24 November 2026. */
const DAY = "319001";
const edge = (position) => `#play-board .edge[aria-label^="${position}:"]`;
const cell = (at) => `#play-board .cell[aria-label^="row ${Math.floor(at / 8) + 1}, column ${(at % 8) + 1}:"]`;
const saved = (name) => readFileSync(`${ROOT}data/reference/boards/saves/${name}.sav`, "utf8");
/** Gives up, and confirms it. */
const askToGiveUp = async (page) => {
  await page.click("#give-up");
  await page.wait("document.getElementById('sure').open");
};
const giveUp = async (page) => {
  await askToGiveUp(page);
  await page.click("#sure [value=yes]");
  await page.wait("document.getElementById('view-play').classList.contains('ended')");
};
const words = async (page, selector) => (await page.text(selector)).replace(/\s+/g, " ").trim();
const said = (page) => words(page, "#said");
const points = (page) => words(page, ".points");
/** The words at the end of a game, once par is computed. */
const atEnd = async (page) => {
  await page.wait("/par \\d/.test(document.getElementById('said').innerText)");
  await page.quiet();
  return said(page);
};
const placed = (page) => page.run("document.getElementById('tray').ariaLabel");
/** Is the game over? */
const isOver = (page) => page.run("document.getElementById('view-play').classList.contains('ended')");

inBrowsers("a game by keyboard", {}, async (page) => {
  await page.go(GAME);
  await page.keys("Down");
  assert.equal(await page.focused(), "left 1: not fired");
  await page.keys("Enter");
  assert.equal(await page.focused(), "left 1: absorbed");
  assert.match(await said(page), /^Left 1: absorbed\./);
  await page.keys("Down", "Enter", "Down", "Down", "Enter");
  assert.equal(await page.focused(), "left 4: out at right 7, number 1");
  assert.match(await said(page), /^Left 4: out at right 7\./);
  assert.equal(await points(page), "4 points");
  assert.equal(await page.count("#ledger li"), 3);
  // Opens a hint, then more of it, and closes it.
  await page.keys("h");
  await page.quiet();
  assert.match(await said(page), /^Fire here next: \w+ \d/);
  assert.match(await said(page), /[\d,]+ arrangements still fit your rays\. Firing here leaves about [\d,]+ on average\./);
  assert.equal(await page.count("#play-board .edge.best"), 1);
  assert.equal(await page.count("#play-board .chance"), 0);
  await page.keys("m");
  await page.quiet();
  assert.equal(await page.run("[...document.querySelectorAll('#play-board .cell')].every((cell) => cell.innerText.trim())"), true);
  assert.match(await said(page), /of 635,376 arrangements fit your rays/);
  await page.keys("h");
  assert.equal(await page.count("#play-board .best, #play-board .chance"), 0);
  await page.keys("?");
  await page.wait("document.getElementById('keys').open");
  await page.keys("Escape");
  await page.wait("!document.getElementById('keys').open");
  // The page refuses too few balls, and changes nothing.
  const before = await page.hash();
  await page.keys("d");
  assert.equal(await said(page), "Place 4 more balls: 0 of 4 are placed.");
  assert.equal(await page.hash(), before);
  // A ball and a mark, both undone, also by Ctrl+Z.
  await page.keys("Right", "Enter", "Right", " ");
  assert.equal(await page.focused(), "row 4, column 2: marked empty");
  await page.keys("u");
  await page.inner.keyboard.down("Control");
  await page.keys("z");
  await page.inner.keyboard.up("Control");
  assert.equal(await page.hash(), before);
  assert.equal(await page.focused(), "row 4, column 2: open");
  // Cells 0, 2, 20 and 58.
  await page.keys("Up", "Up", "Up", "Left", "Enter", "Right", "Right", "Enter");
  await page.keys("Down", "Down", "Right", "Right", "Enter", ...Array(5).fill("Down"), "Left", "Left", "Enter");
  assert.equal(await placed(page), "4 of 4 balls placed");
  // A fifth one is not.
  await page.keys("Up", "Enter");
  assert.match(await said(page), /^All 4 balls are placed/);
  assert.equal(await placed(page), "4 of 4 balls placed");
  // Enter after D begins no new game.
  const ended = `${await page.hash()}.k`;
  await page.keys("d", "Enter");
  assert.match(await atEnd(page), /^Game over\. Press Next|^Solved in 4 points, par \d+ /);
  assert.equal(await page.hash(), ended);
  assert.match(await said(page), /^Solved in 4 points, par \d+ /);
  assert.match(await said(page), /5 arrangements give the same answers/);
  await page.click("#all-twins summary");
  assert.equal(await page.count("#all-twins .twin svg"), 5);
  // A ray is drawn in all of them at once.
  await page.click('#all-twins [aria-label="Next ray"]');
  assert.equal(await page.run("[...document.querySelectorAll('#all-twins .ray-path')].filter((path) => path.getAttribute('d')).length"), 5);
  // The game survives a reload, even without its address.
  await page.reload();
  assert.match(await said(page), /^Solved/);
  await page.go();
  assert.match(await said(page), /^Solved/);
  // The next game begins on the board.
  await page.tabTo("document.activeElement?.id === 'next'");
  await page.keys("Enter");
  assert.equal(await page.focused(), "left 1: not fired");
});

inBrowsers("the focus stays by keyboard where a control goes away", {}, async (page) => {
  await page.go(GAME);
  await page.keys("Tab");
  assert.equal(await page.focused(), "left 1: not fired");
  await page.keys("h");
  await page.quiet();
  await page.tabTo("document.activeElement?.id === 'more'");
  await page.keys("Enter");
  await page.quiet();
  assert.equal(await page.run("document.activeElement?.innerText"), "Less");
  await page.run("document.querySelector('#said .main-button').focus()");
  await page.keys("Enter");
  // The fired entry has the focus, so that the next arrow moves from it.
  assert.match(await page.focused(), /^(left|right|top|bottom) \d: (absorbed|out|came)/);
  assert.equal(await page.count("#play-board .edge.done:focus"), 1);
  // The menu gives the focus back to its button, also after a dialog that it opened.
  await page.run("document.getElementById('menu').focus()");
  await page.keys("Enter");
  await page.click("#menu-new");
  await page.wait("document.getElementById('new').open && !document.getElementById('menu-sheet').open");
  await page.keys("Escape");
  await page.wait("document.activeElement?.id === 'menu'");
  // Undo to the beginning disables its button.
  await page.run("document.getElementById('undo').focus()");
  await page.keys("Enter");
  assert.equal(await page.run("document.activeElement.matches('#play-board .spot')"), true);
});

inBrowsers("Done says by keyboard and by touch what it does, and a double tap neither ends a game nor begins one", { width: 360, height: 740 }, async (page) => {
  await page.go(`${GAME}f0.f3.b0.b2.b21.b58`);
  const before = await page.hash();
  assert.match(await said(page), /All 4 balls are placed: Done ends the game\./);
  const twice = async (one) => page.inner.mouse.click(...(await page.middle(one)), { count: 2 });
  await twice("#check");
  assert.match(await said(page), /^Your balls do not explain the ray from left 4\. Press Done again to end the game\./);
  assert.equal(await page.hash(), before);
  // A move in between takes the doubt back.
  await page.keys("u", "y", "d");
  assert.equal(await isOver(page), false);
  await page.keys("d");
  assert.equal(await isOver(page), true);
  // The second click of a double click on Done is on Next.
  await page.go(`${GAME}f0.f3.b0.b2.b20.b58`);
  await twice("#check");
  await page.quiet();
  assert.equal(await isOver(page), true);
  assert.match(await page.hash(), /b58\.k$/);
});

for (const height of [740, 640]) {
  inBrowsers(`points and costs are in sight without scrolling on a phone: ${height}`, { width: 360, height }, async (page) => {
    for (const moves of ["", "f0", "f0.f3.f9.b0.b2"]) {
      await page.go(GAME + moves);
      assert.match(await page.text(".costs"), /Points: hit or reflection 1 · other ray 2 · wrong ball 5/);
      const { top, bottom, end } = await page.run("({ ...document.querySelector('.costs').getBoundingClientRect().toJSON(), end: document.getElementById('acts').getBoundingClientRect().top })");
      assert.ok(top > 0 && bottom <= end + 1, `${moves}: ${bottom} > ${end}`);
      assert.ok((await page.run("document.querySelector('.points').getBoundingClientRect().top")) > 0);
    }
  });
}

inBrowsers("an option can be turned on and off where the store is full", {}, async (page) => {
  await page.go(GAME);
  await page.click("#calm");
  await page.run(() => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }));
  for (const pressed of ["false", "true"]) {
    await page.click("#calm");
    assert.equal(await page.run("document.getElementById('calm').ariaPressed"), pressed);
  }
});

inBrowsers("a low window scrolls to a board of full size", { width: 320, height: 256 }, async (page) => {
  await page.go(`${GAME}f0`);
  const [x, y] = await page.middle(cell(0));
  await page.inner.mouse.click(x, y);
  assert.match(await page.hash(), /f0\.b0$/);
  assert.ok((await page.run("document.querySelector('#play-board .cell').getBoundingClientRect().width")) >= 24);
});

inBrowsers("a damaged aim is ignored, and estimates are named as such", {}, async (page) => {
  await page.go(GAME);
  await page.run("localStorage.setItem('blackbox.for', '?')");
  await page.reload();
  await page.keys("h");
  await page.quiet();
  assert.match(await said(page), /^Fire here next: \w+ \d/);
  await page.go("own/12x14/12/0H.3R.1-27//");
  await page.quiet();
  assert.match(await page.text("#own-answer"), /about .* \(± .*\n+Each number is an estimate of the chance of a ball/);
});

inBrowsers("Back closes a dialog, which would block the other views", {}, async (page) => {
  await page.go("learn/1");
  await page.turn(GAME, "blackbox.html");
  await page.click("#pick");
  await page.back();
  await page.wait("!document.getElementById('view-learn').hidden && !document.querySelector('dialog[open]')");
  await page.keys("Down");
  assert.equal(await page.run("document.activeElement.matches('#learn-board .spot')"), true);
});

inBrowsers("a wrong guess is refuted or accepted", {}, async (page) => {
  // A ball is one cell too far right, which rays refute.
  await page.go(`${GAME}f0.f3.b0.b2.b21.b58.k`);
  assert.match(await atEnd(page), /^One ball is wrong 3 \+ 5 points, par \d+ /);
  assert.match(await said(page), /From left 4, the ray came out at right 7\. With your balls, it would have come out at bottom 5, as the dotted line shows\./);
  assert.equal(await points(page), "8 points");
  for (const [one, count] of [[".right", 3], [".wrong", 1], [".missed", 1], [".supposed.edge", 1], [".ray.on", 1], [".ray.supposed", 1]]) assert.equal(await page.count(`#play-board ${one}`), count, one);
  // These balls are refuted only by a ray that was not fired.
  await page.go(`${GAME}f0.f3.f9.f12.b2.b20.b21.b58.k`);
  assert.match(await atEnd(page), /You did not fire from left 2\. That ray would have come straight back\. With your balls, it would have come out at left 7, as the dotted line shows\./);
  // A twin of the hidden board counts as solved.
  await page.go(`${GAME}b0.b18.b20.b56.k`);
  await page.quiet();
  assert.match(await said(page), /^Solved in 0 points/);
  assert.match(await said(page), /Your board is a twin of the hidden one: all rays have the same answers, so the game counts as solved\. Parker's original board game charges 10 points/);
  assert.equal(await page.count("#play-board .yours"), 2);
  // Undo takes the check back, and Back returns to the game before.
  await page.keys("u");
  assert.equal(await isOver(page), false);
  const before = await page.hash();
  await page.keys("n");
  await page.wait("document.getElementById('new').open");
  assert.equal(await page.hash(), before);
  await page.submit("#new-game", {});
  assert.notEqual(await page.hash(), before);
  await page.back();
  await page.wait((hash) => location.hash === hash, before);
  await page.wait("document.querySelectorAll('#play-board .ball').length === 4");
  // One point is not "1 points".
  await page.go("play/A1_B4:1/f4.b0.k");
  assert.match(await said(page), /^Solved in 1 point\b/);
});

inBrowsers("a game is reviewed, ray by ray", {}, async (page) => {
  await page.go(`${GAME}f0.f3.f9.b0.b2.b20.b58`);
  await page.keys("d", "r");
  await page.quiet();
  for (const part of ["Rays as good as the best one: 0 of 3. Together, your rays were expected to cost ", ": 4 points for 3 rays", ". Par, the score of a game that follows every hint, is "]) assert.ok((await said(page)).includes(part), await said(page));
  // The first ray is one of four symmetric ones. Before it, all arrangements are counted.
  await page.click("#forth");
  assert.match(await said(page), /^Ray 1 of 3: left 1, absorbed \w+ \d would have been better: \d+\.\d points to go instead of 10\.\d\. Before this ray, 635,376 arrangements were left\./);
  // The board shows the chances before the ray, which add up to the balls, and its path.
  await page.click("#forth");
  const chances = (await page.texts("#play-board .cell")).map(Number);
  assert.ok(Math.abs(chances.reduce((sum, one) => sum + one, 0) - 400) < 32, String(chances));
  assert.match(await said(page), /^Ray 2 of 3: left 4/);
  assert.equal(await page.count("#play-board .ray"), 1);
  if (page.kind === "chrome") assert.deepEqual(await axe(page), []);
  await page.keys("r");
  assert.equal(await page.count("#play-board .chance"), 0);
  assert.match(await said(page), /^Solved/);
  // A lost game is compared with par, too.
  await page.go(`${GAME}f0.f3.b0.b2.b21.b58.k`);
  await page.keys("r");
  await page.quiet();
  assert.match(await said(page), /8 points in all: 3 points for 2 rays, 5 for 1 wrong ball\. Par, [^,]+, is \d+ points for \d+ rays\.$/);
});

inBrowsers("rows can be marked, moves redone, and giving up shows the atoms", {}, async (page) => {
  await page.go(GAME);
  // Space at the dot of the second row, then its second cell alone.
  await page.run((one) => document.querySelector(one).focus(), edge("left 2"));
  await page.keys(" ");
  assert.equal(await page.count("#play-board .cell.empty"), 8);
  await page.keys("Right", "Right", "Enter");
  assert.equal(await page.hash().then((hash) => hash.split("/").pop()), "r1.b9");
  await page.keys("u", "u");
  assert.equal(await page.count("#play-board .cell.empty"), 0);
  await page.click("#redo");
  await page.keys("y");
  assert.equal(await page.count("#play-board .cell.empty"), 7);
  // The path of a ray by the balls, and where it disagrees.
  await page.click(edge("left 1"));
  await page.keys("w");
  await page.run((one) => document.querySelector(one).dispatchEvent(new PointerEvent("pointerenter")), edge("left 1"));
  assert.equal(await page.count("#play-board .ray.supposed"), 1);
  assert.equal(await said(page), "Left 1: absorbed. Your balls predict another answer: out at top 1.");
  await page.keys("w");
  assert.equal(await page.count("#play-board .ray"), 0);
  await giveUp(page);
  assert.match(await said(page), /^Given up 1 point for rays/);
  assert.equal(await page.count("#play-board .missed"), 4);
  await page.click("#restart");
  assert.match(await page.hash(), /\/$/);
  assert.equal(await isOver(page), false);
});

inBrowsers("the board of a day is fair, kept, and shared", {}, async (page) => {
  await page.keepEngine();
  await page.go("play/2026-11-24/");
  // The board depends only on the date.
  const hidden = await page.ask({ draw: { atoms: [4, 4], rows: 8, columns: 8, fair: true, seed: 20261124 } });
  const { atoms, spectral_group: group, number } = await page.ask({ molecule: { name: hidden, twins: true } });
  assert.equal(number, DAY);
  assert.equal(group.count, "1");
  assert.equal(await page.run("document.getElementById('hint').disabled"), true);
  await page.keys("h");
  assert.equal(await page.count("#play-board .best"), 0);
  assert.ok(!(await page.text("main")).includes("Tatham's page"));
  // A fired ray stays, even if the page is opened again with an address without it.
  await page.click(edge("left 1"));
  await page.keys("u");
  await page.go("play/2026-11-24/");
  assert.equal(await page.hash(), "#play/2026-11-24/f0");
  for (const atom of atoms) await page.click(cell(atom));
  await page.keys("d");
  assert.match(await atEnd(page), /^Solved in [12] points?, par \d+ /);
  await page.click("#share");
  assert.match(await page.text("#share-text"), /^Black Box, 24 November 2026\n✓ [12] points? \(par \d+\), 1 ray\n[🟥⬜🟦]🟡{4}$/u);
  await page.keys("Escape");
  assert.match(await page.run("document.querySelector('.week a.now').ariaLabel"), /^−?\d+: 24 November 2026, [12] points?, par \d+$/);
  if (page.kind === "chrome") assert.deepEqual(await axe(page), []);
  await page.keys("u");
  assert.match(await said(page), /^Solved/);
  await page.go("play/2026-11-24/");
  assert.match(await said(page), /^Solved/);
  assert.match(await page.run("localStorage.getItem('blackbox.days')"), /^2026-11-24\/f0\.(b\d+\.){4}k\/[12]\/\d+$/);
  await page.go("play/today");
  assert.match(await page.hash(), /^#play\/\d{4}-\d\d-\d\d\//);
});

inBrowsers("the player's own game is kept apart from the boards of days", {}, async (page) => {
  await page.go(`${GAME}f0.b12`);
  await page.turn("play/2026-11-24/");
  await page.click(edge("left 3"));
  assert.equal(await page.hash(), "#play/2026-11-24/f2");
  for (const link of ["play", ""]) {
    await page.turn("play/2026-11-24/");
    await page.turn(link);
    assert.match(await page.hash(), /f0\.b12$/);
  }
  // Older versions of the page kept the board of a day as the player's own game.
  await page.run("localStorage.setItem('blackbox.game', '2026-11-24/f2')");
  await page.go("");
  assert.doesNotMatch(await page.hash(), /2026-11-24/);
});

inBrowsers("a day is a day of the calendar", {}, async (page) => {
  await page.go(`${GAME}f0`);
  await page.refuses(`${GAME}f0`, ["2026-02-31", "2026-13-01", "2025-02-29"].map((day) => [`play/${day}/`, `${day} is not a date`]), () => page.text(".points"));
  // A day that was begun is not one that was not played.
  await page.turn("play/2026-11-24/");
  await page.click(edge("left 1"));
  await page.turn("play/2026-11-25/");
  assert.deepEqual(await page.run("[...document.querySelectorAll('.week a')].slice(5, 7).map(({ ariaLabel }) => ariaLabel)"), ["–: 24 November 2026, not finished", "–: 25 November 2026, not finished"]);
});

inBrowsers("the result of a day is final, in two tabs, too", { only: "chrome" }, async (page) => {
  const other = new Page(page.kind, await page.inner.browserContext().newPage());
  await other.look(1280);
  const kept = () => page.run("localStorage.getItem('blackbox.days')");
  for (const one of [page, other]) await one.go("play/2026-11-24/");
  // A ray fired in one tab is fired in the other one.
  await page.inner.bringToFront();
  await page.click(edge("left 1"));
  await other.inner.bringToFront();
  await other.wait("location.hash.endsWith('/f0')");
  await giveUp(other);
  // Another tab sees what is stored a little later.
  await page.wait(String.raw`/^2026-11-24\/f0\.g\/x(\/\d+)?$/.test(localStorage.getItem("blackbox.days"))`);
  // The first tab shows the end, and its pending work changes nothing.
  await page.inner.bringToFront();
  await page.wait("location.hash.endsWith('.g')");
  await page.run("localStorage.setItem('blackbox.days', '2026-11-24/f0.f1.g/x')");
  await page.click(edge("left 4"));
  assert.match(await kept(), /^2026-11-24\/f0\.f1\.g\/x/);
});

inBrowsers("giving up asks for confirmation, and an abandoned game can be restored", {}, async (page) => {
  await page.go(`${GAME}f0.b12`);
  await askToGiveUp(page);
  await page.keys("Escape");
  assert.match(await page.hash(), /f0\.b12$/);
  // N and Undo, also after the page is opened again.
  await page.keys("n");
  await page.submit("#new-game", {});
  assert.doesNotMatch(await page.hash(), /\/f0/);
  await page.go("");
  await page.keys("u");
  assert.match(await page.hash(), /f0\.b12$/);
  await giveUp(page);
  assert.match(await page.hash(), /f0\.b12\.g$/);
});

inBrowsers("an unfinished game can be restored after a board of a day and after a link", {}, async (page) => {
  await page.go(`${GAME}f0.b12`);
  await page.go("play/2026-11-24/");
  await giveUp(page);
  await page.click("#next");
  await page.wait("!document.getElementById('view-play').classList.contains('ended')");
  await page.keys("u");
  assert.match(await page.hash(), /f0\.b12$/);
  await page.go("play/A4_B8:15993/");
  await page.reload();
  await page.keys("u");
  assert.match(await page.hash(), /f0\.b12$/);
});

for (const [width, height] of [[360, 740], [1440, 900]]) {
  inBrowsers(`a game by touch ends in sight, and nothing moves: ${width}`, { width, height, mood: "dark" }, async (page) => {
    await page.go(GAME);
    const places = () => page.run(() => ["#play-board .grid", "#acts"].map((one) => Object.values(document.querySelector(one).getBoundingClientRect().toJSON()).map(Math.round).join()).join(" "));
    const begun = await places();
    const moved = async (what) => assert.equal(await places(), begun, what);
    for (const words of ["top 1", "right 8"]) {
      await page.touch(edge(words));
      await page.wait((one) => document.getElementById("said").innerText.toLowerCase().startsWith(`${one}: `), words);
      await moved(words);
    }
    // A long press marks a cell as empty, a short one places a ball.
    await page.touch(cell(9), true);
    await page.wait((one) => document.querySelector(one).classList.contains("empty"), cell(9));
    for (const ball of [0, 2, 20, 58]) {
      await page.touch(cell(ball));
      await page.wait((one) => document.querySelector(one).classList.contains("ball"), cell(ball));
    }
    await page.touch("#undo");
    await page.wait((one) => !document.querySelector(one).classList.contains("ball"), cell(58));
    await page.touch("#hint");
    await page.quiet();
    await moved("hint");
    // The marked entry and its button are in sight.
    const inSight = (selectors) => page.run((all) => all.filter((one) => {
      const { top, bottom, height: high } = document.querySelector(one).getBoundingClientRect();
      return high > 0 && top >= 0 && bottom <= innerHeight;
    }), selectors);
    const hinted = [".edge.best", "#said h2", "#said .main-button", "#more"];
    assert.deepEqual(await inSight(hinted), hinted);
    await page.touch(cell(58));
    await page.touch("#check");
    await page.wait("document.getElementById('said').innerText.startsWith('Solved')");
    await page.quiet();
    await moved("the end");
    const ended = ["#said h2", "#play-board", "#review", "#share", "#next"];
    assert.deepEqual(await inSight(ended), ended);
    assert.equal(await page.run("document.activeElement?.id"), "said");
    // A touch on a mark draws its ray.
    await page.touch(edge("top 1"));
    await page.wait("document.querySelector('#play-board .ray.on')");
    const before = await page.hash();
    await page.touch("#next");
    await page.wait((hash) => location.hash !== hash, before);
    assert.equal(await isOver(page), false);
    await moved("the next game");
  });
}

inBrowsers("a finger slides along the entries, and the last one fires", { width: 360, height: 740 }, async (page) => {
  await page.go(GAME);
  const [from, to] = [await page.middle(edge("top 3")), await page.middle(edge("top 5"))];
  const finger = await page.press(...from, false);
  await finger.move(...to);
  await finger.end();
  await page.wait("location.hash.endsWith('/f27')");
});

/** The cells on a drawn ray in their order, found by following its line. */
const drawnCells = (page, ray) => page.run((one) => {
  const line = document.querySelector(`${one} .line`);
  const cells = [];
  // Points on the border between two cells belong to neither.
  const isInside = (/** @type {number} */ at) => Math.abs(at - Math.round(at)) > 0.02;
  for (let length = line.getTotalLength(), at = 0; at <= length; at += 0.05) {
    const { x, y } = line.getPointAtLength(at);
    const cell = Math.floor(y) * 8 + Math.floor(x);
    if (isInside(x) && isInside(y) && cells[cells.length - 1] !== cell) cells.push(cell);
  }
  return cells;
}, ray);

inBrowsers("at the end, the path of each ray is drawn", {}, async (page) => {
  await page.go(`${GAME}f3.b0.b2.b20.b58`);
  await page.click(edge("left 4"));
  assert.equal(await page.count("#play-board .ray"), 0, "while the game runs, it is a secret");
  await page.keys("d");
  for (let position = 0; position < 32; position += 1) {
    await page.click(edge(placeOf(position, 8)));
    const { exit, cells } = shoot(new Set([0, 2, 20, 58]), 8, position);
    const drawn = await drawnCells(page, `#play-board .ray.on[data-from="${position}"]`);
    // An absorbed ray ends in the cell of its ball or before it. A ray that is reflected at once ends beside the wall.
    if (cells.length === 0) assert.ok(drawn.length <= 1, placeOf(position, 8));
    else assert.deepEqual(drawn.slice(0, exit < 0 ? cells.length : undefined), cells, placeOf(position, 8));
  }
});

for (const [mood, moves] of /** @type {const} */ ([["light", true], ["calm", false]])) {
  inBrowsers(`a shot is animated, except with reduced motion: ${mood}`, { mood }, async (page) => {
    await page.go(GAME);
    const animations = () => page.run("document.querySelector('#play-board').getAnimations({ subtree: true }).filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity).length");
    const fire = async (position) => {
      await page.click(edge(position));
      return page.run("[...document.querySelectorAll('#play-board .shot')].length");
    };
    // A second ray can be fired during the animation of the first one.
    for (const position of ["left 4", "left 1"]) assert.equal(await fire(position), 1);
    assert.equal((await animations()) > 0, moves);
    // With "calm", there are no animations.
    await page.click("#calm");
    await fire("left 7");
    assert.equal(await animations(), 0);
  });
}

inBrowsers("five small boards teach the game", { width: 360, height: 740 }, async (page) => {
  await page.go();
  await page.click("#said a[href='#learn']");
  const isDeed = [({ exit }) => exit < 0, ({ exit, turns }) => exit >= 0 && turns === 1, ({ exit }, position) => exit === position, ({ turns }) => turns === 2];
  for (const [turn, is] of isDeed.entries()) {
    await page.wait((hash) => location.hash === hash, `#learn/${turn + 1}`);
    // The pictures of later lessons are hidden.
    assert.equal(await page.count("#view-learn figure:not([hidden])"), turn);
    const atoms = await page.run("[...document.querySelectorAll('#learn-board .cell')].flatMap((one, place) => (one.matches('.ball') ? [place] : []))");
    const width = turn < 3 ? 4 : 5;
    const rays = Array.from({ length: 4 * width }, (_, position) => position).map((position) => is(shoot(new Set(atoms), width, position), position));
    // A ray of another kind is drawn, but does not solve the lesson.
    const click = (position) => page.click(`#learn-board .edge[aria-label^="${placeOf(position, width)}:"]`);
    await click(rays.indexOf(false));
    assert.equal(await page.run("document.getElementById('learn-end').hidden"), true);
    assert.match(await page.text("#learn-said"), /\. Try another arrow\.$/);
    await click(rays.indexOf(true));
    // After success, no other ray is asked for.
    await click(rays.indexOf(false));
    assert.doesNotMatch(await page.text("#learn-said"), /Try another/);
    assert.equal(await page.count("#learn-board .ray"), 1);
    assert.ok(await page.run("document.activeElement.closest('#learn-end') !== null"));
    await page.touch("#learn-end button");
  }
  // The last board hides its atoms and draws no path.
  assert.equal(await page.count("#learn-board .ball"), 0);
  await page.click("#learn-board .edge");
  assert.equal(await page.count("#learn-board .ray"), 0);
  // All pictures are shown beside it.
  assert.equal(await page.count("#view-learn figure:not([hidden])"), 4);
  for (const place of ["row 1, column 1", "row 2, column 2"]) await page.click(`#learn-board [aria-label^="${place}:"]`);
  assert.match(await page.text("#learn-said"), /^(Not quite: with these balls|Your balls explain)/);
  for (const place of ["row 1, column 1", "row 4, column 4"]) await page.click(`#learn-board [aria-label^="${place}:"]`);
  assert.match(await page.text("#learn-end"), /^Right/);
  // The lesson is over, so clicks change nothing.
  const balls = await page.count("#learn-board .ball");
  await page.click("#learn-board .cell.ball");
  assert.equal(await page.count("#learn-board .ball"), balls);
  await page.touch("#learn-end button");
  await page.wait("location.hash.startsWith('#play')");
  await page.reload();
  assert.equal(await page.count("#said a[href='#learn']"), 0);
});

inBrowsers("an ambiguous board shows which atoms can slide", { width: 360, height: 740 }, async (page) => {
  await page.go("molecule/A3_B8/2072");
  await page.quiet();
  assert.match(await page.text("#view-molecule"), /about 8p arrangements in groups of this family/);
  await page.click("#view-molecule a[href^='#own']");
  await page.wait("document.querySelectorAll('#own-answer .slide').length === 1");
  assert.equal(await page.count("#own-answer .ring"), 2);
  for (const [number, marked] of [[119, "these columns"], [2063, "this column"]]) {
    await page.go(`group/A4_B8/${number}`);
    await page.wait((end) => document.querySelector(".twins > p")?.innerText.endsWith(end), ` Arrows mark ${marked}.`);
  }
});

inBrowsers("the sentences about no ball and about one arrangement have the right number", {}, async (page) => {
  await page.go("play/A0_B5:1/");
  assert.match(await said(page), /^This box has no balls: Done ends the game\. Fire a ray /);
  assert.doesNotMatch(await said(page), /null/);
  assert.doesNotMatch(await said(page), /Place/);
  await page.click(cell(0));
  assert.equal(await said(page), "This box has no balls: Done ends the game.");
  await page.go("play/A1_B5:1/f0.f19");
  await page.keys("h", "m");
  await page.quiet();
  assert.match(await said(page), / 1 of 25 arrangements fits your rays\./);
});

inBrowsers("new games have the requested balls, size and kind", {}, async (page) => {
  await page.go(GAME);
  /** Draws a game, and returns its hidden atoms as listed by the view of the molecule. */
  const draw = async (atoms, width, kind) => {
    const before = await page.hash();
    await page.submit("#new-game", { "new-atoms": atoms, "new-width": width, "new-kind": kind });
    await page.wait((hash) => location.hash !== hash, before);
    return placed(page);
  };
  // A box with a difficulty is fair.
  for (const [kind, isFair] of [["fair", true], ["ambiguous", false], ["hard", true]]) {
    await draw("4", "6", kind);
    // Fire all rays: their answers are the spectrum.
    const labels = await page.run(() => {
      for (const edge of document.querySelectorAll("#play-board .edge")) edge.click();
      return [...document.querySelectorAll("#play-board .edge")].map((edge) => edge.ariaLabel);
    });
    assert.equal(twins(labels) === 1, isFair, await page.hash());
  }
  // The comparison can be cancelled.
  const before = await page.hash();
  await page.submit("#new-game", { "new-kind": "easy" });
  await page.click("#new-waiting button");
  assert.deepEqual([await page.count("#new-waiting *"), await page.hash()], [0, before]);
  assert.match(await draw("3-6", "8", "any"), /^0 of 3 to 6 balls placed/);
  assert.equal(await page.text("#play-title"), "3 to 6 balls, 8 × 8");
  for (const atoms of ["16", "20"]) {
    assert.match(await draw(atoms, "8", "any"), new RegExp(`^0 of ${atoms} balls placed`));
    // The number of such a molecule exceeds the exact integers of JavaScript.
    await page.reload();
    assert.match(await placed(page), new RegExp(`^0 of ${atoms} balls`));
  }
  // A molecule without a number.
  assert.match(await draw("60", "11", "any"), /^0 of 60 balls placed/);
  await page.click(edge("left 1"));
  assert.match(await page.hash(), /^#play\/w11h11m60M60:[0-9a-f]+\/f0$/);
  await page.reload();
  assert.equal(await page.text("#play-title"), "60 balls, 11 × 11");
  assert.match(await draw("2 .. 3", "5", "fair"), /^0 of 2 to 3 balls placed/);
  assert.equal(await page.run("document.getElementById('new-atoms').value"), "2-3");
});

inBrowsers("boxes that take too long to compare are rejected", {}, async (page) => {
  // A worker that reports that every box is too large for par.
  await page.inner.evaluateOnNewDocument(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.question?.review) setTimeout(() => this.onmessage(new MessageEvent("message", { data: { ok: { document: { par: null }, verdict: [] } } })));
      else post.call(this, message);
    };
  });
  await page.go(GAME);
  const before = await page.hash();
  await page.submit("#new-game", { "new-atoms": "4", "new-width": "8", "new-kind": "normal" });
  await page.wait("document.getElementById('new-error').innerText.includes('These boards are too large to compare')");
  assert.deepEqual([await page.count("#new-waiting *"), await page.hash()], [0, before]);
});

inBrowsers("the boxes of other programs have their names, in a game and on an own board", {}, async (page) => {
  await page.go(GAME);
  for (const id of ["new-preset", "own-preset"]) {
    const offered = await page.run((one) => Object.fromEntries([...document.querySelectorAll(`#${one} optgroup`)].map((group) => [group.label, [...group.children].map((option) => option.textContent)])), id);
    assert.deepEqual(offered, PRESETS, id);
  }
  for (const name of Object.values(PRESETS).flat()) {
    const box = name.replace(/.*: /, "");
    const choose = (id) => page.run((one, words) => {
      const select = document.getElementById(one);
      select.value = [...select.options].find(({ textContent }) => textContent === words).value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, id, name);
    await page.turn("play");
    await choose("new-preset");
    await page.submit("#new-game", { "new-kind": "any" });
    assert.equal(await page.text("#play-title"), box);
    await page.turn("own");
    await choose("own-preset");
    const [, balls, rows, columns] = /^(.*) balls, (\d+) × (\d+)$/.exec(box);
    assert.equal(await page.hash(), `#own/${rows === columns ? rows : `${rows}x${columns}`}/${balls.replace(" to ", "-")}//`);
  }
  // For a size that no other program offers, no preset is selected.
  await page.set("#own-atoms", "7");
  assert.equal(await page.run("document.getElementById('own-preset').value"), "");
});

inBrowsers("each pair of a large box has a mark of its own", {}, async (page) => {
  await page.go(GAME);
  for (const [balls, size, cells, least] of [["2", "11", 121, 12], ["2", "12x20", 240, 20]]) {
    await page.submit("#new-game", { "new-atoms": balls, "new-width": size, "new-kind": "any" });
    await page.wait((all) => document.querySelectorAll("#play-board .cell").length === all, cells);
    const marks = await page.run(() => {
      for (const edge of document.querySelectorAll("#play-board .edge")) /** @type {HTMLElement} */ (edge).click();
      return [...document.querySelectorAll("#play-board .edge .mk")].map((mark) => {
        const colour = [...mark.classList].find((name) => name.startsWith("c-"));
        return [mark.textContent, `${colour} ${mark.querySelector(".shape").outerHTML}`];
      });
    });
    const numbers = [...new Set(marks.map(([number]) => number).filter((number) => /\d/.test(number)))];
    assert.ok(numbers.length >= least, `${numbers.length} pairs in ${size}`);
    const looks = numbers.map((number) => marks.filter(([one]) => one === number).map(([, look]) => look));
    for (const ends of looks) assert.deepEqual(ends, [ends[0], ends[0]]);
    assert.equal(new Set(looks.map(([look]) => look)).size, numbers.length);
  }
});

/** The number of molecules of A4_B6 whose rays have these labels, by trying all of them. */
function twins(labels) {
  const width = 6;
  const names = Array.from({ length: 4 * width }, (_, position) => placeOf(position, width));
  const answers = new Map(labels.map((label) => label.replace(/, number.*/, "").split(": ")));
  const exits = names.map((name, position) => {
    const [, out] = answers.get(name).split("out at ");
    return out ? names.indexOf(out) : answers.get(name) === "absorbed" ? -1 : position;
  });
  let count = 0;
  const cells = width * width;
  for (let a = 0; a < cells; a += 1)
    for (let b = a + 1; b < cells; b += 1)
      for (let c = b + 1; c < cells; c += 1)
        for (let d = c + 1; d < cells; d += 1) {
          const atoms = new Set([a, b, c, d]);
          if (exits.every((exit, position) => shoot(atoms, width, position).exit === exit)) count += 1;
        }
  return count;
}

inBrowsers("a box has any rows and columns", {}, async (page) => {
  await page.go(GAME);
  await page.submit("#new-game", { "new-atoms": "3", "new-width": "3x5", "new-kind": "any" });
  await page.wait("document.getElementById('play-title').innerText === '3 balls, 3 × 5'");
  assert.deepEqual([await page.count("#play-board .edge"), await page.count("#play-board .cell")], [16, 15]);
  for (const name of ["left 3", "bottom 5", "right 1", "top 5"]) await page.click(edge(name));
  assert.match(await page.hash(), /^#play\/w5h3m3M3:[0-9a-f]+\/f2\./);
  await giveUp(page);
  // On a telephone, a large box can be zoomed.
  await page.look(360, 740);
  assert.equal(await page.run("document.getElementById('zoom').hidden"), true);
  await page.submit("#new-game", { "new-atoms": "8", "new-width": "20x12", "new-kind": "any" });
  await page.wait("document.querySelectorAll('#play-board .cell').length === 240 && !document.getElementById('zoom').hidden");
  await page.click("#zoom");
  assert.equal(await page.run("document.querySelector('#play-board .cell').getBoundingClientRect().width"), 40);
  await page.go("own/3x5/2/2H.7R/b4");
  await page.quiet();
  assert.equal(await page.count("#own-board .cell"), 15);
  assert.match(await page.text("#own-answer"), /of 105 arrangements \(2 balls, 3 × 5\)|contradict/);
  // The count is about the rays, unless the marks are facts.
  await page.go("own/8/4/0H.3R.1-27/b12.e40");
  await page.quiet();
  assert.match(await page.text("#own-answer"), /fit the rays\.[^]*None of the arrangements that agree with the rays also agrees with all marked balls and empty cells\./);
  await page.go("own/8/4/0H/e40/known");
  await page.quiet();
  assert.match(await page.text("#own-answer"), /fit the rays, balls and empty cells\./);
});

inBrowsers("statistics count each ended game once, and sounds are off by default", {}, async (page) => {
  await page.inner.evaluateOnNewDocument(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function () {
      window.tones += 1;
      start.call(this);
    };
  });
  await page.go("play/A1_B4:1/f4");
  await page.click(cell(0));
  await page.keys("d", "u", "d");
  await atEnd(page);
  await page.click("#scores");
  assert.equal(await words(page, "#scores-answer summary"), "1 ball, 4 × 4 1 played, 1 solved, best 1 point");
  // One point is at most par; the other rows are empty.
  const counts = async () => Object.fromEntries(await page.run("[...document.querySelectorAll('#scores-answer details[open] tr:not([hidden])')].map((row) => [row.cells[0].innerText, Number(row.cells[2].innerText)])"));
  const { "1 or 2 under": under, par, ...others } = await counts();
  assert.equal(under + par, 1);
  assert.deepEqual(others, { "3 or more under par": 0, "1 or 2 over": 0, "3 to 5 over": 0, "6 or more over": 0, "not solved": 0 });
  if (page.kind === "chrome") assert.deepEqual(await axe(page), []);
  await page.keys("Escape");
  assert.equal(await page.run("window.tones"), 0);
  await page.click("#sound");
  assert.equal(await page.run("document.getElementById('sound').ariaPressed"), "true");
  await page.keys("n");
  await page.click("#play-board .edge");
  assert.equal(await page.run("window.tones"), 1);
  // Giving up ends the series. Scores of older versions have no spans. The new box may be the first one again.
  await page.run("localStorage.setItem('blackbox.scores', '1/4:3:2:4 4/8:9:8:5:8:0.1.3.2.1.0'); localStorage.removeItem('blackbox.scored')");
  await giveUp(page);
  await page.click("#scores");
  assert.deepEqual((await page.texts("#scores-answer summary")).map((one) => one.replace(/\s+/g, " ")), ["4 balls, 8 × 8 9 played, 8 solved, best 5 points, 8 solved in a row", "1 ball, 4 × 4 4 played, 2 solved, best 4 points"]);
  assert.deepEqual(await counts(), { "3 or more under par": 0, "1 or 2 under": 0, par: 0, "1 or 2 over": 0, "3 to 5 over": 0, "6 or more over": 0, "par unknown": 2, "not solved": 2 });
  // The boxes of days have statistics, too.
  await page.keys("Escape");
  await page.run("localStorage.setItem('blackbox.days', '2026-11-22/k/7/9 2026-11-23/k/9/9 2026-11-24/g/x 2026-11-25/k/12')");
  await page.turn("play/2026-11-24/");
  await page.click("#scores");
  assert.equal(await words(page, "#scores-answer details[open] summary"), "Boards of the day 4 played, 3 solved, best 7 points");
  assert.deepEqual(await counts(), { "3 or more under par": 0, "1 or 2 under": 1, par: 1, "1 or 2 over": 0, "3 to 5 over": 0, "6 or more over": 0, "par unknown": 1, "not solved": 1 });
});

inBrowsers("a review shows its progress, and can be cancelled", {}, async (page) => {
  await page.go("play/A5_B10:1/");
  await page.run(() => [...document.querySelectorAll("#play-board .edge")].slice(0, 20).forEach((one) => /** @type {HTMLElement} */ (one).click()));
  await giveUp(page);
  await page.click("#review");
  await page.wait("document.querySelector('#said progress')?.value > 0");
  // The progress stays visible.
  assert.equal(await page.run("getComputedStyle(document.querySelector('#said .waiting')).animationName"), "none");
  await page.click("#said .waiting button");
  assert.match(await said(page), /^Given up/);
  await page.click("#review");
  await page.wait("document.querySelector('#said progress')?.value > 0");
});

inBrowsers("an own board shows its progress, and can be stopped", {}, async (page) => {
  await page.go("own/8/4/0H/");
  await page.quiet();
  /** The words while the engine works on a board, and at the end. */
  const progress = (link, stops) =>
    page.run(async (to, stop) => {
      const said = new Set();
      await new Promise((done) => {
        const watcher = new MutationObserver(() => {
          const line = document.querySelector("#own-answer .waiting");
          if (line) said.add(`${line.firstChild.textContent} ${line.querySelector("progress").value}`);
          if (line && stop) document.getElementById("own-stop").click();
          if (!line && said.size > 0) {
            watcher.disconnect();
            done();
          }
        });
        watcher.observe(document.getElementById("own-answer"), { childList: true });
        location.hash = to;
      });
      return [...said, document.getElementById("own-answer").innerText];
    }, link, stops);
  const [first, then, ...answer] = await progress("own/11/12/0H.5-20/", false);
  assert.deepEqual([first, then], ["Finding the arrangements 0", "Comparing rays 0.5"]);
  assert.match(answer.join(), /Next ray: /);
  assert.match((await progress("own/11/12/0H.6R/", true)).join(), /^Finding the arrangements 0,Stopped\./);
  // A board that contradicts itself is searched fact by fact.
  const searched = await progress("own/4/1/0H.3H/", false);
  assert.match(searched.join(), /Looking for the contradiction 0\.\d+,.*contradict/);
});

inBrowsers("a saved game continues", {}, async (page) => {
  await page.go(GAME);
  const open = async (name) => {
    await page.run((text) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], "saved"));
      const file = document.getElementById("game-file");
      file.files = chosen.files;
      file.dispatchEvent(new Event("change"));
    }, saved(name));
    await page.wait("document.getElementById('game-file').value === ''");
    assert.equal(await page.text("#game-error"), "", name);
    return (await page.hash()).split("/")[2] ?? "";
  };
  // Undone moves are not in the game; a line was locked.
  const half = await open("half");
  assert.match(half, /^f31\.f19\.f11\./);
  assert.equal(half.split("e").length - 1, 9);
  assert.equal(await placed(page), "2 of 4 balls placed");
  assert.equal(await isOver(page), false);
  assert.equal(await page.count("#play-board .cell.ball"), 2);
  await page.back();
  await page.wait("!location.hash.includes('f31')");
  assert.match(await open("solved"), /\.k$/);
  assert.match(await said(page), /^Solved/);
  assert.equal(await open("fresh"), "");
  // As an own board, it shows the moves, but not the hidden molecule.
  await page.go("own");
  await page.submit("#paste-form", { paste: saved("half") });
  assert.equal(await page.text("#paste-error"), "");
  await page.wait("document.querySelector('#own-answer .verdict')");
  assert.ok(!(await page.text("#own-answer")).includes("The hidden arrangement is"));
  assert.match(await page.hash(), /2-31/);
  // A board with all its rays names its hidden arrangement, but a link to another board does not.
  await page.submit("#paste-form", { paste: "A4_B8:2813" });
  await page.wait("document.querySelector('#own-answer').innerText.includes('The hidden arrangement is number 2813')");
  await page.turn("own/8/4/0H.1H/");
  await page.wait("document.querySelector('#own-answer').innerText.includes('48,052 of 635,376')");
  assert.ok(!(await page.text("#own-answer")).includes("The hidden arrangement is"));
});

inBrowsers("an own board has undo and redo, and takes its own example", { width: 360 }, async (page) => {
  await page.go("own/8/4/0H.3R/b12");
  const begun = await page.hash();
  await page.click("#own-board .cell");
  const marked = await page.hash();
  await page.set("#own-atoms", "3-5");
  const told = await page.hash();
  assert.match(told, /^#own\/8\/3-5\//);
  await page.click("#own-clear");
  for (const [button, hash] of [["undo", told], ["undo", marked], ["redo", told], ["undo", marked], ["undo", begun]]) {
    await page.click(`#own-${button}`);
    assert.equal(await page.hash(), hash);
  }
  assert.equal(await page.run("document.getElementById('own-undo').disabled"), true);
  await page.submit("#paste-form", { paste: await page.run("document.getElementById('paste').placeholder") });
  assert.equal(await page.text("#paste-error"), "");
  await page.wait("document.querySelector('#own-answer .verdict')");
  assert.ok((await page.count("#own-board .edge .c-1")) > 0);
  assert.match(await page.text("#own-answer"), /Each number is the chance of a ball, in percent/);
});

inBrowsers("every group has its page", {}, async (page) => {
  await page.go("groups/A4_B8");
  assert.match(await page.text("#groups-count"), /^280 of 280 groups/);
  const wrong = await page.run(async () => {
    const [{ groups }] = JSON.parse(document.getElementById("library").textContent).groups;
    const found = [];
    for (const { number, molecules } of groups) {
      location.hash = `group/A4_B8/${number}`;
      // Chromium allows 200 changes of the address in ten seconds.
      await new Promise((heard) => setTimeout(heard, 60));
      const view = document.getElementById("view-group");
      const isWhole = view.innerText.includes(`Group ${number}:`) && view.querySelectorAll(".twin svg").length === molecules.length;
      if (!document.getElementById("link-error").hidden || !isWhole) found.push(number);
    }
    return found;
  });
  assert.deepEqual(wrong, []);
  // Filters are in the address, and Back returns to them.
  await page.go("groups/A4_B8/5/any/any/any/size");
  assert.match(await page.text("#groups-count"), /^1 of 280/);
  await page.click("#groups-list a");
  await page.wait("!document.getElementById('view-group').hidden");
  await page.back();
  await page.wait("!document.getElementById('view-groups').hidden");
  assert.match(await page.text("#groups-count"), /^1 of 280/);
  // From a group to a game and to a decoded board.
  for (const view of ["play", "own"]) {
    await page.go("group/A4_B8/2813");
    await page.click(`#view-group a[href^="#${view}"]`);
    await page.wait((id) => !document.getElementById(id).hidden, `view-${view}`);
    await page.quiet();
  }
  assert.match(await page.text("#own-answer"), /5 of 635,376 arrangements \(4 balls, 8 × 8\) fit the rays\./);
  assert.match(await page.text("#own-answer"), /This page's games and Tatham's accept any arrangement that agrees/);
});

inBrowsers("the census has all tables, and opens the table of a link", { width: 360, height: 740 }, async (page) => {
  for (const [config, name] of [["A5_B8", "5 balls, 8 × 8"], ["A8_B7", "8 balls, 7 × 7"], ["A20_B6", "20 balls, 6 × 6"], ["A40_B7", "40 balls, 7 × 7"]]) {
    await page.go("play/A4_B8:1/");
    await page.go(`census/${config}`);
    assert.match(await page.text("#census-config"), new RegExp(`^${name}: groups by size`));
    const top = await page.run("document.getElementById('census-config').getBoundingClientRect().top");
    assert.ok(top > -1 && top < 400, `${config}: ${top}`);
  }
  const words = await page.text("#census-tables");
  assert.match(words, /4 balls, 8 × 8\s+635,376\s+4,532\s/);
  // The sentences match the published censuses.
  for (const width of [4, 5, 6, 7]) assert.match(words, new RegExp(`Boxes of ${width} × ${width}\\s+The census covers every number of balls\\.`));
  assert.match(words, /Boxes of 8 × 8\s+The census does not cover 0 or 12 to 64 balls\./);
  assert.match(words, /11 balls, 8 × 8\s+743,595,781,824\s+734,947,694,092\s+98\.84\s/);
  // A share is rounded to 100 % only if it is 1.
  assert.match(words, /37 balls, 7 × 7\s+92,263,734,836\s+92,259,191,467\s+99\.995\s/);
  assert.match(words, /49 balls, 7 × 7\s+1\s+0\s+0\s/);
  for (const row of await page.run("[...document.querySelectorAll('#census-tables tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll(',', '')))")) {
    assert.equal(/^100(\.0+)?$/.test(row[3]), row[1] === row[2], row.join(" "));
    assert.equal(Number(row[3]) === 0, row[2] === "0", row.join(" "));
  }
  await page.refuses("census/A5_B8", [["census/A30_B8", "The census does not list the groups (30 balls, 8 × 8) by size."], ["census/A20_B7", "The census does not list the groups (20 balls, 7 × 7) by size."]], () => page.text("#census-tables"));
});

inBrowsers("wrong links change nothing", {}, async (page) => {
  const right = "play/A4_B8:15993/f0";
  await page.go(right);
  await page.refuses(
    right,
    [
      ["nothing", 'This page has no view "nothing".'],
      ["play/A4_B8:999999999/", '"999999999" is not the number of an arrangement'],
      ["play/west/", "expected a shot"],
      ["play/A4_B8:15993/f0.z3", "In this link, z3 is not a move."],
      ["play/A4_B8:15993/f32", "In this link, f32 is not a move."],
      ["play/A4_B8:15993/k", "In this link, k is not a move."],
      ["play/w8h7m4M4:7fb1716227a3422d7fbd/", "This game ID is corrupted"],
      ["own/8/4/99H/", "there is no position 99"],
      ["own/8/4/0H.0R/", "the ray from left 1 has two answers"],
      ["own/12x21/4//", "a box has 1 to 20 rows and columns, not 12 by 21"],
      ["own/8/4/hello/", "In this link, hello is not part of a board."],
      ["group/A4_B8/7", 'This page has no group "7" (4 balls, 8 × 8).'],
      ["group/A4_B8", 'This page has no group "" (4 balls, 8 × 8).'],
      ["molecule/A4_B8/0", '"0" is not the number of an arrangement (4 balls, 8 × 8); the numbers run from 1 to 635376.'],
      ["molecule/A4_B8", '"A4_B8:" is not the name of an arrangement such as A4_B8:2813.'],
      ["molecule", '":" is not the name of an arrangement such as A4_B8:2813.'],
      ["molecule/B8/1", '"B8:1" is not the name of an arrangement such as A4_B8:2813.'],
      ["groups/A9_B9", "This page has no groups for 9 balls, 9 × 9."],
      ["play/hello/", "No board found: no drawing, no game ID such as w8h8m4M4:…, no number such as A4_B8:2813, and no rays such as left 4 = H."],
      ["%E0%A4%A", "This page has no view"],
    ],
    () => page.text("#play-board"),
  );
});

inBrowsers("a link of many moves is read at once", {}, async (page) => {
  await page.go(GAME);
  const moves = Array.from({ length: 40_000 }, (_, at) => `${at % 2 ? "c" : "b"}${at % 64}`);
  const begun = Date.now();
  await page.run((link) => (location.hash = link), `${GAME}${moves.join(".")}`);
  await page.wait("location.hash.length > 1000 && (document.querySelectorAll('#play-board .ball').length > 0 || !document.getElementById('link-error').hidden)");
  assert.ok(Date.now() - begun < SOON, `${Date.now() - begun} ms`);
});

inBrowsers("wrong texts change nothing", {}, async (page) => {
  const told = async (rows, form, field, error) => {
    const before = await page.hash();
    for (const [text, sentence] of rows) {
      await page.submit(form, typeof text === "string" ? { [field]: text } : text);
      await page.wait((one, part) => document.querySelector(one).innerText.includes(part), error, sentence);
      assert.equal(await page.hash(), before);
    }
  };
  await page.go("play/A4_B8:15993/f0");
  const games = [
    ["", "No board found"],
    ["A4_B8", "contains no hidden balls"],
    ["w8h7m4M4:7fb1716227a3422d7fbd", "corrupted"],
    ["w12h21m4M4:7fb1716227a3422d7fbd", "1 to 20 rows"],
    ["w8h8m4M4:7fb1716227a3422d7fbg", "a hexadecimal digit"],
    ["w8h8m4M4:7fb1716227a3422d", "4 more for each ball"],
    ["w8h8m4M4:7fb1716227a3422d7fbe", "corrupted"],
    ["A4_B8:0", "the numbers run from 1 to 635376"],
    ["A4_B12:1", "1 to 11 cells wide"],
  ];
  await told(games, "#open-game", "game-text", "#game-error");
  const wishes = [["70", "8", "70 balls do not fit"], ["4", "12x21", "box has 1 to 20 rows and columns"], ["x", "8", "a range such as 3-6"], ["6-3", "8", "the lower number comes first"]];
  await told(wishes.map(([atoms, width, sentence]) => [{ "new-atoms": atoms, "new-width": width }, sentence]), "#new-game", "", "#new-error");
  // N shows the error in a visible place.
  await page.keys("n");
  assert.ok((await page.text("#new-error")).includes("the lower number comes first"));
  await page.go("own/8/4/0H/");
  const boards = [
    ["hello", "No board found"],
    [" 1 - - - -\n   - - - -\n   - - - -\n   - - - -", "a ray that comes out has two ends"],
    ["west 9 = H", "is not beside a box"],
    ["w8h8m9M4:7fb1716227a3422d7fbd", "the lower number"],
  ];
  await told(boards, "#paste-form", "paste", "#paste-error");
  await page.set("#own-atoms", "3 or 4");
  assert.ok((await page.text("#own-error")).includes("a range such as 3-6"));
  // On an impossible board, the page names the rays at fault.
  await page.go("own/8/4/0H.31H.1R/");
  await page.quiet();
  assert.ok((await page.text("#own-answer")).includes("arrangement"));
  await page.go("own/8/4/0H.3R.1-27/b12.e40/known");
  await page.quiet();
  assert.match(await page.text("#own-answer"), /contradict each other: the ray from left 2 to top 5; a ball in row 2, column 5\./);
});
