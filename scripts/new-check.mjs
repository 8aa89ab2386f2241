/**
 * `npm run new-check -- <id> <category> "<what it finds>"`: adds a check of a review, with its page, its link and its test. The
 * tests then fail until its function, the two changes of its test and the words of its page are written.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { main } from "./shared/main.mjs";

/** The file and the need of each category. */
const categories = /** @type {Record<string, [file: string, needs: string]>} */ ({
  references: ["references", "plan"],
  rules: ["rules", "plan"],
  ownership: ["ownership", "account"],
  allocation: ["money", "costData"],
  "closed-books": ["money", "costData"],
});

await main(() => {
  const [id = "", category = "", title = ""] = process.argv.slice(2);
  const [file, needs] = categories[category] ?? [];
  const page = `docs/checks/${id}.md`;
  if (!/^[a-z]+(-[a-z]+)+$/.test(id) || file === undefined || title === "") {
    throw new Error(
      `Usage: npm run new-check -- <id> <category> "<what it finds>"\n<id>: words with hyphens between them; <category>: ${Object.keys(categories).join(", ")}`,
    );
  }
  if (existsSync(page)) throw new Error(`The check ${id} exists already: ${page}`);
  const rows = `cli/studies/review/checks/${file}.ts`;
  const row = { category, level: "warning", needs, title };
  const fields = Object.entries(row).map(([name, value]) => `${name}: ${JSON.stringify(value)},`);
  const test = "tests/cli/studies/review/checks.test.ts";
  const link = `[\`${id}\`](checks/${id}.md)`;
  insert(rows, /(?=^\} satisfies Record<string, Check>;$)/m, `"${id}": { ${fields.join(" ")} find: () => [] },\n`);
  insert(test, /(?=^\};\n\nconst docs)/m, `"${id}": { finds: same, nothing: same },\n`);
  // The checks with a limit come last.
  insert(
    "docs/gates.md",
    new RegExp(`(?<=^\\| \`${category}\` +\\| )(.*?)(; )?(?=with a limit| +\\| [^|]+\\|$)`, "m"),
    (before, limit = "") => (before === "" ? `${link}; ` : `${before}, ${link}${limit}`),
  );
  const words = [`# ${id}`, `${title.charAt(0).toUpperCase()}${title.slice(1)}.`, "## Example"];
  writeFileSync(page, `${[...words, "```text\n```", "## What to do"].join("\n\n")}\n`);
  execFileSync(process.execPath, ["node_modules/prettier/bin/prettier.cjs", "--write", rows, test, "docs/gates.md"]);
  console.log(`Write what is left, and what follows:
- ${rows}: \`find\`, the level, and what it needs. A subject of a new kind has its sentence in cli/words/review/consequences.ts
- ${test}: a change in which it finds something, and one in which it does not
- ${page}: what is wrong, a sentence of the review as the example, and what to do
Then run: npx jest tests/cli/studies/review/checks --selectProjects unit
Each review with --json lists all checks: UPDATE_GOLDEN=1 npx jest tests/cli/golden --selectProjects unit`);
  return Promise.resolve();
});

/**
 * @param {string} path
 * @param {RegExp} place
 * @param {string | ((one: string, other?: string) => string)} text
 */
function insert(path, place, text) {
  const before = readFileSync(path, "utf8");
  if (!place.test(before)) throw new Error(`${path} has no place for the check.`);
  const added = before.replace(place, (_, /** @type {string} */ one, /** @type {string} */ other) =>
    typeof text === "string" ? text : text(one, other),
  );
  writeFileSync(path, added);
}
