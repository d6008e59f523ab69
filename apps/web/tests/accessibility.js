// Checks accessibility with axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations that axe-core finds on the page. */
export async function axe(page) {
  await page.run(`${AXE}; 0`);
  // Finishes animations, so that no intermediate colour is judged.
  await page.run("document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity).forEach((one) => one.finish())");
  return page.run(async () => {
    const { violations } = await window.axe.run(document, { preload: false, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any, all }) => `${html} ${[...any, ...all].map((one) => one.message).join(" ")}`).join(" | ")}`);
  });
}
