/** What is decided about a V1 tag, one row per combination that docs/virtual-tag-v1.md promises. */
import type { Version, VirtualTagV1 } from "../../../client";
import { RunMemory } from "../../../provider/shared/runMemory";
import { texts } from "../../../provider/virtualTag/messages";
import { type DecisionV1, decideV1, type WantedV1 } from "../../../provider/virtualTagV1/decide";
import { textsV1 } from "../../../provider/virtualTagV1/messages";
import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import { declareTag } from "../account";
import { condition, inputs, rule, urnOf } from "./account";

/** What a decision depends on. What is left out: the tag is as declared, nobody marked it, and nobody else has the name. */
interface Given {
  /** What differs in the service; null if the tag was not found. */
  tag?: Partial<VirtualTagV1> | null;
  /** The ownership mark of the newest version that bears one. */
  mark?: string;
  /** The IDs of the tags that have the declared name. */
  named?: string[];
  /** What differs in the declared arguments. */
  wants?: Partial<VirtualTagV1Inputs>;
  /** What differs in the state. */
  was?: Partial<VirtualTagV1State>;
  /** `driftPolicy` is `refuse`. */
  refuse?: true;
  /** The resource that took the tag over in this run. */
  taker?: string;
  /** The resource of the program that has the tag by its state. */
  declarer?: string;
  /** The resource that took `tag-2` over in this run. */
  holderOfOther?: string;
  /** This run deleted the tag. */
  deletedNow?: true;
}

const id = "tag-1";
const [own, others] = ["(pulumi bill/dev#team)", "(pulumi other/dev#team)"];
const unsaved: Partial<VirtualTagV1State> = { __memory: { isUnsaved: true } };
const successor = urnOf("team", "VirtualTag");
const drift = { by: "ines@example.com", at: "2026-11-20T12:00:00.000Z" };
const tagWith = (change: Partial<VirtualTagV1>): VirtualTagV1 => ({
  id,
  name: "Team",
  rules: [rule],
  defaultValue: "Shared",
  createdBy: "jo@example.com",
  updatedBy: drift.by,
  updatedAt: drift.at,
  ...change,
});

function memoryOf({ taker, declarer, holderOfOther, deletedNow }: Given): RunMemory {
  const memory = new RunMemory();
  if (taker !== undefined) memory.takeOver(id, taker);
  if (declarer !== undefined) declareTag(memory, declarer, id, { isReplaced: declarer === urnOf("team") });
  if (holderOfOther !== undefined) memory.takeOver("tag-2", holderOfOther);
  if (deletedNow) memory.deleted(id);
  return memory;
}

function decideFor(goal: WantedV1["goal"], given: Given): DecisionV1 {
  const { tag = {}, mark, named = [], wants, was, refuse } = given;
  const declared = { ...inputs, ...wants };
  const state = { ...inputs, ...was };
  const wanted: Record<WantedV1["goal"], WantedV1> = {
    create: { goal: "create", urn: urnOf("team"), inputs: declared },
    update: { goal: "update", urn: urnOf("team"), id, inputs: declared, state },
    delete: { goal: "delete", urn: urnOf("team"), id, inputs: state, state },
  };
  const version: Version = {
    id: "version-1",
    createdAt: drift.at,
    createdBy: drift.by,
    isLive: true,
    changeDescription: mark ?? "",
  };
  const observed = {
    at: 0,
    named: named.map((other) => tagWith({ id: other })),
    tag: tag === null ? undefined : tagWith(tag),
    versions: mark === undefined ? [] : [version],
  };
  return decideV1(observed, wanted[goal], memoryOf(given), {
    driftPolicy: refuse ? "refuse" : "overwrite",
    referencePolicy: "refuse",
  });
}

function saysOf(decision: DecisionV1): [string, object][] {
  const says = decision.kind === "refuse" ? [decision.because] : decision.kind === "create" ? [] : decision.say;
  return says.map(([name, facts]) => [name, facts ?? {}]);
}

/** The decision, and the code of each message: `save; CA2101`. */
function textFor(decision: DecisionV1): string {
  const all: Record<string, (facts: never) => { code: string }> = { ...texts, ...textsV1 };
  return [decision.kind, ...saysOf(decision).map(([name, facts]) => all[name]?.(facts as never).code)].join("; ");
}

const theirs = { defaultValue: "Theirs" };
/** The state after a refresh that found {@link theirs}. */
const seen: Partial<VirtualTagV1State> = { ...theirs, __memory: { drift, written: inputs } };
const changed = { defaultValue: "Other" };
const adopt = { adopt: true };
const cased = { rules: [{ ...rule, filters: { ...condition, key: "TEAM" } }] };
const sensitive = { isCaseSensitive: true };

test.each<[string, Given, string]>([
  ["there is no tag of that name", { tag: null }, "create"],
  ["there is none to adopt", { tag: null, wants: adopt }, "create"],
  ["the only tag that the list shows was deleted since", { tag: null, named: [id] }, "create"],
  ["there is one", {}, "refuse; CA5001"],
  ["there is one, with other content", { tag: theirs }, "refuse; CA5001"],
  ["there is one, with adopt set to false", { wants: { adopt: false } }, "refuse; CA5001"],
  ["adopt takes over equal content without a save", { wants: adopt }, "keep; CA2202"],
  ["adopt takes over other content", { tag: theirs, wants: adopt }, "save; CA2205"],
  ["adopt takes it over, whatever the policy is", { tag: theirs, wants: adopt, refuse: true }, "save; CA2205"],
  ["adopt by ID", { wants: { adopt: id } }, "keep; CA2202"],
  ["adopt by ID gives the tag its name", { tag: { name: "Old" }, wants: { adopt: id } }, "save; CA2205"],
  ["adopt, but the service tells another case sensitivity", { tag: sensitive, wants: adopt }, "save; CA2205"],
  ["a VirtualTag owns it", { mark: others }, "refuse; CA5002"],
  ["adopt of a tag that a VirtualTag owns", { mark: others, wants: adopt }, "refuse; CA5002"],
  ["adopt by ID of a tag that a VirtualTag owns", { mark: others, wants: { adopt: id } }, "refuse; CA5002"],
  ["adopt of a tag that a VirtualTag of this very name owns", { mark: own, wants: adopt }, "refuse; CA5002"],
  ["several have the name", { tag: null, named: ["tag-1", "tag-2"] }, "refuse; CA2003"],
  ["adopt, and several have the name", { tag: null, named: ["tag-1", "tag-2"], wants: adopt }, "refuse; CA2003"],
  ["adopt by an ID that was not found", { tag: null, wants: { adopt: "nothing" } }, "refuse; CA2004"],
  ["adopt by an ID, and another has the name", { tag: null, named: ["tag-2"], wants: { adopt: id } }, "refuse; CA2005"],
  ["adopt by the ID of a tag that this run deleted", { tag: null, wants: { adopt: id }, deletedNow: true }, "create"],
  ["another resource of this run has the tag", { wants: adopt, taker: urnOf("one") }, "refuse; CA2021"],
  ["this resource has the tag in this run", { wants: adopt, taker: urnOf("team") }, "keep; CA2202"],
  ["adopt of a predefined tag", { tag: { name: "FOCUS/Team" }, wants: adopt }, "refuse; CA2023"],
  ["another one of the program has the tag by its state", { wants: adopt, declarer: urnOf("one") }, "refuse; CA2021"],
])("create: %s", (_, given, expected) => {
  expect(textFor(decideFor("create", given))).toBe(expected);
});

test.each<[string, Given, string]>([
  ["nothing else changed", { wants: changed }, "save"],
  ["the tag is as declared already", { tag: changed, wants: changed }, "keep"],
  ["only the case of a key differs", { tag: cased }, "keep"],
  ["the case of a key differs, and counts", { tag: cased, wants: sensitive, was: sensitive }, "save; CA2101"],
  ["only isCaseSensitive changes", { wants: sensitive }, "save"],
  ["isCaseSensitive is as declared already", { tag: sensitive, wants: sensitive }, "keep"],
  ["drift", { tag: theirs, wants: changed }, "save; CA2101"],
  ["a new name is drift", { tag: { name: "Theirs" }, wants: changed }, "save; CA2101"],
  ["drift that the policy refuses", { tag: theirs, wants: changed, refuse: true }, "refuse; CA2013"],
  ["adopt does not overwrite drift", { tag: theirs, wants: { ...changed, ...adopt }, refuse: true }, "refuse; CA2013"],
  ["drift that the program declares", { tag: theirs, wants: theirs, refuse: true }, "keep"],
  ["drift that a refresh found", { tag: theirs, was: seen, wants: changed }, "save; CA2101"],
  [
    "drift that a refresh found: no consent",
    { tag: theirs, was: seen, wants: changed, refuse: true },
    "refuse; CA2013",
  ],
  ["such drift that the program declares", { tag: theirs, was: seen, wants: theirs, refuse: true }, "keep"],
  ["drift that a refresh found, and that was undone since", { was: seen, wants: changed, refuse: true }, "save"],
  ["a VirtualTag took the tag over", { mark: others, wants: changed }, "refuse; CA5003"],
  ["a VirtualTag took it over, and the tag is as declared", { mark: others }, "refuse; CA5003"],
  ["a VirtualTag took it, and adopt is still set", { mark: others, wants: { ...changed, ...adopt } }, "refuse; CA5003"],
  ["its own successor was interrupted", { mark: own, wants: changed }, "save"],
  ["another resource takes the tag over in this run", { wants: changed, taker: urnOf("one") }, "refuse; CA2021"],
  ["another tag has the new name", { wants: { name: "Taken" }, named: ["tag-2"] }, "refuse; CA2022"],
  ["only this tag has the new name, in another case of its ID", { wants: { name: "Free" }, named: ["TAG-1"] }, "save"],
  ["the tag became predefined", { tag: { name: "FOCUS/Team" }, was: { name: "FOCUS/Team" } }, "refuse; CA2023"],
  ["V2 can't save the tag", { tag: { reallocation: { method: "even" } } as object, wants: changed }, "refuse; CA2023"],
  ["the tag was not found", { tag: null, wants: changed }, "refuse; CA2011"],
])("update: %s", (_, given, expected) => {
  expect(textFor(decideFor("update", given))).toBe(expected);
});

test.each<[string, Given, string]>([
  ["nothing else changed", {}, "delete"],
  ["drift", { tag: theirs }, "delete; CA2110"],
  ["drift that the policy refuses", { tag: theirs, refuse: true }, "refuse; CA2031"],
  ["drift that a refresh found", { tag: theirs, was: seen }, "delete; CA2110"],
  ["drift that a refresh found and the policy refuses", { tag: theirs, was: seen, refuse: true }, "refuse; CA2031"],
  ["a VirtualTag took the tag over", { mark: others }, "release; CA2107"],
  ["a VirtualTag took it over and changed it", { mark: others, tag: theirs, refuse: true }, "release; CA2107"],
  ["its own successor was interrupted", { mark: own }, "delete"],
  ["another resource of this run took the tag over", { taker: successor }, "release; CA2108"],
  ["another resource of the program has the tag by its state", { declarer: successor }, "release; CA2108"],
  ["the engine replaces this very resource", { declarer: urnOf("team") }, "delete"],
  ["this stack never saved it", { was: unsaved }, "release; CA2109"],
  ["this stack never saved it, and others changed it", { was: unsaved, tag: theirs, refuse: true }, "release; CA2109"],
  ["this stack never saved it, but its own successor did", { was: unsaved, mark: own }, "delete"],
  ["the tag was not found", { tag: null }, "release; CA2207"],
])("delete: %s", (_, given, expected) => {
  expect(textFor(decideFor("delete", given))).toBe(expected);
});

test.each<["update" | "delete", true | undefined]>([
  ["update", undefined],
  ["update", true],
  ["delete", undefined],
  ["delete", true],
])("drift says who changed the tag, and when: %s, with refuse: %s", (goal, refuse) => {
  const decision = decideFor(goal, { tag: theirs, wants: changed, ...(refuse && { refuse }) });
  expect(saysOf(decision).map(([, facts]) => facts)).toMatchObject([{ tag: tagWith(theirs), drift }]);
});

test.each([true, false])("a name that is taken says whether a resource of this run has it: %s", (isHeld) => {
  const given = { wants: { name: "Taken" }, named: ["tag-2"], ...(isHeld && { holderOfOther: urnOf("one") }) };
  expect(saysOf(decideFor("update", given))).toMatchObject([["nameTaken", { others: [{ id: "tag-2" }], isHeld }]]);
});
