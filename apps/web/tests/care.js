// axe-core, which says what keeps people from using a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core has against the page. */
export async function axe(page) {
  await page.run(`${AXE}; 0`);
  // A colour that still changes is nobody's choice.
  await page.run("document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity).forEach((one) => one.finish())");
  return page.run(async () => {
    const { violations } = await window.axe.run(document, { preload: false, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any, all }) => `${html} ${[...any, ...all].map((one) => one.message).join(" ")}`).join(" | ")}`);
  });
}
