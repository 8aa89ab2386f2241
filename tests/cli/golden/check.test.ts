/** What `check`, `catalog types` and `bucket-form` show. */
import { planOf } from "../sources/planBuilder";
import { type GoldenAccount, startGoldenAccount, tagId } from "./account";
import { condition, content, reference, rule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("check");
const { at, compareRun, file } = goldens;

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

let account: GoldenAccount;
beforeAll(async () => {
  const catalog = [
    { costCenter: "AWS", key: "team", displayName: "Team", types: ["tag"], values: ["checkout", "payments"] },
    { costCenter: "AWS", key: "service", displayName: "", types: ["billing_dimension", "tag"], values: ["AmazonEC2"] },
    {
      costCenter: hostile,
      key: hostileNames.program,
      displayName: hostile,
      types: ["tag"],
      values: [hostileNames.html],
    },
    {
      costCenter: "GCP",
      key: "many",
      displayName: "Many",
      types: ["tag"],
      values: Array.from({ length: 300 }, (_, index) => `value ${index}`),
    },
  ];
  const wrong = [
    teamRule("a", "chekout", "Checkout", "payments"),
    rule("b", condition("exists", undefined, { key: "taem" })),
    rule("c", condition("exists", undefined, { costCenter: "aws" })),
    rule("d", condition("exists", undefined, { type: "resource" })),
    rule("e", reference(tagId(99), "exists")),
    rule("f", reference("Team", "exists")),
    rule("g", condition("is", hostile, { costCenter: hostileNames.html, key: hostileNames.pipeline })),
    rule("h", condition("is", hostileNames.markdown, { costCenter: hostile, key: hostileNames.program })),
  ];
  account = await startGoldenAccount({
    catalog,
    tags: [
      { name: "Team", versions: [{ content: content([teamRule("a", "checkout")]) }] },
      { name: "Wrong", versions: [{ content: content(wrong, { costCenter: "AWS", key: "teem", type: "tag" }) }] },
      { name: hostile, versions: [{ content: content([teamRule(hostile, hostileNames.terminal)]) }] },
    ],
  });
});
afterAll(() => account.stop());

const planned = (): string =>
  file(
    "plan.json",
    planOf([
      {
        resource: "created",
        after: { name: hostile, ...content([teamRule("a", "chekout"), teamRule(unknown, unknown)]) },
      },
      { resource: "secret", id: tagId(1), before: { name: "Team", rules: "[secret]", defaultValue: "x" } },
      { resource: "odd", after: { name: "Odd", rules: [{ to: 5 }], defaultValue: "x" } },
      {
        resource: "refers",
        after: { name: "Refers", ...content([rule("x", reference(unknown, "is", "b"))]) },
        dependsOn: { rules: ["created"] },
      },
    ]),
  );

test.each([
  { name: "live", args: () => [], colors: true },
  { name: "live-json", args: () => ["--json"] },
  { name: "plan", args: () => ["--plan", planned()] },
  { name: "plan-json", args: () => ["--plan", planned(), "--json"] },
  {
    name: "tags",
    args: () => ["--tags", file("tags.json", [{ name: "Team", ...content([teamRule("a", "checkout")]) }])],
  },
  {
    name: "github",
    args: () => ["--annotations", "github", "--file", file("index.ts", 'a\nb\ntag("AWS", "taem");\n"chekout"\n')],
  },
  { name: "github-no-file", args: () => ["--annotations", "github", "--file", at("absent.ts")] },
  {
    name: "gitlab",
    args: () => ["--annotations", "gitlab", "--file", file("index.ts", 'a\nb\ntag("AWS", "taem");\n"chekout"\n')],
  },
  { name: "arguments", args: () => ["--plan", "a", "--tags", "b"] },
])("check: $name", ({ name, args, ...options }) =>
  compareRun({ name: `check/${name}`, command: "check", args: args(), env: account.env, ...options }),
);

test.each([
  { name: "types", more: [] },
  { name: "values", more: ["--values"] },
])("catalog $name", async ({ name, more }) => {
  const out = at(`${name}.d.ts`);
  const shared = { command: "catalog", env: account.env } as const;
  await compareRun({
    ...shared,
    name: `catalog/${name}`,
    args: ["types", "--out", out, ...more],
    writes: { [`catalog/${name}.d.ts.txt`]: out },
  });
  await compareRun({ ...shared, name: `catalog/${name}-again`, args: ["types", "--out", out, ...more] });
});

test("catalog types: a file of somebody else", () =>
  compareRun({
    name: "catalog/foreign",
    command: "catalog",
    args: ["types", "--out", file("foreign.d.ts", "export {};\n")],
    env: account.env,
  }));

const required = {
  "Endpoint Name": hostile,
  "Bucket Access": "Read and Write",
  "Role ARN": "arn:aws:iam::111122223333:role/vendors/writer",
  "Bucket Name": "my-exports",
  Region: "eu-central-1",
};
const form = { ...required, Description: "Daily exports", "S3 Path Prefix": "daily/" };

test.each([
  { name: "one", outputs: { ...required, "Bucket Access": "Read Only" }, colors: true },
  { name: "two", outputs: { team: "1", writer: form, readers: [{ ...required, "Endpoint Name": "Second" }] } },
  { name: "none", outputs: { team: "1" } },
  { name: "secret", outputs: "[secret]" },
  {
    name: "invalid",
    outputs: { registration: { ...form, "Bucket Name": hostileNames.html, Region: 5, [hostile]: "x" } },
  },
  { name: "hidden", outputs: { ...form, "Role ARN": "[secret]" } },
])("bucket-form: $name", ({ name, outputs, ...options }) =>
  compareRun({
    name: `bucket-form/${name}`,
    command: "bucket-form",
    args: [file(`${name}.json`, JSON.stringify(outputs))],
    ...options,
  }),
);

test("every golden file is compared", goldens.end);
