import fc from "fast-check";
import {
  isKeptAs,
  isSaveOf,
  markIn,
  markOf,
  ownerOf,
  restoreDescription,
  stagedNameIn,
  withMark,
  withoutMark,
} from "../../client/ownershipMark";

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

test.each([
  undefined,
  "",
  "why",
  "(pulumi bill/dev#team) and more",
  "closes (so)",
  "of no resource (pulumi bill/dev#)",
  "(fixes org/repo#12)",
])("no mark in %p", (description) => {
  expect(markIn(description)).toBeUndefined();
});

test.each(["terraform", "opentofu"])("a mark of %s has another owner, by name", (engine) => {
  const mark = `(${engine} bill/dev#team)`;
  for (const description of [mark, `why ${mark}`, `${mark}: why`]) expect(markIn(description)).toBe(mark);
  expect(ownerOf(mark)).toBe(`${engine} bill/dev#team`);
});

test("a description stands before the mark", () => {
  expect(withMark("Search moved", "(pulumi bill/dev#team)")).toBe("Search moved (pulumi bill/dev#team)");
  expect(withMark("", "(pulumi bill/dev#team)")).toBe("(pulumi bill/dev#team)");
});

const own = "(pulumi bill/dev#team)";

test.each(["Squad", 'The "Squad" \\ (two)', "(named", ""])("a staged name is read as it was written: %p", (name) => {
  for (const why of [undefined, "why", '(named "Other")']) {
    expect(stagedNameIn(withMark(why, own, name))).toBe(name);
    expect(markIn(withMark(why, own, name))).toBe(own);
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
  const restore = restoreDescription("d62fbfef-0000-4000-8000-000000000000".repeat(2), "2026-03-01T01:00:00.000Z", own);
  expect(markIn(restore)).toBe(own);
  expect(isSaveOf(own, restore)).toBe(false);
  // Cut off, it is anybody's.
  expect(isSaveOf(own, restore.slice(0, -1))).toBe(false);
  expect(isSaveOf(own, "(pulumi bill/dev#other)")).toBe(false);
});

const why = "Because the platform team asked for it. ".repeat(4).trimEnd();

describe("a long description", () => {
  test("has its mark in front, and a staged name behind that", () => {
    expect(withMark(why, own)).toBe(`${own}: ${why}`);
    expect(withMark(why, own, "Squad")).toBe(`${own}: (named "Squad") ${why}`);
    expect(stagedNameIn(withMark(why, own, "Squad"))).toBe("Squad");
    expect(isSaveOf(own, withMark(why, own))).toBe(true);
    expect(withoutMark(withMark(why, own))).toBe(why);
  });

  test("with its mark at the end is read as before", () => {
    expect(markIn(`${why} ${own}`)).toBe(own);
    expect(withoutMark(`${why} ${own}`)).toBe(why);
    expect(stagedNameIn(`${why} (named "Squad") ${own}`)).toBe("Squad");
  });

  test("gives no staged name that a person's words only look like", () => {
    expect(stagedNameIn(`${own}: why (named "Squad")`)).toBeUndefined();
  });
});

/** Words and names as they come, and as they can be taken for a mark. */
const words = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(own, ":", ")", "(", "(pulumi", "\u00e9", "e\u0301"),
    ),
  )
  .map((parts) => parts.join(" "));
const looksLikeNoMark = (text: string): boolean => !text.includes("(pulumi") && !text.includes("):");
const isBalanced = (text: string): boolean => text.split("(").length === text.split(")").length;
const marks = words
  .filter((name) => name !== "" && looksLikeNoMark(name) && isBalanced(name))
  .map((name) => markOf(`urn:pulumi:dev::bill::${type}::${name}`));

test("every mark is read as it was written, whatever stands beside it", () => {
  fc.assert(
    fc.property(words, marks, fc.option(words, { nil: undefined }), (text, mark, name) => {
      const description = withMark(text, mark, name);
      expect(markIn(description)).toBe(mark);
      if (looksLikeNoMark(text) && name !== undefined) expect(stagedNameIn(description)).toBe(name.normalize("NFC"));
    }),
    { numRuns: 1_000 },
  );
});

test("a cut of a long description leaves the mark, if as much is kept", () => {
  fc.assert(
    fc.property(
      words.filter(looksLikeNoMark),
      fc.nat({ max: 300 }),
      fc.constantFrom("", "...", "\u2026"),
      (text, length, end) => {
        const description = withMark(`${why}${text}`, own);
        const kept = `${Array.from(description)
          .slice(0, own.length + 1 + length)
          .join("")}${end}`;
        expect(markIn(kept)).toBe(own);
        expect(isKeptAs(description, kept)).toBe(true);
        expect(isKeptAs(withMark("Another", own), kept)).toBe(false);
      },
    ),
  );
});

test.each([
  ["looks like a mark that never ends", `(pulumi a/b#${"(x):".repeat(250_000)}`],
  ["looks like a mark that begins again and again", `${"(pulumi a/b#(".repeat(80_000)})`],
  ["has a project without an end", `${"(pulumi aaaa".repeat(80_000)})`],
  ["has a staged name without an end", `${'(named "\\"'.repeat(100_000)} (pulumi a/b#c)`],
])("a megabyte of change description that %s is read in linear time", (_, text) => {
  // In quadratic time, this takes hours.
  expect(withoutMark(text)?.length).toBeGreaterThan(900_000);
  expect(stagedNameIn(text)).toBeUndefined();
});
