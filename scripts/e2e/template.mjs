/**
 * A folder in which the packed package is installed with Pulumi's SDK and TypeScript, as users install it. The projects of
 * the end-to-end tests link to its node_modules/. With additional packages, it is a copy with those of this checkout.
 *
 * It is in a cache outside the checkout. Its name includes a hash of dist/, so a new folder is created when dist/ changes.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { checkout } from "../shared/checkout.mjs";
import { contentHash } from "../shared/contentHash.mjs";
import { withLock } from "../shared/lock.mjs";
import { npmPack } from "../shared/npmPack.mjs";
import { withProgress } from "../shared/progress.mjs";
import { defaultInstallation, install, newestPulumi } from "./installation.mjs";

/** @typedef {import("./installation.mjs").Installation} Installation */

/** What every project installs in addition to this package. */
const commonPackages = ["@pulumi/pulumi", "typescript", "@types/node"];

/**
 * The packages to install, with their versions in this checkout's lockfile.
 *
 * @param {readonly string[]} packages
 * @param {Installation} installation
 * @returns {Record<string, string>}
 */
function lockedVersions(packages, { runtime }) {
  /** @type {{ packages: Record<string, { version: string }> }} */
  const lock = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));
  const locked = [...commonPackages, ...packages].map((name) => [
    name,
    lock.packages[`node_modules/${name}`]?.version ?? "*",
  ]);
  return { ...Object.fromEntries(locked), ...(runtime === "own" ? {} : { "@pulumi/pulumi": newestPulumi }) };
}

/**
 * @param {string} folder
 * @param {Record<string, string>} versions
 * @param {Installation} installation
 */
async function createTemplate(folder, versions, installation) {
  mkdirSync(folder, { recursive: true });
  const tarball = basename(await npmPack(folder));
  const dependencies = { ...versions, "pulumi-cost-allocation": `file:./${tarball}` };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  await install(folder, installation);
}

/**
 * Copies a folder as hard links where the file system allows it, in a tenth of the time of an installation.
 *
 * @param {string} from
 * @param {string} to
 */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      linkFolder(source, target);
      continue;
    }
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
}

/**
 * Adds a package of this checkout with its dependencies, except what is there.
 *
 * @param {string} folder
 * @param {string} name
 */
function addPackage(folder, name) {
  const [from, to] = [join(checkout, "node_modules", name), join(folder, "node_modules", name)];
  if (existsSync(to)) return;
  linkFolder(from, to);
  /** @type {{ dependencies?: Record<string, string> }} */
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  for (const other of Object.keys(dependencies)) addPackage(folder, other);
}

/**
 * Removes folders that have not been used for an hour. Keeps the current one and the most recent other one.
 *
 * @param {string} parent
 * @param {string} current
 */
function removeUnused(parent, current) {
  const anHourAgo = Date.now() - 3_600_000;
  const others = readdirSync(parent)
    .filter((name) => name !== current && !name.endsWith(".lock"))
    .map((name) => ({ path: join(parent, name), used: statSync(join(parent, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of others.slice(1)) if (used < anHourAgo) rmSync(path, { recursive: true, force: true });
}

/**
 * Returns the folder for the current dist/. Creates it if it doesn't exist.
 *
 * @param {readonly string[]} [packages] Additional packages, such as a large SDK that few tests use.
 * @param {Installation} [installation]
 * @returns {Promise<string>}
 */
export async function ensureTemplate(packages = [], installation = defaultInstallation) {
  const plain = packages.length === 0 ? undefined : await ensureTemplate([], installation);
  const parent = join(cacheFolder(), "e2e");
  const versions = lockedVersions(packages, installation);
  const { manager, runtime } = installation;
  const node = runtime === "own" ? `node${process.versions.node.split(".")[0]}` : runtime;
  const hash = contentHash(checkout, ["dist", "package.json"]).slice(0, 16);
  const name = [hash, ...Object.values(versions), node, ...(manager === "npm" ? [] : [manager])].join("-");
  const folder = join(parent, name);
  await withLock(join(parent, "template.lock"), async () => {
    if (!existsSync(folder)) {
      const temporary = `${folder}.tmp-${process.pid}`;
      const title = `Installing the packed package for the end-to-end tests (${manager}, ${node})`;
      if (plain === undefined) await withProgress(title, () => createTemplate(temporary, versions, installation));
      else {
        linkFolder(plain, temporary);
        for (const added of packages) addPackage(temporary, added);
      }
      renameSync(temporary, folder);
    }
    utimesSync(folder, new Date(), new Date());
    removeUnused(parent, name);
  });
  return folder;
}
