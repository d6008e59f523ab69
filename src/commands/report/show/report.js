// What the pages of a report do besides being read: their tables sort and filter, a field
// finds a group or a molecule, and a box shows the ray that somebody points at. It is a
// plain script, because a browser loads no module from a disk.
"use strict";

(() => {
  /** How many rows of a long table are shown at first, and how many more at a time. */
  const AT_ONCE = 100;
  /** A table with more rows has a filter. */
  const SHORT = 10;

  /**
   * @typedef {object} Row
   * @property {string} page The page that draws the row's group, or nothing.
   * @property {string[]} cells
   * @property {string} words What the filter looks at.
   * @property {HTMLTableRowElement | null} element
   *
   * @typedef {object} Rows
   * @property {string[]} kinds What the columns hold.
   * @property {Row[]} rows
   */

  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** @param {string} text */
  const plain = (text) => text.replaceAll(",", "").toLowerCase();
  /** @param {number} number */
  const grouped = (number) => number.toLocaleString("en");

  /** The rows in files of their own: who waits for them, and those that have come. */
  /** @type {Map<string, (rows: Rows) => void>} */
  const awaited = new Map();
  /** @type {Map<string, Promise<Rows>>} */
  const fetched = new Map();

  /** @param {string} file */
  function fetchRows(file) {
    const known = fetched.get(file);
    if (known) return known;
    /** @type {Promise<Rows>} */
    const rows = new Promise((resolve, reject) => {
      awaited.set(file, resolve);
      const script = make("script", { src: file });
      script.addEventListener("error", () => {
        fetched.delete(file);
        reject(new Error(`${file} is missing`));
      });
      document.head.append(script);
    });
    fetched.set(file, rows);
    return rows;
  }

  /** A file of rows calls this. @type {(name: string, text: string) => void} */
  function takeRows(name, text) {
    const [[, ...kinds], ...lines] = text.split("\n").map((line) => line.split("\t"));
    const rows = lines.map(([page, ...cells]) => ({ page, cells, words: wordsOf(cells), element: null }));
    awaited.get(`${name}.js`)?.({ kinds, rows });
  }
  Object.assign(globalThis, { blackboxRows: takeRows });

  /** @param {string[]} cells */
  const wordsOf = (cells) => ` ${plain(cells.join(" "))}`;

  /**
   * A cell, as the page has it.
   * @param {string} kind
   * @param {string} text
   * @param {string} page
   */
  function contents(kind, text, page) {
    const link = (/** @type {string} */ letter, /** @type {string} */ number) =>
      page ? make("a", { href: `groups-${page}.html#${letter}${plain(number)}` }, number) : number;
    switch (kind) {
      case "symbols": return [make("code", {}, text)];
      case "group": return [link("g", text)];
      case "molecule": return [link("m", text)];
      case "molecules": return text.split(" ").flatMap((number, at) => [at > 0 ? " " : "", link("m", number)]);
      default: return [text];
    }
  }

  /** A table that sorts and filters. */
  class Listing {
    /** @param {HTMLElement} frame */
    constructor(frame) {
      const table = /** @type {HTMLTableElement} */ (frame.querySelector("table"));
      this.frame = frame;
      this.body = table.tBodies[0];
      this.heads = [...(table.tHead?.rows[0].cells ?? [])];
      /** @type {Row[]} */
      this.rows = [...this.body.rows].map((element) => {
        const cells = [...element.cells].map((cell) => cell.textContent ?? "");
        return { page: "", cells, words: wordsOf(cells), element };
      });
      /** @type {string[]} */
      this.kinds = [];
      this.file = frame.dataset.rows ?? "";
      this.all = Number(frame.dataset.all);
      this.column = -1;
      this.direction = 0;
      /** @type {string[]} */
      this.wanted = [];
      this.shown = AT_ONCE;
      this.beginSorting();
      if (this.all > SHORT) this.beginFilter(table.caption?.textContent ?? "");
    }

    beginSorting() {
      for (const [column, head] of this.heads.entries()) {
        const button = make("button", { type: "button", class: "sort" }, ...head.childNodes);
        button.addEventListener("click", () => this.sort(column));
        head.replaceChildren(button);
      }
    }

    /** @param {string} caption */
    beginFilter(caption) {
      const field = make("input", { type: "search", "aria-label": `Filter: ${caption}`, placeholder: "Filter", autocomplete: "off" });
      this.count = make("output");
      this.more = make("button", { type: "button" }, `${AT_ONCE} more rows`);
      field.addEventListener("input", () => {
        this.wanted = plain(field.value).split(/\s+/).filter(Boolean);
        this.shown = AT_ONCE;
        this.show();
      });
      this.more.addEventListener("click", () => {
        this.shown += AT_ONCE;
        this.show();
      });
      this.frame.prepend(make("div", { class: "tools" }, field, this.count));
      this.frame.append(this.more);
      this.tell(this.all, this.rows.length);
    }

    /**
     * Says how many rows are there.
     * @param {number} found
     * @param {number} shown
     */
    tell(found, shown) {
      if (!this.count || !this.more) return;
      const some = found < this.all ? `${grouped(found)} of ` : "";
      const first = shown < found ? `, the first ${grouped(shown)} are here` : "";
      this.count.textContent = `${some}${grouped(this.all)} rows${first}`;
      this.more.hidden = shown >= found;
    }

    /** @param {number} column */
    sort(column) {
      const numbers = this.heads[column].classList.contains("number");
      // Of numbers, the largest come first. The third click brings back the order of the report.
      const [first, second] = numbers ? [-1, 1] : [1, -1];
      if (this.column !== column) this.direction = first;
      else this.direction = this.direction === first ? second : 0;
      this.column = this.direction === 0 ? -1 : column;
      for (const [at, head] of this.heads.entries()) {
        if (at === this.column) head.setAttribute("aria-sort", this.direction > 0 ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
      }
      this.show();
    }

    /** The rows, in their order. */
    async show() {
      if (this.file && this.kinds.length === 0) {
        try {
          ({ rows: this.rows, kinds: this.kinds } = await fetchRows(this.file));
        } catch (error) {
          if (this.count) this.count.textContent = String(error);
          return;
        }
      }
      const wanted = this.wanted.map((word) => ` ${word}`);
      const found = this.rows.filter((row) => wanted.every((word) => row.words.includes(word)));
      if (this.column >= 0) found.sort(this.comparison());
      const shown = this.file ? found.slice(0, this.shown) : found;
      this.body.replaceChildren(...shown.map((row) => this.element(row)));
      this.tell(found.length, shown.length);
    }

    /** @returns {(one: Row, other: Row) => number} */
    comparison() {
      const { column, direction } = this;
      if (!this.heads[column].classList.contains("number")) {
        const { compare } = new Intl.Collator("en", { numeric: true });
        return (one, other) => direction * compare(one.cells[column], other.cells[column]);
      }
      // What is no number, such as a dash or a word for all, comes before the smallest.
      const values = new Map(this.rows.map((row) => [row, Number.parseFloat(plain(row.cells[column]))]));
      const value = (/** @type {Row} */ row) => values.get(row) || 0;
      return (one, other) => direction * (value(one) - value(other));
    }

    /** @param {Row} row */
    element(row) {
      row.element ??= make("tr", {}, ...row.cells.map((text, at) =>
        make("td", { class: this.heads[at].className }, ...contents(this.kinds[at], text, row.page))));
      return row.element;
    }
  }

  /**
   * How many ways there are to choose some of many; exact as long as it is a safe integer.
   * @param {number} many
   * @param {number} some
   */
  function choose(many, some) {
    let ways = 1;
    for (let at = 1; at <= some; at += 1) ways = (ways * (many - some + at)) / at;
    return Math.round(ways);
  }

  /**
   * The numbers of a molecule's rotations and reflections, its own first.
   * @param {number} number
   * @param {number} atoms
   * @param {number} width
   */
  function images(number, atoms, width) {
    const cells = width * width;
    /** @type {number[]} */
    let molecule = [];
    let rest = number - 1;
    for (let cell = 0; cell < cells && molecule.length < atoms; cell += 1) {
      const taken = choose(cells - cell - 1, atoms - molecule.length - 1);
      if (rest < taken) molecule.push(cell);
      else rest -= taken;
    }
    const numberOf = () => {
      const sorted = [...molecule].sort((one, other) => one - other);
      let [before, next] = [0, 0];
      for (const [at, cell] of sorted.entries()) {
        for (; next < cell; next += 1) before += choose(cells - next - 1, atoms - at - 1);
        next = cell + 1;
      }
      return before + 1;
    };
    const numbers = [];
    for (let image = 0; image < 8; image += 1) {
      numbers.push(numberOf());
      // Rotated, and reflected after four times.
      molecule = molecule.map((cell) => {
        const [line, column] = [Math.floor(cell / width), cell % width];
        return image === 3 ? line * width + width - 1 - column : column * width + width - 1 - line;
      });
    }
    return numbers;
  }

  /** The field that leads to a group or a molecule. */
  function beginSearch() {
    const place = document.getElementById("search");
    if (!place) return;
    const [atoms, width] = (place.dataset.config ?? "").slice(1).split("_B").map(Number);
    const last = choose(width * width, atoms);
    const field = make("input", { inputmode: "numeric", size: "11", "aria-label": "Group or molecule by number", placeholder: "Number", autocomplete: "off" });
    const answer = make("output");
    const form = make("form", { role: "search" }, field, make("button", {}, "Go"), answer);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const number = Number(plain(field.value));
      if (!Number.isInteger(number) || number < 1 || number > last) {
        answer.textContent = `Molecules have the numbers 1 to ${last}.`;
        return;
      }
      try {
        const found = find(await fetchRows("groups.js"), number, images(number, atoms, width));
        answer.textContent = found ? "" : `Molecule ${number} is not in a group that is drawn here.`;
        if (found) location.href = found;
      } catch (error) {
        answer.textContent = String(error);
      }
    });
    place.append(form);
  }

  /**
   * The address of a group, of a molecule, or of one of its images.
   * @param {Rows} groups
   * @param {number} number
   * @param {number[]} images
   */
  function find({ kinds, rows }, number, images) {
    const [group, molecules] = [kinds.indexOf("group"), kinds.indexOf("molecules")];
    const named = rows.find((row) => plain(row.cells[group]) === String(number));
    if (named?.page) return `groups-${named.page}.html#g${number}`;
    for (const image of images.map(String)) {
      const row = rows.find((row) => row.page && row.cells[molecules].split(" ").includes(image));
      if (row) return `groups-${row.page}.html#m${image}`;
    }
    return null;
  }

  /** The width of a cell, and how far outside the box a ray begins, as the drawings have them. */
  const CELL = 28;
  const REACH = 6;
  const SIDES = ["west", "south", "east", "north"];

  /** @typedef {{length: string, turns: string, line: string, exit: number, points: number[][]}} Way */

  /** A box whose rays can be seen one at a time. */
  class Box {
    /**
     * @param {SVGSVGElement} picture
     * @param {HTMLElement} said
     */
    constructor(picture, said) {
      this.picture = picture;
      this.said = said;
      const owner = /** @type {SVGElement | HTMLElement | null} */ (picture.closest("[data-spectrum]"));
      this.spectrum = owner?.dataset.spectrum ?? "";
      this.width = this.spectrum.length / 4;
      /** @type {Way[]} */
      this.ways = [];
      this.at = 0;
      /** @type {Element | null} */
      this.drawn = null;
      picture.setAttribute("tabindex", "0");
      picture.setAttribute("role", "slider");
      picture.setAttribute("aria-valuemin", "1");
      picture.setAttribute("aria-valuemax", String(4 * this.width));
      picture.setAttribute("aria-valuenow", "1");
      picture.setAttribute("aria-valuetext", "no ray");
      picture.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse") this.show(this.position(event) ?? this.focused());
      });
      picture.addEventListener("pointerleave", () => this.show(this.focused()));
      picture.addEventListener("pointerdown", (event) => {
        const position = this.position(event);
        if (position !== null) this.at = position;
        if (this.focused() !== null) this.show(this.at);
      });
      picture.addEventListener("focus", () => this.show(this.at));
      picture.addEventListener("blur", () => this.show(null));
      picture.addEventListener("keydown", (event) => this.key(event));
    }

    /** The position that the keys have come to, if they are here. */
    focused() {
      return document.activeElement === this.picture ? this.at : null;
    }

    /** What the page knows of the rays, by position. */
    read() {
      const known = (this.picture.dataset.ways ?? "").split(";");
      for (const [position, symbol] of [...this.spectrum].entries()) {
        const other = this.spectrum.indexOf(symbol);
        if (symbol !== "@" && symbol !== "&" && other < position) {
          const back = this.ways[other];
          this.ways.push({ ...back, exit: other, points: back.points.toReversed() });
          continue;
        }
        const [length, turns, ...corners] = (known.shift() ?? "").split(" ");
        let point = this.outside(position);
        const points = [point];
        // The line goes along and across by turns, first away from its side.
        let axis = Math.floor(position / this.width) % 2;
        for (const corner of corners.map(Number)) {
          point = axis === 0 ? [corner, point[1]] : [point[0], corner];
          points.push(point);
          axis = 1 - axis;
        }
        const line = /[a-z]/.test(symbol) ? String((symbol.charCodeAt(0) - 97) % 4) : symbol;
        const exit = this.spectrum.lastIndexOf(symbol);
        this.ways.push({ length, turns, line, exit, points });
      }
    }

    /**
     * Where a ray begins, a little outside the box.
     * @param {number} position
     */
    outside(position) {
      const [side, along] = [Math.floor(position / this.width), position % this.width];
      const middle = CELL * ((side < 2 ? along : this.width - 1 - along) + 1.5);
      const far = CELL * (this.width + 1) + REACH;
      return [[CELL - REACH, middle], [middle, far], [far, middle], [middle, CELL - REACH]][side];
    }

    /**
     * The position under a pointer. A label has as much room as a cell.
     * @param {PointerEvent} event
     */
    position(event) {
      const frame = this.picture.getBoundingClientRect();
      const p = this.width;
      const place = (/** @type {number} */ at, /** @type {number} */ size) => Math.floor((at / size) * (p + 2));
      const column = place(event.clientX - frame.left, frame.width);
      const line = place(event.clientY - frame.top, frame.height);
      const [inLine, inColumn] = [line, column].map((at) => at >= 1 && at <= p);
      if (column === 0 && inLine) return line - 1;
      if (line === p + 1 && inColumn) return p + column - 1;
      if (column === p + 1 && inLine) return 3 * p - line;
      if (line === 0 && inColumn) return 4 * p - column;
      return null;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -this.at, End: -1 - this.at };
      if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in steps)) return;
      event.preventDefault();
      const all = 4 * this.width;
      this.at = (this.at + steps[/** @type {keyof typeof steps} */ (event.key)] + all) % all;
      this.show(this.at);
    }

    /**
     * Shows the ray from a position, or none.
     * @param {number | null} position
     */
    show(position) {
      this.drawn?.remove();
      this.drawn = null;
      this.picture.classList.toggle("pointed", position !== null);
      if (this.ways.length === 0) this.read();
      const way = position === null ? null : this.ways[position];
      this.said.hidden = !way;
      if (position === null || !way) return;
      this.drawn = lineOf(way);
      this.picture.append(this.drawn);
      this.said.textContent = `${this.name(position)}: ${this.fate(position, way)}`;
      this.picture.setAttribute("aria-valuenow", String(position + 1));
      this.picture.setAttribute("aria-valuetext", this.said.textContent);
    }

    /** @param {number} position */
    name(position) {
      const [side, along] = [Math.floor(position / this.width), position % this.width];
      return `${SIDES[side]} ${side < 2 ? along + 1 : this.width - along}`;
    }

    /**
     * @param {number} position
     * @param {Way} way
     */
    fate(position, way) {
      const symbol = this.spectrum[position];
      const times = (/** @type {string} */ number, /** @type {string} */ noun) => `${number} ${noun}${number === "1" ? "" : "s"}`;
      const outcome = symbol === "@" ? "absorbed" : symbol === "&" ? "reflected" : `out at ${this.name(way.exit)} (${symbol})`;
      return `${outcome}, ${times(way.length, "cell")}, ${times(way.turns, "turn")}`;
    }
  }

  /**
   * A line, copied from the legend.
   * @param {Way} way
   */
  function lineOf({ line, points }) {
    const found = document.querySelector(`.legend [data-line="${line}"]`);
    const copy = /** @type {Element} */ (found?.cloneNode(true) ?? document.createElementNS("http://www.w3.org/2000/svg", "g"));
    copy.classList.add("now");
    copy.querySelector("polyline")?.setAttribute("points", points.map((point) => point.join(",")).join(" "));
    const turned = (/** @type {number[][]} */ [[x, y], [toX, toY]]) =>
      `translate(${toX} ${toY})rotate(${(Math.atan2(toY - y, toX - x) * 180) / Math.PI})`;
    const ends = { end: points.slice(-2), start: points.slice(0, 2).reverse() };
    for (const [name, step] of Object.entries(ends)) {
      for (const part of copy.querySelectorAll(`[data-at=${name}]`)) part.setAttribute("transform", turned(step));
    }
    return copy;
  }

  for (const frame of document.querySelectorAll(".table")) new Listing(/** @type {HTMLElement} */ (frame));
  beginSearch();
  const said = make("p", { id: "said", hidden: "", "aria-hidden": "true" });
  (document.querySelector("main") ?? document.body).append(said);
  for (const picture of document.querySelectorAll("svg[data-ways]")) new Box(/** @type {SVGSVGElement} */ (picture), said);
  document.documentElement.dataset.ready = "yes";
})();
