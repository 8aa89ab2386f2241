/** What an observation means, and what a state knows. */
import { type Facts, factsFor, ownerIn } from "../../../provider/virtualTag/facts";
import type { PresentTag } from "../../../stack/facts/seen";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import { mark } from "./account";
import {
  driftOf,
  live,
  observationOf,
  otherMark,
  others,
  ours,
  person,
  restored,
  type Saved,
  type Shown,
  stagedState,
  stateWith,
  wants,
} from "./decide/observation";

interface Scene extends Shown {
  versions: Saved[];
  declares?: Partial<VirtualTagInputs>;
  /** Undefined: a create. */
  state?: VirtualTagState | undefined;
}

function facts({ versions, declares = {}, state, ...shown }: Scene): Facts {
  const wanted = state === undefined ? wants("create", declares) : wants("update", declares, state);
  return factsFor(observationOf(versions, shown, wanted).seen as PresentTag, wanted);
}
const shared = live(ours("Shared"));
const adopted = stateWith({ __memory: { versionCount: 1 } });

describe("owner", () => {
  test.each<[string, Scene, string | undefined, boolean]>([
    ["the newest mark counts", { versions: [live(others("Shared")), ours("Shared")] }, otherMark, false],
    ["a staged version's mark counts", { versions: [others("Staged"), shared] }, otherMark, false],
    ["a person's version has no mark", { versions: [live(person("Theirs")), ours("Shared")] }, mark, true],
    ["no version has a mark", { versions: [live(person("Shared"))] }, undefined, false],
    ["unread versions: the mark in the state", { versions: [shared], isUnread: true, state: stateWith() }, mark, true],
    ["unread versions of an adopted tag", { versions: [shared], isUnread: true, state: adopted }, undefined, false],
    [
      "the mark that the stack wrote last is its own",
      { versions: [live(others("Shared"))], state: stateWith({ __memory: { mark: otherMark } }) },
      otherMark,
      true,
    ],
  ])("%s", (_, scene, owner, isOwner) => {
    const found = facts(scene);
    expect([ownerIn(found), found.owner.kind === "us"]).toEqual([owner, isOwner]);
  });
});

describe("live name", () => {
  const squad = { name: "Squad", stagedRead: "latest" } as const;
  const versions = [ours("Staged", "Squad"), shared];
  test.each<[string, Scene, string | undefined]>([
    ["is the tag's, if the newest version is live", { versions: [shared], name: "Theirs" }, "Theirs"],
    ["is the tag's, if a read shows it", { versions, state: stagedState({ name: "Squad" }) }, "Team"],
    [
      "is the former one, if a read shows the staged one",
      { versions, ...squad, state: stagedState({ name: "Squad" }) },
      "Team",
    ],
    [
      "can't be told, if only the staged one shows after an interrupted run",
      { versions, ...squad, state: stateWith() },
      undefined,
    ],
    [
      "is the tag's, if a person staged a version",
      { versions: [person("Staged"), shared], name: "Theirs", state: stateWith() },
      "Theirs",
    ],
  ])("%s", (_, scene, liveName) => {
    expect(facts(scene).name).toBe(liveName);
  });
});

describe("drift", () => {
  const state = stateWith();
  const staged = stagedState();
  test.each<[string, Scene, Facts["drift"]]>([
    ["none", { versions: [shared], state }, undefined],
    ["content", { versions: [live(person("Theirs")), ours("Shared")], state }, driftOf(2)],
    ["a name", { versions: [live(person("Shared")), ours("Shared")], name: "Theirs", state }, driftOf(2)],
    [
      "none: saved by a person, with the same content",
      { versions: [live(person("Shared")), ours("Shared")], state },
      undefined,
    ],
    ["none: saved by an interrupted run", { versions: [live(ours("New")), ours("Shared")], state }, undefined],
    ["a restore, although it keeps the mark", { versions: [live(restored("Old")), ours("Shared")], state }, driftOf(2)],
    ["none: staged by a person", { versions: [person("Staged"), shared], state }, undefined],
    [
      "beside a staged version",
      { versions: [live(person("Theirs")), ours("Staged"), ours("Shared")], state: staged },
      driftOf(3),
    ],
    [
      "none: the former live content, saved again",
      { versions: [live(person("Shared")), ours("Staged"), ours("Shared")], state: staged },
      undefined,
    ],
    ["none: nothing is live", { versions: [ours("Staged")], state: staged }, undefined],
    ["a create knows only the mark: another's", { versions: [live(person("Shared"))] }, driftOf(1)],
    ["a create knows only the mark: its own", { versions: [live(ours("Old"))] }, undefined],
    ["a create, after a person restored a version", { versions: [live(restored("Old")), ours("Shared")] }, driftOf(2)],
  ])("%s", (_, scene, drift) => {
    const found = facts(scene).drift;
    // messages.test.ts has what differs.
    expect(found && { ...found, differs: undefined }).toEqual(drift);
  });
});

test("an interrupted save is told only if it is not in the state", () => {
  expect(facts({ versions: [live(ours("New")), ours("Shared")], state: stateWith() }).change.kind).toBe("ownRun");
  expect(facts({ versions: [shared], state: stateWith() }).change.kind).toBe("none");
});

test("saved since: others made a version live after this resource's last save", () => {
  expect(facts({ versions: [live(person("Theirs")), ours("Shared")] }).isSavedSince).toBe(true);
  expect(facts({ versions: [ours("Staged"), live(person("Theirs"))] }).isSavedSince).toBe(false);
});

describe("live, or staged already", () => {
  const stage = { setAsLive: false, defaultValue: "Staged" };
  const versions = [ours("Staged"), shared];
  const known = { versionId: "v2", formerLive: { versionId: "v1", name: "Team" } };
  test.each<[string, Scene, boolean, Facts["staged"]]>([
    ["live", { versions: [shared], state: stateWith() }, true, undefined],
    ["live under another name", { versions: [shared], name: "Theirs", state: stateWith() }, false, undefined],
    ["staged, as the state says", { versions, declares: stage, state: stagedState() }, false, known],
    ["staged by an interrupted run", { versions, declares: stage, state: stateWith() }, false, known],
    [
      "staged by an interrupted create",
      { versions: [ours("Staged")], declares: stage },
      false,
      { versionId: "v1", formerLive: null },
    ],
    [
      "staged, but not declared so",
      { versions, declares: { defaultValue: "Staged" }, state: stagedState() },
      false,
      undefined,
    ],
    [
      "another content is staged",
      { versions, declares: { ...stage, defaultValue: "New" }, state: stateWith() },
      false,
      undefined,
    ],
    [
      "staged under another name",
      { versions: [ours("Staged", "Squad"), shared], declares: stage, state: stateWith() },
      false,
      undefined,
    ],
    [
      "staged by another resource",
      { versions: [others("Staged"), shared], declares: stage, state: stateWith() },
      false,
      undefined,
    ],
  ])("%s", (_, scene, isLive, staged) => {
    expect(facts(scene)).toMatchObject({ isLive, staged });
  });
});
