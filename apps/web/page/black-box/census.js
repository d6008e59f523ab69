// The view "Census": the ambiguity of every counted configuration.
import { census } from "./data.js";
import { byId } from "../dom.js";
import { WrongLink } from "../link.js";

/** Shows the view, or the sizes of one configuration's groups. @param {string[]} parts */
export function enterCensus([config]) {
  const { tables, charts, sizes } = census();
  if (!byId("census-tables").hasChildNodes()) [byId("census-charts").innerHTML, byId("census-tables").innerHTML] = [charts, tables];
  if (config && !Object.hasOwn(sizes, config)) throw new WrongLink(`The census does not list the groups of ${config.slice(0, 20)} by size.`);
  const detail = byId("census-detail");
  detail.hidden = !config;
  detail.innerHTML = config ? sizes[config] : "";
  return config ? byId("census-config") : undefined;
}
