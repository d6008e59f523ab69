// Tests an implementation of Black Box against rays.jsonl: put yours in place of `fire`.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const HEADINGS = { west: [0, 1], south: [-1, 0], east: [0, -1], north: [1, 0] };

// The answer to a ray: its outcome, the exit of one that comes out, its length and its turns.
function fire({ rows, columns, atoms }, { side, index }) {
  let [down, right] = HEADINGS[side];
  let [row, column] = { west: [index, 0], south: [rows + 1, index], east: [index, columns + 1], north: [0, index] }[side];
  const isAtom = (row, column) => atoms.some(([r, c]) => r === row && c === column);
  for (let length = 0, turns = 0; ; ) {
    const [rowAhead, columnAhead] = [row + down, column + right];
    const one = isAtom(rowAhead + right, columnAhead + down);
    const other = isAtom(rowAhead - right, columnAhead - down);
    if (isAtom(rowAhead, columnAhead)) return { outcome: "absorbed", length, turns };
    if ((one && other) || ((one || other) && length === 0)) return { outcome: "reflected", length, turns };
    if (one || other) {
      // Turn away from the atom, and look again before the next step.
      [down, right, turns] = one ? [0 - right, 0 - down, turns + 1] : [right, down, turns + 1];
      continue;
    }
    [row, column] = [rowAhead, columnAhead];
    if (row < 1 || row > rows || column < 1 || column > columns) {
      const side = Object.keys(HEADINGS).find((side) => HEADINGS[side][0] === -down && HEADINGS[side][1] === -right);
      return { outcome: "out", exit: [side, right ? row : column], length, turns };
    }
    length += 1;
  }
}

const boards = readFileSync(process.argv[2], "utf8").trim().split("\n").map(JSON.parse);
let [rays, wrong, wrongBoards] = [0, 0, 0];
for (const board of boards) {
  const before = wrong;
  for (const ray of board.rays) {
    const found = { side: ray.side, index: ray.index, ...fire(board, ray) };
    rays += 1;
    if (isDeepStrictEqual(found, ray)) continue;
    if (wrong === 0) console.log(`${JSON.stringify(board.atoms)}: ${JSON.stringify(found)}, not ${JSON.stringify(ray)}`);
    wrong += 1;
  }
  if (wrong > before) wrongBoards += 1;
}
console.log(`${wrong} of ${rays} rays differ, on ${wrongBoards} of ${boards.length} boards`);
process.exitCode = wrong > 0 ? 1 : 0;
