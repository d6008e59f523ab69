// The pages in Chromium and in Firefox, both from Debian, driven by puppeteer-core.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

export { assert, pause };

/** The folders of the repository, of the programs `web` and `blackbox`, and of the site to test. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const PROGRAMS = process.env.PROGRAMS ?? `${ROOT}target/debug`;
export const SITE = process.env.SITE ?? `${ROOT}target/site`;

/** The longest time until something appears, in milliseconds. */
const PATIENCE = 60_000;

/** The time limit for work that takes a second on an idle machine, in milliseconds. */
export const SOON = 20_000;

const FILES = { chrome: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };

/** Preferences that Firefox reads only when it starts. Chromium can change them later. */
const PREFERENCES = {
  dark: { "layout.css.prefers-color-scheme.content-override": 0 },
  light: { "layout.css.prefers-color-scheme.content-override": 1 },
  forced: { "browser.display.document_color_use": 2 },
  calm: { "ui.prefersReducedMotion": 1 },
};

/** @type {Map<string, Promise<import("puppeteer-core").Browser>>} */
const open = new Map();
after(async () => {
  for (const browser of open.values()) await (await browser).close();
});

/**
 * @param {"chrome" | "firefox"} kind
 * @param {string} mood
 */
function browserOf(kind, mood) {
  const name = kind === "chrome" ? kind : `${kind} ${mood}`;
  if (!open.has(name)) {
    const args = kind === "chrome" ? ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars"] : [];
    open.set(name, puppeteer.launch({ browser: kind, executablePath: FILES[kind], args, extraPrefsFirefox: PREFERENCES[mood] }));
  }
  return open.get(name);
}

/**
* The tests in Firefox if the variable `FIREFOX` is "part": those where browsers may differ, in sizes and lines, keys
 * and fingers, files and hosts.
 */
const FIREFOX_PART = /by keyboard|by touch|every window|every link of|all lines|dashed|dragged|on the hypercube|bad link|cannot run|without its server|from a disk|pasted/;

/**
* Runs a test in both browsers, or in the one named by `only`.
 * @param {string} name
 * @param {{width?: number, height?: number, mood?: keyof PREFERENCES, only?: "chrome" | "firefox"}} wish
 * @param {(page: Page) => Promise<void>} does
 */
export function inBrowsers(name, wish, does) {
  for (const kind of /** @type {const} */ (["chrome", "firefox"])) {
    if (wish.only && wish.only !== kind) continue;
    if (kind === "firefox" && process.env.FIREFOX === "part" && !FIREFOX_PART.test(name)) continue;
    const missing = !existsSync(FILES[kind]) && !process.env.CI && `there is no ${FILES[kind]} here`;
    test(`${kind}: ${name}`, { skip: missing, timeout: 600_000 }, async () => {
      const browser = await browserOf(kind, wish.mood ?? "light");
      const context = await browser.createBrowserContext();
      const page = new Page(kind, await context.newPage());
      await page.look(wish.width ?? 1280, wish.height, wish.mood);
      try {
        await does(page);
      } finally {
        await context.close();
      }
    });
  }
}

/** @param {string} file A page of the site for a disk. @param {string} [fragment] */
export function address(file, fragment) {
  return pathToFileURL(`${SITE}/disk/${file}`).href + (fragment === undefined ? "" : `#${fragment}`);
}

export class Page {
  /** @param {"chrome" | "firefox"} kind @param {import("puppeteer-core").Page} inner */
  constructor(kind, inner) {
    this.kind = kind;
    this.inner = inner;
    /** The file of the current page. */
    this.file = "blackbox.html";
    /** @type {import("puppeteer-core").CDPSession | undefined} */
    this.session = undefined;
    /** @type {string[]} */
    this.requests = [];
    /** @type {string[]} */
    this.complaints = [];
    inner.on("request", (request) => this.requests.push(request.url()));
    /** An uncaught error of the page. */
    this.broken = "";
    inner.on("pageerror", (error) => this.complaints.push((this.broken = String(error))));
    inner.on("console", (line) => ["error", "warn"].includes(line.type()) && this.complaints.push(line.text()));
  }

  /** Sets the size of the window, and the preferred colours. */
  async look(width, height = width < 600 ? 860 : 900, mood = "light") {
    try {
      await this.inner.setViewport({ width, height, deviceScaleFactor: 1 });
    } catch (error) {
      // Firefox 140 sets the size, but does not support the orientation.
      if (!String(error).includes("setScreenOrientationOverride")) throw error;
    }
    // The size changes some time after the answer.
    await this.wait(`innerWidth === ${width} && innerHeight === ${height}`);
    if (this.kind !== "chrome") return;
    const features = { dark: ["prefers-color-scheme", "dark"], light: ["prefers-color-scheme", "light"], forced: ["forced-colors", "active"], calm: ["prefers-reduced-motion", "reduce"] };
    const [name, value] = features[mood];
    this.session ??= await this.inner.createCDPSession();
    await this.session.send("Emulation.setEmulatedMedia", { features: [{ name, value }] });
  }

  /** Loads a page with a fragment, and waits until it is ready. */
  async go(fragment, file = this.file) {
    this.file = file;
    await this.visit(address(file, fragment));
  }

  /** Changes the fragment as a link does, or loads the page if another one is open. */
  async turn(fragment, file) {
    if (this.inner.url().split("#")[0] !== address(file)) {
      await this.go(fragment, file);
    } else {
      await this.run(async (view) => {
        location.hash = view;
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      }, fragment);
    }
    await this.quiet();
  }

  /** @param {string} url @param {boolean} isPuzzle Whether the page reports when it is ready. */
  async visit(url, isPuzzle = !url.includes("index.html")) {
    // A change of the fragment alone would load nothing.
    await this.inner.goto("about:blank");
    await this.inner.goto(url);
    if (isPuzzle) await this.ready();
  }

  async reload() {
    await this.inner.reload();
    await this.ready();
  }

  async ready() {
    await this.wait("document.documentElement.dataset.ready === 'yes'");
  }

  async back() {
    await this.run("history.back()");
  }

  /** Evaluates an expression, or a function with arguments, in the page. */
  run(script, ...values) {
    return this.inner.evaluate(script, ...values);
  }

  /** Waits until an expression or a function returns a true value, and returns that. */
  async wait(script, ...values) {
    for (const begun = Date.now(); ; ) {
      // After the time limit, checks once more.
      const isLast = Date.now() - begun > PATIENCE;
      // Elements cannot be transferred from the page.
      const asked = typeof script === "string" ? `((found) => (found instanceof Node ? true : found))(${script})` : script;
      // Evaluation fails while another page is being loaded.
      const found = await this.run(asked, ...values).catch((error) => (isLast ? Promise.reject(error) : null));
      if (found) return found;
      assert.equal(this.broken, "");
      if (isLast) assert.fail(`${script} ${values.join(" ")}\nis not true; the page says:\n${await this.text("body")}`);
      await pause(20);
    }
  }

  /** Waits until no work runs in the background. */
  async quiet() {
    await this.wait("!document.querySelector('[aria-busy=true]')");
  }

  async text(selector) {
    return this.run((one) => document.querySelector(one)?.innerText ?? "", selector);
  }

  async texts(selector) {
    return this.run((one) => [...document.querySelectorAll(one)].map((found) => found.innerText), selector);
  }

  async count(selector) {
    return this.run((one) => document.querySelectorAll(one).length, selector);
  }

  async hash() {
    return this.run("location.hash");
  }

  /** The label of the element that has the focus. */
  async focused() {
    return this.run("document.activeElement?.getAttribute('aria-label') ?? ''");
  }

  /** Clicks an element by a script, even if it is not visible. */
  async click(selector) {
    await this.run((one) => document.querySelector(one).click(), selector);
  }

  /** Sets a field, and dispatches the events of a change. */
  async set(selector, value) {
    await this.run(
      (one, to) => {
        const field = document.querySelector(one);
        field.value = to;
        for (const event of ["input", "change"]) field.dispatchEvent(new Event(event));
      },
      selector,
      String(value),
    );
  }

  /** Fills fields of a form, and submits it. */
  async submit(form, fields) {
    await this.run(
      (one, values) => {
        for (const [id, value] of Object.entries(values)) document.getElementById(id).value = value;
        document.querySelector(one).requestSubmit();
      },
      form,
      fields,
    );
  }

  /** Presses keys one after the other. Arrows are Up, Down, Left and Right. */
  async keys(...keys) {
    for (const key of keys) {
      await this.inner.keyboard.press(/** @type {any} */ (["Up", "Down", "Left", "Right"].includes(key) ? `Arrow${key}` : key));
    }
  }

  async type(text) {
    await this.keys(...text);
  }

  /** Presses Tab until an expression is true. */
  async tabTo(script) {
    for (let tabs = 0; !(await this.run(script)); tabs += 1) {
      assert.ok(tabs < 60, `no Tab leads to ${script}`);
      await this.keys("Tab");
    }
  }

  /** The middle of an element, after the page has scrolled to it. */
  async middle(selector) {
    return this.run(async (one) => {
      const element = document.querySelector(one);
      if (!element) throw new Error(`there is no ${one}`);
      element.scrollIntoView({ block: "center" });
      // Waits until the scrolled page has come to rest.
      for (let last = ""; ; ) {
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = [x + width / 2, y + height / 2];
        if (String(place) === last) return place;
        last = String(place);
      }
    }, selector);
  }

  /** Touches an element, for a moment or for a long press. */
  async touch(selector, isLong = false) {
    let [x, y] = await this.middle(selector);
    // On a busy machine, the page may still grow above the element.
    for (let before = ""; before !== String([x, y]); [x, y] = await this.middle(selector)) before = String([x, y]);
    await (await this.press(x, y, isLong)).end();
  }

  /**
  * Begins a touch. On a busy machine, time passes between the touch and the next command, so the
  * timers that the page sets meanwhile are held back until the finger is lifted, or the touch waits for one.
   */
  async press(x, y, isLong) {
    await this.run((waits) => {
      const set = window.setTimeout;
      window.fired = false;
      window.setTimeout = (act, milliseconds, ...rest) => {
        const acts = () => {
          act(...rest);
          window.fired = true;
        };
        return set(acts, waits ? milliseconds : milliseconds + 600_000);
      };
      addEventListener("pointerup", () => (window.setTimeout = set), { capture: true, once: true });
    }, isLong);
    const finger = await this.inner.touchscreen.touchStart(x, y);
    if (isLong) await this.wait("window.fired");
    return finger;
  }

  async hover(x, y) {
    await this.inner.mouse.move(x, y);
  }

  /** Drags one element to another one, with the mouse or, after holding it for a moment, with a finger. */
  async drag(from, to, finger = false) {
    const [[x, y], [toX, toY]] = await this.run(
      (ends) => {
        const [start, end] = ends.map((one) => document.querySelector(one));
        end.scrollIntoView({ block: "center" });
        start.scrollIntoView({ block: "nearest" });
        return [start, end].map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
      },
      [from, to],
    );
    const { mouse } = this.inner;
    if (finger) {
      const touch = await this.press(x, y, true);
      await touch.move(toX, toY);
      await touch.end();
    } else {
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(toX, toY, { steps: 5 });
      await mouse.up();
    }
  }

  /** Makes the next pages expose their engine, so that a test can ask it. */
  async keepEngine() {
    await this.inner.evaluateOnNewDocument(() => {
      const compile = WebAssembly.compile;
      WebAssembly.compile = async (bytes) => {
        window.taken = new Uint8Array(bytes);
        const { exports } = (await WebAssembly.instantiate(bytes, { env: { progress() {} } })).instance;
        window.engine = (question) => {
          const asked = new TextEncoder().encode(JSON.stringify(question));
          const place = exports.room(asked.length);
          new Uint8Array(exports.memory.buffer).set(asked, place);
          const length = exports.answer();
          const reply = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answered(), length));
          return JSON.parse(reply, (name, value) => (name === "document" ? JSON.parse(value) : value));
        };
        return compile(bytes);
      };
    });
  }

  /** Asks the exposed engine. */
  async ask(question) {
    const { ok, error } = await this.run((one) => window.engine(one), question);
    if (error) throw new Error(error);
    return ok;
  }

  /** Visits wrong fragments. The page must show a sentence for each, and change nothing. */
  async refuses(right, links, state) {
    const before = await state();
    for (const [link, sentence] of links) {
      await this.run((one) => (location.hash = one), link);
      await this.wait((words) => document.getElementById("link-error").innerText.toLowerCase().includes(words.toLowerCase()), sentence);
      assert.deepEqual(await state(), before, link);
      await this.run((one) => (location.hash = one), right);
      await this.wait("document.getElementById('link-error').hidden");
    }
  }

  /** Saves a picture of the whole page to the folder `WEB_PICTURES`, if it is set. */
  async picture(name) {
    const folder = process.env.WEB_PICTURES;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await this.inner.screenshot({ path: `${folder}/${this.kind}-${name}.png`, fullPage: true });
  }

  /** A screenshot of an element, as a function from a place to the three numbers of its colour. */
  async pixels(selector) {
    const { x, y, width, height } = await this.run((one) => document.querySelector(one).getBoundingClientRect().toJSON(), selector);
    const [left, top] = await this.run("[scrollX, scrollY]");
    const clip = { x: Math.floor(x) + left, y: Math.floor(y) + top, width: Math.ceil(width), height: Math.ceil(height) };
    const png = await this.inner.screenshot({ clip, encoding: "base64" });
    const data = await this.run(async (packed) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${packed}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [picture.width, picture.height];
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data: bytes, width: wide } = context.getImageData(0, 0, picture.width, picture.height);
      return { bytes: [...bytes].map((byte) => String.fromCharCode(byte)).join(""), wide };
    }, png);
    return (/** @type {number} */ column, /** @type {number} */ line) => [0, 1, 2].map((part) => data.bytes.charCodeAt(4 * (data.wide * line + column) + part));
  }
}
