/** `cost-allocation explain`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TagContent } from "../../../../rules/types";
import { planText } from "../../sources/planText";
import type { Ended } from "../../../support/commands/runCommand";
import { type Account, startAccount } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { explain, json } from "./explain";

const folder = mkdtempSync(join(tmpdir(), "explain-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const teamId = "11111111-1111-4111-8111-111111111111";
const tag = (id: string): { costCenter: string; type: string; key: string } => ({
  costCenter: "Virtual Tags",
  type: "virtual_tag",
  key: id,
});
const team: TagContent = {
  rules: [
    teamRule("Search", "search"),
    {
      to: "Checkout",
      filters: {
        AND: [
          { costCenter: "AWS", type: "billing_dimension", key: "linked_account", operator: "is", value: "123" },
          { OR: [teamRule("", "cart", "pay").filters, teamRule("", "basket").filters] },
        ],
      },
    },
    { ...teamRule("Old", "web"), timeframe: { from: "2026-01-01", to: "2026-02-01" } },
  ],
  defaultValue: { costCenter: "AWS", type: "tag", key: "owner" },
};
const division: TagContent = {
  rules: [{ to: "Shop", filters: { ...tag(teamId), operator: "is", value: "Checkout" } }],
  defaultValue: "Other",
};

const file = join(folder, "tags.json");
writeFileSync(
  file,
  JSON.stringify([
    { id: teamId, name: "Team", ...team },
    { name: "Division", ...division },
    { name: "Twice", ...division },
    { name: "Twice", ...division },
    { name: "Lost", rules: [], defaultValue: tag("22222222-2222-4222-8222-222222222222") },
    {
      name: "Equals",
      rules: [{ to: "x", filters: { costCenter: "AWS", type: "tag", key: "a=b", operator: "is", value: "=?" } }],
      defaultValue: "y",
    },
  ]),
);
const inFile = ["--tags", file];
const cart = ["--record", "AWS:tag:team=cart", "--record", "AWS:billing_dimension:linked_account=123"];

test("the default, and a value that the record lacks", async () => {
  const byOwner = await explain([teamId, ...inFile, "--record", "AWS:tag:owner=ines", "--record", "AWS:tag:team="]);
  expect(byOwner.stdout).toContain("AWS:tag:team: no value\n");
  expect(byOwner.stdout).toContain('Value: "ines", from AWS tag "owner"\n');
  expect(await json([teamId, ...inFile])).toEqual({
    tag: { id: teamId, name: "Team" },
    record: {},
    decided: true,
    value: null,
    rule: null,
    because: [],
  });
});

test("--at is the moment of the record, which is unknown without it", async () => {
  const web = ["Team", ...inFile, "--record", "AWS:tag:team=web"];
  expect((await json([...web, "--at", "2026-01-31"])).value).toBe("Old");
  expect((await json([...web, "--at", "2026-02-02"])).value).toBeNull();
  expect((await explain([...web, "--at", "2026-01-31"])).stdout).toContain("  from 2026-01-01T00:00:00Z to 2026-02-01");
  expect((await explain(web)).stdout).toContain("for rule 3 (--at gives it)");
});

test("Virtual Tags that the rules refer to are evaluated first", async () => {
  expect(await json(["Division", ...inFile, ...cart])).toMatchObject({
    tag: { name: "Division" },
    value: "Shop",
    rule: 0,
  });
  const { code, stdout, stderr } = await explain(["Lost", ...inFile]);
  expect(code).toBe(0);
  expect(stdout).toContain("Value: undecided");
  expect(stderr).toContain("22222222-2222-4222-8222-222222222222");
});

test("a key with an equals sign, and a question mark as text", async () => {
  expect(await json(["Equals", ...inFile, "--record", "AWS:tag:a=b==?"])).toMatchObject({ value: "x" });
  expect((await json(["Equals", ...inFile, "--record", String.raw`AWS:tag:a=b=\?`])).record).toEqual({
    "AWS:tag:a=b": { value: "?" },
  });
});

test.each([
  [["Team", ...inFile, "--record", "AWS:tag:team"], "not a key and a value"],
  [["Team", ...inFile, "--record", "AWS:tag:team=a", "--record", "AWS:tag:team=b"], "twice"],
  [["Twice", ...inFile], "2 Virtual Tags"],
  [["Team", "--tags", join(folder, "none.json")], "does not exist"],
  [["Team", ...inFile, "--at", "soon"], "ISO 8601"],
  [["Team", ...inFile, "--live"], "--live"],
  [["Team", ...inFile, "--plan", "-"], "--plan"],
  [["Team"], "COST_ALLOCATION_CLIENT_ID"],
])("%j is an error", async (args, text) => {
  const { code, stdout, stderr } = await explain(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(text);
});

test("tags that refer to each other are an error", async () => {
  const path = join(folder, "cycle.json");
  const [a, b] = ["33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"];
  writeFileSync(
    path,
    JSON.stringify([
      { id: a, name: "A", rules: [], defaultValue: tag(b) },
      { id: b, name: "B", rules: [], defaultValue: tag(a) },
    ]),
  );
  const { code, stderr } = await explain(["A", "--tags", path]);
  expect(code).toBe(2);
  expect(stderr).toContain(`"${b}" -> "${a}" -> "${b}"`);
});

describe("--plan", () => {
  const plan = (name: string): string[] => ["--plan", join(__dirname, "..", "..", "sources", "plans", `${name}.json`)];

  test("what is live beside a staged content is unknown", async () => {
    const step = (name: string, id: string, content: TagContent, more: object = {}): object => {
      const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";
      const urn = `urn:pulumi:dev::e2e::${type}::${name}`;
      const state = { urn, type, id, inputs: { name, ...content, ...more } };
      return { op: "same", urn, oldState: state, newState: state };
    };
    const path = join(folder, "staged.json");
    const explained = async (more: object): Promise<Ended> => {
      writeFileSync(path, planText([step("Team", teamId, team, more), step("Division", "d", division)]));
      return explain(["Division", "--plan", path, "--record", "AWS:tag:team=search", "--json"]);
    };
    expect(JSON.parse((await explained({})).stdout)).toMatchObject({ decided: true, value: "Other" });
    const staged = await explained({ setAsLive: false });
    expect(JSON.parse(staged.stdout)).toMatchObject({ decided: false });
    expect(staged.stderr).toContain(teamId);
  });

  test("a plan without unchanged tags is a warning", async () => {
    const { stderr } = await explain(["Team", ...plan("without-sames")]);
    expect(stderr).toContain("--show-sames");
  });
});

describe("the account", () => {
  let account: Account;
  beforeEach(async () => {
    account = await startAccount();
  });
  afterEach(() => account.stop());

  const envOf = ({ emulator }: Account): Record<string, string> => ({
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  });

  test("is the default, with the tags that the rules refer to", async () => {
    const { id } = await account.create("Team", team);
    await account.create("Other", { rules: [], defaultValue: "x" });
    await account.create("Division", {
      rules: [{ to: "Shop", filters: { ...tag(id), operator: "is", value: "Checkout" } }],
      defaultValue: "Other",
    });
    for (const live of [[], ["--live"]]) {
      expect(await json(["Division", ...cart, ...live], envOf(account))).toMatchObject({ value: "Shop", rule: 0 });
    }
    expect(account.writes()).toBe(3);
  });
});
