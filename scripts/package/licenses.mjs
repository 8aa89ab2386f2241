/** `npm run licenses`: writes docs/licenses.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { licensesPage, shippedPackages } from "./shippedLicenses.mjs";

writeFileSync(join(checkout, "docs", "licenses.md"), licensesPage(shippedPackages()));
