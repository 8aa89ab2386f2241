import { propertiesOf, structOf } from "../../plugin/properties";

test("properties travel as they are", () => {
  const properties = { text: "a", number: 1.5, flag: false, none: null, list: [{ a: [] }, "b"], object: { b: {} } };
  expect(propertiesOf(structOf(properties))).toEqual(properties);
});

test("a secret is marked in an answer, and the mark is left out of a request, at any depth", () => {
  const struct = structOf({ a: { b: 1 }, c: 2 }, ["a"]);
  expect(JSON.stringify(struct.toJavaScript())).toContain("1b47061264138c4ac30d75fd1eb44270");
  expect(propertiesOf(structOf({ list: [struct.toJavaScript()] }))).toEqual({ list: [{ a: { b: 1 }, c: 2 }] });
});
