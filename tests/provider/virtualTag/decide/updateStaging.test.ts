/** What an update decides if a version is staged, or is to be. */
import { driftOf, live, ours, person, stagedState } from "./observation";
import {
  change,
  refuse,
  shared,
  squad,
  stage,
  staged,
  stagedSquad,
  stageStaged,
  testRows,
  type Expected,
} from "./rows";

describe("update: staging", () => {
  const editedSince = [live(person("Theirs")), ours("Staged"), ours("Shared")];
  const promote = { defaultValue: "Staged" };
  const state = stagedState();
  const drift = driftOf(3);
  const refused: Expected = ["refuse", { driftNotOverwritten: { drift } }];
  const inState = { state, ...refuse };
  const stageSquad = { ...stageStaged, ...squad };
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
    ["keeps a name that an interrupted run staged", stagedSquad, stageSquad, ["keep staged"]],
    ["keeps it where a read shows the staged name", stagedSquad, stageSquad, ["keep staged"], shownSquad],
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
    ["promotes", staged, promote, ["promote"], inState],
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
    ["refuses to overwrite what a person promoted", promotedByPerson, change, refused, inState],
    ["keeps what a person promoted", promotedByPerson, promote, ["keep"], inState],
    ["keeps what an interrupted run promoted", byRun, promote, ["keep"], inState],
    [
      "promotes over an edit with a warning",
      editedSince,
      promote,
      ["promote", { driftOverwritten: { drift } }],
      { state },
    ],
    ["refuses to promote over an edit", editedSince, promote, refused, inState],
    ["refuses to promote over an edit that a refresh found", editedSince, promote, refused, inState],
    [
      "stages beside an edit that a refresh found",
      editedSince,
      { ...stage, ...change },
      ["stage", { driftStaysLive: { drift } }],
      inState,
    ],
  ]);
});
