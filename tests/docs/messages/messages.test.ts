/** docs/messages.md has every code of the provider, and no other, with its message as it is printed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pages, root, textOf } from "../pages";
import { sources } from "../sources";
import { codes, withMessages } from "./page";

const path = "docs/messages.md";

/** The codes in the sources. A prefix such as "CA22" is none. */
const used = [...new Set(sources.match(/(?<=")CA\d{4}(?=")/g))].sort();

test("every code of the sources has an example", () => {
  expect(used.length).toBeGreaterThan(60);
  expect(codes).toEqual(used);
});

test("the page is up to date (run `npm run messages`)", () => {
  const page = textOf(path);
  const expected = withMessages(page);
  if (process.env["COST_ALLOCATION_MESSAGES"] === "write") writeFileSync(join(root, path), expected);
  else expect(page).toBe(expected);
});

test("every code that a page names is on the page", () => {
  const named = pages.flatMap((page) => textOf(page).match(/CA\d{4}/g) ?? []);
  expect(named.filter((code) => !codes.includes(code))).toEqual([]);
});

test("a page that names a code in a sentence leads to it", () => {
  const lost = pages
    .filter((page) => page !== path)
    .flatMap((page) => {
      const text = textOf(page).replaceAll(/^```[^]*?^```$/gm, "");
      const named = new Set(text.match(/CA\d{4}/g));
      return [...named]
        .filter((code) => !text.includes(`messages.md#${code.toLowerCase()})`))
        .map((code) => `${page}: ${code}`);
    });
  expect(lost).toEqual([]);
});
