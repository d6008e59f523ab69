// Molecules with the same spectrum, side by side. A ray is drawn in all of them at once.
import { make } from "../dom.js";
import { drawMolecule, partner, rayInWords } from "./figure.js";
import { linkTo, plain } from "./places.js";

/** @typedef {{config: string, number: string | null, atoms: number[], paths: [number[], number | null][]}} Twin */
/** The hidden atoms and the lines that may slide, in sentences and for arrows. @typedef {{sentences: string[], slides: import("./figure.js").Slide[]}} Family */

/** The rows and columns that arrows mark, at least one. @param {import("./figure.js").Slide[]} slides */
function slidingInWords(slides) {
  const marked = ["row", "column"].map((one) => {
    const count = slides.reduce((sum, { lines, first, last }) => sum + (lines === `${one}s` ? last + 1 - first : 0), 0);
    return count > 1 ? `these ${one}s` : count === 1 ? `this ${one}` : "";
  });
  return marked.filter(Boolean).join(" and ");
}

/**
 * @param {import("./places.js").Size} size
 * @param {string} spectrum
 * @param {Twin[]} twins
 * @param {Family | null} [family]
 * @param {string | null} [meant] The number of the molecule to mark, if any.
 * @param {string} [word] The word that marks it.
 * @returns {HTMLElement}
 */
export function showTwins(size, spectrum, twins, family = null, meant = null, word = "") {
  const common = twins[0].atoms.filter((cell) => twins.every((twin) => twin.atoms.includes(cell)));
  /** @type {import("./figure.js").Figure[]} */
  const figures = [];
  /** @type {number | null} */
  let lit = null;
  const words = make("output", { class: "ray-words" }, "none drawn");
  const light = (/** @type {number | null} */ position) => {
    lit = position;
    for (const figure of figures) figure.light(position);
    words.textContent = position === null ? "none drawn" : rayInWords(spectrum, position, size);
  };
  const step = (/** @type {number} */ by) => {
    let next = lit ?? (by > 0 ? -1 : 0);
    // A ray with an exit is shown only at its lower position.
    do next = (next + by + spectrum.length) % spectrum.length;
    while (spectrum[next] !== "@" && spectrum[next] !== "&" && partner(spectrum, next) < next);
    light(next);
  };
  const items = twins.map((twin) => {
    const certain = twin.atoms.filter((cell) => common.includes(cell) || twins.length === 1);
    const title = `An arrangement of ${plain(twin.config)}`;
    const others = twin.atoms.filter((cell) => !certain.includes(cell));
    const figure = drawMolecule(size, title, twin.atoms, others, spectrum, twin.paths, light, family?.slides.length ? family.slides : null);
    figures.push(figure);
    const link = twin.number && linkTo(twin.config, twin.number);
    return make("li", { class: "twin" }, figure.element, make("p", {}, link, twin.number && twin.number === meant ? ` (${word})` : ""));
  });
  let shown = 0;
  const count = make("span", { class: "twin-count" });
  const turn = (/** @type {number} */ by) => {
    shown = (shown + by + items.length) % items.length;
    items.forEach((item, place) => item.classList.toggle("current", place === shown));
    count.textContent = `${shown + 1} of ${items.length}`;
  };
  turn(0);
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
    make("button", { type: "button", class: "small", "aria-label": label, onclick: act }, text);
  return make(
    "div",
    { class: "twins" },
    family && make("p", {}, `${plain(family.sentences.join(" "))}${family.slides.length ? ` Arrows mark ${slidingInWords(family.slides)}.` : ""}`),
    make("div", { class: "stepper", role: "group", "aria-label": "The ray that is drawn" }, "Rays:",
      button("◀", "Previous ray", () => step(-1)), words, button("▶", "Next ray", () => step(1))),
    items.length > 1
      ? make("div", { class: "stepper turner", role: "group", "aria-label": "The arrangement that is shown" }, "Arrangements:",
          button("◀", "Previous arrangement", () => turn(-1)), count, button("▶", "Next arrangement", () => turn(1)))
      : null,
    make("ul", { class: "twin-list" }, ...items),
  );
}
