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
import { basename, join } from "node:path";
import { checkout } from "./shared/checkout.mjs";
import { main } from "./shared/main.mjs";
import { run } from "./shared/run.mjs";
import { ensurePythonTool } from "./tools/pythonTools.mjs";

const redoclyVersion = "2.77.0";
const [seconds = "45"] = process.argv.slice(2);

/** Allows 422 for valid requests, because JSON Schema can't express that a timeframe must end after it begins. */
const config = `[checks]
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
`;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function runOrThrow(command, args, cwd) {
  const { code } = await run(command, args, { cwd, show: true, shell: command === "npx" });
  if (code !== 0) throw new Error(`${basename(command)} failed with exit code ${code}.`);
}

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
    await runOrThrow("npx", ["--yes", `@redocly/cli@${redoclyVersion}`, "lint", document], folder);
    await runOrThrow(
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
      folder,
    );
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
