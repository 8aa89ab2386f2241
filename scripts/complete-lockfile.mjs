/**
 * Adds the optional packages of other platforms to package-lock.json.
 *
 * npm adds only the optional packages that its registry has and that work on this machine, and then `npm ci` rejects the
 * lockfile because the others are missing. Run this after every change of dependencies (RELEASING.md, "Dependencies").
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {boolean} [dev]
 */
/** @typedef {Record<string, unknown> & { dist: { integrity: string } }} PackageView */

const operatingSystems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "x64", "ia32", "arm", "loong64", "ppc64", "riscv64", "s390x", "wasm32"];

/**
 * The registry's metadata of a package, or undefined if the registry doesn't have it.
 *
 * @param {string} name
 * @param {string} range
 */
function viewPackage(name, range) {
  try {
    const answer = execFileSync("npm", ["view", `${name}@${range}`, "--json"], {
      encoding: "utf8",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const found = /** @type {PackageView | PackageView[]} */ (JSON.parse(answer));
    // For a range npm prints a list, oldest version first. For an exact version it prints one object.
    return Array.isArray(found) ? found.at(-1) : found;
  } catch {
    return undefined;
  }
}

/**
 * The lockfile's entry for an optional package.
 *
 * @param {string} name
 * @param {string} range
 * @param {boolean | undefined} dev
 */
function entryFor(name, range, dev) {
  const found = viewPackage(name, range);
  if (found !== undefined) {
    const { version, cpu, os, libc, license, engines, dependencies, dist } = found;
    return { version, integrity: dist.integrity, cpu, dev, libc, license, optional: true, os, engines, dependencies };
  }
  // By convention, the package's name includes its platform.
  const words = name.split(/[/-]/u);
  const os = operatingSystems.filter((word) => words.includes(word));
  const cpu = processors.filter((word) => words.includes(word));
  if (os.length + cpu.length === 0)
    throw new Error(`The registry has no ${name}@${range}, and the name includes no platform.`);
  return {
    version: range,
    cpu: cpu.length > 0 ? cpu : undefined,
    dev,
    optional: true,
    os: os.length > 0 ? os : undefined,
  };
}

const path = new URL("../package-lock.json", import.meta.url);
const lock = /** @type {{ packages: Record<string, LockEntry> }} */ (JSON.parse(readFileSync(path, "utf8")));

let added = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in lock.packages || `${where}/node_modules/${name}` in lock.packages) continue;
    lock.packages[`node_modules/${name}`] = /** @type {LockEntry} */ (
      JSON.parse(JSON.stringify(entryFor(name, range, entry.dev)))
    );
    added += 1;
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added === 0 ? "package-lock.json is complete." : `Added ${added} entries to package-lock.json.`);
