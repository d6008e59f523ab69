// The view "Census": the ambiguity of every counted configuration.
import { censusTables } from "./data.js";
import { byId, grouped, make } from "../dom.js";

/** Prepares the view. */
export function beginCensus() {
  byId("census-tables").replaceChildren(...censusTables().map((table) =>
    make("section", {}, make("h2", {}, table.title), make("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": table.title },
      make("table", {}, make("thead", {}, make("tr", {}, ...["configuration", "molecules", "ambiguous", "%", "spectra up to symmetry", "spectra in all", "largest group"].map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, ...table.rows.map(rowOf)))))));
}

/** @param {import("./data.js").CensusRow} row */
function rowOf(row) {
  const share = (100 * row.ambiguous) / row.molecules;
  const numbers = [grouped(row.molecules), grouped(row.ambiguous), row.ambiguous === 0 ? "0" : share.toFixed(share < 1 ? 4 : 2), grouped(row.orbits), grouped(row.spectra), grouped(row.largest)];
  return make("tr", {}, make("th", { scope: "row" }, make("a", { href: `#census/${row.config}` }, row.config)), ...numbers.map((number) => make("td", { class: "figure-cell" }, number)));
}

/**
 * Shows the view, or the sizes of one configuration's groups.
 * @param {string[]} parts
 */
export function enterCensus([config]) {
  const row = censusTables().flatMap((table) => table.rows).find((one) => one.config === config);
  const detail = byId("census-detail");
  detail.hidden = !row;
  if (!row) {
    detail.replaceChildren();
    return;
  }
  const lines = row.sizes.map(([size, orbits, spectra]) =>
    make("tr", {}, ...[size, orbits, spectra, size * spectra].map((number) => make("td", { class: "figure-cell" }, grouped(number)))));
  const last = row.sizes[row.sizes.length - 1][0];
  const all = last === row.largest ? "" : `These are the ${grouped(row.sizes.length)} smallest sizes. The largest is ${grouped(row.largest)}.`;
  detail.replaceChildren(
    make("h2", { tabindex: -1, id: "census-config" }, `${row.config} by size of the groups`),
    ...(all ? [make("p", {}, all)] : []),
    make("div", { class: "wide-table tall", tabindex: 0, role: "region", "aria-label": `${row.config} by size` },
      make("table", {}, make("thead", {}, make("tr", {}, ...["molecules that share a spectrum", "spectra up to symmetry", "spectra in all", "molecules"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...lines))),
    make("p", {}, make("a", { href: "#census" }, "Close this table")),
  );
  byId("census-config").focus();
}
