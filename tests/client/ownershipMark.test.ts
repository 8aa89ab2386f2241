import { isSaveOf, markIn, markOf, stagedNameIn, withMark, withStagedName } from "../../client/ownershipMark";

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";

test.each([
  ["a resource", `urn:pulumi:dev::bill::${type}::team`, "(pulumi bill/dev#team)"],
  ["a child", `urn:pulumi:dev::bill::my:index:Team$${type}::team`, "(pulumi bill/dev#my:index:Team$team)"],
  ["a grandchild", `urn:pulumi:dev::bill::my:A$my:B$${type}::team`, "(pulumi bill/dev#my:A$my:B$team)"],
  ["a name with colons and brackets", `urn:pulumi:dev::bill::${type}::a::b (c)`, "(pulumi bill/dev#a::b (c))"],
  ["a name that holds a mark", `urn:pulumi:dev::bill::${type}::x (pulumi a/b#c)`, "(pulumi bill/dev#x (pulumi a/b#c))"],
  ["a name with a bracket left over", `urn:pulumi:dev::bill::${type}::x)`, "(pulumi bill/dev#x))"],
  [
    "V1's type makes no other owner",
    "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagV1::team",
    "(pulumi bill/dev#team)",
  ],
])("the mark of %s", (_, urn, mark) => {
  expect(markOf(urn)).toBe(mark);
  expect(markIn(withMark("why", mark))).toBe(mark);
  expect(markIn(withMark("as in (pulumi a/b#c)", mark))).toBe(mark);
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

const own = "(pulumi bill/dev#team)";

test.each(["Squad", 'The "Squad" \\ (two)', "(named", ""])("a staged name is read as it was written: %p", (name) => {
  for (const why of [undefined, "why", '(named "Other")']) {
    expect(stagedNameIn(withStagedName(why, name, own))).toBe(name);
    expect(markIn(withStagedName(why, name, own))).toBe(own);
  }
});

test.each([undefined, "why", own, `(named "\\q") ${own}`, `(named "Squad") why ${own}`, '(named "Squad")'])(
  "no staged name in %p",
  (description) => {
    expect(stagedNameIn(description)).toBeUndefined();
  },
);

test.each([undefined, "why", "Restore version 7", "Restore version 7 of the rules"])(
  "what a program says of its save makes it no person's restore: %p",
  (description) => {
    expect(isSaveOf(own, withMark(description, own))).toBe(true);
  },
);

test("a restore of the command line keeps the mark, and is no save of the program", () => {
  expect(isSaveOf(own, withMark("Restore version d62fbfef of 2026-03-01T01:00:00.000Z", own))).toBe(false);
  expect(isSaveOf(own, "(pulumi bill/dev#other)")).toBe(false);
});
