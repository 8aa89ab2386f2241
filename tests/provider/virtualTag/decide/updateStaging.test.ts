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
  testRows("update", [
    ["stages a change", shared, stageStaged, ["stage"]],
    ["does not stage what is live", shared, stage, ["keep"]],
    ["stages a name alone", shared, { ...stage, ...squad }, ["stage"]],
    ["keeps the staged version", staged, stageStaged, ["keep staged"], { state }],
    ["stages changed content again", staged, { ...stage, ...change }, ["stage"], { state }],
    ["stages again if the version was removed", shared, stageStaged, ["stage"], { state }],
    ["keeps what an interrupted run staged", staged, stageStaged, ["keep staged"]],
    ["keeps a name that an interrupted run staged", stagedSquad, { ...stageStaged, ...squad }, ["keep staged"]],
    [
      "keeps it where a read shows the staged name",
      stagedSquad,
      { ...stageStaged, ...squad },
      ["keep staged"],
      shownSquad,
    ],
    [
      "saves another change after an interrupted run that staged a name",
      stagedSquad,
      change,
      ["save"],
      { ...shownSquad, ...refuse },
    ],
    [
      "does not take a name that an interrupted run staged for live",
      [ours("Shared", "Squad"), live(ours("Shared"))],
      { ...stage, ...squad },
      ["keep staged"],
      shownSquad,
    ],
    ["stages again for another name", stagedSquad, { ...stageStaged, name: "Crew" }, ["stage"]],
    ["promotes", staged, promote, ["promote"], { state, ...refuse }],
    [
      "promotes a name",
      stagedSquad,
      { ...promote, ...squad },
      ["promote"],
      { state: stagedState(squad), ...shownSquad, ...refuse },
    ],
    ["goes back to what is live without a save", staged, {}, ["keep"], { state }],
    ["goes back to the live name without a save", stagedSquad, {}, ["keep"], { state: stagedState(squad) }],
    [
      "goes back to the live name with a save if a read shows the staged one",
      stagedSquad,
      {},
      ["promote"],
      { state: stagedState(squad), ...shownSquad, ...refuse },
    ],
    [
      "refuses to overwrite what a person promoted",
      promotedByPerson,
      change,
      ["refuse", { driftNotOverwritten: { drift } }],
      { state, ...refuse },
    ],
    ["keeps what a person promoted", promotedByPerson, promote, ["keep"], { state, ...refuse }],
    ["keeps what an interrupted run promoted", byRun, promote, ["keep"], { state, ...refuse }],
    [
      "promotes over an edit with a warning",
      editedSince,
      promote,
      ["promote", { driftOverwritten: { drift } }],
      { state },
    ],
    [
      "refuses to promote over an edit",
      editedSince,
      promote,
      ["refuse", { driftNotOverwritten: { drift } }],
      { state, ...refuse },
    ],
    [
      "refuses to promote over an edit that a refresh found",
      editedSince,
      promote,
      ["refuse", { driftNotOverwritten: { drift } }],
      { state, ...refuse },
    ],
    [
      "stages beside an edit that a refresh found",
      editedSince,
      { ...stage, ...change },
      ["stage", { driftStaysLive: { drift } }],
      { state, ...refuse },
    ],
  ]);
});
