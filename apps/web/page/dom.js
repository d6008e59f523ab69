// Helpers for elements and texts.

/**
* Makes an element. Attributes that are false are omitted, and those that are true have
* no value. Names with `on…` are listeners.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(name), attributes, children));
}

/**
* Makes an SVG element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children));
}

/** Parses an SVG picture. @param {string} text */
export function picture(text) {
  const place = document.createElement("template");
  place.innerHTML = text;
  return /** @type {SVGElement} */ (place.content.firstElementChild);
}

/** @param {Element} element @param {Record<string, any>} attributes @param {(Node | string | null)[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The element of the page with this id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/** The field with this id. @param {string} id @returns {HTMLInputElement} */
export function field(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/** Calls `act` when a form is submitted, instead of sending it. @param {string} id @param {() => void} act */
export function onSubmit(id, act) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** Begins a new game. In the middle of one, only opens the form for it, so that no key loses a game. @param {boolean} isPlaying @param {() => void} begin */
export function beginUnless(isPlaying, begin) {
  if (!isPlaying) return begin();
  byId("new-details").setAttribute("open", "");
  /** @type {HTMLElement} */ (byId("new-game").querySelector("button")).focus();
}

/** Passes on the beginning of a file when the user chooses one. @param {string} id @param {(text: string) => void} read */
export function onFile(id, read) {
  field(id).addEventListener("change", async () => {
    const [file] = field(id).files ?? [];
    if (file) read(await file.slice(0, 1 << 17).text());
    field(id).value = "";
  });
}

/** Shows a sentence in an element, or clears it, and opens the `details` around it. @param {string} id @param {string} [sentence] */
export function showError(id, sentence = "") {
  const place = byId(id);
  place.textContent = sentence;
  place.hidden = sentence === "";
  if (sentence) place.closest("details")?.setAttribute("open", "");
}

/** Writes a number with commas between thousands. @param {string | number} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Writes a number with its noun: 1 point, 2 points. @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** A number in bold, and what it counts. @param {number | string} number @param {string} words */
export function figure(number, words) {
  return make("span", {}, make("b", {}, typeof number === "number" ? grouped(number) : number), words);
}

/** Makes a sentence of an engine's message. @param {string} words */
export function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
}

/** A random seed. @returns {number} */
export function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** The step to the right and down of an arrow key without modifiers. @param {KeyboardEvent} event */
export function stepOf({ key, ctrlKey, altKey, metaKey }) {
  const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  return ctrlKey || altKey || metaKey ? undefined : steps[/** @type {keyof typeof steps} */ (key)];
}

/**
* The progress of work in the background.
 * @param {string} words
 * @param {() => void} [cancel]
 * @param {number} [share] The part that is done, from 0 to 1, if it is known.
 */
export function waiting(words, cancel, share) {
  return make("p", { class: "waiting", "aria-busy": "true" }, words, make("progress", { "aria-label": words, value: share }), cancel ? make("button", { type: "button", class: "small", onclick: cancel }, "Cancel") : null);
}
