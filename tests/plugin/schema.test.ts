/** What the schema says to people, in any language. */
import schema from "../../plugin/schema.json";
import { asNamed } from "../../plugin/functions";
import { propertiesOf, structOf } from "../../plugin/properties";

/** The descriptions by their places, and the places of properties without one. */
function described(part: unknown, place = ""): [string, string | undefined][] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]): [string, string | undefined][] => {
    const own = `${place}/${name}`;
    if (name === "description" && typeof value === "string") return [[place, value]];
    const isProperty = /\/(?:properties|inputProperties|variables)$/u.test(place);
    const isBare = isProperty && typeof (value as { description?: unknown }).description !== "string";
    return [...(isBare ? [[own, undefined] as [string, undefined]] : []), ...described(value, own)];
  });
}

const descriptions = described(schema);
const inputs = /\/inputProperties\/|\/inputs\/properties\/|\/variables\//u;

test("every setting and argument has a description", () => {
  expect(descriptions.filter(([place, text]) => inputs.test(place) && text === undefined)).toEqual([]);
  expect(descriptions.length).toBeGreaterThan(150);
});

test("every type is used", () => {
  const text = JSON.stringify(schema);
  expect(Object.keys(schema.types).filter((token) => !text.includes(`"#/types/${token}"`))).toEqual([]);
});

test("no description names what only TypeScript has", () => {
  const onlyThere =
    /\b(?:Date|undefined|Output|Input|Promise|constructor|throws?|JavaScript|TypeScript|Node\.js|milliseconds)\b|\w\(|a string, or a key|an ID adopts/u;
  expect(descriptions.filter(([, text]) => onlyThere.test(text ?? ""))).toEqual([]);
});

describe("what the schema does not name", () => {
  const { types, functions } = schema;

  test("what the schema does not name is left out at any depth, and custom metadata stays as it is", () => {
    const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["a"] };
    const rule = { to: "A", filters: { OR: [filters] } };
    const tag = { id: "1", name: "Team", rules: [rule] };
    const more = { ...tag, rules: [{ ...rule, filters: { OR: [{ ...filters, isNew: true }] }, isNew: 1 }], isNew: {} };
    const { outputs } = functions["costallocation:index:getVirtualTags"];
    expect(asNamed({ virtualTags: [more] }, outputs, types)).toEqual({ virtualTags: [tag] });
    const metadata = { A: { groups: ["g"], customMetadata: { anything: { at: [{ all: null }] } } } };
    const { outputs: ofMetadata } = functions["costallocation:index:getVirtualTagMetadata"];
    expect(asNamed({ metadata: { A: { ...metadata.A, isNew: 1 } } }, ofMetadata, types)).toEqual({ metadata });
  });
});

describe("properties on the wire", () => {
  test("properties travel as they are", () => {
    const properties = { text: "a", number: 1.5, flag: false, none: null, list: [{ a: [] }, "b"], object: { b: {} } };
    expect(propertiesOf(structOf(properties))).toEqual(properties);
  });

  test("a secret is marked in an answer, and the mark is left out of a request, at any depth", () => {
    const struct = structOf({ a: { b: 1 }, c: 2 }, ["a"]);
    expect(JSON.stringify(struct.toJavaScript())).toContain("1b47061264138c4ac30d75fd1eb44270");
    expect(propertiesOf(structOf({ list: [struct.toJavaScript()] }))).toEqual({ list: [{ a: { b: 1 }, c: 2 }] });
  });
});
