import { markIn, markOf, withMark } from "../../provider/mark";

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";

test.each([
  ["a resource", `urn:pulumi:dev::bill::${type}::team`, "(pulumi bill/dev#team)"],
  ["a child", `urn:pulumi:dev::bill::my:index:Team$${type}::team`, "(pulumi bill/dev#my:index:Team$team)"],
  ["a grandchild", `urn:pulumi:dev::bill::my:A$my:B$${type}::team`, "(pulumi bill/dev#my:A$my:B$team)"],
  ["a name with colons and brackets", `urn:pulumi:dev::bill::${type}::a::b (c)`, "(pulumi bill/dev#a::b (c))"],
  [
    "V1's type makes no other owner",
    "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagV1::team",
    "(pulumi bill/dev#team)",
  ],
])("the mark of %s", (_, urn, mark) => {
  expect(markOf(urn)).toBe(mark);
  expect(markIn(withMark("why", mark))).toBe(mark);
  expect(markIn(withMark(undefined, mark))).toBe(mark);
});

test("a text that is no URN has no mark", () => {
  expect(() => markOf("team")).toThrow('"team" is not the URN of a resource.');
});

test.each([undefined, "", "why", "(pulumi bill/dev#team) and more", "closes (so)"])("no mark in %p", (description) => {
  expect(markIn(description)).toBeUndefined();
});

test("a description stands before the mark", () => {
  expect(withMark("Search moved", "(pulumi bill/dev#team)")).toBe("Search moved (pulumi bill/dev#team)");
  expect(withMark("", "(pulumi bill/dev#team)")).toBe("(pulumi bill/dev#team)");
});
