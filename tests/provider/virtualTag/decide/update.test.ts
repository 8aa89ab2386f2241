/** What an update decides: one row for each combination that the documentation promises. */
import type { VirtualTagState } from "../../../../stack/state/virtualTag";
import { driftOf, id, live, otherMark, ours, person, restored, stagedState, stateWith } from "./observation";
import {
  adopt,
  byOther,
  byPerson,
  change,
  edited,
  listed,
  refuse,
  seen,
  shared,
  squad,
  stage,
  stagedByOther,
  stagedByPerson,
  stageStaged,
  takenOverBy,
  testRows,
  urnB,
  type Expected,
} from "./rows";

describe("update: nobody else has changed the tag", () => {
  const fromV1 = { state: { ...stateWith({ __memory: {} }), isCaseSensitive: true } as VirtualTagState };
  const oldMark = "(pulumi bill/old#team)";
  const byOldStack = [live({ ...ours("Shared"), description: oldMark })];
  const oldStack = { state: stateWith({ __memory: { mark: oldMark, seenAt: "", versionCount: 1 } }) };
  const many = [...shared, ...Array.from({ length: 93 }, () => person("Old"))];
  const oldest = expect.objectContaining({ id: "v1" }) as object;
  const isTaken = (isHeld: boolean): Expected => [
    "refuse",
    { nameTaken: { name: "Squad", others: listed("id-2"), isHeld } },
  ];
  const named = ["id-2"];
  testRows("update", [
    ["refuses a tag that was not found", [], {}, ["refuse", { notFound: { id, name: "Team" } }]],
    ["saves a change", shared, change, ["save"]],
    ["saves a change if the versions were not read", shared, change, ["save"], { isUnread: true }],
    ["saves nothing that is live already", shared, {}, ["keep"]],
    ["saves another name", shared, squad, ["save"]],
    ["refuses a name that another tag has", shared, squad, isTaken(false), { named }],
    [
      "refuses a name that another resource of this run has",
      shared,
      squad,
      isTaken(true),
      { named, run: takenOverBy(urnB, "ID-2") },
    ],
    [
      "saves over what an interrupted run saved",
      [live(ours("Other")), ours("Shared")],
      change,
      ["save", { interruptedRun: {} }],
      refuse,
    ],
    ["keeps what an interrupted run saved", [live(ours("New")), ours("Shared")], change, ["keep"], refuse],
    ["saves the mark of a renamed stack, once", byOldStack, {}, ["save"], { ...oldStack, ...refuse }],
    [
      "saves the mark of a renamed stack if the service keeps no version with the old one",
      byPerson,
      {},
      ["save"],
      oldStack,
    ],
    ["saves the mark if the versions were not read", byOldStack, {}, ["save"], { ...oldStack, isUnread: true }],
    ["keeps the mark that an interrupted run saved", shared, {}, ["keep"], { ...oldStack, ...refuse }],
    [
      "stages the mark of what is staged",
      [{ ...ours("Staged"), description: oldMark }, ...byOldStack],
      stageStaged,
      ["stage"],
      { state: { ...stagedState(), __memory: { ...stagedState().__memory, mark: oldMark } } },
    ],
    ["saves a change of a renamed stack", byOldStack, change, ["save"], oldStack],
    ["warns of a long history", many, change, ["save", { manyVersions: { count: 95, oldest } }]],
    ["doesn't warn before", many.slice(1), change, ["save"]],
    ["saves the mark of a tag of VirtualTagV1", byPerson, {}, ["save"], fromV1],
    [
      "refuses drift of a tag of VirtualTagV1",
      [live(person("Theirs")), person("Shared")],
      {},
      ["refuse", { driftOfV1: { drift: driftOf(2) } }],
      { ...fromV1, ...refuse },
    ],
  ]);
});

describe("update: somebody changed the tag outside Pulumi", () => {
  const drift = driftOf(2);
  const overwritten: Expected = ["save", { driftOverwritten: { drift } }];
  const refused: Expected = ["refuse", { driftNotOverwritten: { drift } }];
  const newName = [live(person("Shared")), ours("Shared")];
  const asTheirs = { defaultValue: "Theirs" };
  const latest = { stagedRead: "latest" } as const;
  testRows("update", [
    ["overwrites it with a warning", edited, change, overwritten],
    ["refuses to overwrite it", edited, change, refused, refuse],
    ["overwrites another name with a warning", newName, {}, overwritten, { name: "Theirs" }],
    ["refuses to overwrite another name", newName, {}, refused, { name: "Theirs", ...refuse }],
    ["keeps it if the program says the same", edited, asTheirs, ["keep"], refuse],
    ["stages beside it", edited, { ...change, ...stage }, ["stage", { driftStaysLive: { drift } }], refuse],
    [
      "refuses to overwrite a version that a person restored",
      [live(restored("Old")), ours("Shared")],
      change,
      refused,
      refuse,
    ],
    ["refuses what a refresh found: that is no consent", edited, {}, refused, { state: seen, ...refuse }],
    ["overwrites what an earlier refresh found, with a warning", edited, {}, overwritten, { state: seen }],
    ["keeps what a refresh found if the program says the same", edited, asTheirs, ["keep"], { state: seen, ...refuse }],
    ["does not call drift what a person staged", stagedByPerson, change, ["save"], refuse],
    [
      "does not call drift what a person staged and a read shows",
      stagedByPerson,
      change,
      ["save"],
      { ...latest, ...refuse },
    ],
    [
      "calls a name drift that a person staged and a read shows",
      stagedByPerson,
      change,
      ["refuse", { driftNotOverwritten: { drift: driftOf(1, "emulator@example.com") } }],
      { ...latest, name: "Theirs", ...refuse },
    ],
  ]);
});

describe("update: another resource has the tag", () => {
  const refused: Expected = ["refuse", { takenOverByOther: { owner: otherMark } }];
  const held: Expected = ["refuse", { heldInRun: { holder: urnB } }];
  testRows("update", [
    ["refuses to overwrite it", byOther, change, refused],
    ["refuses even if nothing is to be saved", byOther, {}, refused],
    ["refuses if the other one only staged a version", stagedByOther, change, refused],
    ["refuses with adopt, which counts only for a create", byOther, { ...change, ...adopt }, refused],
    ["refuses a takeover of this run that left no mark", shared, change, held, { run: takenOverBy(urnB) }],
  ]);
});
