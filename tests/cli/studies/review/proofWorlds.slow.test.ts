/** Random plans: what a review proves is true in every account that the plan leaves possible. */
import fc from "fast-check";
import type { PlannedContent, PlannedTag } from "../../../../cli/sources/plan/plan";
import type { Effect } from "../../../../cli/studies/effect";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { atSize } from "../../../support/size";
import { evaluate, type Rule, type TagContent, type TagValue } from "../../../../rules";

const values = ["A", "B", "N"];
const reference = (id: string) => ({ costCenter: "Virtual Tags", key: id, type: "virtual_tag" }) as const;
const team = { costCenter: "AWS", key: "team", type: "tag" } as const;

/** A content that may refer to some tags. */
function contentOf(others: readonly string[]): fc.Arbitrary<TagContent> {
  const key = fc.constantFrom(team, ...others.map(reference));
  const value: fc.Arbitrary<TagValue> = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: key },
  );
  const rule = fc
    .tuple(value, key, fc.constantFrom("is", "notIs", "exists"), fc.constantFrom("a", ...values))
    .map(([to, one, operator, text]): Rule => ({
      to,
      filters: { ...one, operator, ...(operator === "exists" ? {} : { value: text }) } as Rule["filters"],
    }));
  return fc.record({ rules: fc.array(rule, { maxLength: 3 }), defaultValue: value });
}

/** What happens to a tag that another one refers to. `hidden`: the plan does not show the content. */
const fates = ["same", "changed", "staged", "staging", "promoted", "hidden"] as const;
interface Other {
  id: string;
  fate: (typeof fates)[number];
  before: TagContent;
  after: TagContent;
}

const other = (id: string, others: readonly string[]): fc.Arbitrary<Other> =>
  fc.record({
    id: fc.constant(id),
    fate: fc.constantFrom(...fates),
    before: contentOf(others),
    after: contentOf(others),
  });

const planned = (id: string, op: PlannedTag["op"], before?: PlannedContent, after?: PlannedContent): PlannedTag => ({
  urn: `urn:pulumi:dev::e2e::t::${id}`,
  resourceName: id,
  id,
  name: id,
  type: "VirtualTag",
  op,
  ...(before === undefined ? { unreadable: "secret" as const } : { before }),
  ...(after === undefined ? {} : { after }),
});

const declared = (id: string, content: TagContent, setAsLive = true): PlannedContent => ({
  id,
  name: id,
  ...content,
  setAsLive,
});

function plannedOther({ id, fate, before, after }: Other): PlannedTag {
  const [old, now] = [declared(id, before), declared(id, after)];
  const [oldStaged, nowStaged] = [declared(id, before, false), declared(id, after, false)];
  switch (fate) {
    case "same":
      return planned(id, "same", old, old);
    case "changed":
      return planned(id, "update", old, now);
    case "staged":
      return planned(id, "same", oldStaged, oldStaged);
    case "staging":
      return planned(id, "update", old, nowStaged);
    case "promoted":
      return planned(id, "update", oldStaged, now);
    case "hidden":
      return planned(id, "same");
  }
}

/** The values of the tags for one record, by ID. */
type Values = Readonly<Record<string, string | null>>;

function valueOf(content: TagContent, own: string | null, tags: Values): string | null {
  const stated = Object.entries(tags).map(([id, value]) => [`Virtual Tags:virtual_tag:${id}`, value]);
  const result = evaluate(content, { "AWS:tag:team": own, ...(Object.fromEntries(stated) as object) });
  return result.value;
}

/** Every pair of values that the other tags may give a record, before and after. */
function worldsOf(others: readonly Other[], own: string | null): { before: Values; after: Values }[] {
  const isChange = others.some(({ fate }) => fate === "changed" || fate === "promoted");
  const any = [null, "a", ...values];
  let worlds: { before: Values; after: Values }[] = [{ before: {}, after: {} }];
  for (const { id, fate, before, after } of others) {
    worlds = worlds.flatMap((world) => {
      const hasBefore = fate === "same" || fate === "changed" || fate === "staging";
      const olds = hasBefore ? [valueOf(before, own, world.before)] : any;
      return olds.flatMap((old) => {
        // What is live and not in the plan may refer to whatever changes.
        const stays = isChange ? any : [old];
        const news =
          fate === "changed" || fate === "promoted"
            ? [valueOf(after, own, world.after)]
            : hasBefore
              ? [valueOf(before, own, world.after)]
              : stays;
        return news.map((now) => ({ before: { ...world.before, [id]: old }, after: { ...world.after, [id]: now } }));
      });
    });
  }
  return worlds;
}

const scenes = fc.record({
  first: other("S", ["out"]),
  second: other("M", ["out", "S"]),
  before: contentOf(["out", "S", "M"]),
  after: contentOf(["out", "S", "M"]),
});

test("an effect is true in every account that the plan leaves possible", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(scenes, ({ first, second, before, after }) => {
      const tag = planned("T", "update", declared("T", before), declared("T", after));
      const tags = [plannedOther(first), plannedOther(second), tag];
      const review = reviewPlan({ tags, metadata: [], endpoints: [], isComplete: true });
      const effect: Effect | undefined = review.tags.find(({ name }) => name === "T")?.effect;
      const kind = effect?.kind ?? "none";
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      // A tag outside of the plan is like a hidden one.
      const others: Other[] = [{ id: "out", fate: "hidden", before, after }, first, second];
      const records =
        effect?.kind === "different" ? [effect.record["AWS:tag:team"] ?? null] : [null, "a", ...values, "z"];
      for (const own of effect === undefined || effect.kind === "not-decided" ? [] : records) {
        for (const world of worldsOf(others, own)) {
          const result = [valueOf(before, own, world.before), valueOf(after, own, world.after)];
          if (effect?.kind === "different") expect(result).toEqual([effect.before, effect.after]);
          else expect(result[0]).toBe(result[1]);
        }
      }
    }),
    { numRuns: atSize(120, 250) },
  );
  // The test would prove nothing if all was undecided.
  expect(seen.get("same")).toBeGreaterThan(0);
  expect(seen.get("different")).toBeGreaterThan(10);
  expect(seen.get("not-decided")).toBeGreaterThan(10);
});
