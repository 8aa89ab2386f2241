/**
 * Finds a Chromium for the tests of pages, or installs one from npm, and prints the path of its executable.
 *
 * Usage: node scripts/e2e/browser.mjs
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../shared/lock.mjs";
import { main } from "../shared/main.mjs";
import { ensureNpmTool } from "../tools/npmTools.mjs";

await main(async () => {
  const own = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const found = own.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) {
    console.log(found);
    return;
  }
  if (process.platform !== "linux" || process.arch !== "x64") {
    const install = "npx playwright install chromium --only-shell";
    throw new Error(`No Chromium was found. Install one with \`${install}\`, and set CHROMIUM_PATH to its executable.`);
  }
  const file = await ensureNpmTool("chromium");
  // It unpacks itself into the temporary folder. This one is ours, and is kept.
  process.env["TMPDIR"] = dirname(file);
  /** @type {{ default: { executablePath: () => Promise<string> } }} */
  const { default: chromium } = await import(pathToFileURL(file).href);
  console.log(await withLock(`${file}.lock`, () => chromium.executablePath()));
});
