/**
 * Finds a Chromium for the tests of pages, or installs one from npm, and prints the path of its executable.
 *
 * Usage: node scripts/e2e/browser.mjs
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installOnce } from "../shared/installOnce.mjs";
import { main } from "../shared/main.mjs";
import { ensureNpmTool } from "../tools/npmTools.mjs";

await main(async () => {
  const own = process.env["CHROMIUM_PATH"];
  if (own !== undefined && !existsSync(own)) throw new Error(`CHROMIUM_PATH is ${own}, which does not exist.`);
  const found = own ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
  if (found !== undefined) {
    console.log(found);
    return;
  }
  if (process.platform !== "linux" || process.arch !== "x64") {
    const install = "npx playwright install chromium --only-shell";
    throw new Error(`No Chromium was found. Install one with \`${install}\`, and set CHROMIUM_PATH to its executable.`);
  }
  const file = await ensureNpmTool("chromium");
  const unpacked = await installOnce(`${file}.unpacked`, "Unpacking Chromium", async (temporary) => {
    // It unpacks itself into the temporary folder, and an interrupted run leaves a part there.
    process.env["TMPDIR"] = temporary;
    /** @type {{ default: { executablePath: () => Promise<string> } }} */
    const { default: chromium } = await import(pathToFileURL(file).href);
    await chromium.executablePath();
  });
  console.log(join(unpacked, "chromium"));
});
