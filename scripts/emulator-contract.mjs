#!/usr/bin/env node
/**
 * Holds the built emulator to its own OpenAPI document: schemathesis (PyPI) sends it what the document allows and what it
 * does not, and no answer may be a 500 or off its schema; Redocly's linter reads the document itself.
 *
 * Usage: node scripts/emulator-contract.mjs [folder of the build, default dist] [seconds, default 45]
 * Needs python3 with venv, and the two package registries at the first run; what it installs is kept in a cache.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import path from "node:path";

const schemathesisVersion = "4.32.5";
const redoclyVersion = "2.77.0";

const root = path.resolve(import.meta.dirname, "..");
const [build = "dist", seconds = "45"] = process.argv.slice(2);
const windows = process.platform === "win32";

/** Where programs of this user keep what can be fetched again. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base =
    XDG_CACHE_HOME ??
    (windows ? LOCALAPPDATA : process.platform === "darwin" ? path.join(homedir(), "Library", "Caches") : undefined) ??
    path.join(homedir(), ".cache");
  return path.join(base, "pulumi-cost-allocation");
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<void>}
 */
function run(command, args, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: "inherit", shell: windows && command === "npx" });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`${path.basename(command)} failed (${code ?? "killed"}).`));
      }
    });
  });
}

/** The folder of schemathesis' programs: installed once, and again when half of it is there only. */
async function schemathesis() {
  const venv = path.join(cacheFolder(), `schemathesis-${schemathesisVersion}`);
  const bin = path.join(venv, windows ? "Scripts" : "bin");
  const done = path.join(venv, "installed");
  if (!existsSync(done)) {
    rmSync(venv, { recursive: true, force: true });
    mkdirSync(path.dirname(venv), { recursive: true });
    await run(windows ? "python" : "python3", ["-m", "venv", venv]);
    await run(path.join(bin, "python"), ["-m", "pip", "install", "--quiet", `schemathesis==${schemathesisVersion}`]);
    writeFileSync(done, "");
  }
  return path.join(bin, "schemathesis");
}

/** What JSON Schema cannot say is a 422: that a timeframe ends after it begins. */
const config = `[checks]
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
`;

/** @type {typeof import("../emulator/index.js")} */
const { startEmulator } = createRequire(import.meta.url)(path.resolve(root, build, "emulator", "index.js"));

const work = mkdtempSync(path.join(tmpdir(), "emulator-contract-"));
const emulator = await startEmulator({ limits: { enabled: false } });
try {
  emulator.control.seed();
  const document = path.join(work, "openapi.json");
  writeFileSync(document, JSON.stringify(emulator.control.openapi(), null, 2));
  writeFileSync(path.join(work, "schemathesis.toml"), config);
  await run("npx", ["--yes", `@redocly/cli@${redoclyVersion}`, "lint", document], work);
  await run(
    await schemathesis(),
    [
      "run",
      document,
      ...["--url", emulator.url],
      ...["--header", `x-service-client-id:${emulator.clientId}`],
      ...["--header", `x-service-secret-key:${emulator.secretKey}`],
      ...["--checks", "all"],
      // V1 and V2 are one store, so a tag may be deleted by a path that schemathesis does not connect with it.
      ...["--exclude-checks", "ensure_resource_availability"],
      ...["--max-time", seconds, "--seed", "1", "--no-color"],
      ...["--warnings", "off", "--suppress-health-check", "all"],
    ],
    work,
  );
} finally {
  await emulator.stop();
  rmSync(work, { recursive: true, force: true });
}
