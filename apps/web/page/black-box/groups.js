// The views "Ambiguous boards", "Group" and "Molecule".
import { allGroups } from "./data.js";
import { byId, counted, field, grouped, make, waiting } from "../dom.js";
import { BackgroundEngine, answered } from "../engine.js";
import { drawMolecule, shared } from "./figure.js";
import { WrongLink, noteAddress } from "../link.js";
import { linkTo, plain, shotsName, sizeName } from "./places.js";
import { tathamLink } from "./play.js";
import { showTwins } from "./twins.js";

/** @typedef {import("./data.js").Group} Group */

/** The number of groups that are drawn at first, and by each press on "more". */
const AT_ONCE = 48;

const FILTERS = /** @type {const} */ (["size", "apart", "worst", "images"]);
/** The number of groups to draw now. */
let drawn = AT_ONCE;

/** Prepares the view. */
export function beginGroups() {
  for (const id of ["groups-config", "groups-order", ...FILTERS.map((filter) => `groups-${filter}`)]) {
    field(id).addEventListener("change", () => {
      drawn = AT_ONCE;
      if (id === "groups-config") fillFilters();
      listGroups();
    });
  }
  byId("groups-more").addEventListener("click", () => {
    drawn += AT_ONCE;
    listGroups();
  });
}

/** Shows the view as an address says: configuration, size, atoms apart, cost, images, order. @param {string[]} parts */
export function enterGroups(parts) {
  const [config, size, apart, worst, images, order] = parts;
  if (!field("groups-config").value) {
    field("groups-config").replaceChildren(...allGroups().map((one) => make("option", { value: one.config }, plain(one.config))));
    fillFilters();
  }
  if (config && !allGroups().some((one) => one.config === config)) {
    throw new WrongLink(`This page has no groups for ${config.slice(0, 20)}.`);
  }
  if (config) {
    field("groups-config").value = config;
    fillFilters();
  }
  for (const [id, value] of Object.entries({ size, apart, worst, images, order })) {
    const select = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field(`groups-${id}`)));
    if (value && [...select.options].some((option) => option.value === value)) select.value = value;
  }
  listGroups();
}

/** @param {string} config */
function groupsOf(config) {
  return allGroups().find((one) => one.config === config) ?? allGroups()[0];
}

/** The value that a filter compares. @type {Record<typeof FILTERS[number], (group: Group) => number>} */
const LOOKS = {
  size: (group) => group.molecules.length,
  apart: (group) => group.apart,
  worst: (group) => group.worst,
  images: (group) => group.images,
};

/** @type {Record<typeof FILTERS[number], (value: number) => string>} */
const NAMES = {
  size: (value) => counted(value, "arrangement"),
  apart: (value) => `up to ${counted(value, "ball differs", "balls differ")}`,
  worst: (value) => `${counted(value, "point")} at worst`,
  images: (value) => `${value === 8 ? "8, no symmetry" : `${value}, symmetric`}`,
};

function fillFilters() {
  const { groups } = groupsOf(field("groups-config").value);
  for (const filter of FILTERS) {
    const values = [...new Set(groups.map(LOOKS[filter]))].sort((one, other) => one - other);
    field(`groups-${filter}`).replaceChildren(
      make("option", { value: "any" }, "any"),
      ...values.map((value) => make("option", { value }, NAMES[filter](value))),
    );
  }
}

function listGroups() {
  const set = groupsOf(field("groups-config").value);
  const wanted = FILTERS.map((filter) => field(`groups-${filter}`).value);
  const order = field("groups-order").value;
  const found = set.groups.filter((group) => FILTERS.every((filter, at) => wanted[at] === "any" || String(LOOKS[filter](group)) === wanted[at]));
  /** @type {Record<string, (group: Group) => number>} */
  const keys = { size: (group) => -group.molecules.length, cost: (group) => -group.mean, apart: (group) => -group.apart, number: (group) => group.number };
  const key = keys[order];
  found.sort((one, other) => key(one) - key(other) || one.number - other.number);
  byId("groups-count").textContent = `${grouped(found.length)} of ${set.all > set.groups.length ? `the ${grouped(set.groups.length)} largest groups` : `${grouped(set.groups.length)} groups`} (${plain(set.config)}). A group and its rotations and reflections count once.`;
  byId("groups-source").textContent = `${plain(set.config)}: ${grouped(set.molecules)} arrangements. The groups were ${set.source}. The costs are those of the guess that costs least on average if all arrangements of the group are equally likely; each wrong ball costs 5 points, as in Parker's board game.`;
  byId("groups-list").replaceChildren(...found.slice(0, drawn).map((group) => card(set, group)));
  byId("groups-more").hidden = found.length <= drawn;
  noteAddress(["groups", set.config, ...wanted, order].join("/"));
}

/** @param {import("./data.js").Groups} set @param {Group} group */
function card({ config, width }, group) {
  const [common, rings] = shared(group.molecules.map(([, atoms]) => atoms));
  const figure = drawMolecule({ rows: width, columns: width }, "", common, rings, "", [], () => {});
  figure.element.setAttribute("aria-hidden", "true");
  figure.element.removeAttribute("role");
  figure.element.removeAttribute("aria-label");
  return make("li", {}, make("a", { class: "card", href: `#group/${config}/${group.number}` },
    figure.element,
    make("b", {}, `Group ${group.number}`),
    make("span", {}, NAMES.size(group.molecules.length)),
    make("span", {}, NAMES.apart(group.apart)),
    make("span", {}, `a guess costs ${points(group.mean)} points on average`)));
}

const points = (/** @type {number} */ mean) => mean.toFixed(2);

/** Shows a group. @param {string[]} parts */
export function enterGroup([config = "", written = ""]) {
  const set = allGroups().find((one) => one.config === config);
  const group = set?.groups.find((one) => String(one.number) === written);
  if (!set || !group) throw new WrongLink(`This page has no group "${written.slice(0, 20)}" of ${config.slice(0, 20)}.`);
  const [[first]] = group.molecules;
  const ok = answered({ molecule: { name: `${config}:${first}`, twins: true } });
  const at = set.groups.indexOf(group);
  const around = [[set.groups[at - 1], "◀ Group "], [set.groups[at + 1], "Group "]];
  byId("view-group").replaceChildren(
    make("p", { class: "crumbs" }, make("a", { href: `#groups/${config}` }, `Ambiguous boards: ${plain(config)}`)),
    make("h1", {}, `Group ${group.number}: ${plain(config)}`),
    make("p", {}, `These ${group.molecules.length} arrangements give the same answers to all ${4 * set.width} rays. Any two of them differ in at most ${counted(group.apart, "ball")}. A dashed ring is a ball in only some of them.`),
    showTwins(ok, ok.spectrum, ok.spectral_group.twins, ok.spectral_group.family),
    facts([
      ["The best guess costs", `${points(group.mean)} points on average and ${group.worst} at worst in Parker's board game; this page and Simon Tatham's program accept any arrangement of the group`],
      ["Rotations and reflections", NAMES.images(group.images)],
      ["Spectrum", spectrumInWords(ok.spectrum)],
      ["Source", set.source],
    ]),
    doWith(ok),
    make("p", { class: "around" }, ...around.map(([other, text]) =>
      other && typeof other === "object" ? make("a", { href: `#group/${config}/${other.number}` }, `${text}${other.number}${text === "Group " ? " ▶" : ""}`) : null)),
  );
}

/** A spectrum, and how to read it. @param {string} spectrum */
const spectrumInWords = (spectrum) => `${spectrum}: the answers to all rays, down the left side and then anticlockwise. @ is absorbed, & is reflected, and two equal letters are the ends of one ray.`;

/** Facts in two columns. @param {[string, string | Node][]} rows */
function facts(rows) {
  return make("dl", { class: "facts" }, ...rows.flatMap(([name, fact]) => [make("dt", {}, name), make("dd", {}, fact)]));
}

/** Links to the other views of a molecule. @param {any} molecule */
function doWith(molecule) {
  const shots = molecule.exits.flatMap((/** @type {number} */ exit, /** @type {number} */ position) => (exit < 0 || exit >= position ? [[position, exit]] : []));
  return make("p", { class: "actions" },
    make("a", { class: "button", href: `#own/${sizeName(molecule)}/${molecule.atoms.length}/${shotsName(shots)}/` }, "Open in Own board"),
    make("a", { class: "button", href: `#play/${molecule.name}/` }, "Play this board"),
    tathamLink(molecule.game_id));
}

/** The search for the molecules with the same spectrum. */
const twinsEngine = new BackgroundEngine();

/**
* Shows the molecules with the same spectrum as this one.
 * @param {any} molecule
 * @param {{count: string, twins: import("./twins.js").Twin[], group: string | null, family: import("./twins.js").Family | null}} group
 * @param {HTMLElement} words
 * @param {HTMLElement} pictures
 */
function showTwinCount(molecule, group, words, pictures) {
  const { config, number, spectrum } = molecule;
  if (group.count === "1") {
    words.textContent = "no: no other arrangement gives the same answers";
    return;
  }
  const known = allGroups().find((one) => one.config === config)?.groups.some((one) => String(one.number) === group.group);
  words.replaceChildren(`yes: ${grouped(group.count)} arrangements give the same answers`,
    ...(known ? ["; see ", make("a", { href: `#group/${config}/${group.group}` }, `group ${group.group}`), ", perhaps rotated or reflected"] : []));
  pictures.replaceChildren(make("h2", {}, "All twins"), showTwins(molecule, spectrum, group.twins, group.family, number, "this one"));
}

/** Shows a molecule. @param {string[]} parts */
export function enterMolecule([config = "", written = ""]) {
  const name = `${config}:${written}`;
  if (!/^A\d{1,3}_B\d{1,2}:\d{1,19}$/.test(name)) throw new WrongLink(`"${name.slice(0, 20)}" is not the name of an arrangement such as A4_B8:2813.`);
  const number = written;
  const ok = answered({ molecule: { name } });
  const mine = { config: ok.config, number, atoms: ok.atoms, paths: ok.paths };
  const ambiguous = make("span", {}, waiting("Looking for twins"));
  const others = make("div");
  twinsEngine.ask([{ molecule: { name, twins: true } }], 60, (_, answer) => {
    if (answer.error) ambiguous.textContent = plain(answer.error);
    else showTwinCount(ok, answer.ok.spectral_group, ambiguous, others);
  });
  byId("view-molecule").replaceChildren(
    make("h1", {}, `Arrangement ${number}: ${plain(ok.config)}`),
    showTwins(ok, ok.spectrum, [mine]),
    facts([
      ["Its rotation or reflection with the lowest number", linkTo(ok.config, ok.canonical_number)],
      ["Spectrum", spectrumInWords(ok.spectrum)],
      ["Ambiguous", ambiguous],
      ["Game ID", ok.game_id ?? "none"],
      ["Source", "this page computes the arrangement from its number"],
    ]),
    others,
    doWith(ok),
    make("details", {}, make("summary", {}, "The board as GNU Emacs draws it"), make("pre", { tabindex: 0 }, ok.emacs)),
  );
}
