/** What an operation wants, and what a state knows. */
import type { VirtualTag } from "../../../client";
import { canSkipVersions, isUnchanged } from "../../../provider/virtualTag/observe";
import type { VirtualTagState } from "../../../stack/state/virtualTag";
import { knownOf, overwrittenOf, wantedOf } from "../../../provider/virtualTag/wanted";
import type { Filter, TagContent } from "../../../rules/types";
import { content, inputs, mark, urn } from "./account";
import { driftOf, otherMark, stagedState, stateWith } from "./decide/observation";

test("the defaults: live, without adoption", () => {
  expect(wantedOf("create", urn("team"), content)).toEqual({
    goal: "create",
    id: undefined,
    urn: urn("team"),
    mark,
    declared: content,
    changeDescription: undefined,
    setAsLive: true,
    adopt: false,
    ignored: [],
    known: undefined,
  });
});

test("without a URN, nothing can be owned (CA2024)", () => {
  expect(() => wantedOf("create", undefined, content)).toThrow(expect.objectContaining({ code: "CA2024" }) as Error);
});

describe("what a state knows", () => {
  test("what the stack wrote, and by which marks the tag is its own", () => {
    const state = stateWith({ __memory: { mark: otherMark, seenAt: "then", versionCount: 3, drift: driftOf(2) } });
    expect(knownOf(state, mark)).toMatchObject({
      written: content,
      seenAt: "then",
      versionCount: 3,
      left: {
        lastMark: { value: otherMark },
        marks: [mark, otherMark],
        name: { value: content.name },
        staged: undefined,
        found: { drift: driftOf(2), name: content.name },
        writtenBy: { api: "v2" },
      },
    });
  });

  test("the staged version, and what was live beside it", () => {
    const formerLive = { versionId: "v1", name: "Team" };
    expect(knownOf(stagedState()).left.staged).toEqual({ versionId: "v2", beside: { value: formerLive } });
    const staged = { versionId: "v1", beside: { value: null } };
    expect(knownOf(stateWith({ stagedVersionId: "v1" })).left.staged).toEqual(staged);
  });

  test("a state of VirtualTagV1 has no mark: the resource's former URN counts", () => {
    const state = stateWith({ __resourceUrn: urn("team", "prod"), __memory: {} });
    const known = knownOf({ ...state, isCaseSensitive: true } as VirtualTagState, mark);
    expect(known).toMatchObject({
      left: { writtenBy: { api: "v1" }, lastMark: { value: undefined }, marks: [mark, otherMark] },
      versionCount: 0,
    });
  });
});

describe("a tag is as the stack left it", () => {
  const state = stateWith();
  const tag: VirtualTag = {
    ...content,
    id: "id-1",
    rules: [...content.rules],
    updatedBy: "emulator@example.com",
    updatedAt: state.__memory?.seenAt ?? "",
  };
  test.each<[string, Partial<VirtualTag>, boolean]>([
    ["by date, author, name and content", {}, true],
    ["unless the date differs", { updatedAt: "2026-02-01T00:00:00.000Z" }, false],
    ["unless the author differs", { updatedBy: "ines@example.com" }, false],
    ["unless the name differs", { name: "Theirs" }, false],
    ["unless the content differs", { defaultValue: "Theirs" }, false],
  ])("%s", (_, change, expected) => {
    expect(isUnchanged({ ...tag, ...change }, knownOf(state))).toBe(expected);
  });

  test("unless the stack does not know when it saw it", () => {
    expect(isUnchanged(tag, knownOf(stateWith({ __memory: { mark } })))).toBe(false);
  });
});

test("of a tag that V1 wrote, its case and the types that V2 adds are no change, and a name is", () => {
  const condition = { costCenter: "AWS", key: "team", operator: "exists" } as const;
  const contentOf = (change: object): TagContent => ({
    rules: [{ to: "Web", filters: { ...condition, ...change } as Filter }],
    defaultValue: "x",
  });
  const live = contentOf({});
  const declared = { name: "Team", ...contentOf({ type: "tag" }) };
  const known = knownOf({ ...stateWith(contentOf({ key: "Team" })), isCaseSensitive: false } as VirtualTagState, mark);
  expect(overwrittenOf(declared, live, "Team", known)).toEqual([]);
  expect(overwrittenOf(declared, live, "Theirs", known)).toEqual(["name"]);
  expect(overwrittenOf(declared, { ...live, defaultValue: "theirs" }, "Team", known)).toContain("defaultValue");
});

describe("the versions need not be read", () => {
  const memory = { mark, seenAt: "then", versionCount: 1 };
  test.each<[string, "create" | "update" | "delete", Partial<VirtualTagState>, boolean, boolean]>([
    ["for an update", "update", {}, true, true],
    ["but for a create", "create", {}, true, false],
    ["but for a delete", "delete", {}, true, false],
    ["but to stage", "update", {}, false, false],
    ["but while a version is staged", "update", { stagedVersionId: "v2" }, true, false],
    ["but after drift", "update", { __memory: { ...memory, drift: driftOf(2) } }, true, false],
    ["but for a long history", "update", { __memory: { ...memory, versionCount: 95 } }, true, false],
  ])("%s", (_, goal, change, setAsLive, expected) => {
    const state = stateWith(change);
    const before = goal === "create" ? undefined : { id: "id-1", state };
    expect(canSkipVersions(wantedOf(goal, urn("team"), { ...inputs, setAsLive }, before))).toBe(expected);
  });
});
