// The view "Atlas of families": ambiguous boards whose parts slide.
import { atlas } from "./data.js";
import { byId, counted, field, make } from "../dom.js";
import { ask } from "../engine.js";
import { drawMolecule, shared } from "./figure.js";
import { WrongLink, noteAddress } from "../link.js";

/** The number of families that are drawn at once. */
const AT_ONCE = 12;

/** The families of the chosen number of atoms. @type {import("./data.js").Family[]} */
let families = [];
/** The number of families to draw now. */
let drawn = AT_ONCE;

/** Prepares the view. */
export function beginAtlas() {
  field("atlas-atoms").addEventListener("change", () => {
    drawn = AT_ONCE;
    listFamilies();
  });
  byId("atlas-more").addEventListener("click", () => {
    drawn += AT_ONCE;
    listFamilies();
  });
}

/**
 * Shows the view as an address says: the number of atoms, a family, and how far its parts have slid.
 * @param {string[]} parts
 */
export function enterAtlas([atoms, number, slid]) {
  if (!atoms) return listFamilies();
  const all = atlas().families.filter(({ molecules }) => String(molecules[0].length) === atoms);
  if (all.length === 0) throw new WrongLink(`The atlas has no boards of ${atoms.slice(0, 20)} atoms.`);
  const family = all[Number(number) - 1];
  const by = slid ? slid.split(".").map(Number) : family?.slides.map(() => 0);
  if (number && (!family || slide(family, by).error)) throw new WrongLink(`The atlas has no family ${number.slice(0, 20)} of ${atoms} atoms that has slid like that.`);
  field("atlas-atoms").value = atoms;
  drawn = Math.max(drawn, Number(number ?? 0));
  listFamilies();
  if (!number) return;
  const item = sample(family, Number(number), by);
  byId("atlas-list").children[Number(number) - 1].replaceWith(item);
  noteFamily(Number(number), by);
  return item;
}

/**
 * Slides the parts of a family.
 * @param {import("./data.js").Family} family
 * @param {number[]} by
 */
function slide({ molecules, slides }, by) {
  return ask({ slide: { width: atlas().width, molecules, parts: slides, by } });
}

function listFamilies() {
  const atoms = field("atlas-atoms").value;
  families = atlas().families.filter(({ molecules }) => String(molecules[0].length) === atoms);
  byId("atlas-count").textContent = `${counted(families.length, "family", "families")} of ${atoms} balls, those with the most freedom first.`;
  byId("atlas-list").replaceChildren(...families.slice(0, drawn).map((family, at) => sample(family, at + 1, family.slides.map(() => 0))));
  byId("atlas-more").hidden = families.length <= drawn;
  noteAddress(`atlas/${atoms}`);
}

/**
 * @param {number} number
 * @param {number[]} by
 */
function noteFamily(number, by) {
  noteAddress(`atlas/${field("atlas-atoms").value}/${number}/${by.join(".")}`);
}

/** @param {import("./figure.js").Slide} slide */
function linesOf({ lines, first, last }) {
  const name = lines === "columns" ? "Column" : "Row";
  return first === last ? `${name} ${first}` : `${name}s ${first} to ${last}`;
}

/**
 * A family with its sliders.
 * @param {import("./data.js").Family} family
 * @param {number} number
 * @param {number[]} by How far its parts have slid.
 */
function sample(family, number, by) {
  const { width } = atlas();
  const figure = make("div");
  const said = make("output");
  /** The molecule that is shown, if not all are. @type {number | null} */
  let shown = null;
  const choices = family.molecules.map((_, at) =>
    make("button", { type: "button", class: "small", "aria-pressed": false, onclick: () => {
      shown = shown === at ? null : at;
      show();
    } }, `Arrangement ${at + 1}`));
  const sliders = family.slides.map((part, at) => {
    const label = make("span");
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: 1, max: width - part.last + part.first, oninput: () => {
      const { back, forth } = slide(family, by).ok.slides[at];
      const wanted = Number(input.value) - part.first;
      // Further away, the molecules would not be alike.
      by[at] = Math.max(by[at] - back, Math.min(by[at] + forth, wanted));
      show();
      if (by[at] !== wanted) said.textContent = "Not further: there, a ray would tell them apart.";
      noteFamily(number, by);
    } }));
    return { label, input, element: make("label", {}, label, input) };
  });
  const show = () => {
    /** @type {{molecules: {atoms: number[], spectrum: string, paths: [number[], number | null][]}[], slides: import("./figure.js").Slide[]}} */
    const { molecules, slides } = slide(family, by).ok;
    const [common, rings] = shared(molecules.map(({ atoms }) => atoms));
    const { atoms, spectrum, paths } = shown === null ? { ...molecules[0], atoms: common, paths: [] } : molecules[shown];
    const title = `Family ${number}, ${shown === null ? "what all arrangements have" : `arrangement ${shown + 1}`}`;
    const drawing = drawMolecule(width, title, atoms, rings, spectrum, paths, (position) => drawing.light(position), slides);
    figure.replaceChildren(drawing.element);
    for (const [at, choice] of choices.entries()) choice.setAttribute("aria-pressed", String(shown === at));
    for (const [at, { label, input }] of sliders.entries()) {
      input.value = String(slides[at].first);
      label.textContent = linesOf(slides[at]);
    }
    const isAlike = molecules.every((one) => one.spectrum === spectrum);
    said.textContent = isAlike ? `All ${4 * width} rays are alike in ${molecules.length === 2 ? "both" : `all ${molecules.length}`}.` : "";
  };
  show();
  const about = /p/.test(family.about) ? `about ${family.about} arrangements` : `${family.about} arrangements`;
  return make("li", { class: "twin current sample", tabindex: -1 },
    make("h2", {}, `Family ${number}: ${about}`), figure, make("div", { class: "buttons" }, ...choices), ...sliders.map(({ element }) => element),
    sliders.length === 0 ? make("p", { class: "soft" }, "No part may slide on its own.") : null, said);
}
