import { unknownValue } from "../../../../stack/state/unknown";
import { analyzeCommand } from "../../../../cli/commands/analyze";
import type { Plan, PlannedTag } from "../../../../cli/sources/plan/plan";
import { analysisOf } from "../../../../cli/studies/analysis";
import type { Finding } from "../../../../rules/analysis";
import { planText } from "../../sources/planText";
import { file } from "../../../support/folder";
import { type Ended, runCommand } from "../../../support/commands/runCommand";

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  runCommand(analyzeCommand, args, { env });

const team = { costCenter: "AWS", key: "team", type: "tag" };
const rule = (to: string, operator: string, value?: string[]): object => ({
  to,
  filters: { ...team, operator, ...(value === undefined ? {} : { value }) },
});
const covered = {
  id: "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11",
  name: "Te\u001bam",
  rules: [rule("A", "contains", ["cart"]), rule("B", "is", ["pay"]), rule("C", "oneOf", ["pay", "cart2"])],
  defaultValue: "Shared",
};

test("a reference may have the ID in other letters", async () => {
  const reference = { costCenter: "Virtual Tags", key: covered.id.toUpperCase(), type: "virtual_tag" };
  const user = { name: "User", rules: [{ to: "x", filters: { ...reference, operator: "is", value: "Never" } }] };
  const tags = [
    { ...covered, rules: [rule("A", "exists")] },
    { ...user, defaultValue: "None" },
  ];
  const { stdout } = await run(["--tags", file("tags.json", tags), "--json"]);
  expect((JSON.parse(stdout) as Finding[]).map(({ kind }) => kind)).toEqual(["never-matches", "value-never-produced"]);
});

test.each([[[]], [["--live", "--tags", "x"]], [["--plan", "a", "--tags", "b"]], [["--tags", "missing"]]])(
  "ends with 2 for %j",
  async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
  },
);

test("a plan: unknown values are skipped, secrets are left out, and a URN is no ID", () => {
  const planned = (change: Partial<PlannedTag>): PlannedTag => ({
    urn: "urn:a",
    resourceName: "a",
    op: "create",
    type: "VirtualTag",
    ...change,
  });
  const content = { name: "A", rules: covered.rules, defaultValue: unknownValue, setAsLive: true } as never;
  const plan = {
    tags: [
      planned({ after: content }),
      planned({ urn: "urn:b", resourceName: "b", unreadable: "secret" }),
      planned({ urn: "urn:c", op: "delete" }),
    ],
    metadata: [],
    endpoints: [],
    isComplete: true,
  } as unknown as Plan;
  const { findings, leftOut } = analysisOf({ kind: "plan", title: "plan.json", plan });
  expect(leftOut).toEqual([{ resource: "b", reason: "secret" }]);
  expect(findings.map(({ id, kind }) => [id, kind])).toEqual([[undefined, "never-wins"]]);
});

test("a plan: a staged content is not what a reference gives", async () => {
  const uses = (value: string): object => ({
    to: "x",
    filters: { costCenter: "Virtual Tags", key: "s", type: "virtual_tag", operator: "is", value },
  });
  const state = (id: string, rules: object[], more: object = {}): object => ({
    urn: `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/costallocation:VirtualTag::${id}`,
    type: "pulumi-nodejs:dynamic/costallocation:VirtualTag",
    id,
    inputs: { name: id, rules, defaultValue: "None", ...more },
  });
  const step = (op: string, oldState: object, newState: object): object => ({ op, ...oldState, oldState, newState });
  const findings = async (before: object, after: object, value: string): Promise<unknown[]> => {
    const user = state("t", [uses(value)]);
    const plan = file("plan.json", planText([step("update", before, after), step("same", user, user)]));
    const { stdout } = await run(["--plan", plan, "--json"]);
    return (JSON.parse(stdout) as Finding[]).map(({ id, kind }) => [id, kind]);
  };
  const staged = (to: string): object => state("s", [rule(to, "exists")], { setAsLive: false });
  const live = state("s", [rule("Live", "exists")]);
  expect(await findings(staged("A"), staged("B"), "A")).toEqual([]);
  expect(await findings(live, staged("B"), "Live")).toEqual([]);
  const never = [
    ["t", "never-matches"],
    ["t", "value-never-produced"],
  ];
  expect(await findings(live, staged("B"), "B")).toEqual(never);
  expect(await findings(staged("A"), live, "A")).toEqual(never);
});
