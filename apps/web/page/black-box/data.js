// The data that the build wrote into the page.
import { byId } from "../dom.js";

/** @typedef {{number: number, images: number, apart: number, mean: number, worst: number, molecules: [number, number[]][]}} Group */
/** @typedef {{config: string, width: number, molecules: number, source: string, all: number, groups: Group[]}} Groups */
/** @typedef {{config: string, ambiguous: number, orbits: number, spectra: number, largest: number, sizes: [number, number, number][]}} CensusRow */
/** @typedef {{title: string, rows: CensusRow[]}} CensusTable */

/** @typedef {{molecules: number[][], about: string, slides: import("./figure.js").Slide[]}} Family */
/** @typedef {{width: number, families: Family[]}} Atlas */

/** @type {Map<string, any>} */
const parsed = new Map();

/** @param {string} id */
function written(id) {
  if (!parsed.has(id)) parsed.set(id, JSON.parse(byId(id).textContent));
  return parsed.get(id);
}

/** @returns {Groups[]} */
export function allGroups() {
  return written("groups-data");
}

/** @returns {CensusTable[]} */
export function censusTables() {
  return written("census-data").tables;
}

/** @returns {Atlas} */
export function atlas() {
  return written("atlas-data");
}
