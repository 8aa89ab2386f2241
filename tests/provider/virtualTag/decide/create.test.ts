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

const keepOwn: Expected = ["keep", { takenBack: {} }];
const keepAdopted: Expected = ["keep", { adopted: {} }];
const keepStaged: Expected = ["keep staged", { takenBack: {} }];
const saveOwn: Expected = ["save", { takenBack: {} }];
const held: Expected = ["refuse", { heldInRun: { holder: urnB } }];
const takeOver = (takenOver: object): Expected => ["takeOver", { takenOver }];
const stagedAdopting = { ...stageStaged, ...adopt };

describe("create: no tag of the name", () => {
  const namesOther: Expected = ["refuse", { adoptNamesOther: { id: "x", name: "Team", named: listed("id-2") } }];
  const deleted = (memory: RunMemory): void => {
    memory.deleted(id);
  };
  testRows("create", [
    ["creates it", [], {}, ["create"]],
    ["creates it with adopt: true", [], adopt, ["create"]],
    ["creates it if the list shows a tag that is deleted", [], {}, ["create"], { named: [id] }],
    ["refuses an adopt ID that was not found", [], { adopt: "x" }, ["refuse", { adoptNotFound: { id: "x" } }]],
    ["creates it if this run deleted the adopt ID to replace it", [], { adopt: "ID-1" }, ["create"], { run: deleted }],
    ["refuses an adopt ID if another has the name", [], { adopt: "x" }, namesOther, { named: ["id-2"] }],
  ]);
});

describe("create: several tags of the name", () => {
  const two = { named: [id, "id-2"] };
  const several: Expected = ["refuse", { severalNamed: { name: "Team", named: listed(id, "id-2") } }];
  const takenOver = { overwrites: driftOf(1), staysLive: false };
  const isTaken = { name: "Team", others: listed("id-2"), isHeld: false };
  const old = { named: ["id-2"], name: "Old name" };
  testRows("create", [
    ["refuses, if none is its own", [], {}, several, two],
    ["refuses with adopt: true", [], adopt, several, two],
    ["takes its own back", shared, {}, keepOwn, two],
    ["takes its own back with a save", shared, change, saveOwn, two],
    ["adopts the one of the ID", byPerson, { adopt: id }, keepAdopted, two],
    ["takes the one of the ID over", theirs, { adopt: "ID-1" }, takeOver(takenOver), two],
    ["refuses to give the name to the tag of the ID", byPerson, { adopt: id }, ["refuse", { nameTaken: isTaken }], old],
  ]);
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
  testRows("create", [
    ["takes it back without a save", shared, {}, keepOwn, refuse],
    ["takes it back with a save if the program changed", shared, change, saveOwn, refuse],
    ["overwrites an edit with a warning", edited, {}, ["save", saved(2)]],
    ["refuses to overwrite an edit", edited, {}, lost(2, true), refuse],
    ["refuses to overwrite an edit with adopt: true", edited, adopt, lost(2, true), refuse],
    ["takes it back once the program says the edit", edited, { defaultValue: "Theirs" }, keepOwn, refuse],
    ["stages beside an edit", edited, stage, ["stage", besideDrift], refuse],
    ["does not call drift what a person staged", stagedByPerson, change, saveOwn, refuse],
    ["keeps what an interrupted create staged", [ours("Staged")], stageStaged, keepStaged],
    ["keeps what an interrupted adoption staged", stagedAdoption, stagedAdopting, keepStaged],
    [
      "stages an interrupted adoption again for another name",
      stagedAdoption,
      { ...stagedAdopting, ...squad },
      takeOver({ overwrites, staysLive: true }),
    ],
    [
      "promotes an interrupted adoption while adopt is set",
      stagedAdoption,
      adopt,
      takeOver({ overwrites, staysLive: false }),
      refuse,
    ],
    ["refuses to promote an interrupted adoption without adopt", stagedAdoption, {}, lost(1, false), refuse],
    ["promotes an interrupted adoption without adopt, with a warning", stagedAdoption, {}, ["save", saved(1)]],
    ["refuses an interrupted adoption that was edited since", editedSince, adopt, lost(3, true), refuse],
    ["refuses a tag that another resource declares in this run", shared, {}, held, { run: declaredBy(urnB) }],
  ]);
});

describe("create: the tag is another resource's, or nobody's", () => {
  const overwritten = { overwrites: driftOf(1), staysLive: false };
  const othersOverwritten = { owner: otherMark, overwrites: driftOf(1, "otto@example.com"), staysLive: false };
  const owned: Expected = ["refuse", { ownedByOther: { owner: otherMark, mark } }];
  const forMark = { owner: otherMark, staysLive: false };
  testRows("create", [
    ["refuses another resource's", byOther, {}, owned],
    ["refuses one that another resource took over by staging", stagedByOther, {}, owned],
    ["takes another resource's over with a save for the mark", byOther, adopt, takeOver(forMark)],
    [
      "takes another resource's over, and overwrites it",
      [live(others("Theirs"))],
      adopt,
      takeOver(othersOverwritten),
      refuse,
    ],
    ["refuses one made in the application", byPerson, {}, ["refuse", { alreadyExists: {} }]],
    ["adopts one made in the application without a save", byPerson, adopt, keepAdopted],
    ["takes one made in the application over", theirs, adopt, takeOver(overwritten)],
    ["takes it over also where drift is refused", theirs, adopt, takeOver(overwritten), refuse],
    ["takes it over by staging", theirs, { ...adopt, ...stage }, takeOver({ ...overwritten, staysLive: true })],
    ["adopts it without staging what is live", byPerson, { ...adopt, ...stage }, keepAdopted],
    ["gives the tag of the ID the declared name", byPerson, { adopt: id }, takeOver(overwritten), { name: "Old name" }],
    ["refuses a tag that another resource declares in this run", byPerson, adopt, held, { run: declaredBy(urnB) }],
    ["refuses a tag that another resource took over in this run", byPerson, adopt, held, { run: takenOverBy(urnB) }],
  ]);
});

describe("a tag that V2 can't write back", () => {
  const because = (reason: string): Expected => ["refuse", { unsupported: { reason } }];
  const reallocation = { unknown: { reallocation: { method: "even" } } };
  const hasReallocation = because('the tag has "reallocation"');
  const focus = { name: "FOCUS/Team" };
  const predefined = because("it is predefined (FOCUS)");
  const kind = { unknown: { tagType: "RELATIONAL" } };
  testRows("create", [
    ["is not overwritten: predefined", theirs, { ...adopt, ...focus }, predefined, focus],
    ["is not adopted as it is: predefined", byPerson, { ...adopt, ...focus }, predefined, focus],
    ["is not overwritten: reallocation", theirs, adopt, hasReallocation, reallocation],
    ["is not adopted as it is: reallocation", byPerson, adopt, hasReallocation, reallocation],
    ["is not overwritten: a kind that says so", theirs, adopt, because('its field tagType is "RELATIONAL"'), kind],
    [
      "is not overwritten: a rule of another shape",
      theirs,
      adopt,
      because("rules[0] is not a rule as V2 has them"),
      { unknown: { rules: [{ allocations: [] }] } },
    ],
    [
      "is not overwritten: a rule of a relational tag",
      theirs,
      adopt,
      because('rules[0] has "relationalKey"'),
      { unknown: { rules: [{ to: "Web", filters: {}, relationalKey: "x" }] } },
    ],
  ]);
  testRows("update", [["is not updated", shared, change, hasReallocation, reallocation]]);
});
