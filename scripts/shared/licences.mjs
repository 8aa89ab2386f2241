/** What an installation of this package brings along, as the lockfile and node_modules/ tell it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "./checkout.mjs";

/**
 * @typedef {object} Shipped
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression, as the package's own package.json has it.
 */
/** @typedef {{ version?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry */

/**
 * The lockfile's path of a package as another one finds it.
 *
 * @param {Record<string, LockEntry>} packages
 * @param {string} from
 * @param {string} name
 */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "")
      throw new Error(`package-lock.json has no ${name}, which ${from === "" ? "the package" : from} needs.`);
  }
}

/**
 * What a package.json says of its licence; the old forms are an object, or a list of them.
 *
 * @param {{ license?: string | { type: string }, licenses?: { type: string }[] }} manifest
 */
function licenceOf({ license, licenses }) {
  if (typeof license === "string") return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/**
 * The dependencies, and theirs. Dev dependencies are not shipped, and peers are the user's own.
 *
 * @returns {Shipped[]}
 */
export function shipped() {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));
  /** @type {Set<string>} */
  const found = new Set([""]);
  // A set that grows while it is gone through is gone through to its end.
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      found.add(resolved(packages, path, name));
  }
  found.delete("");
  return [...found].sort().map((path) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    /** @type {Parameters<typeof licenceOf>[0]} */
    const manifest = JSON.parse(readFileSync(join(checkout, path, "package.json"), "utf8"));
    return { name, version: packages[path]?.version ?? "", licence: licenceOf(manifest) };
  });
}

/** Licences that ask for no more than to be named. Any other one is a decision that somebody has to make. */
const permissive = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
];

/**
 * Whether a licence is one that asks for no more than to be named: of a choice one, of a combination each.
 *
 * @param {string} licence An SPDX expression.
 */
export function isPermissive(licence) {
  const bare = licence.replace(/^\(|\)$/gu, "");
  if (bare.includes(" AND ")) return bare.split(" AND ").every((one) => permissive.includes(one));
  return bare.split(" OR ").some((one) => permissive.includes(one));
}

/**
 * The page that lists them, in the form that prettier gives it.
 *
 * @param {readonly Shipped[]} packages
 */
export function licencesPage(packages) {
  const rows = [
    ["package", "version", "licence"],
    ...packages.map(({ name, version, licence }) => [name, version, licence]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return [
    "# Licences",
    "",
    "`pulumi-cost-allocation` is under the Apache License 2.0. Installing it brings these packages along: what it depends on,",
    "and what that depends on, in the versions that it is tested with. None of them is under a copyleft licence; a test holds",
    "that. `@pulumi/pulumi` and, for `pulumi-cost-allocation/aws`, `@pulumi/aws` are your own dependencies, both under",
    "Apache-2.0.",
    "",
    ...lines,
    "",
    "This page is written by `npm run licences`.",
    "",
  ].join("\n");
}
