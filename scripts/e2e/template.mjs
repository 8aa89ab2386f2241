/**
 * A folder in which this package is installed as its users install it: packed, and put in by a package manager beside
 * Pulumi's SDK and TypeScript. The end-to-end tests lend its node_modules/ to their projects.
 *
 * It is kept outside the checkout, under a name made from what it holds, so that it is made anew when dist/ has changed.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { projectCache } from "../shared/caches.mjs";
import { checkout } from "../shared/checkout.mjs";
import { contentHash } from "../shared/contentHash.mjs";
import { withLock } from "../shared/lock.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { install, newestPulumi, usual } from "./installation.mjs";

/** @typedef {import("./installation.mjs").Installation} Installation */

/** What a project installs beside this package, at the versions of this checkout's own lockfile. */
const companions = ["@pulumi/pulumi", "typescript", "@types/node"];

/**
 * @param {readonly string[]} further
 * @param {Installation} installation
 * @returns {Record<string, string>}
 */
function companionVersions(further, { runtime }) {
  /** @type {{ packages: Record<string, { version: string }> }} */
  const lock = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));
  const all = [...companions, ...further];
  const locked = all.map((name) => [name, lock.packages[`node_modules/${name}`]?.version ?? "*"]);
  return { ...Object.fromEntries(locked), ...(runtime === "own" ? {} : { "@pulumi/pulumi": newestPulumi }) };
}

/**
 * @param {string} folder
 * @param {Record<string, string>} versions
 * @param {Installation} installation
 */
async function make(folder, versions, installation) {
  mkdirSync(folder, { recursive: true });
  const packed = await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: checkout,
    shell: true,
  });
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${lastLines(packed)}`);
  const dependencies = { ...versions, "pulumi-cost-allocation": `file:./${packed.stdout.trim()}` };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  await install(folder, installation);
}

/**
 * Removes folders that have not been used of late. The last one is spared for whoever goes back to it.
 *
 * @param {string} parent
 * @param {string} current
 */
function prune(parent, current) {
  const anHourAgo = Date.now() - 3_600_000;
  const others = readdirSync(parent)
    .filter((name) => name !== current && !name.endsWith(".lock"))
    .map((name) => ({ path: join(parent, name), used: statSync(join(parent, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of others.slice(1)) if (used < anHourAgo) rmSync(path, { recursive: true, force: true });
}

/**
 * The folder for what is in dist/ now, made where it does not exist.
 *
 * @param {readonly string[]} [further] What a program imports beside it, such as a large SDK that few tests need.
 * @param {Installation} [installation] Default: npm, on the Node.js that runs this.
 * @returns {Promise<string>}
 */
export async function ensureTemplate(further = [], installation = usual) {
  const parent = join(projectCache(), "e2e");
  const versions = companionVersions(further, installation);
  const { manager, runtime } = installation;
  const node = runtime === "own" ? `node${process.versions.node.split(".")[0]}` : runtime;
  const hash = contentHash(checkout, ["dist", "package.json"]).slice(0, 16);
  const name = [hash, ...Object.values(versions), node, ...(manager === "npm" ? [] : [manager])].join("-");
  const folder = join(parent, name);
  await withLock(join(parent, "template.lock"), async () => {
    if (!existsSync(folder)) {
      const temporary = `${folder}.tmp-${process.pid}`;
      const what = `Installing the packed package for the end-to-end tests by ${manager}, ${node}`;
      await withProgress(what, () => make(temporary, versions, installation));
      renameSync(temporary, folder);
    }
    utimesSync(folder, new Date(), new Date());
    prune(parent, name);
  });
  return folder;
}
