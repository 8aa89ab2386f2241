"use strict";

const { readdirSync } = require("node:fs");
const path = require("node:path");

const tests = path.join(__dirname, "..", "..");
const names = readdirSync(path.join(tests, "groups")).map((file) => file.replace(/[.]cjs$/u, ""));

/**
 * The group of a unit test: the one with the longest name that its path begins with.
 *
 * @param {string} file
 */
const groupOf = (file) =>
  names
    .filter((name) => file.startsWith(`${name.replaceAll(".", "/")}/`))
    .sort((one, other) => other.length - one.length)[0] ?? "rest";

/**
 * Runs the unit tests of a group as one test file, so that the modules that they share are loaded once: half of the processor
 * time of a small test file goes into loading. Hooks of a helper that several files import count for the whole group.
 *
 * @param {string} name A folder of tests, with dots for slashes. `rest`: the files without a group.
 */
module.exports = function group(name) {
  for (const helper of ["support/folder", "provider/account", "emulator/testEmulator"])
    require(path.join(tests, helper));
  const files = readdirSync(tests, { encoding: "utf8", recursive: true }).map((file) => file.replaceAll("\\", "/"));
  for (const file of files.sort()) {
    if (!/(?<![.]slow|[.]full)[.]test[.]ts$/u.test(file) || file.startsWith("e2e/") || groupOf(file) !== name) continue;
    describe(file, () => {
      require(path.join(tests, file));
    });
  }
};
