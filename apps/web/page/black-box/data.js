// The data of the views about boards. An offline page contains it; a hosted page fetches it once.
import { byId } from "../dom.js";
import { WrongLink } from "../link.js";

/** @typedef {{number: number, images: number, apart: number, mean: number, worst: number, molecules: [number, number[]][]}} Group */
/** @typedef {{config: string, width: number, molecules: number, source: string, all: number, groups: Group[]}} Groups */
/** The census as HTML, and the sizes of groups by configuration. @typedef {{tables: string, charts: string, sizes: Record<string, string>}} Census */

/** @type {Promise<void> | undefined} */
let opening;
/** @type {{groups: Groups[], census: Census}} */
let library;

/** Opens the data. If that fails, the next view that needs it tries again. */
export function openLibrary() {
  const place = byId("library");
  const { src } = place.dataset;
  opening ??= (src ? fetch(src).then((file) => file.json()) : Promise.resolve(JSON.parse(place.textContent))).then(
    (read) => {
      library = read;
    },
    () => {
      opening = undefined;
      throw new WrongLink("The boards of this page cannot be loaded. Check your connection, and try again.");
    },
  );
  return opening;
}

export const allGroups = () => library.groups;
export const census = () => library.census;
