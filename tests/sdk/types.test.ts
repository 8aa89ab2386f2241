/**
 * What the compiler refuses. tsc fails on an expectation that no error meets, so each line is a test of the public types;
 * nothing here is run.
 */
import * as pulumi from "@pulumi/pulumi";
import type { FilterArgs, RuleArgs, VirtualTagArgs } from "../../sdk";
import { allOf, anyOf, dimension, key, tag, virtualTagKey } from "../../sdk";

const subject = { costCenter: "AWS", key: "team", type: "tag" } as const;
const later = pulumi.output("later");

export const accepted: FilterArgs[] = [
  { ...subject, operator: "is", value: "web" },
  { ...subject, operator: "oneOf", value: ["web", later] },
  { ...subject, operator: "oneOf", value: pulumi.output(["web"]) },
  { ...subject, operator: "exists" },
  { ...subject, operator: "notIs", value: later, displayName: "Team" },
  { ...subject, type: "a type that the document does not list", operator: "is", value: "web" },
  { AND: [{ ...subject, operator: "exists" }, { OR: [pulumi.output({ ...subject, operator: "exists" as const })] }] },
  allOf(
    tag("AWS", "team").is("web"),
    anyOf(dimension("GCP", "project").oneOf([later]), key("AWS", "k", "resource").exists()),
  ),
  virtualTagKey("an-id").notOneOf(["a"]),
];

export const acceptedRules: RuleArgs[] = [
  { to: "Web", filters: tag("AWS", "team").exists(), timeframe: { from: new Date(0) } },
  { to: later, filters: tag("AWS", "team").exists(), timeframe: { from: "2026-01-01", to: 1_798_761_600_000 } },
  { to: { key: "team", costCenter: later }, filters: tag("AWS", "team").exists() },
];

export const refused: FilterArgs[] = [
  // @ts-expect-error an operator that does not exist
  { ...subject, operator: "like", value: "web" },
  // @ts-expect-error V1's spelling of an operator
  { ...subject, operator: "isNot", value: "web" },
  // @ts-expect-error value missing
  { ...subject, operator: "is" },
  // @ts-expect-error value superfluous
  { ...subject, operator: "exists", value: ["web"] },
  // @ts-expect-error a value that is no text
  { ...subject, operator: "is", value: 5 },
  // @ts-expect-error operator missing
  { ...subject },
  // @ts-expect-error type missing
  { costCenter: "AWS", key: "team", operator: "is", value: "web" },
  // @ts-expect-error AND beside a condition
  { ...subject, operator: "is", value: "web", AND: [] },
  // @ts-expect-error OR beside a condition
  { ...subject, operator: "exists", OR: [] },
  // @ts-expect-error AND beside OR
  { AND: [], OR: [] },
  // @ts-expect-error an unknown field
  { ...subject, operator: "exists", not: true },
  // @ts-expect-error a group that is no array
  { AND: { ...subject, operator: "exists" } },
  // @ts-expect-error the same mistakes deep down
  { AND: [{ OR: [{ ...subject, operator: "like", value: "web" }] }] },
];

const complete: VirtualTagArgs = { name: "Team", rules: acceptedRules, defaultValue: "Shared" };
export const acceptedTags: VirtualTagArgs[] = [
  complete,
  { ...complete, rules: pulumi.output(acceptedRules), changeDescription: later },
  { ...complete, defaultValue: { key: "team", costCenter: "AWS" } },
  { ...complete, setAsLive: false, adopt: true },
  { ...complete, adopt: later },
];

export const refusedTags: VirtualTagArgs[] = [
  // @ts-expect-error name missing
  { rules: [], defaultValue: "Shared" },
  // @ts-expect-error rules missing
  { name: "Team", defaultValue: "Shared" },
  // @ts-expect-error default value missing
  { name: "Team", rules: [] },
  // @ts-expect-error an unknown argument
  { ...complete, default: "Shared" },
  // @ts-expect-error a rule without filters
  { ...complete, rules: [{ to: "Web" }] },
  // @ts-expect-error a key reference without cost center
  { ...complete, defaultValue: { key: "team" } },
  // @ts-expect-error a timeframe without start
  { ...complete, rules: [{ to: "Web", filters: tag("AWS", "team").exists(), timeframe: { to: 1 } }] },
];

test("the types are checked by tsc", () => {
  expect(accepted).toHaveLength(9);
});
