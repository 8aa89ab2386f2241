/**
 * Tests the emulator against its own OpenAPI document. schemathesis sends valid and invalid requests, and no response may be
 * a 500 or violate its schema. Redocly's linter checks the document itself.
 *
 * Usage: node scripts/emulator-contract.mjs [seconds, default 45]
 *
 * Requires dist/, python3 with venv and, on the first run, the package registries.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "./shared/checkout.mjs";
import { main } from "./shared/main.mjs";
import { must } from "./shared/run.mjs";
import { ensurePythonTool } from "./tools/pythonTools.mjs";

const redoclyVersion = "2.77.0";
const [seconds = "45"] = process.argv.slice(2);

/** Allows 422 for valid requests, because JSON Schema can't express that a timeframe must end after it begins. */
const config = `[checks]
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]

# Also 400: OpenAPI 3.0 can't express that a tag value has no dots, and cursors are opaque.
[[operations]]
include-operation-id = ["putVirtualTagMetadata", "listVirtualTagVersions"]
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 422, 429]
`;

await main(async () => {
  const require = createRequire(import.meta.url);
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = require(join(checkout, "dist", "emulator", "index.js"));
  const folder = mkdtempSync(join(tmpdir(), "emulator-contract-"));
  const emulator = await startEmulator({ limits: { enabled: false } });
  try {
    emulator.control.seed();
    const document = join(folder, "openapi.json");
    writeFileSync(document, JSON.stringify(emulator.control.openapi(), null, 2));
    writeFileSync(join(folder, "schemathesis.toml"), config);
    const lint = ["--yes", `@redocly/cli@${redoclyVersion}`, "lint", document];
    await must("npx", lint, { cwd: folder, show: true, shell: true });
    await must(
      await ensurePythonTool("schemathesis"),
      [
        "run",
        document,
        ...["--url", emulator.url],
        ...["--header", `x-service-client-id:${emulator.clientId}`],
        ...["--header", `x-service-secret-key:${emulator.secretKey}`],
        ...["--checks", "all"],
        // V1 and V2 share one store, so a request to one of them can delete a resource of the other.
        ...["--exclude-checks", "ensure_resource_availability"],
        ...["--max-time", seconds, "--seed", "1", "--no-color"],
        ...["--warnings", "off", "--suppress-health-check", "all"],
      ],
      { cwd: folder, show: true },
    );
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
