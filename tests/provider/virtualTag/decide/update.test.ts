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
  testRows("update", {
    "refuses a tag that was not found": { versions: [], decides: ["refuse", { notFound: { id, name: "Team" } }] },
    "saves a change": { versions: shared, declares: change, decides: ["save"] },
    "saves a change if the versions were not read": {
      versions: shared,
      declares: change,
      decides: ["save"],
      isUnread: true,
    },
    "saves nothing that is live already": { versions: shared, decides: ["keep"] },
    "saves another name": { versions: shared, declares: squad, decides: ["save"] },
    "refuses a name that another tag has": { versions: shared, declares: squad, decides: isTaken(false), named },
    "refuses a name that another resource of this run has": {
      versions: shared,
      declares: squad,
      decides: isTaken(true),
      named,
      run: takenOverBy(urnB, "ID-2"),
    },
    "saves over what an interrupted run saved": {
      versions: [live(ours("Other")), ours("Shared")],
      declares: change,
      decides: ["save", { interruptedRun: {} }],
      ...refuse,
    },
    "keeps what an interrupted run saved": {
      versions: [live(ours("New")), ours("Shared")],
      declares: change,
      decides: ["keep"],
      ...refuse,
    },
    "saves the mark of a renamed stack, once": { versions: byOldStack, decides: ["save"], ...oldStack, ...refuse },
    "saves the mark of a renamed stack if the service keeps no version with the old one": {
      versions: byPerson,
      decides: ["save"],
      ...oldStack,
    },
    "saves the mark if the versions were not read": {
      versions: byOldStack,
      decides: ["save"],
      ...oldStack,
      isUnread: true,
    },
    "keeps the mark that an interrupted run saved": { versions: shared, decides: ["keep"], ...oldStack, ...refuse },
    "stages the mark of what is staged": {
      versions: [{ ...ours("Staged"), description: oldMark }, ...byOldStack],
      declares: stageStaged,
      decides: ["stage"],
      state: { ...stagedState(), __memory: { ...stagedState().__memory, mark: oldMark } },
    },
    "saves a change of a renamed stack": { versions: byOldStack, declares: change, decides: ["save"], ...oldStack },
    "warns of a long history": {
      versions: many,
      declares: change,
      decides: ["save", { manyVersions: { count: 95, oldest } }],
    },
    "doesn't warn before": { versions: many.slice(1), declares: change, decides: ["save"] },
    "saves the mark of a tag of VirtualTagV1": { versions: byPerson, decides: ["save"], ...fromV1 },
    "refuses drift of a tag of VirtualTagV1": {
      versions: [live(person("Theirs")), person("Shared")],
      decides: ["refuse", { driftOfV1: { drift: driftOf(2) } }],
      ...fromV1,
      ...refuse,
    },
  });
});

describe("update: somebody changed the tag outside Pulumi", () => {
  const drift = driftOf(2);
  const overwritten: Expected = ["save", { driftOverwritten: { drift } }];
  const refused: Expected = ["refuse", { driftNotOverwritten: { drift } }];
  const newName = [live(person("Shared")), ours("Shared")];
  const asTheirs = { defaultValue: "Theirs" };
  const latest = { stagedRead: "latest" } as const;
  testRows("update", {
    "overwrites it with a warning": { versions: edited, declares: change, decides: overwritten },
    "refuses to overwrite it": { versions: edited, declares: change, decides: refused, ...refuse },
    "overwrites another name with a warning": { versions: newName, decides: overwritten, name: "Theirs" },
    "refuses to overwrite another name": { versions: newName, decides: refused, name: "Theirs", ...refuse },
    "keeps it if the program says the same": { versions: edited, declares: asTheirs, decides: ["keep"], ...refuse },
    "stages beside it": {
      versions: edited,
      declares: { ...change, ...stage },
      decides: ["stage", { driftStaysLive: { drift } }],
      ...refuse,
    },
    "refuses to overwrite a version that a person restored": {
      versions: [live(restored("Old")), ours("Shared")],
      declares: change,
      decides: refused,
      ...refuse,
    },
    "refuses what a refresh found: that is no consent": {
      versions: edited,
      decides: ["refuse", { driftNotOverwritten: { drift } }],
      state: seen,
      ...refuse,
    },
    "overwrites what an earlier refresh found, with a warning": { versions: edited, decides: overwritten, state: seen },
    "keeps what a refresh found if the program says the same": {
      versions: edited,
      declares: asTheirs,
      decides: ["keep"],
      state: seen,
      ...refuse,
    },
    "does not call drift what a person staged": {
      versions: stagedByPerson,
      declares: change,
      decides: ["save"],
      ...refuse,
    },
    "does not call drift what a person staged and a read shows": {
      versions: stagedByPerson,
      declares: change,
      decides: ["save"],
      ...latest,
      ...refuse,
    },
    "calls a name drift that a person staged and a read shows": {
      versions: stagedByPerson,
      declares: change,
      decides: ["refuse", { driftNotOverwritten: { drift: driftOf(1, "emulator@example.com") } }],
      ...latest,
      name: "Theirs",
      ...refuse,
    },
  });
});

describe("update: another resource has the tag", () => {
  const refused: Expected = ["refuse", { takenOverByOther: { owner: otherMark } }];
  const held: Expected = ["refuse", { heldInRun: { holder: urnB } }];
  testRows("update", {
    "refuses to overwrite it": { versions: byOther, declares: change, decides: refused },
    "refuses even if nothing is to be saved": { versions: byOther, decides: refused },
    "refuses if the other one only staged a version": { versions: stagedByOther, declares: change, decides: refused },
    "refuses with adopt, which counts only for a create": {
      versions: byOther,
      declares: { ...change, ...adopt },
      decides: refused,
    },
    "refuses a takeover of this run that left no mark": {
      versions: shared,
      declares: change,
      decides: held,
      run: takenOverBy(urnB),
    },
  });
});
