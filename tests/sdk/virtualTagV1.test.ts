/* eslint-disable @typescript-eslint/no-deprecated -- tests of the deprecated class */
import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import type { FilterV1Args, RuleV1Args, VirtualTagArgs, VirtualTagV1Args } from "../../sdk";
import { stubOf } from "../../stack/state/kinds";
import { mockEngine, registered, value } from "./mockEngine";

// What the types accept and refuse. tsc fails on a `@ts-expect-error` without an error, so each line is a test.
const { allOf, anyOf, tag, virtualTagKey } = costallocation;
const subject = { costCenter: "AWS", key: "team" } as const;
const later = pulumi.output("later");

export const accepted: FilterV1Args[] = [
  { ...subject, operator: "is", value: "web" },
  { ...subject, type: "tag", operator: "oneOf", value: ["web", later] },
  { ...subject, operator: "isNot", value: ["web"] },
  { ...subject, operator: "exists" },
  { costCenter: "Virtual Tags", key: later, operator: "oneOf", value: ["a"] },
  { AND: [{ ...subject, operator: "exists" }, { OR: [pulumi.output({ ...subject, operator: "exists" as const })] }] },
  allOf(tag("AWS", "team").is("web"), anyOf(virtualTagKey("an-id").exists())),
];

export const refused: FilterV1Args[] = [
  // @ts-expect-error an unknown operator
  { ...subject, operator: "like", value: "web" },
  // @ts-expect-error a missing value
  { ...subject, operator: "isNot" },
  // @ts-expect-error a value that is not allowed
  { ...subject, operator: "exists", value: ["web"] },
  // @ts-expect-error AND in a condition
  { ...subject, operator: "exists", AND: [] },
  // @ts-expect-error AND and OR in one group
  { AND: [], OR: [] },
  // @ts-expect-error an unknown field
  { ...subject, operator: "exists", not: true },
  // @ts-expect-error a missing key
  { costCenter: "AWS", operator: "exists" },
];

const rule: RuleV1Args = { to: { key: "team", costCenter: later }, filters: { ...subject, operator: "exists" } };
const complete: VirtualTagV1Args = { name: "Team", rules: [rule], defaultValue: "Shared" };
export const acceptedTags: VirtualTagV1Args[] = [
  { ...complete, isCaseSensitive: true, adopt: later },
  { ...complete, rules: pulumi.output([rule]), defaultValue: { key: "team", costCenter: "AWS" } },
  { ...complete, rules: [{ ...rule, timeframe: { from: new Date(0), to: "2027-01-01" } }] },
];

export const refusedTags: VirtualTagV1Args[] = [
  // @ts-expect-error V1 has no staging
  { ...complete, setAsLive: false },
  // @ts-expect-error V1 has no change description
  { ...complete, changeDescription: "why" },
  // @ts-expect-error a key as a value has no type in V1
  { ...complete, defaultValue: { key: "team", costCenter: "AWS", type: "tag" } },
  // @ts-expect-error a key as a value has no type in V1
  { ...complete, rules: [{ ...rule, to: { key: "team", costCenter: "AWS", type: "tag" } }] },
  // @ts-expect-error a missing default value
  { name: "Team", rules: [] },
];

export const notYetV2: VirtualTagArgs[] = [
  // @ts-expect-error migration to V2: a missing type
  { ...complete, rules: [{ to: "Web", filters: { ...subject, operator: "is", value: "web" } }] },
  // @ts-expect-error migration to V2: an operator of V1
  { ...complete, rules: [{ to: "Web", filters: { ...subject, type: "tag", operator: "isNot", value: "web" } }] },
  // @ts-expect-error migration to V2: an argument of V1
  { name: "Team", rules: [], defaultValue: "Shared", isCaseSensitive: true },
];

beforeAll(() => mockEngine());

test("a V1 tag registers only its arguments, its URN and the stub", async () => {
  const type = "pulumi-nodejs:dynamic/costallocation:VirtualTagV1";
  const old = new costallocation.VirtualTagV1("old", {
    ...complete,
    rules: [{ to: later, filters: { ...subject, operator: "exists" }, timeframe: { from: new Date(100_000_000_000) } }],
    isCaseSensitive: true,
  });
  await value(old.urn);
  expect(registered.get("old")).toMatchObject({ type });
  expect(registered.get("old")?.inputs).toEqual({
    name: "Team",
    rules: [{ to: "later", filters: { ...subject, operator: "exists" }, timeframe: { from: "1973-03-03T09:46:40Z" } }],
    defaultValue: "Shared",
    isCaseSensitive: true,
    __resourceUrn: `urn:pulumi:dev::bill::${type}::old`,
    __provider: stubOf("VirtualTagV1"),
  });
  expect(costallocation.VirtualTagV1.isInstance(old)).toBe(true);
  expect(costallocation.VirtualTag.isInstance(old)).toBe(false);
  expect(await value(costallocation.VirtualTagV1.get("existing", "an-id").id)).toBe("an-id");
});

test("a VirtualTag has an alias to a VirtualTagV1, in addition to those of the program", async () => {
  const args = { name: "T", rules: [], defaultValue: "" };
  const moved = new costallocation.VirtualTag("new", args, { aliases: [{ name: "before" }] });
  const { __aliases: aliases = [] } = moved as unknown as { __aliases?: pulumi.Output<string>[] };
  const urn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation";
  expect(await Promise.all(aliases.map(value))).toEqual([`${urn}:VirtualTagV1::new`, `${urn}:VirtualTag::before`]);
});

test("a JavaScript program without arguments gets the problems in preview", async () => {
  const tag = new costallocation.VirtualTagV1("none", undefined as unknown as VirtualTagV1Args);
  await value(tag.urn);
  expect(registered.get("none")?.inputs).not.toHaveProperty("rules");
});
