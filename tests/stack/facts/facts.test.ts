/** What a state says of a tag, and what of it is live. */
import { leftInReport, leftOf } from "../../../stack/facts/left";
import type { VirtualTagState } from "../../../stack/state/virtualTag";
import { urnOf } from "../../cli/commands/drift/state";
import { isContentBeside } from "../../../stack/facts/beside";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../cli/commands/drift/sides";
import { withIgnored } from "../../../stack/facts/ignored";

const content = { rules: [], defaultValue: "x" };
const mark = "(pulumi shop/prod#team)";
const formerLive = { versionId: "v1", name: "Old" };
const drift = { by: "ines@example.com", versionId: "v3", previous: "v1" };
const state: VirtualTagState = { name: "Team", ...content, __resourceUrn: urnOf("team"), __memory: { mark } };
const shown = (change: object): ReturnType<typeof leftInReport> =>
  leftInReport({ ...state, ...change }, [urnOf("former"), urnOf("team")]);

test("both are plain data", () => {
  const staged = { ...state, stagedVersionId: "v2", __memory: { mark, formerLive, drift } };
  for (const left of [leftOf(staged), shown({ stagedVersionId: "v2", __report: { drift } })])
    expect(JSON.parse(JSON.stringify(left))).toEqual(left);
});

test("the provider knows all of it", () => {
  const written = { name: "Team", ...content };
  const found = { ...state, name: "Theirs", defaultValue: "theirs", __memory: { mark, drift, written } };
  expect(leftOf(found)).toMatchObject({
    lastMark: { value: mark },
    name: { value: "Team" },
    content: { value: content },
    found: { drift, name: "Theirs", content: { defaultValue: "theirs" } },
  });
  expect(leftOf({ ...state, stagedVersionId: "v2", __memory: { formerLive } }).staged).toEqual({
    versionId: "v2",
    beside: { value: formerLive },
  });
});

const told = { name: { value: "Team" }, content: { value: content } };
test.each<[string, object, object]>([
  ["nothing has happened", {}, { ...told, staged: undefined, found: undefined }],
  ["a version is staged", { stagedVersionId: "v2" }, { ...told, staged: { versionId: "v2", beside: "encrypted" } }],
  ["a refresh found drift", { __report: { drift } }, { ...told, content: "encrypted", found: { drift } }],
  [
    "a refresh found another name",
    { __report: { drift: { ...drift, isRenamed: true } } },
    { name: "encrypted", content: "encrypted" },
  ],
  [
    "a refresh found drift beside a staged version",
    { stagedVersionId: "v2", __report: { drift } },
    { name: "encrypted", content: told.content },
  ],
])("without the key, if %s", (_, change, left) => {
  expect(shown(change)).toMatchObject({ marks: ["(pulumi shop/prod#former)", mark], lastMark: "encrypted", ...left });
});

/** Without the key of the state: whether a content was live beside a staged version. */
describe("beside a staged version, without the key of the state", () => {
  const staged: Row = { id: "v2", description: own };
  const before: Row = { id: "v1", content: written };
  const live: Row = { id: "v3", isLive: true };

  test.each<[string, Row[], object, boolean | "encrypted"]>([
    ["yes, as a version before the staged one", [live, staged, before], {}, true],
    ["no, if the version before it has another content", [live, staged, { ...before, content: theirs }], {}, false],
    ["no, if the version before it is gone", [live, staged, { id: "v1" }], {}, false],
    [
      "maybe, if the staged version is gone, so that nothing shows what came before it",
      [live, before],
      {},
      "encrypted",
    ],
    ["yes, as the version that a refresh names", [live, before], found({ previous: "v1" }), true],
    ["maybe, if a later run saved it", [{ ...live, description: own }, staged, { id: "v1" }], {}, "encrypted"],
  ])("%s", (_, versions, outputs, expected) => {
    const { left } = declared({ ...stagedBy("v2"), ...outputs });
    expect(isContentBeside(seen(versions), written, left, "v2")).toBe(expected);
  });
});

/** The paths of `ignoreChanges`. */
describe("ignoreChanges", () => {
  const written = {
    rules: [
      { to: "A", at: 1 },
      { to: "B", at: 2 },
    ],
    "a b": { c: "x" },
    kept: 1,
  };
  const live = {
    rules: [
      { to: "C", at: 3 },
      { to: "D", at: 4 },
      { to: "E", at: 5 },
    ],
    "a b": { c: "y" },
    other: 2,
  };

  test.each<[string, object]>([
    ["rules", { ...written, rules: live.rules }],
    ["rules[1].to", { ...written, rules: [written.rules[0], { to: "D", at: 2 }] }],
    [
      "rules[*].to",
      {
        ...written,
        rules: [
          { to: "C", at: 1 },
          { to: "D", at: 2 },
        ],
      },
    ],
    ["rules[2]", written],
    ["rules[0].none.deeper", written],
    ["rules.to", written],
    ['["a b"].c', { ...written, "a b": live["a b"] }],
    ["*", { rules: live.rules, "a b": live["a b"], kept: 1 }],
    ["other", written],
    ["kept", written],
    ["rules[", written],
    ["__proto__", written],
  ])("%s", (path, expected) => {
    expect(withIgnored(written, live, [path])).toEqual(expected);
  });

  test("paths add up", () => {
    expect(withIgnored(written, live, ["rules[0].to", "rules[1].at"]).rules).toEqual([
      { to: "C", at: 1 },
      { to: "B", at: 4 },
    ]);
  });
});
