// The colours of marks are visible on the box, and distinguishable for colour-blind readers.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT, assert } from "./browser.js";
import { colourOf, markOf } from "../page/black-box/marks.js";

const style = readFileSync(`${ROOT}apps/web/page/style.css`, "utf8");
/** A colour of the box, with components from 0 to 1. It is the same on light and dark pages. @param {string} name */
const colour = (name) => {
  const all = [...style.matchAll(new RegExp(`--${name}: #(\\w{6});`, "g"))];
  assert.equal(all.length, 1, name);
  return [0, 2, 4].map((at) => parseInt(all[0][1].slice(at, at + 2), 16) / 255);
};
const linear = (rgb) => rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
const luminance = (rgb) => linear(rgb).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, part, at) => sum + part * vector[at], 0));

/** The colour vision of each kind of reader, by Machado, Oliveira and Fernandes (2009), as matrices for linear light. */
const READERS = {
  "all colours": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Converts a colour to Lab, in which distances correspond to perception. */
function lab(light) {
  const xyz = times([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]], light);
  const [x, y, z] = xyz.map((part, at) => part / [0.95047, 1, 1.08883][at]).map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const MARKS = ["hit", "mirror", "pair-1", "pair-2", "pair-3", "pair-4", "pair-5"];

test("marks have contrast on the box, and so have the words on them", () => {
  for (const name of MARKS) {
    for (const ground of ["bezel", "bezel-hi", "bezel-lo", "port-pad"]) assert.ok(contrast(colour(name), colour(ground)) >= 3, `${name} on ${ground}`);
    assert.ok(contrast(colour("on-mark"), colour(name)) >= 4.5, name);
  }
});

for (const [reader, sees] of Object.entries(READERS)) {
  test(`the colours of marks differ for ${reader}`, () => {
    const seen = MARKS.map((name) => lab(times(sees, linear(colour(name))).map((part) => Math.min(1, Math.max(0, part)))));
    seen.forEach((one, at) => seen.slice(0, at).forEach((other, before) => {
      const distance = Math.hypot(...one.map((part, axis) => part - other[axis]));
      assert.ok(distance >= 20, `${MARKS[at]} and ${MARKS[before]}: ${distance}`);
    }));
  });
}

test("all pairs of the largest box have marks of their own, and neighbours differ in colour and shape", () => {
  const looks = Array.from({ length: 40 }, (_, at) => [colourOf(`${at + 1}`), /class="shape"[^>]*/.exec(markOf(`${at + 1}`))[0]]);
  assert.equal(new Set(looks.map(String)).size, 40);
  for (const [at, [hue, shape]] of looks.entries()) {
    if (at > 0) assert.ok(hue !== looks[at - 1][0] && shape !== looks[at - 1][1], `${at} and ${at + 1}`);
  }
});
