/** An account that a person and some scripts have filled, from a seed. */
import fc from "fast-check";
import type { CostAllocationClient, VirtualTag } from "../../../../client";
import { presenceOperators, valueOperators } from "../../../../rules/operators";
import type { Filter, Rule, TagContent, TagValue } from "../../../../rules/types";

/** Names that break programs, files and terminals which take them as they come. */
export const hostileNames = [
  "Team",
  "team",
  "TEAM",
  "constructor",
  "__proto__",
  "class",
  "con",
  "😀 emoji 🏳️‍🌈",
  "日本語",
  "quotes \" ' ` and ${x}",
  "back\\slash \\u0041",
  "new\nline and\ttab",
  "*/ comment /* //",
  "../../up",
  "a-1",
  "a1",
  "a".repeat(200),
  "\u202eright to left",
  "100% | table & <b>",
];

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom("checkout", "payments", "__proto__", "constructor", "a'b\"c`${d}\\"),
);
const subject = {
  costCenter: fc.constantFrom("AWS", "GCP", "Kubernetes"),
  key: text,
  type: fc.constantFrom("tag", "billing_dimension", "resource", "k8s_pod_label"),
};

/** References to these tags, in conditions. */
function conditions(ids: readonly string[]): fc.Arbitrary<Filter> {
  const keys =
    ids.length === 0
      ? []
      : [
          fc.record({
            costCenter: fc.constant("Virtual Tags"),
            key: fc.constantFrom(...ids),
            type: fc.constant("virtual_tag"),
          }),
        ];
  return fc.oneof(fc.record(subject), ...keys).chain((key) =>
    fc
      .oneof(
        fc.record({
          operator: fc.constantFrom(...valueOperators),
          value: fc.array(text, { minLength: 1, maxLength: 4 }),
        }),
        fc.record({ operator: fc.constantFrom(...presenceOperators) }),
      )
      .map((comparison) => ({ ...key, ...comparison })),
  );
}

function filters(ids: readonly string[], depth: number): fc.Arbitrary<Filter> {
  if (depth === 0) return conditions(ids);
  const members = fc.array(filters(ids, depth - 1), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    conditions(ids),
    members.map((AND) => ({ AND })),
    members.map((OR) => ({ OR })),
  );
}

function values(ids: readonly string[]): fc.Arbitrary<TagValue> {
  const keys =
    ids.length === 0
      ? []
      : [fc.constantFrom(...ids).map((key) => ({ costCenter: "Virtual Tags", key, type: "virtual_tag" }))];
  return fc.oneof(text, fc.record(subject), ...keys);
}

const moment = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) });

/**
 * Contents with every operator, five levels of groups, references and timeframes.
 *
 * @param ids the tags that they may refer to
 */
export function contentsWith(ids: readonly string[]): fc.Arbitrary<TagContent> {
  const timeframe = fc.oneof(
    fc.constant({}),
    fc.record({ timeframe: fc.record({ from: moment }) }),
    fc.tuple(moment, moment).map(([a, b]) => ({ timeframe: { from: Math.min(a, b), to: Math.max(a, b) } })),
  );
  const rule: fc.Arbitrary<Rule> = fc
    .tuple(fc.record({ to: values(ids), filters: filters(ids, 5) }), timeframe)
    .map(([main, when]) => ({ ...main, ...when }));
  return fc.record({ rules: fc.array(rule, { maxLength: 4 }), defaultValue: values(ids) });
}

/** Fills an account: tags, metadata of every third one, and two endpoints. */
export async function fillAccount(client: CostAllocationClient, count: number, seed: number): Promise<VirtualTag[]> {
  const tags: VirtualTag[] = [];
  const [email, slack] = [
    await client.notificationEndpoints.create({
      type: "email",
      name: 'FinOps "team"',
      configuration: { to: "finops@example.com" },
    }),
    await client.notificationEndpoints.create({ type: "slack", name: "#finops", configuration: { to: slackUrl } }),
  ];
  for (let index = 0; index < count; index++) {
    const ids = tags.slice(-8).map(({ id }) => id);
    const [content] = fc.sample(contentsWith(ids), { numRuns: 1, seed: seed * 1000 + index });
    const name = hostileNames[index] ?? `Tag ${index}`;
    tags.push(await client.virtualTags.create({ name, ...(content as TagContent) }));
  }
  for (const [index, { id }] of tags.entries()) {
    if (index % 3 !== 0) continue;
    await client.virtualTagMetadata.put(id, {
      Checkout: {
        groups: ["g-1"],
        endpoints: [email.id, slack.id],
        customMetadata: { owner: 'a "quoted" */ person', nested: { n: [1, null] } },
      },
      "": {},
    });
  }
  return tags;
}

/** What must appear nowhere. */
export const slackUrl = "https://hooks.slack.example.com/services/T000/B000/SECRETSECRET";
