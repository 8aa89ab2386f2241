/** The schema's form of a tag against the API's. */
import fc from "fast-check";
import type { Problem } from "../../../rules/validate";
import { fromSchemaForm, inSchemaForm, schemaPath } from "../../../stack/state/schemaForm";
import { unknownValue } from "../../../stack/state/unknown";

const key = { costCenter: "AWS", key: "team", type: "tag" };
const condition = { ...key, operator: "is" };

/** A filter of the API. One value may be a text. */
const filter = fc.letrec<{ filter: object; condition: object }>((tie) => ({
  condition: fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 1 })).map((value) => ({ ...condition, value })),
  filter: fc.oneof(
    { maxDepth: 3 },
    tie("condition"),
    fc.array(tie("filter"), { maxLength: 3 }).map((AND) => ({ AND })),
    fc.array(tie("filter"), { maxLength: 3 }).map((OR) => ({ OR })),
  ),
})).filter;
const value = fc.oneof(fc.string(), fc.constant(key));
const tag = fc.record(
  {
    name: fc.string(),
    rules: fc.array(fc.record({ to: value, filters: filter }), { maxLength: 3 }),
    defaultValue: value,
    adopt: fc.oneof(fc.boolean(), fc.uuid()),
    __resourceUrn: fc.string(),
  },
  { requiredKeys: ["name", "rules", "defaultValue"] },
);

test("to the schema and back, only a single value becomes a list", () => {
  fc.assert(
    fc.property(tag, (api) => {
      const problems: Problem[] = [];
      const schema = inSchemaForm(api);
      const back = fromSchemaForm(schema, problems);
      expect(problems).toEqual([]);
      expect(inSchemaForm(back)).toEqual(schema);
      const listed = JSON.parse(
        JSON.stringify(api, (name, one: unknown) => (name === "value" && typeof one === "string" ? [one] : one)),
      ) as object;
      expect(back).toEqual(listed);
    }),
  );
});

test("in the schema, no property has two types", () => {
  fc.assert(
    fc.property(tag, (api) => {
      const { rules, defaultValue, defaultValueKey, adopt, adoptId } = inSchemaForm(api) as Record<string, unknown>;
      expect(typeof (defaultValue ?? "")).toBe("string");
      expect(typeof (defaultValueKey ?? {})).toBe("object");
      expect(typeof (adopt ?? true)).toBe("boolean");
      expect(typeof (adoptId ?? "")).toBe("string");
      for (const { to, toKey } of rules as { to?: unknown; toKey?: unknown }[]) {
        expect([typeof to, typeof toKey]).toContain("undefined");
        expect(typeof (to ?? "")).toBe("string");
      }
    }),
  );
});

const whole = { name: "a", rules: [], defaultValue: "x" };
const rules = (rule: object): object => ({ ...whole, rules: [rule] });

test.each([
  { problem: "both", given: rules({ to: "a", toKey: key, filters: condition }), path: "rules[0].toKey" },
  { problem: "a key as the text", given: rules({ to: key, filters: condition }), path: "rules[0].to" },
  { problem: "a text as the key", given: rules({ toKey: "a", filters: condition }), path: "rules[0].toKey" },
  { problem: "neither", given: rules({ filters: condition }), path: "rules[0].to" },
  { problem: "a number", given: rules({ to: 5, filters: condition }), path: "rules[0].to" },
  { problem: "a key as the default", given: { ...whole, defaultValue: key }, path: "defaultValue" },
  { problem: "both defaults", given: { ...whole, defaultValueKey: key }, path: "defaultValueKey" },
  { problem: "no default", given: { ...whole, defaultValue: undefined }, path: "defaultValue" },
  { problem: "an ID as the flag", given: { ...whole, adopt: "id" }, path: "adopt" },
  { problem: "a flag as the ID", given: { ...whole, adoptId: true }, path: "adoptId" },
  { problem: "an empty ID", given: { ...whole, adoptId: "" }, path: "adoptId" },
  { problem: "a flag and an ID", given: { ...whole, adopt: true, adoptId: "id" }, path: "adoptId" },
])("a problem names the property of the schema: $problem", ({ given, path }) => {
  const problems: Problem[] = [];
  fromSchemaForm(given as Record<string, unknown>, problems);
  expect(problems.map((problem) => problem.path)).toEqual([path]);
});

test("`adopt: false` stands beside `adoptId`", () => {
  const problems: Problem[] = [];
  expect(fromSchemaForm({ ...whole, adopt: false, adoptId: "id" }, problems)).toEqual({ ...whole, adopt: "id" });
  expect(problems).toEqual([]);
});

test("an unknown value stays with the property that the program gave", () => {
  const given = { rules: [{ toKey: unknownValue }, { to: unknownValue }], defaultValueKey: unknownValue };
  expect(inSchemaForm(fromSchemaForm(given), given)).toEqual(given);
});

test("moments are texts", () => {
  const { rules: [rule] = [] } = inSchemaForm(
    rules({ to: "a", filters: condition, timeframe: { from: 1_700_000_000_000 } }) as Record<string, unknown>,
  ) as { rules?: { timeframe: object }[] };
  expect(rule?.timeframe).toEqual({ from: "2023-11-14T22:13:20Z" });
});

test.each([
  { path: "rules[1].to.key", shown: "rules[1].toKey.key" },
  { path: "rules[1].to", shown: "rules[1].toKey" },
  { path: "rules[0].to", shown: "rules[0].to" },
  { path: "rules[1].timeframe.to", shown: "rules[1].timeframe.to" },
  { path: "defaultValue.costCenter", shown: "defaultValueKey.costCenter" },
  { path: "adopt", shown: "adoptId" },
  { path: "name", shown: "name" },
])("the path $path is $shown", ({ path, shown }) => {
  expect(schemaPath(path, { rules: [{ to: "a" }, { to: key }], defaultValue: key, adopt: "id" })).toBe(shown);
});
