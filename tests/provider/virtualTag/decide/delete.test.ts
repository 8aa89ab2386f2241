/** What a delete decides: one row for each combination that the documentation promises. */
import type { RunMemory } from "../../../../provider/shared/runMemory";
import { urn } from "../account";
import { driftOf, id, live, otherMark, ours, person, stagedState } from "./observation";
import {
  adopted,
  byOther,
  byPerson,
  declaredBy,
  edited,
  refuse,
  seen,
  shared,
  stagedByOther,
  takenOverBy,
  testRows,
  urnB,
  type Expected,
} from "./rows";

describe("delete", () => {
  const own = urn("team");
  const drift = driftOf(2);
  const deletedWithDrift: Expected = ["delete", { driftDeleted: { drift } }];
  const refused: Expected = ["refuse", { driftNotDeleted: { drift } }];
  const leftToOther: Expected = ["release", { leftToOwner: { owner: otherMark } }];
  const leftTo = (keeper: string): Expected => ["release", { leftToDeclarer: { keeper } }];
  const squads = [{ name: "Squad" }];
  const readable = { references: { by: squads, unreadable: [] } };
  const both = { references: { by: squads, unreadable: squads } };
  const stillReferredTo: Expected = ["refuse", { stillReferredTo: { by: squads } }];
  const nothing: Expected = ["release", { nothingToDelete: { id, name: "Team" } }];
  const referencesUnknown = (unreadable?: object[]): Expected => ["refuse", { referencesUnknown: { unreadable } }];
  const ignore = { referencePolicy: "ignore" } as const;
  const newName = [live(person("Shared")), ours("Shared")];
  const byRun = [live(ours("New")), person("Shared")];
  const promotedByPerson = [live(person("Staged")), ours("Staged"), ours("Shared")];
  const onlyInState = (memory: RunMemory): void => {
    memory.compare(urnB, { kind: "VirtualTag", id, state: {}, former: undefined, isReplaced: false });
  };
  testRows("delete", [
    ["has nothing to delete", [], {}, nothing],
    ["deletes its own tag", shared, {}, ["delete"], refuse],
    ["leaves a tag that another resource took over", byOther, {}, leftToOther],
    ["leaves a tag that another resource took over by staging", stagedByOther, {}, leftToOther],
    ["leaves an adopted tag that another resource took over", byOther, {}, leftToOther, { state: adopted }],
    ["leaves an adopted tag that it never saved", byPerson, {}, ["release", { leftUnsaved: {} }], { state: adopted }],
    ["deletes an adopted tag that an interrupted run saved", byRun, {}, ["delete"], { state: adopted, ...refuse }],
    ["deletes an edit with a warning", edited, {}, deletedWithDrift],
    ["deletes another name with a warning", newName, {}, deletedWithDrift, { name: "Theirs" }],
    ["refuses to delete an edit", edited, {}, refused, refuse],
    ["refuses what a refresh found: that is no consent", edited, {}, refused, { state: seen, ...refuse }],
    ["deletes what a refresh found, with a warning", edited, {}, deletedWithDrift, { state: seen }],
    ["deletes what an interrupted run saved", [live(ours("New")), ours("Shared")], {}, ["delete"], refuse],
    ["deletes what a person promoted", promotedByPerson, {}, ["delete"], { state: stagedState(), ...refuse }],
    [
      "refuses to delete another name beside a staged version",
      [live(person("Shared")), ours("Staged"), ours("Shared")],
      {},
      ["refuse", { driftNotDeleted: { drift: driftOf(3) } }],
      { state: stagedState(), name: "Theirs", ...refuse },
    ],
    ["leaves a tag that another resource declares in this run", shared, {}, leftTo(urnB), { run: declaredBy(urnB) }],
    [
      "leaves a tag that another resource took over in this run",
      byPerson,
      {},
      leftTo(urnB),
      { state: adopted, run: takenOverBy(urnB) },
    ],
    ["leaves a tag that this URN took back in this run", shared, {}, leftTo(own), { run: takenOverBy(own) }],
    ["deletes what is replaced", shared, {}, ["delete"], { run: declaredBy(own, own) }],
    ["deletes what is renamed with an alias, and replaced", shared, {}, ["delete"], { run: declaredBy(urnB, own) }],
    ["deletes what the program does not declare", shared, {}, ["delete"], { run: onlyInState }],
    ["refuses to delete what others refer to", shared, {}, stillReferredTo, both],
    [
      "refuses to delete what unreadable tags may refer to",
      shared,
      {},
      referencesUnknown(squads),
      { references: { by: [], unreadable: squads } },
    ],
    ["refuses to delete a tag if the list can't be read", shared, {}, referencesUnknown(), { references: undefined }],
    [
      "ignores references, with a warning",
      shared,
      {},
      ["delete", { deletedWithReferences: { by: squads } }],
      { ...both, ...ignore },
    ],
    ["ignores what it can't read", shared, {}, ["delete"], { references: undefined, ...ignore }],
    [
      "names references before drift, because a delete can't be undone",
      edited,
      {},
      stillReferredTo,
      { ...readable, ...refuse },
    ],
    ["leaves a tag to others, whoever refers to it", byOther, {}, leftToOther, readable],
    ["has nothing to delete, whoever refers to it", [], {}, nothing, readable],
  ]);
});
