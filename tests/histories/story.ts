/** The stories of the histories: what can happen, in any order. */
import fc from "fast-check";
import type { Limits, Switches } from "../../emulator/options";
import { type FaultKind, faultKinds } from "../support/faultyService";
import type { Act } from "./person";
import { type Edit, type StackName, tagNames } from "./program";
import type { End, HistoryFault } from "./wire";

/** One step of a story. */
export type Step =
  | { step: "edit"; stack: StackName; edit: Edit }
  | {
      step: "run";
      stack: StackName;
      does: "up" | "up --refresh" | "refresh" | "destroy";
      faults: HistoryFault[];
      end: End | undefined;
    }
  | { step: "person"; act: Act }
  /** How much time there is between this step and the next; an hour where nothing is said. */
  | { step: "time"; passes: keyof typeof times };

/** What a clock can do, in milliseconds. */
export const times = { nothing: 0, "a second": 1_000, "three minutes": 180_000, "400 days": 400 * 86_400_000 };

/** A story. */
export interface Story {
  /** How the service answers the open questions of its document. */
  switches: Pick<
    Switches,
    "stagedCreateIsLive" | "stagedRead" | "listHasRules" | "dates" | "metadataNesting" | "metadataMergeLists"
  >;
  /** What the service's merge of metadata does with a value that is there. */
  metadataMergeValues: Switches["metadataMergeValues"];
  limits: Partial<Limits>;
  outsideChanges: "overwrite" | "refuse";
  /** Of the times that requests take. */
  seed: number;
  steps: Step[];
}

const slot = fc.constantFrom(...(Object.keys(tagNames) as (keyof typeof tagNames)[]));
const content = fc.nat({ max: 3 });
const rarely = fc.nat({ max: 3 }).map((number) => number === 3);
const stack = fc.constantFrom<StackName>("dev", "dev", "prod");
const metadata = {
  edit: fc.constant("metadata" as const),
  merge: fc.boolean(),
  adopt: fc.boolean(),
  content,
  usesEndpoint: fc.boolean(),
};
const of = fc.constantFrom("own" as const, "shared" as const);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      edit: fc.constant("tag" as const),
      slot,
      name: rarely.map(Number),
      content,
      respelled: rarely,
      staged: rarely,
      adopt: rarely,
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("remove tag" as const), slot }) },
  {
    weight: 1,
    arbitrary: fc.record({ edit: fc.constant("rename the resource" as const), slot, alias: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ ...metadata, of }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("remove metadata" as const), of }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant("endpoint" as const), which: content }) },
  { weight: 1, arbitrary: fc.constant<Edit>({ edit: "remove endpoint" }) },
);

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constantFrom("edit" as const, "edit", "stage", "save again", "rename", "delete"),
    tag: content,
  }),
  fc.record({ act: fc.constant("make" as const), slot, name: rarely.map(Number), content }),
  fc.record({
    act: fc.constantFrom("note" as const, "remove the note", "add a group", "empty a value"),
    tag: content,
  }),
);

const faults: fc.Arbitrary<HistoryFault> = fc.record({
  kind: fc.constantFrom(...(Object.keys(faultKinds) as FaultKind[])),
  of: fc.constantFrom("write" as const, "write", "read"),
  nth: fc.nat({ max: 3 }),
  late: fc.constantFrom("soon" as const, "after the run"),
});

const ends: fc.Arbitrary<End> = fc.record({
  by: fc.constantFrom("kill" as const, "kill", "stop"),
  at: fc.nat({ max: 12 }),
  arrives: fc.boolean(),
});

const runs: fc.Arbitrary<Step> = fc.record({
  step: fc.constant("run" as const),
  stack,
  does: fc.constantFrom("up" as const, "up", "up", "up --refresh", "up --refresh", "refresh", "destroy"),
  faults: fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant<HistoryFault[]>([]) },
    { weight: 3, arbitrary: fc.array(faults, { minLength: 1, maxLength: 3 }) },
  ),
  end: fc.option(ends, { nil: undefined, freq: 2 }),
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ step: fc.constant("edit" as const), stack, edit: edits }) },
  { weight: 9, arbitrary: runs },
  { weight: 4, arbitrary: fc.record({ step: fc.constant("person" as const), act: acts }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant("time" as const),
      passes: fc.constantFrom(...(Object.keys(times) as (keyof typeof times)[])),
    }),
  },
);

/** All stories. */
export const stories: fc.Arbitrary<Story> = fc.record({
  switches: fc.record({
    stagedCreateIsLive: fc.boolean(),
    stagedRead: fc.constantFrom("live", "latest"),
    listHasRules: fc.boolean(),
    dates: fc.constantFrom("iso", "long"),
    metadataNesting: fc.constantFrom("root", "perValue"),
    metadataMergeLists: fc.constantFrom("union", "replace"),
  }),
  limits: fc.constantFrom<Partial<Limits>>(
    { enabled: false },
    { enabled: true },
    { enabled: true, perRoute: { "*": 6 } },
  ),
  outsideChanges: fc.constantFrom("overwrite", "overwrite", "refuse"),
  seed: fc.nat(),
  steps: fc.array(steps, { minLength: 1, maxLength: 30, size: "max" }),
  metadataMergeValues: fc.constantFrom("merge", "replace"),
});

/** A step in words. */
export function told(step: Step): string {
  switch (step.step) {
    case "edit":
      return `${step.stack}'s program is edited: ${wordsOf(step.edit)}`;
    case "person":
      return `a person: ${wordsOf(step.act)}`;
    case "time":
      return `until the next step goes by: ${step.passes}`;
    case "run": {
      const { stack, does, faults, end } = step;
      const troubles = [
        ...faults.map(
          ({ kind, of, nth, late }) => `${of} ${nth}: ${kind}${kind.includes("later") ? ` (${late})` : ""}`,
        ),
        ...(end === undefined ? [] : [`${end.by} at request ${end.at}${endWords(end)}`]),
      ];
      return `${stack}: pulumi ${does}${troubles.length === 0 ? "" : `, with ${troubles.join("; ")}`}`;
    }
  }
}

function endWords({ by, arrives }: End): string {
  return by === "stop" ? "" : arrives ? " (what is on its way arrives)" : " (what is on its way is lost)";
}

function wordsOf(what: Edit | Act): string {
  return Object.entries(what)
    .map(([name, value]) => (name === "edit" || name === "act" ? String(value) : `${name} ${String(value)}`))
    .join(", ");
}
