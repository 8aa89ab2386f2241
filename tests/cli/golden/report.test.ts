/** What `report` writes. */
import { cubeBytes } from "../../../cost/cube/cubeFile";
import { smallCube, type SmallRow } from "../../cost/impact/smallCube";
import { type GoldenAccount, startGoldenAccount, tagId } from "./account";
import { condition, content, manyRules, nestedRule, reference, rule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("report");

const keys = {
  team: "AWS:tag:team",
  environment: "AWS:tag:Environment",
  application: "AWS:tag:application",
  service: "AWS:billing_dimension:service",
  account: "AWS:billing_dimension:linked_account",
  gcp: "GCP:tag:team",
};

const rows: SmallRow[] = [
  { keys: { [keys.team]: "a", [keys.account]: "1234", [keys.service]: "EC2" }, cost: "90" },
  { keys: { [keys.account]: "1234", [keys.service]: "EC2" }, cost: "8210", records: 3 },
  { keys: { [keys.team]: "b", [keys.account]: hostileNames.html, [keys.service]: hostile }, cost: "-5" },
  { keys: { [keys.gcp]: "data" }, provider: "Google Cloud", cost: "1" },
  { keys: { [keys.team]: "a" }, cost: "10", at: Date.UTC(2026, 10, 1) },
  { keys: { [keys.team]: hostileNames.direction }, cost: "7", currency: "EUR" },
  { cost: "3", currency: hostileNames.html, provider: hostileNames.markdown },
  ...Array.from({ length: 30 }, (_, index): SmallRow => ({
    keys: { [keys.account]: `account-${index}`, [keys.service]: "S3" },
    cost: String(index + 1),
  })),
];

let account: GoldenAccount;
beforeAll(async () => {
  account = await startGoldenAccount({
    tags: [
      {
        name: "Team",
        versions: [
          {
            content: content([teamRule("Checkout", "a"), teamRule("Never", "a"), nestedRule]),
            changeDescription: "First (pulumi cloud-bill/prod#team)",
          },
        ],
      },
      {
        name: "Product",
        versions: [
          {
            content: content([rule("x", reference(tagId(1), "notOneOf", ["b", "c"]))], {
              costCenter: "AWS",
              type: "tag",
              key: "team",
            }),
          },
        ],
      },
      {
        name: hostile,
        versions: [
          {
            content: content([teamRule(hostileNames.markdown, hostileNames.direction)], hostileNames.html),
            changeDescription: hostileNames.pipeline,
            createdBy: hostileNames.program,
          },
        ],
      },
      {
        name: "Timed",
        versions: [{ content: content([rule("Now", condition("exists"), { from: "2026-10-01", to: "2026-10-31" })]) }],
      },
      {
        name: "Large",
        versions: [{ content: content([...manyRules(60), teamRule("x", ...manyRules(12).map(String))]) }],
      },
      { name: "Empty", versions: [{ content: content([]) }] },
      { name: "Odd", versions: [{ content: { rules: [{ to: 5 }] as never, defaultValue: "x" } }] },
      { name: "Lost", versions: [{ content: content([rule("x", reference(tagId(99), "exists"))]) }] },
    ],
  });
});
afterAll(() => account.stop());

async function compareReport(name: string, of: readonly SmallRow[], known: readonly string[]): Promise<void> {
  const small = smallCube(of, known);
  const days = ["2026-01-01T00:00:00.000Z", "2026-10-01T00:00:00.000Z"];
  const cuts = [...days, "2026-10-31T00:00:00.001Z", "2026-12-31T00:00:00.001Z"];
  const cube = goldens.file("cube.json.gz", cubeBytes({ ...small, header: { ...small.header, cuts } }));
  const page = goldens.at(`${name}.html`);
  await goldens.compareRun({
    name,
    command: "report",
    args: ["--live", "--cube", cube, "--html", page],
    writes: { [`${name}.html`]: page },
    env: account.env,
  });
}

test("an account with cost data", () => compareReport("account", rows, Object.values(keys)));

test("a cube without a key of the account", () => compareReport("key-missing", rows, [keys.team]));

test("an account without tags", async () => {
  await account.stop();
  account = await startGoldenAccount({ tags: [] });
  await compareReport("empty", rows, Object.values(keys));
});

test("every golden file is compared", goldens.end);
