/**
 * Writes docs/licences.md: what an installation of this package brings along, and under which licences. With `--check` it
 * only says whether that page is current.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { licencesPage, shipped } from "./shared/licences.mjs";

const page = join(checkout, "docs", "licences.md");

try {
  const fresh = licencesPage(shipped());
  if (process.argv.includes("--check")) {
    if (readFileSync(page, "utf8") !== fresh) throw new Error("docs/licences.md is old: run npm run licences.");
  } else {
    writeFileSync(page, fresh);
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
