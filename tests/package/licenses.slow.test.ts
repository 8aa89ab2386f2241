/** @jest-environment ./tests/scripts/environment.cjs */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as Licences from "../../scripts/shared/licences.mjs";
import { load } from "../scripts/load";

const { isPermissive, licencesPage, shipped } = load("shared/licences.mjs") as typeof Licences;

test("nothing that ships is under a copyleft licence, or under one that nobody knows", () => {
  const packages = shipped();
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["axios", "form-data", "zod"]));
  expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND GPL-3.0-only", false],
  ["LGPL-3.0-or-later", false],
  ["MPL-2.0", false],
  ["unknown", false],
])("%s: %s", (licence, answer) => {
  expect(isPermissive(licence)).toBe(answer);
});

test("docs/licences.md is current: npm run licences", () => {
  expect(readFileSync(resolve(__dirname, "../../docs/licences.md"), "utf8")).toBe(licencesPage(shipped()));
});
