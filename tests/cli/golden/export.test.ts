/** What `export` prints, and the project that it writes. */
import * as fs from "node:fs";
import * as path from "node:path";
import type { RunOptions } from "../../support/commands/runCommand";
import { endpointId, type GoldenAccount, type GoldenTag, startGoldenAccount, tagId } from "./account";
import { condition, content, manyRules, nestedRule, reference, rule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("export");

const v1Rules = [
  { to: "Web", filters: { costCenter: "aws", key: "ENVIRONMENT", operator: "isNot", value: "dev" } },
  { to: "Old", filters: { costCenter: "AWS", key: "old", type: "tag", operator: "exists" } },
] as never;

const team = content([teamRule("Checkout", "checkout"), teamRule("Payments", "payments")], "Unallocated");
const tags: GoldenTag[] = [
  {
    name: "Team",
    versions: [{ content: team, changeDescription: "First (pulumi shop/prod#team)" }],
    metadata: {
      Checkout: { groups: ["g1"], customMetadata: { owner: "ines", limits: { month: 5 } }, endpoints: [endpointId(1)] },
      [hostileNames.html]: { customMetadata: { [hostileNames.program]: hostile } },
    },
  },
  {
    name: "Product",
    versions: [{ content: content([rule("x", reference(tagId(1), "is", "Checkout")), nestedRule]) }],
    metadata: { Gone: { endpoints: ["cccccccc-0000-4000-8000-000000000099"] } },
  },
  {
    name: hostile,
    versions: [{ content: content([teamRule(hostileNames.markdown, hostileNames.terminal)], hostileNames.html) }],
  },
  {
    name: hostileNames.program,
    versions: [{ content: content([teamRule(hostileNames.direction, hostileNames.program)]) }],
  },
  { name: "Twice", versions: [{ content: team }] },
  { name: "Twice", versions: [{ content: team }] },
  { name: " White space ", versions: [{ content: team }] },
  { name: "FOCUS/ServiceCategory", versions: [{ content: content([]) }], unsupported: "it is predefined" },
  { name: `FOCUS/${hostile}`, versions: [{ content: content([]) }], unsupported: "it is predefined" },
  { name: "Odd", versions: [{ content: { rules: [{ to: 5 }] as never, defaultValue: "x" } }] },
  { name: "Staged", versions: [{ content: team }, { content: content([]), isLive: false }] },
  { name: "Large", versions: [{ content: content(manyRules(40)) }] },
  { name: "No rules", versions: [{ content: content([], { costCenter: "AWS", type: "tag", key: "team" }) }] },
  {
    name: "Timeframes",
    versions: [
      {
        content: content([
          rule("Until", condition("exists"), { from: "2026-01-01", to: "2026-06-30T12:00:00Z" }),
          rule("From", condition("contains", "x"), { from: "2026-07-01", to: "2026-12-31T23:59:59.999+01:00" }),
        ]),
      },
    ],
  },
  { name: "Private", versions: [{ content: team }], isPrivate: true },
];

let account: GoldenAccount;
beforeEach(async () => {
  account = await startGoldenAccount({
    tags,
    endpoints: [
      { type: "email", name: "FinOps", to: "finops@example.com" },
      { type: "slack", name: "#finops", to: "https://hooks.slack.example/services/T000/B000/not-a-real-one" },
      { type: "msteams", name: hostile },
      { type: "email", name: hostileNames.markdown, to: "a@example.com" },
      { type: "email", name: "FinOps", to: "finops@example.com" },
    ],
  });
  fs.rmSync(goldens.at("out"), { recursive: true, force: true });
});
afterEach(() => account.stop());

const out = (): string[] => ["--out", goldens.at("out")];
const compareExport = (name: string, args: readonly string[], options: RunOptions = {}): Promise<void> =>
  goldens.compareRun({ name, command: "export", args, env: account.env, ...options });

/** Compares the exported project, all files in one text. */
function compareFolder(name: string): void {
  const folder = goldens.at("out");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const texts = files
    .filter((file) => fs.statSync(path.join(folder, file)).isFile())
    .map((file) => `=== ${file.replaceAll(path.sep, "/")}\n${fs.readFileSync(path.join(folder, file), "utf8")}`);
  goldens.compare(name, texts.join("\n"));
}

test("a whole account, again after a change and an edit, and with --force", async () => {
  await compareExport("project/terminal", out(), { colors: true });
  compareFolder("project/folder.txt");
  fs.appendFileSync(path.join(goldens.at("out"), "tags", "team.ts"), "// edited\n");
  fs.rmSync(path.join(goldens.at("out"), "tags", "large.ts"));
  await compareExport("project/again", out(), { colors: true });
  await compareExport("project/again-json", [...out(), "--json"]);
  await compareExport("project/force", [...out(), "--force"]);
});

test("--strict", () => compareExport("json/strict", [...out(), "--strict", "--tag", "Twice", "Team"]));

test("a part of the account", async () => {
  await compareExport("part/terminal", [...out(), "--match", "T*"]);
  compareFolder("part/folder.txt");
});

test("tags of V1", async () => {
  account.emulator.control.setSwitches({ v1Casing: "lower" });
  await account.stop();
  account = await startGoldenAccount({
    tags: [{ name: "Old", versions: [{ content: content(v1Rules) }] }, ...tags.slice(0, 2)],
  });
  account.emulator.control.setSwitches({ v1Casing: "lower", v1AfterEndOfLife: "serve" });
  await compareExport("v1/terminal", [...out(), "--v1"]);
  compareFolder("v1/folder.txt");
  await compareExport("v1/one", ["--v1", "--tag", "Old"]);
});

test("an empty account", async () => {
  await account.stop();
  account = await startGoldenAccount({ tags: [] });
  await compareExport("empty/terminal", out());
  compareFolder("empty/folder.txt");
});

test.each([
  { name: "one", args: ["--tag", "Product"] },
  { name: "hostile", args: ["--tag", hostile] },
  { name: "timeframes", args: ["--tag", "Timeframes"] },
  { name: "misspelled", args: ["--tag", "Tema"] },
  { name: "twice", args: ["--tag", "Twice"] },
  { name: "predefined", args: ["--tag", "FOCUS/ServiceCategory"] },
  { name: "two", args: ["--tag", "Team", "Product"] },
])("one tag: $name", ({ name, args }) => compareExport(`tag/${name}`, args));

test("every golden file is compared", goldens.end);
