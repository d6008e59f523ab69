// The view "Census": the ambiguity of every counted configuration.
import { census } from "./data.js";
import { byId, grouped, make } from "../dom.js";
import { WrongLink } from "../link.js";

/** The numbers of a configuration: A4_B8 has 4 atoms in a box 8 wide. @param {string} config */
const numbersOf = (config) => config.slice(1).split("_B").map(Number);

/**
 * Which boxes of a width are not counted.
 * @param {import("./data.js").CensusTable} table
 */
function uncounted({ title, rows }) {
  const widths = new Set(rows.map(({ config }) => numbersOf(config)[1]));
  if (widths.size > 1) return `${title} are counted in boxes up to ${Math.max(...widths)} wide, the widest ones here.`;
  const [width] = widths;
  const counted = new Set(rows.map(({ config }) => numbersOf(config)[0]));
  const open = [];
  for (let atoms = 0; atoms <= width * width; atoms += 1) {
    if (counted.has(atoms)) continue;
    const from = atoms;
    while (atoms < width * width && !counted.has(atoms + 1)) atoms += 1;
    open.push(from === atoms ? `${from}` : `${from} to ${atoms}`);
  }
  return open.length === 0 ? `${title} are counted with every number of atoms.` : `${title} with ${open.join(" or ")} atoms are not counted.`;
}

function fillTables() {
  byId("census-charts").innerHTML = census().charts;
  byId("census-tables").replaceChildren(...census().tables.map((table) =>
    make("section", {}, make("h2", {}, table.title), make("p", { class: "soft" }, uncounted(table)), make("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": table.title },
      make("table", {}, make("thead", {}, make("tr", {}, ...["configuration", "molecules", "ambiguous", "%", "spectra up to symmetry", "spectra in all", "largest group"].map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, ...table.rows.map(rowOf)))))));
}

/** A share in percent. What is more than nothing and less than all has as many digits as that takes. @param {number} part @param {number} all */
function shareInWords(part, all) {
  if (part === 0 || part === all) return part === 0 ? "0" : "100";
  const share = (100 * part) / all;
  let digits = share < 1 ? 4 : 2;
  while (digits < 12 && [0, 100].includes(Number(share.toFixed(digits)))) digits += 1;
  return share.toFixed(digits);
}

/** @param {import("./data.js").CensusRow} row */
function rowOf(row) {
  const [atoms, width] = numbersOf(row.config);
  let molecules = 1;
  for (let at = 0; at < atoms; at += 1) molecules = (molecules * (width * width - at)) / (at + 1);
  const { ambiguous } = row;
  const numbers = [grouped(molecules), grouped(ambiguous), shareInWords(ambiguous, molecules), grouped(row.orbits), grouped(row.spectra), grouped(row.largest)];
  const name = row.sizes.length > 0 ? make("a", { href: `#census/${row.config}` }, row.config) : row.config;
  return make("tr", {}, make("th", { scope: "row" }, name), ...numbers.map((number) => make("td", { class: "figure-cell" }, number)));
}

/**
 * Shows the view, or the sizes of one configuration's groups.
 * @param {string[]} parts
 */
export function enterCensus([config]) {
  if (!byId("census-tables").hasChildNodes()) fillTables();
  const row = census().tables.flatMap((table) => table.rows).find((one) => one.config === config);
  if (config && !row?.sizes.length) throw new WrongLink(row ? `Of ${config}, the census has totals only.` : `The census has no ${config.slice(0, 20)}.`);
  const detail = byId("census-detail");
  detail.hidden = !row;
  if (!row) {
    detail.replaceChildren();
    return;
  }
  const lines = row.sizes.map(([size, orbits, spectra]) =>
    make("tr", {}, ...[size, orbits, spectra, size * spectra].map((number) => make("td", { class: "figure-cell" }, grouped(number)))));
  const last = row.sizes[row.sizes.length - 1][0];
  const all = last === row.largest ? "" : `The table shows the ${grouped(row.sizes.length)} smallest sizes. The largest is ${grouped(row.largest)}.`;
  detail.replaceChildren(
    make("h2", { tabindex: -1, id: "census-config" }, `${row.config} by size of the groups`),
    ...(all ? [make("p", {}, all)] : []),
    make("div", { class: "wide-table tall", tabindex: 0, role: "region", "aria-label": `${row.config} by size` },
      make("table", {}, make("thead", {}, make("tr", {}, ...["molecules that share a spectrum", "spectra up to symmetry", "spectra in all", "molecules"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...lines))),
    make("p", {}, make("a", { href: "#census" }, "Close this table")),
  );
  return byId("census-config");
}
