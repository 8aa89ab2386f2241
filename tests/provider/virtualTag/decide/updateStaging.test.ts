/** What an update decides if a version is staged, or is to be. */
import { driftOf, live, ours, person, stagedState } from "./observation";
import { change, refuse, shared, squad, stage, staged, stagedSquad, stageStaged, testRows } from "./rows";

describe("update: staging", () => {
  const editedSince = [live(person("Theirs")), ours("Staged"), ours("Shared")];
  const promote = { defaultValue: "Staged" };
  const state = stagedState();
  const drift = driftOf(3);
  const shownSquad = { ...squad, stagedRead: "latest" } as const;
  const byRun = [live(ours("Staged")), ours("Staged"), ours("Shared")];
  const promotedByPerson = [live(person("Staged")), ours("Staged"), ours("Shared")];
  testRows("update", {
    "stages a change": { versions: shared, declares: stageStaged, decides: ["stage"] },
    "does not stage what is live": { versions: shared, declares: stage, decides: ["keep"] },
    "stages a name alone": { versions: shared, declares: { ...stage, ...squad }, decides: ["stage"] },
    "keeps the staged version": { versions: staged, declares: stageStaged, decides: ["keep staged"], state },
    "stages changed content again": { versions: staged, declares: { ...stage, ...change }, decides: ["stage"], state },
    "stages again if the version was removed": { versions: shared, declares: stageStaged, decides: ["stage"], state },
    "keeps what an interrupted run staged": { versions: staged, declares: stageStaged, decides: ["keep staged"] },
    "keeps a name that an interrupted run staged": {
      versions: stagedSquad,
      declares: { ...stageStaged, ...squad },
      decides: ["keep staged"],
    },
    "keeps it where a read shows the staged name": {
      versions: stagedSquad,
      declares: { ...stageStaged, ...squad },
      decides: ["keep staged"],
      ...shownSquad,
    },
    "saves another change after an interrupted run that staged a name": {
      versions: stagedSquad,
      declares: change,
      decides: ["save"],
      ...shownSquad,
      ...refuse,
    },
    "does not take a name that an interrupted run staged for live": {
      versions: [ours("Shared", "Squad"), live(ours("Shared"))],
      declares: { ...stage, ...squad },
      decides: ["keep staged"],
      ...shownSquad,
    },
    "stages again for another name": {
      versions: stagedSquad,
      declares: { ...stageStaged, name: "Crew" },
      decides: ["stage"],
    },
    promotes: { versions: staged, declares: promote, decides: ["promote"], state, ...refuse },
    "promotes a name": {
      versions: stagedSquad,
      declares: { ...promote, ...squad },
      decides: ["promote"],
      state: stagedState(squad),
      ...shownSquad,
      ...refuse,
    },
    "goes back to what is live without a save": { versions: staged, decides: ["keep"], state },
    "goes back to the live name without a save": {
      versions: stagedSquad,
      decides: ["keep"],
      state: stagedState(squad),
    },
    "goes back to the live name with a save if a read shows the staged one": {
      versions: stagedSquad,
      decides: ["promote"],
      state: stagedState(squad),
      ...shownSquad,
      ...refuse,
    },
    "refuses to overwrite what a person promoted": {
      versions: promotedByPerson,
      declares: change,
      decides: ["refuse", { driftNotOverwritten: { drift } }],
      state,
      ...refuse,
    },
    "keeps what a person promoted": {
      versions: promotedByPerson,
      declares: promote,
      decides: ["keep"],
      state,
      ...refuse,
    },
    "keeps what an interrupted run promoted": {
      versions: byRun,
      declares: promote,
      decides: ["keep"],
      state,
      ...refuse,
    },
    "promotes over an edit with a warning": {
      versions: editedSince,
      declares: promote,
      decides: ["promote", { driftOverwritten: { drift } }],
      state,
    },
    "refuses to promote over an edit": {
      versions: editedSince,
      declares: promote,
      decides: ["refuse", { driftNotOverwritten: { drift } }],
      state,
      ...refuse,
    },
    "refuses to promote over an edit that a refresh found": {
      versions: editedSince,
      declares: promote,
      decides: ["refuse", { driftNotOverwritten: { drift } }],
      state,
      ...refuse,
    },
    "stages beside an edit that a refresh found": {
      versions: editedSince,
      declares: { ...stage, ...change },
      decides: ["stage", { driftStaysLive: { drift } }],
      state,
      ...refuse,
    },
  });
});
