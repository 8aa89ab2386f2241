/** What a create decides: one row for each combination that the documentation promises. */
import type { RunMemory } from "../../../../provider/shared/runMemory";
import { mark } from "../account";
import { driftOf, id, live, otherMark, others, ours, person } from "./observation";
import {
  adopt,
  byOther,
  byPerson,
  change,
  declaredBy,
  edited,
  listed,
  refuse,
  shared,
  squad,
  stage,
  stagedAdoption,
  stagedByOther,
  stagedByPerson,
  stageStaged,
  takenOverBy,
  testRows,
  theirs,
  urnB,
  type Expected,
} from "./rows";

describe("create: no tag of the name", () => {
  const deleted = (memory: RunMemory): void => {
    memory.deleted(id);
  };
  testRows("create", {
    "creates it": { versions: [], decides: ["create"] },
    "creates it with adopt: true": { versions: [], declares: adopt, decides: ["create"] },
    "creates it if the list shows a tag that is deleted": { versions: [], decides: ["create"], named: [id] },
    "refuses an adopt ID that was not found": {
      versions: [],
      declares: { adopt: "x" },
      decides: ["refuse", { adoptNotFound: { id: "x" } }],
    },
    "creates it if this run deleted the adopt ID to replace it": {
      versions: [],
      declares: { adopt: "ID-1" },
      decides: ["create"],
      run: deleted,
    },
    "refuses an adopt ID if another tag has the name": {
      versions: [],
      declares: { adopt: "x" },
      decides: ["refuse", { adoptNamesOther: { id: "x", name: "Team", named: listed("id-2") } }],
      named: ["id-2"],
    },
  });
});

describe("create: several tags of the name", () => {
  const two = { named: [id, "id-2"] };
  const several: Expected = ["refuse", { severalNamed: { name: "Team", named: listed(id, "id-2") } }];
  const takenOver = { overwrites: driftOf(1), staysLive: false };
  const isTaken = { name: "Team", others: listed("id-2"), isHeld: false };
  const old = { named: ["id-2"], name: "Old name" };
  testRows("create", {
    "refuses, if none is its own": { versions: [], decides: several, ...two },
    "refuses with adopt: true": { versions: [], declares: adopt, decides: several, ...two },
    "takes its own back": { versions: shared, decides: ["keep", { takenBack: {} }], ...two },
    "takes its own back with a save": {
      versions: shared,
      declares: change,
      decides: ["save", { takenBack: {} }],
      ...two,
    },
    "adopts the one of the ID": {
      versions: byPerson,
      declares: { adopt: id },
      decides: ["keep", { adopted: {} }],
      ...two,
    },
    "takes the one of the ID over": {
      versions: theirs,
      declares: { adopt: "ID-1" },
      decides: ["takeOver", { takenOver }],
      ...two,
    },
    "refuses to give the name to the tag of the ID": {
      versions: byPerson,
      declares: { adopt: id },
      decides: ["refuse", { nameTaken: isTaken }],
      ...old,
    },
  });
});

describe("create: the tag bears the mark of this resource", () => {
  const lost = (n: number, isSavedSince: boolean): Expected => [
    "refuse",
    { driftOfLostState: { drift: driftOf(n), isSavedSince } },
  ];
  const overwrites = driftOf(1);
  const takenBack = {};
  const saved = (n: number): object => ({ takenBack, driftOverwritten: { drift: driftOf(n) } });
  const besideDrift = { takenBack, driftStaysLive: { drift: driftOf(2) } };
  const editedSince = [live(person("Edited")), ours("Staged"), person("Theirs")];
  testRows("create", {
    "takes it back without a save": { versions: shared, decides: ["keep", { takenBack: {} }], ...refuse },
    "takes it back with a save if the program changed": {
      versions: shared,
      declares: change,
      decides: ["save", { takenBack }],
      ...refuse,
    },
    "overwrites an edit with a warning": { versions: edited, decides: ["save", saved(2)] },
    "refuses to overwrite an edit": { versions: edited, decides: lost(2, true), ...refuse },
    "refuses to overwrite an edit with adopt: true": {
      versions: edited,
      declares: adopt,
      decides: lost(2, true),
      ...refuse,
    },
    "takes it back once the program says the edit": {
      versions: edited,
      declares: { defaultValue: "Theirs" },
      decides: ["keep", { takenBack: {} }],
      ...refuse,
    },
    "stages beside an edit": { versions: edited, declares: stage, decides: ["stage", besideDrift], ...refuse },
    "does not call drift what a person staged": {
      versions: stagedByPerson,
      declares: change,
      decides: ["save", { takenBack }],
      ...refuse,
    },
    "keeps what an interrupted create staged": {
      versions: [ours("Staged")],
      declares: stageStaged,
      decides: ["keep staged", { takenBack: {} }],
    },
    "keeps what an interrupted adoption staged": {
      versions: stagedAdoption,
      declares: { ...stageStaged, ...adopt },
      decides: ["keep staged", { takenBack: {} }],
    },
    "stages an interrupted adoption again for another name": {
      versions: stagedAdoption,
      declares: { ...stageStaged, ...adopt, ...squad },
      decides: ["takeOver", { takenOver: { overwrites, staysLive: true } }],
    },
    "promotes an interrupted adoption while adopt is set": {
      versions: stagedAdoption,
      declares: adopt,
      decides: ["takeOver", { takenOver: { overwrites, staysLive: false } }],
      ...refuse,
    },
    "refuses to promote an interrupted adoption without adopt": {
      versions: stagedAdoption,
      decides: lost(1, false),
      ...refuse,
    },
    "promotes an interrupted adoption without adopt, with a warning": {
      versions: stagedAdoption,
      decides: ["save", saved(1)],
    },
    "refuses an interrupted adoption that was edited since": {
      versions: editedSince,
      declares: adopt,
      decides: lost(3, true),
      ...refuse,
    },
    "refuses a tag that another resource declares in this run": {
      versions: shared,
      decides: ["refuse", { heldInRun: { holder: urnB } }],
      run: declaredBy(urnB),
    },
  });
});

describe("create: the tag is another resource's, or nobody's", () => {
  const overwritten = { overwrites: driftOf(1), staysLive: false };
  const othersOverwritten = { owner: otherMark, overwrites: driftOf(1, "otto@example.com"), staysLive: false };
  const owned: Expected = ["refuse", { ownedByOther: { owner: otherMark, mark } }];
  const held: Expected = ["refuse", { heldInRun: { holder: urnB } }];
  const forMark = { owner: otherMark, staysLive: false };
  testRows("create", {
    "refuses another resource's": { versions: byOther, decides: owned },
    "refuses one that another resource took over by staging": { versions: stagedByOther, decides: owned },
    "takes another resource's over with a save for the mark": {
      versions: byOther,
      declares: adopt,
      decides: ["takeOver", { takenOver: forMark }],
    },
    "takes another resource's over, and overwrites it": {
      versions: [live(others("Theirs"))],
      declares: adopt,
      decides: ["takeOver", { takenOver: othersOverwritten }],
      ...refuse,
    },
    "refuses one made in the application": { versions: byPerson, decides: ["refuse", { alreadyExists: {} }] },
    "adopts one made in the application without a save": {
      versions: byPerson,
      declares: adopt,
      decides: ["keep", { adopted: {} }],
    },
    "takes one made in the application over": {
      versions: theirs,
      declares: adopt,
      decides: ["takeOver", { takenOver: overwritten }],
    },
    "takes it over also where drift is refused": {
      versions: theirs,
      declares: adopt,
      decides: ["takeOver", { takenOver: overwritten }],
      ...refuse,
    },
    "takes it over by staging": {
      versions: theirs,
      declares: { ...adopt, ...stage },
      decides: ["takeOver", { takenOver: { ...overwritten, staysLive: true } }],
    },
    "adopts it without staging what is live": {
      versions: byPerson,
      declares: { ...adopt, ...stage },
      decides: ["keep", { adopted: {} }],
    },
    "gives the tag of the ID the declared name": {
      versions: byPerson,
      declares: { adopt: id },
      decides: ["takeOver", { takenOver: overwritten }],
      name: "Old name",
    },
    "refuses a tag that another resource declares in this run": {
      versions: byPerson,
      declares: adopt,
      decides: held,
      run: declaredBy(urnB),
    },
    "refuses a tag that another resource took over in this run": {
      versions: byPerson,
      declares: adopt,
      decides: held,
      run: takenOverBy(urnB),
    },
  });
});

describe("a tag that V2 can't write back", () => {
  const because = (reason: string): Expected => ["refuse", { unsupported: { reason } }];
  const reallocation = { unknown: { reallocation: { method: "even" } } };
  const hasReallocation = because('the tag has "reallocation"');
  const focus = { name: "FOCUS/Team" };
  const predefined = because("it is predefined (FOCUS)");
  const kind = { unknown: { tagType: "RELATIONAL" } };
  testRows("create", {
    "is not overwritten: predefined": {
      versions: theirs,
      declares: { ...adopt, ...focus },
      decides: predefined,
      ...focus,
    },
    "is not adopted as it is: predefined": {
      versions: byPerson,
      declares: { ...adopt, ...focus },
      decides: predefined,
      ...focus,
    },
    "is not overwritten: reallocation": {
      versions: theirs,
      declares: adopt,
      decides: hasReallocation,
      ...reallocation,
    },
    "is not adopted as it is: reallocation": {
      versions: byPerson,
      declares: adopt,
      decides: hasReallocation,
      ...reallocation,
    },
    "is not overwritten: a kind that says so": {
      versions: theirs,
      declares: adopt,
      decides: because('its field tagType is "RELATIONAL"'),
      ...kind,
    },
    "is not overwritten: a rule of another shape": {
      versions: theirs,
      declares: adopt,
      decides: because("rules[0] is not a rule as V2 has them"),
      unknown: { rules: [{ allocations: [] }] },
    },
    "is not overwritten: a rule of a relational tag": {
      versions: theirs,
      declares: adopt,
      decides: because('rules[0] has "relationalKey"'),
      unknown: { rules: [{ to: "Web", filters: {}, relationalKey: "x" }] },
    },
  });
  testRows("update", {
    "is not updated": { versions: shared, declares: change, decides: hasReallocation, ...reallocation },
  });
});
