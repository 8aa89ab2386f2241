/** The picture in the README: the first lines of a comment, as a test of the review compares them, for light and dark screens. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";

const [width, height] = [880, 560];

const style = `
.c { box-sizing: border-box; height: ${height - 2}px; overflow: hidden; padding: 6px 20px; border: 1px solid #d1d9e0; border-radius: 8px;
  font: 14px/1.45 system-ui, sans-serif; color: #1f2328; background: #fff }
h3 { margin: 10px 0; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0 } ul { margin: 0; padding-left: 22px } p { margin: 10px 0 }
code { padding: 1px 5px; border-radius: 5px; font: 12px ui-monospace, monospace; background: #818b981f }
table { border-collapse: collapse } th, td { padding: 4px 10px; border: 1px solid #d1d9e0; text-align: left; vertical-align: top }
@media (prefers-color-scheme: dark) { .c { color: #f0f6fc; background: #0d1117 } .c, .c * { border-color: #3d444d } }
`;

async function picture() {
  // Imported on demand, because set-up installs it.
  const { marked } = await import("marked");
  const comment = readFileSync(join(checkout, "tests/cli/golden/outputs/reviewer/comment.md"), "utf8");
  const [, title = "", sentences = "", table = ""] =
    /^(### .+\n)([^]+?\n\*\*.+\*\*\n)[^]*?\n((?:\|.+\n){6})/mu.exec(comment) ?? [];
  if (table === "") throw new Error("The comment has no table with four tags.");
  const html = marked.parse(`${title}\n${sentences}\n${table}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<foreignObject width="${width}" height="${height}"><div class="c" xmlns="http://www.w3.org/1999/xhtml">
${html}</div></foreignObject>
</svg>
`;
}

/**
 * Writes the picture. Returns whether it is up to date.
 *
 * @param {boolean} checkOnly
 */
export async function writePicture(checkOnly) {
  const file = join(checkout, "docs", "review.svg");
  const text = await picture();
  if (!checkOnly) writeFileSync(file, text);
  if (text === readFileSync(file, "utf8")) return true;
  console.error("docs/review.svg is out of date. Run `npm run api` and look at it.");
  return false;
}
