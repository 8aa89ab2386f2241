/** `review --live` shows what a plan means for tags of the account that are not in the stack. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import type { Rule, TagContent } from "../../../../rules/types";
import { smallCube } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { file, folder } from "../../../support/folder";
import { liveReview, type Reviewed } from "./liveReview";

let environment: VirtualTag;
accountForEachTest(reviewCommand, { switches: { stagedRead: "latest" } });
beforeEach(async () => {
  environment = await account.create(
    "Environment",
    of([teamRule("Production", "p")]),
    "(pulumi shop/prod#environment)",
  );
});

const of = (rules: Rule[]): TagContent => ({ rules, defaultValue: "None" });
const onKey = (costCenter: string, type: string, key: string, value: string): Rule => ({
  to: "x",
  filters: { costCenter, type, key, operator: "is", value: [value] },
});
const on = ({ id }: VirtualTag, value: string): Rule => onKey("Virtual Tags", "virtual_tag", id, value);

/** The value "Production" becomes "Prod". */
const renamed = (): PlannedResource => ({
  resource: "environment",
  id: environment.id,
  before: { name: "Environment", ...of([teamRule("Production", "p")]) },
  after: { name: "Environment", ...of([teamRule("Prod", "p")]) },
});

const review = (planned: PlannedResource[], ...args: string[]): Promise<Reviewed> =>
  liveReview(planned, "--live", ...args);

test("rules that stop and what follows, through others; only what refers is read", async () => {
  const cost = await account.create("Cost type", of([teamRule("Run", "r"), on(environment, "Production")]));
  const report = await account.create("Report", of([on(cost, "x")]));
  const other = await account.create("Other", of([teamRule("o", "o")]));
  const { tags, requests, text } = await review([renamed()]);
  expect(text).toContain(
    'in "Cost type" (outside this stack), rule 2 no longer matches any record: "Environment" no longer gives "Production".',
  );
  expect(tags).toMatchObject([
    { name: "Environment", change: "updated" },
    { name: "Cost type", id: cost.id, change: "follows", isOutside: true, follows: [{ name: "Environment" }] },
    {
      name: "Report",
      id: report.id,
      change: "follows",
      isOutside: true,
      follows: [{ through: { name: "Cost type" } }],
    },
  ]);
  expect(requests.filter((path) => path.includes(other.id))).toEqual([]);
});

test("a reference that only a staged version has, in the stack and outside: `up` may refuse the delete", async () => {
  const { resource, id, before = {} } = renamed();
  const deletion = { op: "delete", resource, ...(id === undefined ? {} : { id }), before };
  const [refers, others] = [of([on(environment, "Production")]), of([teamRule("a", "a")])];
  const make = async (name: string, live: TagContent, staged: TagContent): Promise<VirtualTag> => {
    const tag = await account.create(name, live, `(pulumi shop/prod#${name})`);
    await account.save(tag, staged, undefined, { setAsLive: false });
    return tag;
  };
  await make("Staged", others, refers);
  const own = await make("Own", others, refers);
  const { tags, text } = await review([deletion, { resource: "own", id: own.id, before: { name: "Own", ...others } }]);
  expect(tags[0]?.["referrers"]).toEqual([
    { id: own.id, name: "Own", then: "stays", version: "staged" },
    expect.objectContaining({ name: "Staged", then: "stays", version: "staged", isOutside: true }),
  ]);
  expect(text).toContain("it sees the one that the list of tags shows");
});

test("a tag that the program declares and also reads refers once", async () => {
  const rules = [on(environment, "Production")];
  const own = { name: "Own", ...of(rules) };
  const { resource, id, before = {} } = renamed();
  const { id: ownId } = await account.create("Own", of(rules));
  const { tags } = await review([
    { op: "delete", resource, ...(id === undefined ? {} : { id }), before },
    { resource: "own", id: ownId, before: own },
    { op: "read", resource: "own-read", id: ownId, after: own, more: { external: true, outputs: own } },
  ]);
  expect(tags[0]?.["referrers"]).toEqual([expect.objectContaining({ name: "Own", then: "stays" })]);
});

test("nothing is said of a refusal if the same run deletes all that refer to a tag", async () => {
  const deleted = await account.create("Deleted", of([on(environment, "Production")]));
  const { resource, id, before = {} } = renamed();
  const { tags, text } = await review([
    { op: "delete", resource, ...(id === undefined ? {} : { id }), before },
    {
      op: "delete",
      resource: "deleted",
      id: deleted.id,
      before: { name: "Deleted", ...of([on(environment, "Production")]) },
    },
  ]);
  expect(tags[1]).toMatchObject({ referrers: [{ name: "Deleted", then: "deleted" }] });
  expect(text).not.toContain("costallocation:referencePolicy");
});

test("a replaced tag has another ID", async () => {
  await account.create("Cost type", of([on(environment, "Prod")]));
  const { after, ...planned } = renamed();
  const { text } = await review([{ ...planned, op: "replace", after: { ...after, name: "Stage" } }]);
  expect(text).toContain(
    '"Cost type" (outside this stack) refers to "Stage", which is replaced by a tag with another ID.',
  );
});

test("a tag of others that can't be read doesn't end the review, and is named", async () => {
  const [denied, odd] = [
    await account.create("Denied", of([on(environment, "Production")])),
    await account.create("Odd", of([on(environment, "Production")])),
  ];
  const fault = (id: string, status: number): void => {
    const path = `/v2/virtual-tags/${id}/versions`;
    account.emulator.control.placeFault({ method: "GET", path, kind: "status", status, times: 100 } as never);
  };
  fault(denied.id, 403);
  fault(odd.id, 404);
  const { tags, text, ...json } = await review([renamed()]);
  expect(json).toMatchObject({ outsideNotRead: ["Denied", "Odd"] });
  expect(tags.map(({ name }) => name)).toEqual(["Environment"]);
  expect(text).toContain('Not read: 2 tags outside this stack may follow ("Denied", "Odd").');
  // Little money moves, but not all of it is known.
  const [cube, markdown] = [join(folder(), "cube.json.gz"), join(folder(), "review.md")];
  writeFileSync(cube, cubeBytes(smallCube([{ cost: "5" }], ["AWS:tag:team"])));
  await review([renamed()], "--cube", cube, "--markdown", markdown, "--comment-threshold", "100");
  expect(existsSync(markdown)).toBe(true);
});

test("a staged content is not what reports use", async () => {
  const staged = await account.create("Staged", of([teamRule("a", "a")]));
  await account.save(staged, of([on(environment, "Production")]), undefined, { setAsLive: false });
  const { tags } = await review([renamed()]);
  expect(tags.map(({ name }) => name)).toEqual(["Environment"]);
});

test("tags of the stack, and those that it adopts, are not outside", async () => {
  const [own, adopted] = [
    await account.create("Own", of([on(environment, "Production")])),
    await account.create("Adopted", of([on(environment, "Production")])),
  ];
  const { tags } = await review([
    renamed(),
    { resource: "own", id: own.id.toUpperCase(), before: { name: "Own", ...of([on(environment, "Production")]) } },
    { resource: "adopted", after: { name: "Adopted", ...of([on(environment, "Production")]), adopt: true } },
  ]);
  expect(tags.map(({ name, isOutside }) => [name, isOutside])).toEqual([
    ["Environment", undefined],
    ["Adopted", undefined],
    ["Own", undefined],
  ]);
  expect(adopted.id).toBe(tags[1]?.["id"]);
});

test("without the unchanged tags of the stack, nobody knows which tags are outside", async () => {
  await account.create("Cost type", of([on(environment, "Production")]));
  const plan = join(folder(), "few.json");
  const { steps } = JSON.parse(planOf([renamed()])) as { steps: object[] };
  writeFileSync(plan, JSON.stringify({ steps, changeSummary: { update: 1, same: 1 } }));
  const { stdout } = await account.run(["--plan", plan, "--live", "--json"]);
  expect((JSON.parse(stdout) as Reviewed).tags).toHaveLength(1);
});

test("money is known of those whose keys the cost data has, and no gate fails because of the others", async () => {
  const team = "AWS:tag:team";
  await account.create("Known", of([on(environment, "Production")]));
  await account.create("Unknown", of([on(environment, "Production"), onKey("AWS", "tag", "env", "e")]));
  const cube = file(
    "cube.json.gz",
    cubeBytes(smallCube([{ keys: { [team]: "p" }, cost: "90" }, { cost: "10" }], [team])),
  );
  const { tags } = await review([renamed()], "--cube", cube, "--max-moved", "95");
  expect(tags).toMatchObject([
    { name: "Environment", cost: [{ moved: "90" }] },
    { name: "Known", cost: [{ moved: "90" }] },
    { name: "Unknown", costUnknown: "keysMissing" },
  ]);
  const moves = await account.run([
    "--plan",
    join(folder(), "plan.json"),
    "--live",
    "--cube",
    cube,
    "--max-moved",
    "80",
  ]);
  expect(moves.code).toBe(3);
  const gated = async (...args: string[]): Promise<unknown> => {
    const plan = join(folder(), "plan.json");
    const { stdout } = await account.run(["--plan", plan, "--live", "--cube", cube, "--json", ...args]);
    return (JSON.parse(stdout) as { gates: { tag: string }[] }).gates.filter(({ tag }) => tag === "Unknown");
  };
  expect(await gated("--max-moved", "95")).toEqual([]);
  const unknown = { tag: "Unknown", actual: null, reason: "keysMissing", passed: false };
  expect(await gated("--closed-through", "2026-10", "--max-moved", "95")).toMatchObject([
    { gate: "closed-through", ...unknown },
  ]);
  const gates = file("gates.json", { Unknown: { "max-moved": "95" } });
  expect(await gated("--gates", gates)).toMatchObject([{ gate: "max-moved", ...unknown }]);
  // A tag of the plan must have its keys.
  const rules = [teamRule("Prod", "p"), onKey("AWS", "tag", "env", "e")];
  file("plan.json", planOf([{ ...renamed(), after: { name: "Environment", ...of(rules) } }]));
  const lacking = await account.run(["--plan", join(folder(), "plan.json"), "--live", "--cube", cube]);
  expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining("AWS:tag:env") as unknown });
});
