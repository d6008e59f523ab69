// The page of the Chinese rings.
import { assert, inBrowsers as inBoth, pause } from "./browser.js";

/**
 * The text's shortest path from 0 to 63, and its hooks.
 * Source: C. Moler, Patience Chinese Rings Puzzle, Cleve's Corner, 2017.
 */
const STATES = [0, 2, 3, 11, 10, 8, 9, 13, 12, 14, 15, 47, 46, 44, 45, 41, 40, 42, 43, 35, 34, 32, 33, 37, 36, 38, 39, 55, 54, 52, 53, 49, 48, 50, 51, 59, 58, 56, 57, 61, 60, 62, 63];
const HOOKS = "214121312161213121412131215121312141213121";

/** The states after one move, by the rule in the text. */
function neighbours(state, rings) {
  const isDown = (hook) => (state >> (hook - 1)) & 1;
  const allowed = (hook) => hook === 1 || (!isDown(hook - 1) && Array.from({ length: hook - 2 }, (_, at) => at + 1).every(isDown));
  return Array.from({ length: rings }, (_, at) => at + 1).filter(allowed).map((hook) => state ^ (1 << (hook - 1)));
}

/** The number of moves from a state to the goal, by breadth-first search. */
function distance(from, rings) {
  const goal = 2 ** rings - 1;
  let wave = [from];
  const met = new Set(wave);
  for (let moves = 0; ; moves += 1) {
    if (wave.includes(goal)) return moves;
    wave = wave.flatMap((state) => neighbours(state, rings)).filter((state) => !met.has(state) && met.add(state));
  }
}

/** The drawn hooks, `1` for one that is down. */
const drawn = (page) => page.run("[...document.querySelectorAll('#play-board .hook')].map((hook) => (hook.classList.contains('down') ? 1 : 0)).join('')");
const state = async (page) => [await page.hash(), await drawn(page)];
const moves = (page) => page.run("parseInt(document.getElementById('standing').innerText)");
const tap = (page, number) => page.touch(`#play-board .hook[aria-label^="Hook ${number}:"]`);

const inBrowsers = (name, wish, does) =>
  inBoth(name, wish, async (page) => {
    page.file = "chinese-rings.html";
    await does(page);
  });

inBrowsers("a game by keyboard", {}, async (page) => {
  await page.go("play/6/");
  await page.tabTo("document.activeElement?.ariaLabel?.startsWith('Hook')");
  assert.equal(await page.focused(), "Hook 1: up, its ring holds the shuttle");
  // Only a legal move is made; for any other one, the page says why.
  await page.keys("Right", "Right", "Enter");
  assert.equal(await page.text("#said"), "Hook 3 moves only while hook 2 is up and hook 1 is down, but hook 1 is up.");
  assert.deepEqual(await state(page), ["#play/6/", "000000"]);
  await page.keys("Left", "Enter");
  assert.equal(await page.focused(), "Hook 2: down, its ring is free");
  assert.equal(await page.text("#said"), "Hook 2 is down.");
  await page.keys("Home", " ");
  assert.equal(await page.text("#standing"), "2 moves\nstate 3");
  await page.keys("End", "Up", "Down", "Left");
  assert.equal(await page.focused(), "Hook 5: up, its ring holds the shuttle");
  await page.keys("5");
  assert.equal(await page.text("#said"), "Hook 5 moves only while hook 4 is up and hooks 1 to 3 are down, but hook 3 is up.");
  await page.keys("u");
  assert.equal(await page.text("#said"), "Taken back: hook 1 is up again.");
  assert.equal(await page.hash(), "#play/6/2:1");
  await page.keys("u", "u");
  assert.deepEqual(await state(page), ["#play/6/", "000000"]);
  assert.equal(await page.run("document.getElementById('undo').disabled"), true);
  // The distance is hidden until the user asks for it.
  assert.equal(await page.text("#standing"), "0 moves\nstate 0");
  await page.keys("d");
  assert.equal(await page.text("#standing"), "0 moves\nstate 0\n42 moves to go");
  await page.keys("h");
  assert.match(await page.text("#help-answer"), /^Hook 2 is next: /);
  assert.equal(await page.text("#play-board .hook.next"), "2");
  await page.keys("?");
  await page.wait("document.getElementById('keys').open");
  await page.keys("Escape");
  await page.wait("!document.getElementById('keys').open");
  // The complete game in the text.
  for (const [made, key] of [...HOOKS].entries()) {
    await page.keys(key);
    assert.equal(await page.text("#standing"), `${made === 0 ? "1 move" : `${made + 1} moves`}\nstate ${STATES[made + 1]}\n${41 - made} ${made === 40 ? "move" : "moves"} to go`);
  }
  assert.equal(await page.text("#said"), "The shuttle is free after 42 moves, the fewest possible.");
  assert.deepEqual(await state(page), ["#play/6/2:42", "111111"]);
  await page.keys("d", "h");
  assert.equal(await page.text("#help-answer"), "The shuttle is already free.");
  // Another game, from which Back returns to this one.
  await page.keys("n");
  assert.equal(await page.hash(), "#play/6/");
  await page.back();
  await page.wait("location.hash === '#play/6/2:42'");
  await page.wait("document.querySelectorAll('#play-board .hook.down').length === 6");
});

inBrowsers("a game by touch", { width: 400, mood: "dark" }, async (page) => {
  await page.go("play/4/");
  await tap(page, 4);
  await page.wait("document.getElementById('said').innerText.startsWith('Hook 4 moves only while hook 3 is up')");
  // A detour of two moves.
  for (const [made, number] of [1, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1].entries()) {
    await tap(page, number);
    await page.wait((wanted) => parseInt(document.getElementById("standing").innerText) === wanted, made + 1);
  }
  await page.wait("document.getElementById('said').innerText === 'The shuttle is free after 12 moves; 10 would have been enough.'");
  // The panel at the end is visible, and has the focus.
  assert.ok(await page.run("document.activeElement.closest('#end') && document.querySelector('#end .main-button').getBoundingClientRect().bottom <= innerHeight"));
  assert.equal(await page.hash(), "#play/4/1:1.11");
  await page.touch("#undo");
  await page.wait("location.hash === '#play/4/1:1.10'");
  await page.touch("#help-hint");
  await page.wait("document.getElementById('help-answer').innerText.startsWith('Hook 1 is next: ')");
  await page.touch("#help-hint");
  await page.wait("location.hash === '#play/4/1:1.11'");
  await page.touch("#new-details summary");
  await page.run("document.getElementById('new-rings').value = '12'");
  await page.touch("#new-game button");
  await page.wait("location.hash === '#play/12/'");
  // Twelve hooks are in two rows, and a finger can hit each.
  assert.equal(await page.run("new Set([...document.querySelectorAll('#play-board .hook')].map((hook) => hook.getBoundingClientRect().y)).size"), 2);
  for (const number of [2, 1, 4]) await tap(page, number);
  await page.wait("location.hash === '#play/12/2:3'");
  assert.equal(await drawn(page), "110100000000");
});

inBrowsers("every number of rings fits the window", {}, async (page) => {
  for (const width of [1280, 800, 600, 400, 320]) {
    await page.look(width);
    for (let rings = 3; rings <= 12; rings += 1) {
      await page.go(`play/${rings}/`);
      assert.equal(await drawn(page), "0".repeat(rings));
      const small = await page.run(() => {
        const spots = [...document.querySelectorAll("#play-board .hook")].map((hook) => hook.getBoundingClientRect());
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        const broken = [...document.querySelectorAll("#standing span")].some((span) => span.clientHeight > 36);
        return spots.some((spot) => spot.width < 32 || spot.x < 0 || spot.right > innerWidth) || wide > 0 || broken;
      });
      assert.equal(small, false, `${rings} rings at ${width}`);
    }
  }
});

inBrowsers("the distance follows the rule", {}, async (page) => {
  await page.go("play/6/");
  await page.keys("d");
  // The beginning and the end of the text's path, the dead end, and states of other paths.
  for (const [fragment, rings, from] of [
    ["play/6/", 6, 0],
    ["play/6:31/", 6, 31],
    ["play/6/2:41", 6, 62],
    ["play/6/2:11", 6, 47],
    ["play/3/", 3, 0],
    ["play/9:100/", 9, 100],
    ["play/12/", 12, 0],
    ["play/12:2047/", 12, 2047],
  ]) {
    await page.go(fragment);
    const left = (await page.text("#standing")).replace(/,(?=\d)/, "");
    assert.ok(left.includes(`\n${distance(from, rings)} ${distance(from, rings) === 1 ? "move" : "moves"} to go`), `${fragment}: ${left}`);
  }
  assert.deepEqual([distance(0, 6), distance(0, 12)], [42, 2730]);
});

inBrowsers("the page solves step by step at the chosen speed", {}, async (page) => {
  await page.go("play/6/");
  await page.keys("o", "o");
  assert.equal(await page.hash(), "#play/6/2:2");
  await page.set("#speed", 10);
  const begun = Date.now();
  await page.click("#help-solve");
  assert.equal(await page.text("#help-solve"), "Pause");
  await page.wait("parseInt(document.getElementById('standing').innerText) >= 8");
  await page.keys("s");
  assert.equal(await page.text("#help-solve"), "Solve");
  // The solution is paused, and the address has its state.
  const made = await moves(page);
  await pause(400);
  assert.equal(await moves(page), made);
  assert.equal(await page.hash(), `#play/6/2:${made}`);
  await page.keys("s");
  await page.wait("document.getElementById('said').innerText.startsWith('The shuttle is free')");
  // 40 moves have 38 pauses of 100 ms, because two moves are made at once.
  assert.ok(Date.now() - begun > 3800);
  assert.equal(await page.hash(), "#play/6/2:42");
  // Keys still work, although the pressed button is disabled now.
  await page.keys("u");
  assert.equal(await page.hash(), "#play/6/2:41");
  // The speed is kept. A move of the player pauses the solution, and so does another view.
  await page.go("play/12/");
  assert.equal(await page.run("document.getElementById('speed').value"), "10");
  await page.run("document.getElementById('speed').value = '30'");
  await page.keys("s");
  await page.wait("parseInt(document.getElementById('standing').innerText) >= 5");
  await page.keys("1");
  assert.equal(await page.text("#help-solve"), "Solve");
  await page.keys("s");
  await page.wait("parseInt(document.getElementById('standing').innerText) >= 15");
  await page.run("location.hash = 'plots'");
  await page.wait("!document.getElementById('view-plots').hidden");
  await pause(300);
  const before = await page.run("localStorage.getItem('chinese-rings.game')");
  await pause(300);
  assert.equal(await page.run("localStorage.getItem('chinese-rings.game')"), before);
  await page.back();
  await page.wait("!document.getElementById('view-play').hidden");
  assert.equal(await page.text("#help-solve"), "Solve");
  // A move during a change to another view does not overwrite the address.
  await page.run("location.hash = 'plots'; document.getElementById('help-step').click()");
  await page.wait("!document.getElementById('view-plots').hidden");
  assert.match(await page.hash(), /^#plots\/12\//);
});

/** The message for an invalid state. @param {number} rings */
const noState = (rings) => `A state of ${rings} rings is a number from 0 to ${2 ** rings - 1}, ${rings} letters (u for a hook that is up, d for one that is down), or ${rings} digits (0 for up, 1 for down).`;

inBrowsers("a game is kept and a link shares it", {}, async (page) => {
  await page.go("play/7:95/");
  await page.keys("1", "2", "2", "1", "7", "h");
  assert.equal(await page.text("#said"), "Hook 7 is up.");
  const there = await state(page);
  assert.equal(there[0], "#play/7:95/1:2.3");
  await page.reload();
  assert.deepEqual(await state(page), there);
  // Without an address, the kept game goes on.
  await page.go();
  assert.deepEqual(await state(page), there);
  assert.match(await page.text("#standing"), /^5 moves/);
  // On another device, the link is enough.
  await page.run("localStorage.clear()");
  await page.go(there[0].slice(1));
  assert.deepEqual(await state(page), there);
  await page.keys(..."uuuuu");
  assert.equal(await page.hash(), "#play/7:95/");
  // A game begun with the form.
  await page.run("document.getElementById('new-details').open = true");
  await page.submit("#new-game", { "new-rings": "5", "new-state": "32" });
  assert.equal(await page.text("#new-error"), noState(5));
  await page.submit("#new-game", { "new-state": "-1" });
  assert.equal(await page.text("#new-error"), noState(5));
  await page.submit("#new-game", { "new-state": " 15" });
  assert.deepEqual(await state(page), ["#play/5:15/", "11110"]);
});

inBrowsers("wrong links change nothing", {}, async (page) => {
  await page.go("play/6/2:3");
  await page.refuses(
    "play/6/2:3",
    [
      ["play/2/", "This page has 3 to 12 rings."],
      ["play/13/", "This page has 3 to 12 rings."],
      ["play/six/", '"six" is not a number of rings.'],
      ["play/6:64/", noState(6)],
      ["play/6/2121", '"2121" is not a list of moves.'],
      ["play/6/3:1", "Hook 3 moves only while hook 2 is up and hook 1 is down, but hook 1 is up."],
      ["play/6/2:43", "State 63 is an end of the path, and these moves lead past it."],
      ["play/6/2:999999", "A game has at most 100,000 moves."],
      ["hypercube/7/0", "The hypercube is drawn only for 3 to 6 rings."],
      ["hypercube/toString/0", "The hypercube is drawn only for 3 to 6 rings."],
      ["hypercube/6/64", "With 6 rings, the states are 0 to 63."],
      ["plots/13", "This page has 3 to 12 rings."],
      ["plots/x", "This page has 3 to 12 rings."],
      ["plots/6/43/0", "With 6 rings, the path has 42 steps."],
      ["plots/6/0/64", "With 6 rings, the states are 0 to 63."],
      ["toString", 'This page has no view "toString".'],
      ["lengths", 'This page has no view "lengths".'],
    ],
    () => drawn(page),
  );
});

inBrowsers("the path is drawn on the hypercube", { width: 400 }, async (page) => {
  for (let rings = 3; rings <= 6; rings += 1) {
    await page.go(`hypercube/${rings}/0`);
    const states = 2 ** rings;
    // Every edge is drawn once, and so is every state. No two states touch, and no step of the path touches a third state.
    const found = await page.run(() => {
      const edges = document.querySelector("#cube .edges").getAttribute("d").match(/M[^M]+/g);
      const points = (line) => line.getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
      const line = [...points(document.querySelector("#cube .beyond")), ...points(document.querySelector("#cube .ahead")).slice(1)];
      const spots = [...document.querySelectorAll("#cube .spot-of circle")].map((spot) => [spot.cx.baseVal.value, spot.cy.baseVal.value]);
      const numbers = [...document.querySelectorAll("#cube .spot-of text")].map((text) => Number(text.textContent));
      const far = (p, a, b) => {
        const d = [b[0] - a[0], b[1] - a[1]];
        const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] ** 2 + d[1] ** 2 || 1)));
        return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]);
      };
      let [near, crossed] = [Infinity, Infinity];
      spots.forEach((one, at) => {
        for (const other of spots.slice(0, at)) near = Math.min(near, far(one, other, other));
        line.slice(1).forEach((end, step) => {
          if (step !== at && step + 1 !== at) crossed = Math.min(crossed, far(one, line[step], end));
        });
      });
      const box = document.querySelector("#cube svg").viewBox.baseVal;
      const inside = spots.every(([x, y]) => x > box.x + 11 && y > box.y + 11 && x < box.x + box.width - 11 && y < box.y + box.height - 11);
      return { edges: new Set(edges).size, numbers, near, crossed, inside, same: JSON.stringify(line) === JSON.stringify(spots) };
    });
    assert.equal(found.edges, (rings * states) / 2);
    assert.ok(found.near > 23 && found.crossed > 11 && found.inside && found.same, JSON.stringify(found));
    // The states are in the order of the path, which follows from the rule alone.
    const path = [states - 1];
    for (let next; (next = neighbours(path[0], rings).find((one) => !path.includes(one))) !== undefined; ) path.unshift(next);
    assert.deepEqual(found.numbers, path);
    assert.ok((await page.text("#cube-words")).includes(`${states} states are the vertices of a hypercube with ${(rings * states) / 2} edges. Only ${states - 1} of the edges are legal moves`));
    assert.ok((await page.text("#cube-words")).endsWith(`The start, state 0, is ${path.length - 1 - path.indexOf(0)} moves from the goal.`));
  }
});

inBrowsers("the path is walked on the hypercube", {}, async (page) => {
  // The view shows the state of the game.
  await page.go("play/6/2:5");
  await page.click('nav a[href="#hypercube"]');
  await page.wait("location.hash === '#hypercube/6/8'");
  const here = () => page.run("[...document.querySelectorAll('#cube .here')].map((spot) => spot.textContent).join()");
  assert.equal(await here(), "8");
  assert.ok((await page.text("#cube-facts")).includes("hook 1 leads to state 9"));
  assert.equal(await page.text("#cube-said"), "State 8 is 37 moves from the goal.");
  await page.keys("Right", "Right", "Left");
  assert.equal(await here(), "9");
  // Its hooks move like those of a game.
  const click = (number) => page.run((at) => document.querySelectorAll("#cube-shuttle .hook")[at - 1].click(), number);
  await click(6);
  assert.match(await page.text("#cube-said"), /^Hook 6 moves only while hook 5 is up/);
  await click(3);
  assert.equal(await here(), "13");
  await click(3);
  assert.equal(await here(), "9");
  await page.click("#cube-back");
  await page.set("#cube-at", 63);
  assert.deepEqual([await here(), await page.hash()], ["63", "#hypercube/6/63"]);
  assert.ok((await page.text("#cube-facts")).includes("this is the goal"));
  // From the start, it goes through the states in the text.
  await page.go("hypercube/6/0");
  for (const [at, wanted] of STATES.entries()) {
    assert.equal(await here(), String(wanted));
    assert.equal(await page.run("(document.querySelector('#cube .done').getAttribute('points') || ' ').split(' ').length"), at === 0 ? 2 : at + 1);
    await page.keys("Right");
  }
  await page.run("[...document.querySelectorAll('#cube .spot-of')].find((spot) => spot.textContent === '31').dispatchEvent(new MouseEvent('click'))");
  assert.equal(await page.hash(), "#hypercube/6/31");
  await page.keys("Left");
  assert.equal(await page.hash(), "#hypercube/6/31");
  await page.click("#cube-play");
  await page.wait("location.hash === '#play/6:31/'");
  assert.equal(await drawn(page), "111110");
  // The page cannot draw this number of rings, so it draws six.
  await page.go("play/12/2:3");
  await page.run("location.hash = 'hypercube'");
  await page.wait("location.hash === '#hypercube/6/0'");
  await page.set("#cube-rings", 4);
  assert.equal(await page.hash(), "#hypercube/4/0");
  assert.equal(await page.count("#cube circle"), 16);
});

inBrowsers("the plots match the text", {}, async (page) => {
  // Reads the values back from the drawing: the height of a point is its state, that of a bar the length of a path.
  const plotted = () =>
    page.run(() => {
      const height = (y) => (262 - y) / 252;
      const points = document.querySelector("#path-plot .curve").getAttribute("points").split(" ").map((point) => Number(point.split(",")[1]));
      const bars = document.querySelector("#bars-plot .bars").getAttribute("d").match(/M[^M]+/g).map((bar) => Number(bar.match(/V([\d.]+)/)[1]));
      return [points, bars].map((places) => places.map((y) => Math.round(height(y) * bars.length)));
    });
  const lengths = (rings) => Array.from({ length: 2 ** rings }, (_, from) => distance(from, rings) + 1);
  await page.go("plots/6");
  await page.quiet();
  assert.deepEqual(await plotted(), [STATES, lengths(6)]);
  assert.equal(lengths(6)[31], 64);
  const words = {
    "#path-words": "The path has 42 moves. Hook 1 makes every second move, which changes the state by 1. Hook 6 moves only at step 11, and hook 5 only at step 27.",
    "#bars-words": "From state 0, the path has 43 states. The longest path begins at state 31, and is the only one that visits all 64 states.",
  };
  for (const [place, wanted] of Object.entries(words)) assert.equal(await page.text(place), wanted);
  await page.set("#plot-step", 27);
  assert.equal(await page.text("#step-words"), "Step 27: hook 5 goes down, and the state changes from 39 to 55.");
  assert.equal(await page.hash(), "#plots/6/27/0");
  await page.set("#plot-start", 31);
  assert.equal(await page.text("#start-words"), "From state 31: 64 states, 63 moves.");
  // A touch selects a point.
  await page.touch("#bars-plot svg");
  await page.wait("location.hash !== '#plots/6/27/31'");
  for (let rings = 3; rings <= 12; rings += 1) {
    await page.set("#plot-rings", rings);
    assert.match(await page.hash(), new RegExp(`^#plots/${rings}/`));
    const [points, bars] = await plotted();
    assert.equal(points.length, distance(0, rings) + 1);
    if (rings <= 7) assert.deepEqual(bars, lengths(rings));
  }
  // If no rings are named, the plots are for those of the game.
  await page.go("play/5/");
  await page.run("location.hash = 'plots'");
  await page.wait("location.hash === '#plots/5/0/0'");
});

inBrowsers("nothing moves with reduced motion", {}, async (page) => {
  await page.go("play/6/");
  const [loud, calm] = await page.run(() => {
    const moves = (rule) => ["transition", "animation"].some((name) => rule.style?.[name] || rule.style?.[`${name}Name`]);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const wanted = rules.filter((rule) => rule.media?.mediaText.includes("prefers-reduced-motion: no-preference"));
    return [rules.filter(moves).length, wanted.flatMap((rule) => [...rule.cssRules]).filter(moves).length];
  });
  assert.equal(loud, 0);
  assert.ok(calm > 0);
});
