/** The variables that `cost-allocation comment` reads are in its help and on its page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (path: string): string => readFileSync(join(__dirname, "..", "..", "..", path), "utf8");
const namesIn = (text: string): string[] => [
  ...new Set(text.match(/\b(?:BUILD|CI|GITHUB|GITLAB|SYSTEM)_[A-Z][A-Z\d_]*\b/gu)),
];
/** A message says that this one does not do. */
const unread = ["CI_JOB_TOKEN"];

test.each(["github", "gitlab", "azure"])("%s", (system) => {
  const used = namesIn(read(`cli/sources/pullRequest/${system}.ts`)).filter((name) => !unread.includes(name));
  const help = read("tests/cli/golden/outputs/help/cost-allocation-comment.txt").replaceAll(/\n {10,}/gu, " ");
  const lines = help.split("\n").filter((line) => line.startsWith(`  --${system} `));
  expect(namesIn(lines.join("\n")).sort()).toEqual(used.sort());
  expect(namesIn(read("docs/comment.md"))).toEqual(expect.arrayContaining(used));
});
