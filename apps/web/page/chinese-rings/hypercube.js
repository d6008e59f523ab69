// The view "Hypercube": its vertices are all states, and the legal moves form a path on it.
import { byId, draw, field, make, sentence } from "../dom.js";
import { answered, ask } from "../engine.js";
import { keptGame } from "./game.js";
import { WrongLink, noteAddress } from "../link.js";
import { Shuttle } from "./shuttle.js";

/**
* For each number of rings and each hook: the offset between the drawings of two states that differ
* in this hook, to the right and down. They keep states apart from each other, and from the lines of the path.
 * @type {Record<number, [number, number][]>}
 */
const CUBE_STEPS = {
  3: [[200, 24], [-24, 200], [104, -92]],
  4: [[150, 0], [0, 150], [106, -106], [106, 106]],
  5: [[74, 68], [186, -10], [16, 49], [-54, 97], [-22, 196]],
  6: [[28, -15], [79, 12], [160, -14], [56, 55], [-19, 110], [-10, 213]],
};
const CUBE_RADIUS = 11;

/** @typedef {{states: number[], hooks: number[], start: number, lengths: number[], edges: number}} Path */

let cubeRings = 0;
/** @type {Path} */
let cubePath;
/** The index on the path of the shown state. */
let cubeAt = 0;
/** The parts of the drawing that depend on the shown state, and a function for the line through some states. @type {{done: SVGElement, spots: Map<number, SVGElement>, line: (states: number[]) => string}} */
let cubeDrawn;

/** @type {Shuttle} */
let cubeShuttle;

/** Prepares the view. */
export function beginHypercube() {
  byId("cube-rings").addEventListener("change", () => {
    enterHypercube([field("cube-rings").value]);
  });
  byId("cube-at").addEventListener("input", () => goTo(Number(field("cube-at").value), false));
  byId("cube-at").addEventListener("change", () => goTo(Number(field("cube-at").value)));
}

/** Shows the view as an address says: rings and state. @param {string[]} parts */
export function enterHypercube(parts) {
  let [rings, state] = parts;
  if (!rings) {
    const game = keptGame();
    const fits = Object.hasOwn(CUBE_STEPS, game.rings);
    rings = fits ? String(game.rings) : "6";
    state = fits ? String(game.now.state) : "0";
  }
  if (!Object.hasOwn(CUBE_STEPS, rings)) throw new WrongLink("The hypercube is drawn only for 3 to 6 rings.");
  /** @type {Path} */
  const path = answered({ path: { rings: Number(rings) } });
  const at = state ? path.states.findIndex((one) => String(one) === state) : path.start;
  if (at < 0) throw new WrongLink(`With ${rings} rings, the states are 0 to ${path.states.length - 1}.`);
  if (cubeRings !== Number(rings)) {
    cubeRings = Number(rings);
    cubePath = path;
    drawCube();
  }
  goTo(at);
}

/** @type {import("../page.js").Key[]} */
export const hypercubeKeys = [
  ["Left", "go one step back", () => goTo(cubeAt - 1), "cube-back"],
  ["Right", "go one step forward", () => goTo(cubeAt + 1), "cube-on"],
];

/** Draws the hypercube, and the path on it. */
function drawCube() {
  const { states, start } = cubePath;
  const steps = CUBE_STEPS[cubeRings];
  /** @type {(state: number) => [number, number]} */
  const place = (state) => {
    const own = steps.filter((_, hook) => (state >> hook) & 1);
    return [own.reduce((sum, [x]) => sum + x, 0), own.reduce((sum, [, y]) => sum + y, 0)];
  };
  const all = states.map(place);
  const margin = CUBE_RADIUS + 5;
  const [left, top] = [0, 1].map((axis) => Math.min(...all.map((one) => one[axis])) - margin);
  const [right, bottom] = [0, 1].map((axis) => Math.max(...all.map((one) => one[axis])) + margin);
  const edges = [];
  for (const state of states) {
    for (let hook = 0; hook < cubeRings; hook += 1) {
      if (!((state >> hook) & 1)) edges.push(`M${place(state)}L${place(state + 2 ** hook)}`);
    }
  }
  const line = (/** @type {number[]} */ some) => some.map((state) => place(state).join()).join(" ");
  const done = draw("polyline", { class: "done" });
  const spots = new Map(
    states.map((state, at) => {
      const [x, y] = place(state);
      const kind = at === start || at === states.length - 1 ? "end" : at < start ? "beyond" : "";
      const spot = draw("g", { class: `spot-of ${kind}`, onclick: () => goTo(at) }, draw("circle", { cx: x, cy: y, r: CUBE_RADIUS }), draw("text", { x, y: y + 4.4 }, String(state)));
      return [state, spot];
    }),
  );
  const title = `${states.length} states on a hypercube, and the path through them from state ${states[0]} past the start, state 0, to the goal, state ${states.length - 1}`;
  byId("cube").replaceChildren(
    draw(
      "svg",
      { class: cubeRings < 5 ? "cube few" : "cube", viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: "img", "aria-label": title },
      draw("path", { class: "edges", d: edges.join("") }),
      draw("polyline", { class: "beyond", points: line(states.slice(0, start + 1)) }),
      draw("polyline", { class: "ahead", points: line(states.slice(start)) }),
      done,
      ...spots.values(),
    ),
  );
  cubeDrawn = { done, spots, line };
  cubeShuttle = new Shuttle(cubeRings, moveOnCube);
  cubeShuttle.element.classList.add("small");
  byId("cube-shuttle").replaceChildren(cubeShuttle.element);
  byId("cube-words").textContent = `The ${states.length} states are the vertices of a hypercube with ${cubePath.edges} edges. Only ${states.length - 1} of the edges are legal moves, and they form a single path. At one end of it is state ${states[0]}, a dead end, and at the other is the goal, state ${states.length - 1}. The start, state 0, is ${states.length - 1 - start} moves from the goal.`;
  field("cube-rings").value = String(cubeRings);
  field("cube-at").max = String(states.length - 1);
}

/** Moves a hook if that is legal, which leads to another place on the path. @param {number} hook */
function moveOnCube(hook) {
  const { ok, error } = ask({ move: { rings: cubeRings, state: cubePath.states[cubeAt], hook } });
  if (ok) {
    goTo(cubePath.states.indexOf(ok.state));
  } else {
    cubeShuttle.refuse(hook);
    byId("cube-said").className = "said refusal";
    byId("cube-said").textContent = sentence(error ?? "");
  }
}

/**
 * Goes to a place on the path, if there is one.
 * @param {number} at
 * @param {boolean} [notes] Whether to update the address. False while the user drags a slider.
 */
function goTo(at, notes = true) {
  const { states, hooks, start } = cubePath;
  const last = states.length - 1;
  if (at < 0 || at > last) return;
  cubeAt = at;
  const state = states[at];
  if (notes) noteAddress(`hypercube/${cubeRings}/${state}`);
  cubeDrawn.done.setAttribute("points", at > start ? cubeDrawn.line(states.slice(start, at + 1)) : "");
  for (const [one, spot] of cubeDrawn.spots) spot.classList.toggle("here", one === state);
  /** @type {HTMLButtonElement} */ (byId("cube-back")).disabled = at === 0;
  /** @type {HTMLButtonElement} */ (byId("cube-on")).disabled = at === last;
  const moves = (/** @type {number} */ count) => (count === 1 ? "1 move" : `${count} moves`);
  const slider = field("cube-at");
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `state ${state}, ${moves(last - at)} from the goal`);
  cubeShuttle.show(answered({ see: { rings: cubeRings, state } }), null);
  byId("cube-said").className = "said";
  byId("cube-said").textContent = `State ${state} is ${moves(last - at)} from the goal.`;
  const facts = [
    ["Forward", at === last ? "this is the goal" : `moving hook ${hooks[at]} leads to state ${states[at + 1]}`],
    ["Back", at === 0 ? "this is the dead end" : `moving hook ${hooks[at - 1]} leads to state ${states[at - 1]}`],
    ["From the start", `${moves(Math.abs(at - start))}${at < start ? ", away from the goal" : ""}`],
  ];
  byId("cube-facts").replaceChildren(...facts.flatMap(([term, words]) => [make("dt", {}, term), make("dd", {}, words)]));
  byId("cube-play").setAttribute("href", `#play/${cubeRings}${state === 0 ? "" : `:${state}`}/`);
}
