// The opening book: the first levels of the best known strategy for the standard game. Only a hosted page has it.

/** @typedef {[number, Record<string, Opening>]} Opening The position to fire from, and the subtree for each answer, an exit or -1 if absorbed. */
/** @typedef {{rows: number, columns: number, atoms: [number, number] | null, shots: [number, number][], for: string}} Board */

/** @type {{config: string, points: number, first: Opening} | null} */
let book = null;
/** The download of the book. It is started once, and again only if it has failed. @type {Promise<typeof book> | undefined} */
let opening;

/** Opens the book if the page has one and the next ray is for few points. @param {string} aim */
export async function openBook(aim) {
  const { src } = document.getElementById("book")?.dataset ?? {};
  if (aim !== "points" || !src) return;
  opening ??= fetch(src).then((file) => file.json()).catch(() => {
    opening = undefined;
    return null;
  });
  book = await opening;
}

/**
 * The next ray of the strategy, if the player wants few points and has fired only rays of the book.
 * @param {Board} board
 * @returns {number | null}
 */
export function bookRay({ rows, columns: width, atoms, shots, for: aim }) {
  if (aim !== "points" || rows !== width || book?.config !== `A${atoms?.[0]}_B${width}` || atoms?.[0] !== atoms?.[1]) return null;
  const exits = new Map(shots.flatMap(([from, to]) => [[from, to], [to, from]]));
  const around = 4 * width;
  // The book has one of the eight symmetric images of each board.
  for (let image = 0; image < 8; image += 1) {
    const [sign, first] = image < 4 ? [1, image * width] : [-1, image * width - 1];
    let [page, read] = [book.first, 0];
    for (;;) {
      const position = (first + sign * page[0] + around) % around;
      const exit = exits.get(position);
      if (exit === undefined) {
        if (read === shots.length) return position;
        break;
      }
      page = page[1][exit < 0 ? -1 : (sign * (exit - first) + 2 * around) % around];
      if (!page) break;
      read += 1;
    }
  }
  return null;
}

/** The expected points of a game by the book, in words. */
export function bookInWords() {
  return `from the best strategy, which costs ${book?.points.toFixed(2)} points per game on average`;
}

/** The first rays of the best strategy on a board whose answers and number of balls are known, if the book has them. @param {{config: string, exits: number[], balls: number[]}} board */
export async function openingOf({ config, exits, balls }) {
  await openBook("points");
  const rays = [];
  let page = book?.config === config && balls[0] === balls[1] ? book.first : undefined;
  for (; page; page = page[1][exits[page[0]]]) rays.push(page[0]);
  return rays;
}
