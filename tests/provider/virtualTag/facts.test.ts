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
  const versions = [ours("Staged", "Squad"), shared];
  const differs = {
    name: true,
    names: { written: "Team", live: "Theirs" },
    rules: 0,
    of: 0,
    order: false,
    defaultValue: false,
  };
  const renamedBesideStaged = stateWith({
    ...stagedState(),
    stagedVersionId: "v3",
    __memory: { mark, formerLive: { versionId: "", name: "Team" }, drift: { versionId: "v2", differs } },
  });
  test.each<[string, Scene, string | undefined]>([
    [
      "can't be told, if only the staged one shows after an interrupted run",
      { versions, name: "Squad", stagedRead: "latest", state: stateWith() },
      undefined,
    ],
    [
      "is the tag's, if a person staged a version",
      { versions: [person("Staged"), shared], name: "Theirs", state: stateWith() },
      "Theirs",
    ],
    [
      "is the one that a refresh found, as long as that version is live, although a read shows the staged one",
      {
        versions: [ours("Staged", "Team"), live(person("Shared")), ours("Shared")],
        stagedRead: "latest",
        state: renamedBesideStaged,
      },
      "Theirs",
    ],
  ])("%s", (_, scene, liveName) => {
    expect(facts(scene).name).toBe(liveName);
  });
});

describe("drift", () => {
  const staged = stagedState();
  test.each<[string, Scene, Facts["drift"]]>([
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
    ["a create, after a person restored a version", { versions: [live(restored("Old")), ours("Shared")] }, driftOf(2)],
  ])("%s", (_, scene, drift) => {
    const found = facts(scene).drift;
    // messages.test.ts has what differs.
    expect(found && { ...found, differs: undefined }).toEqual(drift);
  });
});

describe("live, or staged already", () => {
  const stage = { setAsLive: false, defaultValue: "Staged" };
  const versions = [ours("Staged"), shared];
  const known = { versionId: "v2", formerLive: { versionId: "v1", name: "Team" } };
  test.each<[string, Scene, boolean, Facts["staged"]]>([
    ["staged by an interrupted run", { versions, declares: stage, state: stateWith() }, false, known],
    [
      "staged by an interrupted create",
      { versions: [ours("Staged")], declares: stage },
      false,
      { versionId: "v1", formerLive: null },
    ],
    [
      "staged under another name",
      { versions: [ours("Staged", "Squad"), shared], declares: stage, state: stateWith() },
      false,
      undefined,
    ],
  ])("%s", (_, scene, isLive, staged) => {
    expect(facts(scene)).toMatchObject({ isLive, staged });
  });
});
