/** The packages that are installed with this package, and their licenses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";

/**
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license An SPDX expression from the package's package.json.
 */
/** @typedef {{ version?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry */

/**
 * Resolves a dependency in the lockfile, as Node.js does.
 *
 * @param {Record<string, LockEntry>} packages
 * @param {string} from The path of the package that depends on it.
 * @param {string} name
 */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "")
      throw new Error(`package-lock.json has no ${name}, a dependency of ${from === "" ? "this package" : from}.`);
  }
}

/**
 * The license in a package.json. In older formats it is an object, or a list of objects.
 *
 * @param {{ license?: string | { type: string }, licenses?: { type: string }[] }} manifest
 */
function licenseOf({ license, licenses }) {
  if (typeof license === "string") return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/**
 * All direct and indirect dependencies. Excludes dev dependencies, and peer dependencies, which users install themselves.
 *
 * @returns {ShippedPackage[]}
 */
export function shippedPackages() {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));
  /** @type {Set<string>} */
  const paths = new Set([""]);
  // The loop also visits paths that are added while it runs.
  for (const path of paths) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      paths.add(resolvePackage(packages, path, name));
  }
  paths.delete("");
  return [...paths].sort().map((path) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    /** @type {Parameters<typeof licenseOf>[0]} */
    const manifest = JSON.parse(readFileSync(join(checkout, path, "package.json"), "utf8"));
    return { name, version: packages[path]?.version ?? "", license: licenseOf(manifest) };
  });
}

/** Licenses that require only attribution. Review a license before you add it here. */
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
 * Whether a license is permissive. With OR one of the licenses has to be permissive, with AND all of them.
 *
 * @param {string} license An SPDX expression.
 */
export function isPermissive(license) {
  const expression = license.replace(/^\(|\)$/gu, "");
  if (expression.includes(" AND ")) return expression.split(" AND ").every((one) => permissive.includes(one));
  return expression.split(" OR ").some((one) => permissive.includes(one));
}

/**
 * The text of docs/licenses.md, in prettier's format.
 *
 * @param {readonly ShippedPackage[]} packages
 */
export function licensesPage(packages) {
  const rows = [
    ["package", "version", "license"],
    ...packages.map(({ name, version, license }) => [name, version, license]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return [
    "# Licenses",
    "",
    "`pulumi-cost-allocation` is licensed under the Apache License 2.0. It installs the following packages: its dependencies",
    "and their dependencies, in the versions that it is tested with. None of them has a copyleft license; a test checks this.",
    "You install `@pulumi/pulumi` yourself and, for `pulumi-cost-allocation/aws`, `@pulumi/aws`. Both are licensed under",
    "Apache-2.0.",
    "",
    ...lines,
    "",
    "`npm run licenses` writes this page.",
    "",
  ].join("\n");
}
