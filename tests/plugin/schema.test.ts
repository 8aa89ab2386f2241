/** What the schema says to people, in any language. */
import schema from "../../plugin/schema.json";

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
