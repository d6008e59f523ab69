// Every view of every page: its link, its layout, its colours, and its requests.
import { address, assert, inBrowsers } from "./browser.js";
import { axe } from "./accessibility.js";

/** The pages, each with fragments of every kind. */
const PAGES = {
  "blackbox.html": ["play/A4_B8:2813/f0.f3.f9.b0.b21.e5", "play/A4_B8:2813/f0.f3.b0.b2.b21.b58.k", "play/A4_B11:1/f0.f3", "learn/1", "learn/5", "own/8/4/0H.3R.1-27.14-30/b12.e40", "own/4/2-3/0H.1R/", "groups/A4_B8/any/any/any/any/size", "group/A4_B8/2813", "molecule/A4_B8/15993", "census", "census/A5_B8"],
  "chinese-rings.html": ["play/6/2:5", "play/12/2:7.2", "play/6/2:42", "hypercube/6/8", "hypercube/4/0", "hypercube/3/1", "plots/6/27/31", "plots/12/0/2047"],
  "magic-star.html": ["play/8a/a1.b2.c7.d16.e9.f11.g3.h15.i14.j8.l12.k10", "play/12a-5/a2.c11", "play/11d-7/", "play/8a/a1.b2.c7.d16.e9.f11.g3.h15.i14.j8.k10.l13.m5.n4.o12.p6"],
  "pen-and-paper.html": ["play/6x6/", "play/6x6/3-3.4702", "play/20x20/1-7.636363602", "play/5x5/1-1.246141636025206361416427", "play/5x5/1-1.246141636025206361416427.4", "tour/5x5/1-1.246141636025206361416427", "tour/20x20/1-7.636363602", "tour/4x5/"],
  "china-labyrinth.html": ["play/squares/3:0:0:0", "play/empty/", "play/44-7/", "play/empty/20:0:0:0.40:0:0:-1.17:0:-1:-1.34:0:-2:0.5:0:-2:1.10:0:-1:1", "play/58-7/33:1:-1:-1+49:2:0:0+3:2:-1:1+14:2:0:1+24:2:1:0+0:3:0:0", "watch/7/quick/usual/2/40", "octopuszle/20/3.4", "octopuszle/20-2/8.8", "cast/yarrow/1", "cast/coins/5"],
};
const SIZES = [[360, 740], [340, 740], [320, 568], [740, 360], [768, 1024], [1440, 900]];

/** Switches on all helps of a game. */
function openHelps() {
  for (const button of document.querySelectorAll(".helps button[aria-pressed=false], #acts #hint[aria-pressed=false]")) /** @type {HTMLElement} */ (button).click();
  document.getElementById("more")?.click();
}

const every = Object.entries(PAGES).flatMap(([file, views]) => views.map((view) => [file, view]));

for (const file of Object.keys(PAGES)) {
  inBrowsers(`every link of ${file} is reloaded, and nothing is requested from the network`, {}, async (page) => {
    for (const view of PAGES[file]) {
      await page.go(view, file);
      assert.equal(await page.text("#link-error"), "", view);
      const seen = async () => {
        await page.quiet();
        return [await page.hash(), await page.text("main")];
      };
      const before = await seen();
      await page.reload();
      assert.deepEqual(await seen(), before, view);
    }
    // All helps work in the background.
    await page.go(PAGES[file][0], file);
    await page.run(openHelps);
    await page.quiet();
    const own = /^(about:blank|data:|blob:)/;
    const strange = page.requests.filter((url) => !own.test(url) && !(url.startsWith("file:") && url.includes(`/${file}`)));
    assert.deepEqual(strange, []);
    assert.deepEqual(page.complaints, []);
  });
}

/**
* Elements outside the window, targets that are too small for a finger, and boards that have to be scrolled.
* A table in its own frame and an enlarged board may scroll.
 */
function misfits() {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} pixels wider than the window`);
  for (const one of document.querySelectorAll("main *")) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1;
    if (scrolls && !one.closest(".wide-table, pre, textarea, .frame, .zoomed")) found.push(`${one.id || one.className} scrolls sideways`);
  }
  const least = innerWidth < 768 || innerHeight < 600 ? 24 : 36;
  for (const spot of document.querySelectorAll(".spot.edge, .spot.cell:not(.tiny), .finger, .target:not(.figure .target)")) {
    const { width, height } = spot.getBoundingClientRect();
    const isWide = Number(spot.closest(".grid")?.style.getPropertyValue("--columns")) > 12 || Number(spot.closest(".grid")?.style.getPropertyValue("--n")) > 10;
    if (width > 0 && Math.min(width, height) < (isWide ? 19 : least) - 0.01) found.push(`${spot.ariaLabel} is ${width} × ${height}`);
  }
  for (const board of document.querySelectorAll(".board:not(.zoomed)")) {
    const { width, height } = board.getBoundingClientRect();
    if (width > innerWidth || height > innerHeight) found.push(`a board of ${width} × ${height} in a window of ${innerWidth} × ${innerHeight}`);
  }
  return found;
}

inBrowsers("every view fits every window", {}, async (page) => {
  /** @type {string[]} */
  const found = [];
  for (const [file, view] of [...every, ["index.html", ""]]) {
    await page.turn(view, file);
    for (const size of SIZES) {
      await page.look(...size);
      found.push(...(await page.run(misfits)).map((one) => `${file}#${view} at ${size.join(" × ")}: ${one}`));
      await page.picture(`${size[0]}-light-${every.findIndex((one) => one[1] === view)}-${file.replace(".html", "")}-${view.split("/")[0]}`);
    }
  }
  assert.deepEqual(found, []);
});

/** The sides at which an enlarged board continues. */
const DASHED = "['Top', 'Right', 'Bottom', 'Left'].filter((side) => getComputedStyle(document.getElementById('play-board'))[`border${side}Color`].startsWith('rgb(')).join()";

inBrowsers("an enlarged board is dashed where it continues, in forced colours, too", { width: 360, height: 740, mood: "forced" }, async (page) => {
  await page.go("play/20x20/1-7.636363602", "pen-and-paper.html");
  await page.touch("#zoom");
  for (const [left, sides] of [[0, "Right,Bottom"], [999, "Top,Left"]]) {
    // On a busy machine, the board may be enlarged later, which scrolls it.
    await page.wait(`(document.getElementById('play-board').scrollTo(${left}, ${left}), ${DASHED} === '${sides}')`);
    await page.picture(`forced-zoomed-${left}`);
  }
});

const BEGUN = [["blackbox.html", "play/A4_B8:2813/f0"], ["chinese-rings.html", "play/6/2:5"], ["magic-star.html", "play/8a/a1.b2"], ["pen-and-paper.html", "play/6x6/3-3.47"], ["china-labyrinth.html", "play/empty/1:0:0:0.9:0:1:0"]];
for (const [file, fragment] of BEGUN) {
  inBrowsers(`the first key leads to the board, and all keys are listed: ${file}, by keyboard`, {}, async (page) => {
    for (const key of ["Down", "Tab"]) {
      await page.go(fragment, file);
      assert.equal(await page.run("document.activeElement === document.body"), true);
      await page.keys(key);
      assert.equal(await page.run("document.activeElement.getAttribute('tabindex')"), "0", key);
      assert.equal(await page.run("document.activeElement.matches(':focus-visible')"), true);
    }
    // In the middle of a game, N only opens the form of a new one.
    const before = await page.hash();
    await page.keys("n");
    await page.wait("document.querySelector('#new[open], #new-details[open]')");
    await page.keys("Escape");
    assert.equal(await page.hash(), before);
    await page.go(fragment, file);
    // A key of the list has a function, and no other one has.
    await page.keys("?");
    await page.wait("document.getElementById('keys').open");
    const rows = await page.texts("#key-rows th");
    await page.keys("Escape");
    const listed = rows.flatMap((row) => row.toLowerCase().split(", ")).filter((name) => name.length === 1);
    assert.ok(listed.includes("u") && listed.includes("?"), rows.join());
    const handled = await page.run(() => [..."abcdefghijklmnopqrstuvwxyz?"].filter((key) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
      return event.defaultPrevented;
    }));
    assert.deepEqual(handled, listed.sort((one, other) => (one === "?" ? 1 : other === "?" ? -1 : one < other ? -1 : 1)));
  });
}

inBrowsers("the board grows with the window", {}, async (page) => {
  const cell = () => page.run("document.querySelector('#play-board .cell').getBoundingClientRect().width");
  for (const [width, height, least] of [[1440, 900, 64], [1920, 1080, 70], [768, 1024, 60], [360, 740, 33]]) {
    await page.look(width, height);
    await page.go("play/A4_B8:2813/f3", "blackbox.html");
    await page.wait((least) => document.querySelector("#play-board .cell").getBoundingClientRect().width >= least, least);
  }
  // The widest box has cells that are large enough for a finger, and is as large as a narrow one.
  const size = () => page.run("document.querySelector('#play-board').getBoundingClientRect().width");
  const before = await size();
  await page.go("play/A4_B11:1/f0", "blackbox.html");
  assert.ok((await cell()) >= 24, `${await cell()}`);
  assert.equal(await size(), before);
});

for (const [file, views] of [...Object.entries(PAGES), /** @type {const} */ (["index.html", [""]])]) {
  // axe-core judges the document and its colours, which are the same in both browsers. Its rules look
  // at the size or at the colours, so each size is judged in one of them.
  inBrowsers(`every view of ${file} is accessible`, { only: "chrome" }, async (page) => {
    for (const view of views) {
      await page.turn(view, file);
      const isFirst = view !== "" && view === views[0];
      // With all helps, and with the dialog.
      if (isFirst) await page.run(openHelps);
      await page.quiet();
      for (const [width, height, mood] of /** @type {const} */ ([[360, 740, "dark"], [1440, 900, "light"]])) {
        await page.look(width, height, mood);
        assert.deepEqual(await axe(page), [], `${file}#${view} at ${width}`);
        if (!isFirst) continue;
        await page.run("document.getElementById('new-details')?.setAttribute('open', '')");
        for (const sheet of await page.run("[...document.querySelectorAll('dialog')].map(({ id }) => id)")) {
          await page.run((id) => document.getElementById(id).showModal(), sheet);
          assert.deepEqual(await axe(page), [], `${sheet} of ${file} at ${width}`);
          assert.deepEqual(await page.run(misfits), [], `${sheet} of ${file} at ${width}`);
          await page.run((id) => document.getElementById(id).close(), sheet);
        }
      }
    }
  });
}

/** The contrast of two colours, from 1 to 21, as WCAG defines it. */
function contrast(one, other) {
  const light = ([red, green, blue]) => [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The number of lines crossed by a row of pixels. Each line is at most two pixels wide, and has contrast. */
function lines(colours) {
  const isLine = colours.map((colour, at) => [at - 3, at + 3].every((beside) => colours[beside] && contrast(colour, colours[beside]) >= 3));
  return isLine.filter((is, at) => is && !isLine[at - 1]).length;
}

for (const mood of /** @type {const} */ (["light", "dark", "forced"])) {
  inBrowsers(`all lines are seen in ${mood} colours`, { mood }, async (page) => {
    for (const [width, height] of [[1440, 900], [1280, 800], [360, 740]]) {
      for (const columns of [6, 13]) {
        await page.look(width, height, mood);
        await page.go(`play/${columns}x${columns}/`, "pen-and-paper.html");
        await page.quiet();
        const board = "#play-board";
        await page.middle(board);
        const pixel = await page.pixels(board);
        const [first, last] = await insideOf(page, board, ".cell");
        for (const along of [0, 1]) {
          const across = Math.round(first[1 - along] + first[3 - along] * 0.3);
          const from = Math.max(0, Math.floor(first[along]) - 4);
          const to = Math.ceil(last[along] + last[2 + along]) + 4;
          const walk = Array.from({ length: to - from }, (_, at) => (along === 0 ? pixel(from + at, across) : pixel(across, from + at)));
          assert.equal(lines(walk), columns + 1, `${along ? "rows" : "columns"} of ${columns} at ${width}`);
        }
      }
    }
  });

  inBrowsers(`crosses and arrows of the box are seen in ${mood} colours`, { mood }, async (page) => {
    for (const [width, height] of [[1440, 900], [360, 740]]) {
      for (const columns of [8, 5]) {
        await page.look(width, height, mood);
        await page.go(`play/A4_B${columns}:1/`);
        await page.quiet();
        // The page keeps this option.
        await page.run("document.querySelector('#calm[aria-pressed=false]')?.click()");
        const board = "#play-board";
        const pixel = await page.pixels(board);
        const name = `${columns} at ${width}`;
        const [first, last] = await insideOf(page, board, ".cell");
        // Between the first two rows, there is a cross at each corner. Its arm may lie on either side of the line.
        const [left, line] = [Math.round(first[0]), Math.round(first[1] + first[3])];
        const crosses = [-1, 0].map((beside) => lines(Array.from({ length: Math.round(last[0] + last[2]) - left }, (_, at) => pixel(left + at, line + beside - 2 * Math.sign(beside + 0.5)))));
        assert.ok(crosses.some((count) => count === columns - 1), `${crosses} crosses of ${name}`);
        // The tip of an arrow, and its key beside the tip.
        const edges = await page.run(() => [...document.querySelectorAll("#play-board .edge")].map((edge) => {
          const [svg, grid] = [edge.firstElementChild, document.getElementById("play-board")].map((one) => one.getBoundingClientRect());
          return [svg.x + svg.width / 2 - Math.floor(grid.x), svg.y + svg.height / 2 - Math.floor(grid.y), svg.width / 34, Number(edge.dataset.turns)];
        }));
        for (const [x, y, scale, turns] of edges) {
          const at = (far) => pixel(...[[0, far], [-far, 0], [0, -far], [far, 0]][turns].map((part, axis) => Math.round([x, y][axis] + part * scale - 0.5)));
          assert.ok(contrast(at(2.4), at(10)) >= 3, `an arrow of ${name}: ${at(2.4)} on ${at(10)}`);
        }
      }
    }
  });
}

/** The left, top, width and height of the first and the last element inside a board. */
function insideOf(page, board, selector) {
  return page.run(
    (one, some) => {
      const { x, y } = document.querySelector(one).getBoundingClientRect();
      const all = [...document.querySelectorAll(`${one} ${some}`)].map((spot) => {
        const box = spot.getBoundingClientRect();
        return [box.x - Math.floor(x), box.y - Math.floor(y), box.width, box.height];
      });
      return [all[0], all[all.length - 1]];
    },
    board,
    selector,
  );
}

for (const mood of /** @type {const} */ (["light", "dark", "forced"])) {
  inBrowsers(`a frame is dark where it can scroll, in ${mood} colours`, { width: 360, mood }, async (page) => {
    // In Firefox, a scrollbar covers a side of the second frame.
    const frames = [["blackbox.html", "census", ".wide-table", 4], ["china-labyrinth.html", "octopuszle/20/3.4", ".octo-frame", 12]].slice(0, page.kind === "chrome" ? 2 : 1);
    for (const [file, view, frame, inset] of frames) {
      await page.go(view, file);
      await page.quiet();
      // The census does not scroll vertically.
      for (const down of file === "blackbox.html" ? [false] : [false, true]) {
        const ends = async (to) => {
          await page.run((one, x, y) => document.querySelector(one).scrollTo(x, y), frame, down ? 0 : to, down ? to : 0);
          await page.middle(frame);
          const pixel = await page.pixels(frame);
          const [wide, high] = await page.run((one) => ["width", "height"].map((side) => Math.floor(document.querySelector(one).getBoundingClientRect()[side])), frame);
          return down ? [pixel(wide >> 1, 2), pixel(wide >> 1, high - 3)] : [pixel(2, inset), pixel(wide - 3, inset)];
        };
        const [[begin, on], [back, end]] = [await ends(0), await ends(9999)];
        for (const [shade, bed] of [[on, end], [back, begin]]) assert.ok(contrast(shade, bed) >= 2, `${view}, ${down}: ${shade} beside ${bed}`);
      }
    }
  });
}

inBrowsers("pieces, given numbers and dotted lines are seen in forced colours", { mood: "forced" }, async (page) => {
  // The share of the most frequent colour of a piece, and of the text of a number.
  for (const [view, file, thing] of [["play/squares/5:0:0:0", "china-labyrinth.html", "#play-frame .piece"], ["play/6a-1/", "magic-star.html", ".star-cell.given span"]]) {
    await page.go(view, file);
    await page.quiet();
    const [left, top, width, height] = await page.run((one) => {
      const [element, text] = [document.querySelector(one), document.createRange()];
      text.selectNodeContents(element);
      const [all, part] = [element, element instanceof SVGElement ? element : text].map((some) => some.getBoundingClientRect());
      return [part.x - Math.floor(all.x), part.y - Math.floor(all.y), part.width, part.height].map(Math.floor);
    }, thing);
    const pixel = await page.pixels(thing);
    const seen = Array.from({ length: width * height }, (_, at) => String(pixel(left + (at % width), top + Math.floor(at / width)))).sort();
    const most = Math.max(...seen.map((colour, at) => seen.lastIndexOf(colour) + 1 - at));
    assert.ok(most < 0.95 * seen.length, `${thing}: ${most} of ${seen.length}`);
  }
  await page.go("play/A4_B8:15993/f0.f2.b1.b10.b30.b40.k", "blackbox.html");
  await page.quiet();
  const dots = await page.run(() => {
    const line = document.querySelector(".ray.supposed .line");
    const board = document.getElementById("play-board").getBoundingClientRect();
    return Array.from({ length: 40 }, (_, at) => {
      const { x, y } = line.getPointAtLength(line.getTotalLength() * (0.8 + at / 250)).matrixTransform(line.getScreenCTM());
      return [x - Math.floor(board.x), y - Math.floor(board.y)].map(Math.floor);
    });
  });
  const pixel = await page.pixels("#play-board");
  assert.ok(dots.some(([x, y]) => contrast(pixel(x, y), pixel(x + 6, y + 6)) >= 3), "the dotted line");
});

const HOSTILE = ["nothing", "play/A99_B99:1/", "play/%00/%ff", "__proto__", "toString/1/2", `play/${"x".repeat(5_000)}`, "<script>alert(1)</script>"];
inBrowsers("a bad link in a new tab is reported, and a game begins", {}, async (page) => {
  for (const file of Object.keys(PAGES)) {
    for (const link of HOSTILE) {
      await page.go(link, file);
      await page.quiet();
      assert.notEqual(await page.text("#link-error"), "", `${file}#${link}`);
      assert.equal(await page.run("document.getElementById('view-play').hidden"), false);
      assert.notEqual(await page.text("#standing, .points"), "", `${file}#${link}`);
    }
  }
});

/** Hostile parts of fragments. */
const PAYLOADS = ["<img src=x onerror=window.hacked=1>", "%3Cscript%3Ewindow.hacked=1%3C/script%3E", "__proto__/constructor/prototype", "x".repeat(100_000), `A4_B8:1/${"b1.c1.".repeat(50_000)}b2`, "9".repeat(400), "-1/-1/-1", "NaN/Infinity/1e999", "1/1/1/1/1/1/1/1", "%00/%ff/%u1234", "8/64/0H.1H.2H/b0", "11/60//", "null/undefined/[object Object]", "\u202e\ufdfd\ud83d\ude00/\u0000"];

inBrowsers("hostile fragments do nothing, and the page stays usable", {}, async (page) => {
  let count = 0;
  for (const file of Object.keys(PAGES)) {
    await page.go("", file);
    const views = await page.run("[...document.querySelectorAll('section[id^=view-]')].map(({ id }) => id.slice(5))");
    for (const view of [...views, "nothing"]) {
      for (const payload of PAYLOADS) {
        const name = `${file}#${view}/${payload.slice(0, 40)}`;
        const wide = await page.run(async (link) => {
          location.hash = link;
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        }, `${view}/${payload}`);
        assert.ok(wide <= 0, `${name}: ${wide} pixels wider than the window`);
        assert.equal(page.broken, "", name);
        count += 1;
      }
    }
    assert.equal(await page.run("window.hacked ?? null"), null, file);
    assert.equal(await page.run("Object.keys(Object.prototype).length"), 0, file);
    // The first view still works.
    await page.turn("play", file);
    await page.quiet();
    assert.notEqual(await page.text("#standing, .points"), "", file);
  }
  assert.ok(count >= 171, `${count}`);
});

/** For each page, a kept game that is invalid. */
const BROKEN = { "blackbox.html": "A4_B8:1/f0.f0", "chinese-rings.html": "6/9:9", "magic-star.html": "8a/z9", "pen-and-paper.html": "6x6/9-9.9", "china-labyrinth.html": "64-1/x" };

inBrowsers("a kept game that cannot be read is set aside", {}, async (page) => {
  for (const file of Object.keys(PAGES)) {
    await page.go("", file);
    // Waits until the page has kept its own game.
    await page.quiet();
    for (const kept of ["rubbish/rubbish", "/", BROKEN[file]]) {
      await page.run((game) => localStorage.setItem(`${document.documentElement.dataset.puzzle}.game`, game), kept);
      await page.go("", file);
      await page.quiet();
      assert.notEqual(await page.text("#standing, .points"), "", `${file}: ${kept}`);
      const isRead = (await page.hash()).includes(kept);
      if (kept !== "/" && !isRead) assert.match(await page.text("#link-error"), /The saved game cannot be read/, `${file}: ${kept}`);
      // The invalid game is set aside, and not used.
      if (kept !== "/" && !isRead) assert.equal(await page.run("localStorage.getItem(`${document.documentElement.dataset.puzzle}.aside.game`)"), kept);
      await page.go("", file);
      await page.quiet();
      assert.equal(await page.text("#link-error"), "", `${file}: ${kept}`);
    }
  }
});

inBrowsers("a damaged choice of a view is ignored", {}, async (page) => {
  const views = ["octopuszle", "cast", "watch"];
  await page.go("", "china-labyrinth.html");
  await page.run((names) => names.forEach((name) => localStorage.setItem(`china-labyrinth.${name}`, "99/99")), [...views, "speed", "far"]);
  for (const view of views) {
    await page.go(view);
    await page.quiet();
    assert.deepEqual([await page.text("#link-error"), await page.run((one) => document.getElementById(`view-${one}`).hidden, view)], ["", false], view);
  }
});

inBrowsers("a printed census has all columns", { width: 718, only: "chrome" }, async (page) => {
  await page.session?.send("Emulation.setEmulatedMedia", { media: "print" });
  for (const view of ["census", "census/A20_B6"]) {
    await page.go(view);
    assert.deepEqual(await page.run("[...document.querySelectorAll('.wide-table')].filter((table) => table.scrollWidth > table.clientWidth || table.scrollHeight > table.clientHeight).map(({ ariaLabel }) => ariaLabel)"), [], view);
  }
});

inBrowsers("a browser without JavaScript gets a message in sight", { only: "chrome", width: 360, height: 740 }, async (page) => {
  await page.inner.setJavaScriptEnabled(false);
  for (const file of Object.keys(PAGES)) {
    await page.visit(address(file), false);
    const { bottom, height } = await page.run("document.querySelector('noscript p').getBoundingClientRect().toJSON()");
    assert.ok(height > 0 && bottom < 200, `${file}: ${bottom}`);
  }
});

inBrowsers("a browser that cannot run the engine gets a message", {}, async (page) => {
  await page.inner.evaluateOnNewDocument("WebAssembly.validate = () => false");
  for (const file of Object.keys(PAGES)) {
    await page.go("", file);
    assert.match(await page.text("main"), /needs Chrome 103/);
  }
});
