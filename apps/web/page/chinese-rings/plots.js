// The view "Plots": the two plots of the original text, for any number of rings.
import { byId, draw, field, grouped } from "../dom.js";
import { answered } from "../engine.js";
import { keptGame } from "./game.js";
import { WrongLink, noteAddress } from "../link.js";

const PLOT_HEIGHT = 300;
const PLOT_MARGIN = { left: 62, right: 10, top: 10, bottom: 38 };

let plotRings = 0;
/** @type {import("./hypercube.js").Path} */
let plotPath;

/** Prepares the view. */
export function beginPlots() {
  byId("plot-rings").addEventListener("change", () => enterPlots([field("plot-rings").value]));
  for (const id of ["plot-step", "plot-start"]) {
    byId(id).addEventListener("input", showPlots);
    byId(id).addEventListener("change", notePlots);
  }
  // A plot is as wide as its element, so that its labels are readable on any screen.
  new ResizeObserver(showPlots).observe(byId("path-plot"));
}

/** Shows the view as an address says: rings, a step of the path, and a start. @param {string[]} parts */
export function enterPlots(parts) {
  const rings = parts[0] ? whole(parts[0]) : keptGame().rings;
  /** @type {import("./hypercube.js").Path} */
  const path = answered({ path: { rings } });
  const last = path.states.length - 1;
  const steps = last - path.start;
  const [step, from] = [whole(parts[1] || "0"), whole(parts[2] || "0")];
  if (step > steps) throw new WrongLink(`With ${rings} rings, the path has ${steps} steps.`);
  if (from > last) throw new WrongLink(`With ${rings} rings, the states are 0 to ${last}.`);
  plotPath = path;
  plotRings = rings;
  field("plot-rings").value = String(rings);
  for (const [id, most, value] of /** @type {[string, number, number][]} */ ([["plot-step", steps, step], ["plot-start", last, from]])) {
    field(id).max = String(most);
    field(id).value = String(value);
  }
  byId("plots").setAttribute("aria-busy", "true");
  showPlots();
  notePlots();
}

/** Reads an integer in an address. Anything else becomes 999999, which the engine refuses. @param {string} text */
function whole(text) {
  return /^\d{1,6}$/.test(text) ? Number(text) : 999999;
}

function notePlots() {
  noteAddress(`plots/${plotRings}/${field("plot-step").value}/${field("plot-start").value}`);
}

function showPlots() {
  const width = byId("path-plot").clientWidth;
  if (!width || !plotPath) return;
  const { states, hooks, start, lengths } = plotPath;
  const last = states.length - 1;
  const path = states.slice(start);
  const step = Number(field("plot-step").value);
  const from = Number(field("plot-start").value);

  const about = frame(width, path.length - 1, last + 1, "step", "state", `The state at every step of the shortest path from 0 to ${last}`, (at) => choose("plot-step", Math.round(at)));
  about.element.append(
    draw("polyline", { class: "curve", points: path.map((state, at) => `${about.x(at)},${about.y(state)}`).join(" ") }),
    draw("circle", { class: "chosen-dot", cx: about.x(step), cy: about.y(path[step]), r: 5.5 }),
  );
  byId("path-plot").replaceChildren(about.element);

  const bars = frame(width, last + 1, last + 1, "starting state", "states on the path", `The number of states on the shortest path from every state to ${last}`, (at) => choose("plot-start", Math.floor(at)), 0.5);
  const bar = (/** @type {number} */ at) => {
    const side = bars.x(1) - bars.x(0);
    const gap = side > 4 ? side / 8 : 0;
    return `M${bars.x(at) + gap} ${bars.y(0)}V${bars.y(lengths[at])}h${side - 2 * gap}V${bars.y(0)}Z`;
  };
  const chosen = Math.max(3, bars.x(1) - bars.x(0));
  const middle = (bars.x(from) + bars.x(from + 1)) / 2;
  bars.element.append(
    draw("path", { class: "bars", d: lengths.map((_, at) => bar(at)).join("") }),
    draw("rect", { class: "chosen-bar", x: middle - chosen / 2, y: bars.y(lengths[from]), width: chosen, height: bars.y(0) - bars.y(lengths[from]) }),
  );
  byId("bars-plot").replaceChildren(bars.element);

  const hook = hooks[start + step - 1];
  const change = path[step] - path[step - 1];
  const says = step === 0 ? "Step 0: state 0, all hooks are up." : `Step ${step}: hook ${hook} goes ${change > 0 ? "down" : "up"}, and the state changes from ${path[step - 1]} to ${path[step]}.`;
  byId("step-words").textContent = says;
  field("plot-step").setAttribute("aria-valuetext", says);
  const length = lengths[from];
  const caption = `From state ${from}: ${grouped(length)} ${length === 1 ? "state" : "states"}, ${grouped(length - 1)} ${length === 2 ? "move" : "moves"}.`;
  byId("start-words").textContent = caption;
  field("plot-start").setAttribute("aria-valuetext", caption);

  const stepsOf = (/** @type {number} */ hook) => path.flatMap((_, at) => (at > 0 && hooks[start + at - 1] === hook ? [at] : [])).join(" and ");
  byId("path-words").textContent = `The path has ${grouped(path.length - 1)} moves. Hook 1 makes every second move, which changes the state by 1. Hook ${plotRings} moves only at step ${stepsOf(plotRings)}, and hook ${plotRings - 1} only at step ${stepsOf(plotRings - 1)}.`;
  byId("bars-words").textContent = `From state 0, the path has ${grouped(lengths[0])} states. The longest path begins at state ${states[0]}, and is the only one that visits all ${grouped(states.length)} states.`;
  byId("plots").removeAttribute("aria-busy");
}

/**
* Shows the point that the user selected in a plot.
 * @param {string} id
 * @param {number} at
 */
function choose(id, at) {
  field(id).value = String(at);
  notePlots();
  showPlots();
}

/**
* A plot without its curve: axes with numbers from 0.
 * @param {number} width
 * @param {number} mostX
 * @param {number} mostY
 * @param {string} nameX
 * @param {string} nameY
 * @param {string} title
 * @param {(x: number) => void} chosen Called with the value on the horizontal axis that the user clicked.
 * @param {number} [shift] The offset of the numbers on the horizontal axis to the right.
 */
function frame(width, mostX, mostY, nameX, nameY, title, chosen, shift = 0) {
  const { left, right, top, bottom } = PLOT_MARGIN;
  const wide = width - left - right;
  const tall = PLOT_HEIGHT - top - bottom;
  const x = (/** @type {number} */ at) => round(left + (wide * at) / mostX);
  const y = (/** @type {number} */ at) => round(top + tall - (tall * at) / mostY);
  const element = draw("svg", { class: "plot", viewBox: `0 0 ${width} ${PLOT_HEIGHT}`, role: "img", "aria-label": title });
  for (const at of ticks(mostY)) {
    element.append(draw("path", { class: "tick-line", d: `M${left} ${y(at)}H${width - right}` }), draw("text", { class: "to-left", x: left - 6, y: y(at) + 4 }, String(at)));
  }
  for (const at of ticks(mostX).filter((at) => at + shift <= mostX)) element.append(draw("text", { x: x(at + shift), y: PLOT_HEIGHT - bottom + 16 }, String(at)));
  element.append(
    draw("text", { x: left + wide / 2, y: PLOT_HEIGHT - 4 }, nameX),
    draw("text", { class: "upright", transform: `translate(13 ${top + tall / 2}) rotate(-90)` }, nameY),
  );
  element.addEventListener("click", (event) => {
    const at = ((event.clientX - element.getBoundingClientRect().x - left) / wide) * mostX;
    if (at >= 0 && at <= mostX) chosen(Math.min(at, mostX));
  });
  return { element, x, y };
}

/** @param {number} number */
function round(number) {
  return Math.round(100 * number) / 100;
}

/**
* Round numbers from 0 to `most`. If `most` is next to a power of two, so is the step, because states are numbered by bits.
 * @param {number} most
 */
function ticks(most) {
  const power = 2 ** Math.round(Math.log2(most));
  let step = power / 4;
  if (Math.abs(power - most) > 1) {
    const ten = 10 ** Math.floor(Math.log10(most / 3));
    step = ten * ([5, 2, 1].find((times) => times * ten <= most / 3) ?? 1);
  }
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}
