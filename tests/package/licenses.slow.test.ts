/** @jest-environment ./tests/scripts/environment.cjs */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as ShippedLicenses from "../../scripts/package/shippedLicenses.mjs";
import { load } from "../scripts/load";

const { isPermissive, licensesPage, shippedPackages } = load(
  "scripts/package/shippedLicenses.mjs",
) as typeof ShippedLicenses;

test("all shipped packages have a permissive license", () => {
  const packages = shippedPackages();
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["axios", "form-data", "zod"]));
  expect(packages.filter(({ license }) => !isPermissive(license))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND GPL-3.0-only", false],
  ["LGPL-3.0-or-later", false],
  ["MPL-2.0", false],
  ["unknown", false],
])("whether %s is permissive: %s", (license, expected) => {
  expect(isPermissive(license)).toBe(expected);
});

test("docs/licenses.md is up to date (run `npm run licenses`)", () => {
  expect(readFileSync(resolve(__dirname, "../../docs/licenses.md"), "utf8")).toBe(licensesPage(shippedPackages()));
});
