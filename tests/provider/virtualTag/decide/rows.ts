/** Rows that test the decision about a tag: what is observed and declared, and the case of the union with its reasons. */
import type { Listed, VirtualTag } from "../../../../client";
import { RunMemory } from "../../../../provider/shared/runMemory";
import type { Drift } from "../../../../stack/state/report";
import { decide, type Decision } from "../../../../provider/virtualTag/decide";
import type { References } from "../../../../provider/virtualTag/references";
import type { VirtualTagInputs, VirtualTagState } from "../../../../stack/state/virtualTag";
import type { Wanted } from "../../../../provider/virtualTag/wanted";
import { declareTag } from "../../account";
import { content, mark, urn } from "../account";
import * as given from "./observation";
import { driftOf, id, live, others, ours, person, type Saved, stateWith } from "./observation";

/** What happened earlier in the run. */
type RunStep = (memory: RunMemory) => void;
/** What a row has besides the versions and the declared tag. */
export interface More extends given.Shown {
  /** The IDs of the tags with the declared name. */
  named?: readonly string[];
  state?: VirtualTagState;
  /** What the run remembers. */
  run?: RunStep;
  driftPolicy?: "refuse";
  referencePolicy?: "ignore";
  /** What the list of tags says about references. Undefined: it can't be read. Default: there are none. */
  references?: References | undefined;
}
/** The case of the union, and its reasons by name. */
export type Expected = [kind: Decision["kind"] | "keep staged", reasons?: object];
/** What is there (newest first; none: the tag was not found), what the program declares otherwise than the tag, and the decision. */
export type Row = [
  title: string,
  versions: Saved[],
  declares: Partial<VirtualTagInputs>,
  decides: Expected,
  more?: More,
];

export const listed = (...ids: string[]): Listed<VirtualTag>[] => ids.map((tagId) => ({ id: tagId, name: "Team" }));

/** The refusals that print a command with the resource's URN. */
const withUrn = [
  "driftNotDeleted",
  "driftNotOverwritten",
  "driftOfLostState",
  "driftOfV1",
  "referencesUnknown",
  "stillReferredTo",
  "takenOverByOther",
];

/** The tag and the URN are left out of the facts: they are always those of the observed tag and of the resource. */
function summaryOf(decision: Decision, ownUrn: string): Expected {
  const reasons = decision.kind === "refuse" ? [decision.because] : decision.say;
  const facts = reasons.map((say) => {
    const [name, facts] = say as readonly [string, { tag?: { id: string }; drift?: Drift; urn?: string }];
    const { tag, urn: named, ...rest } = facts;
    expect(tag?.id ?? id).toBe(id);
    expect(named).toBe(withUrn.includes(name) ? ownUrn : undefined);
    if (rest.drift === undefined) return [name, rest];
    // What differs is counted in drift.test.ts.
    const drift = Object.fromEntries(Object.entries(rest.drift).filter(([fact]) => fact !== "differs"));
    return [name, { ...rest, drift }];
  });
  const kind = decision.kind === "keep" && decision.isStaged ? "keep staged" : decision.kind;
  return [kind, Object.fromEntries(facts) as object];
}

export function testRows(goal: Wanted["goal"], rows: Row[]): void {
  // A parameter that a row leaves out would be jest's callback.
  test.each(rows)("%s", (...[, versions, declares, [kind, reasons = {}], more = {}]) => {
    const { named = [], state, run, driftPolicy = "overwrite", referencePolicy = "refuse", ...shown } = more;
    const wanted = given.wants(goal, declares, state);
    const memory = new RunMemory();
    run?.(memory);
    const names = { tags: listed(...named), at: 0 };
    const references = "references" in more ? more.references : { by: [], unreadable: [] };
    const observed = { ...given.observationOf(versions, shown, wanted), names, references };
    const decision = decide(observed, wanted, memory, { driftPolicy, referencePolicy });
    expect(summaryOf(decision, wanted.urn)).toEqual([kind, reasons]);
  });
}

export const urnB = urn("b");
/** The program declares the tag. `former`: the URN in the state of a resource that is replaced. */
export const declaredBy =
  (declarer: string, former?: string): RunStep =>
  (memory) => {
    declareTag(memory, declarer, id, { former, isReplaced: former !== undefined });
  };
export const takenOverBy =
  (taker: string, tagId = id): RunStep =>
  (memory) => {
    memory.takeOver(tagId, taker);
  };
export const refuse = { driftPolicy: "refuse" } as const;

export const adopt = { adopt: true };
export const stage = { setAsLive: false };
export const stageStaged = { ...stage, defaultValue: "Staged" };
export const change = { defaultValue: "New" };
export const squad = { name: "Squad" };

/** The tag as this resource left it, and as others did. */
export const shared = [live(ours("Shared"))];
export const byOther = [live(others("Shared")), ours("Shared")];
export const byPerson = [live(person("Shared"))];
export const theirs = [live(person("Theirs"))];
export const edited = [live(person("Theirs")), ours("Shared")];
export const stagedByOther = [others("Staged"), live(ours("Shared"))];
export const stagedByPerson = [person("Staged"), live(ours("Shared"))];
export const staged = [ours("Staged"), live(ours("Shared"))];
export const stagedSquad = [ours("Staged", "Squad"), live(ours("Shared"))];
export const stagedAdoption = [ours("Staged"), live(person("Theirs"))];
export const adopted = stateWith({ __memory: { seenAt: "", versionCount: 1 } });
/** The state after a refresh that found {@link edited}. */
export const seen = stateWith({
  defaultValue: "Theirs",
  __memory: { mark, seenAt: "", versionCount: 2, drift: driftOf(2), written: content },
});
