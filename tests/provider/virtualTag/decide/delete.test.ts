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
  const ignore = { referencePolicy: "ignore" } as const;
  const newName = [live(person("Shared")), ours("Shared")];
  const byRun = [live(ours("New")), person("Shared")];
  const promotedByPerson = [live(person("Staged")), ours("Staged"), ours("Shared")];
  const onlyInState = (memory: RunMemory): void => {
    memory.declare(id, urnB, undefined);
  };
  testRows("delete", {
    "has nothing to delete": { versions: [], decides: ["release", { nothingToDelete: { id, name: "Team" } }] },
    "deletes its own tag": { versions: shared, decides: ["delete"], ...refuse },
    "leaves a tag that another resource took over": { versions: byOther, decides: leftToOther },
    "leaves a tag that another resource took over by staging": { versions: stagedByOther, decides: leftToOther },
    "leaves an adopted tag that another resource took over": {
      versions: byOther,
      decides: leftToOther,
      state: adopted,
    },
    "leaves an adopted tag that it never saved": {
      versions: byPerson,
      decides: ["release", { leftUnsaved: {} }],
      state: adopted,
    },
    "deletes an adopted tag that an interrupted run saved": {
      versions: byRun,
      decides: ["delete"],
      state: adopted,
      ...refuse,
    },
    "deletes an edit with a warning": { versions: edited, decides: deletedWithDrift },
    "deletes another name with a warning": { versions: newName, decides: deletedWithDrift, name: "Theirs" },
    "refuses to delete an edit": { versions: edited, decides: refused, ...refuse },
    "refuses what a refresh found: that is no consent": { versions: edited, decides: refused, state: seen, ...refuse },
    "deletes what a refresh found, with a warning": { versions: edited, decides: deletedWithDrift, state: seen },
    "deletes what an interrupted run saved": {
      versions: [live(ours("New")), ours("Shared")],
      decides: ["delete"],
      ...refuse,
    },
    "deletes what a person promoted": {
      versions: promotedByPerson,
      decides: ["delete"],
      state: stagedState(),
      ...refuse,
    },
    "refuses to delete another name beside a staged version": {
      versions: [live(person("Shared")), ours("Staged"), ours("Shared")],
      decides: ["refuse", { driftNotDeleted: { drift: driftOf(3) } }],
      state: stagedState(),
      name: "Theirs",
      ...refuse,
    },
    "leaves a tag that another resource declares in this run": {
      versions: shared,
      decides: leftTo(urnB),
      run: declaredBy(urnB),
    },
    "leaves a tag that another resource took over in this run": {
      versions: byPerson,
      decides: leftTo(urnB),
      state: adopted,
      run: takenOverBy(urnB),
    },
    "leaves a tag that this URN took back in this run": {
      versions: shared,
      decides: leftTo(own),
      run: takenOverBy(own),
    },
    "deletes what is replaced": { versions: shared, decides: ["delete"], run: declaredBy(own) },
    "deletes what is renamed with an alias, and replaced": {
      versions: shared,
      decides: ["delete"],
      run: declaredBy(urnB, own),
    },
    "deletes what the program does not declare": { versions: shared, decides: ["delete"], run: onlyInState },
    "refuses to delete what others refer to": {
      versions: shared,
      decides: ["refuse", { stillReferredTo: { by: squads } }],
      references: { by: squads, unreadable: squads },
    },
    "refuses to delete what unreadable tags may refer to": {
      versions: shared,
      decides: ["refuse", { referencesUnknown: { unreadable: squads } }],
      references: { by: [], unreadable: squads },
    },
    "refuses to delete a tag if the list can't be read": {
      versions: shared,
      decides: ["refuse", { referencesUnknown: { unreadable: undefined } }],
      references: undefined,
    },
    "ignores references, with a warning": {
      versions: shared,
      decides: ["delete", { deletedWithReferences: { by: squads } }],
      references: { by: squads, unreadable: squads },
      ...ignore,
    },
    "ignores what it can't read": { versions: shared, decides: ["delete"], references: undefined, ...ignore },
    "names references before drift, because a delete can't be undone": {
      versions: edited,
      decides: ["refuse", { stillReferredTo: { by: squads } }],
      references: { by: squads, unreadable: [] },
      ...refuse,
    },
    "leaves a tag to others, whoever refers to it": {
      versions: byOther,
      decides: leftToOther,
      references: { by: squads, unreadable: [] },
    },
    "has nothing to delete, whoever refers to it": {
      versions: [],
      decides: ["release", { nothingToDelete: { id, name: "Team" } }],
      references: { by: squads, unreadable: [] },
    },
  });
});
