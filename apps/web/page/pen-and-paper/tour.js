// The view "Drawn tour": the path as a line, up to a number that the user chooses.
import { anySeed, byId, draw, field, make, waiting } from "../dom.js";
import { BackgroundEngine } from "../engine.js";
import { Game, PATIENCE, keptGame } from "./game.js";
import { WrongLink, noteAddress } from "../link.js";
import { colourOf, hueOf, jumpsOf, linesOf, middle } from "./tour-path.js";

/** @type {Game} */
let drawnGame;
const another = new BackgroundEngine();

/** Prepares the view. */
export function beginTour() {
  field("tour-to").addEventListener("input", drawTour);
  byId("tour-new").addEventListener("click", () => {
    const { rows, columns } = drawnGame.begun;
    const place = byId("tour-answer");
    place.replaceChildren(waiting("Searching"));
    const question = { finish: { game: { rows, columns, path: [], own: 0 }, circular: true, seed: anySeed() } };
    another.ask([question], PATIENCE, (_, { ok, error }) => {
      place.replaceChildren();
      if (ok?.game) {
        history.pushState(null, "", location.hash);
        showTour(new Game(ok.game));
      } else {
        const words = error ? "The search found no circular tour within a second." : `A grid of ${drawnGame.size} has no circular tour: all possibilities have been checked.`;
        place.replaceChildren(make("p", {}, words));
      }
    });
  });
}

/** Shows the view as an address says. @param {string[]} parts */
export function enterTour(parts) {
  if (parts.length > 2) throw new WrongLink("This link has too many parts for a tour.");
  showTour(parts[0] ? Game.of(parts[0], parts[1] ?? "") : keptGame());
}

/** @param {Game} game */
function showTour(game) {
  another.stop();
  byId("tour-answer").replaceChildren();
  drawnGame = game;
  const { begun, seen, cells } = game;
  noteAddress(`tour/${game.name}`);
  byId("tour-play").setAttribute("href", `#play/${game.name}`);
  const count = begun.path.length;
  const kind = seen.full ? `A ${seen.closed ? "circular " : ""}tour of ${game.size}` : `${count} of ${cells} numbers on ${game.size}`;
  byId("tour-title").textContent = count === 0 ? `An empty grid of ${game.size}` : kind;
  const { straight, diagonal } = seen;
  byId("tour-words").textContent =
    count === 0 ? "Play to draw a path, or draw a circular tour." : `${straight} straight and ${diagonal} diagonal ${diagonal === 1 ? "jump" : "jumps"}${seen.full && seen.closed ? ", including the jump back to 1" : ""}.`;
  byId("tour-steps").hidden = count < 2;
  const slider = field("tour-to");
  slider.max = String(Math.max(1, count));
  slider.value = slider.max;
  drawTour();
}

function drawTour() {
  const { begun, seen, cells } = drawnGame;
  const { rows, columns } = begun;
  const count = Math.min(begun.path.length, Number(field("tour-to").value));
  const path = begun.path.slice(0, count);
  const circular = seen.full && seen.closed && count === cells;
  byId("tour-number").textContent = `${count} of ${begun.path.length}`;
  const ends = [...new Set([path[0], path[count - 1]])].filter((cell) => cell !== undefined);
  const marks = ends.map((cell) => {
    const [x, y] = middle(cell, columns);
    const number = path.indexOf(cell) + 1;
    const stroke = colourOf(hueOf(number - 1, cells, seen.full && seen.closed));
    return draw("g", {}, draw("circle", { class: "end", cx: x, cy: y, r: 0.3, stroke }), draw("text", { class: "number", x, y: y + 0.1 }, String(number)));
  });
  const label = count === 0 ? `An empty grid of ${drawnGame.size}` : `The path from 1 at ${drawnGame.place(path[0])} to ${count} at ${drawnGame.place(path[count - 1])}${circular ? ", and back to 1" : ""}`;
  const picture = draw(
    "svg",
    { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, role: "img", "aria-label": label },
    linesOf(rows, columns),
    jumpsOf({ ...begun, path }, seen.full && seen.closed, circular),
    ...marks,
  );
  picture.style.setProperty("--shape", String(columns / rows));
  byId("tour-drawing").replaceChildren(picture);
}
