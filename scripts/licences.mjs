/** Writes docs/licences.md: what an installation of this package brings along, and under which licences. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { licencesPage, shipped } from "./shared/licences.mjs";

try {
  writeFileSync(join(checkout, "docs", "licences.md"), licencesPage(shipped()));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
