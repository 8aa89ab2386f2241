/** What `versions` and `tags` show. */
import { type GoldenAccount, startGoldenAccount, versionId } from "./account";
import { content, nestedRule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";
import type { RunOptions } from "../../support/commands/runCommand";

const goldens = openGoldens("versions");

const first = content([teamRule("Web", "web"), teamRule("Search", "search")]);
const second = content([teamRule("Search", "search"), nestedRule, teamRule("Web", "web", "shop")], {
  costCenter: "AWS",
  type: "tag",
  key: "team",
});

interface Row extends RunOptions {
  name: string;
  args: readonly string[];
}

const compareVersions = (name: string, row: Omit<Row, "name">): Promise<void> =>
  goldens.compareRun({ name, command: "versions", env: account.env, ...row });

let account: GoldenAccount;
beforeEach(async () => {
  account = await startGoldenAccount({
    tags: [
      {
        name: "Team",
        versions: [
          { content: first, changeDescription: "First (pulumi shop/prod#team)" },
          { content: second, createdBy: "bo@example.com" },
          { content: first, changeDescription: "(pulumi shop/prod#team)", isLive: true },
          { content: second, changeDescription: "Staged (pulumi shop/prod#team)", isLive: false },
        ],
      },
      {
        name: hostile,
        versions: [
          { content: content([teamRule(hostileNames.markdown, hostileNames.direction)], hostileNames.html) },
          {
            content: content([teamRule(hostileNames.terminal, hostile)]),
            changeDescription: `${hostileNames.program} ${hostileNames.terminal}`,
            createdBy: hostileNames.direction,
          },
        ],
      },
      { name: "Twice", versions: [{ content: first }] },
      { name: "Twice", versions: [{ content: first }] },
      { name: "Not live", versions: [{ content: first, isLive: false }] },
      {
        name: "Reallocation",
        versions: [{ content: first }, { content: second }],
        unsupported: "reallocation is unsupported in V2",
      },
    ],
  });
});
afterEach(() => account.stop());

test.each<Row>([
  { name: "list", args: ["list", "Team"], colors: true },
  { name: "list-json", args: ["list", "Team", "--json"] },
  {
    name: "list-part",
    args: ["list", "Team", "--from", "2026-03-02T02:00:00Z", "--to", "2026-03-02T03:00:00Z", "--limit", "1"],
  },
  { name: "list-none", args: ["list", "Team", "--to", "2026-01-01"] },
  { name: "list-hostile", args: ["list", hostile] },
  { name: "list-wrong-date", args: ["list", "Team", "--from", "soon"] },
  { name: "show", args: ["show", "Team", versionId(1, 2)], colors: true },
  { name: "show-json", args: ["show", "Team", "live", "--json"] },
  { name: "show-hostile", args: ["show", hostile, "live"] },
  { name: "show-not-live", args: ["show", "Not live", "live"] },
  { name: "show-unknown-tag", args: ["show", "Tema", "live"] },
  { name: "show-twice", args: ["show", "Twice", "live"] },
  { name: "show-unknown-version", args: ["show", "Team", versionId(9, 9)] },
])("$name", ({ name, ...row }) => compareVersions(`read/${name}`, row));

test.each<Row>([
  { name: "live", args: ["diff", "Team", versionId(1, 2)], colors: true },
  { name: "same", args: ["diff", "Team", versionId(1, 1), versionId(1, 3)] },
  { name: "json", args: ["diff", "Team", versionId(1, 1), versionId(1, 2), "--json"] },
  { name: "hostile", args: ["diff", hostile, versionId(2, 1)] },
])("diff $name", ({ name, ...row }) => compareVersions(`diff/${name}`, row));

test.each<Row>([
  { name: "json", args: ["restore", "Team", versionId(1, 2), "--yes", "--json"] },
  { name: "live", args: ["restore", "Team", "live"] },
  { name: "hostile", args: ["restore", hostile, versionId(2, 1), "--yes"] },
  { name: "not-live", args: ["restore", "Not live", versionId(5, 1), "--yes"] },
  { name: "declined", args: ["restore", "Team", versionId(1, 2)], answer: "n" },
  { name: "confirmed", args: ["restore", "Team", versionId(1, 2)], answer: "y", colors: true },
  { name: "no-terminal", args: ["restore", "Team", versionId(1, 2)] },
  { name: "json-no-terminal", args: ["restore", "Team", versionId(1, 2), "--json"] },
  { name: "refused", args: ["restore", "Reallocation", versionId(6, 1), "--yes"] },
])("restore $name", ({ name, ...row }) => compareVersions(`restore/${name}`, row));

test.each([
  { name: "terminal", args: [], colors: true },
  { name: "json", args: ["--json"] },
])("tags $name", ({ name, ...row }) =>
  goldens.compareRun({ name: `tags/${name}`, command: "tags", env: account.env, ...row }),
);

test("every golden file is compared", goldens.end);
