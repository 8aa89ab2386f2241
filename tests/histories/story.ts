/** The stories of the histories: what can happen, in any order. */
import fc from "fast-check";
import type { Limits, Switches } from "../../emulator/options";
import { type FaultKind, faultKinds } from "../support/faultyService";
import type { Act } from "./person";
import { type Edit, type Slot, type StackName, tagNames } from "./program";
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
      /** Somebody makes a tag during the run, at that request: with a name that the program may want. */
      rival?: { slot: "team" | "product"; name: number; at: number };
    }
  /** A run with the credentials of another account, as by another `provider`, of what is in the state. */
  | { step: "run in another account"; stack: StackName; does: "up" | "up --refresh" | "refresh" | "destroy" }
  /** The stack gets other credentials of its account. */
  | { step: "rotate the credentials"; stack: StackName }
  | { step: "person"; act: Act }
  /** How much time there is between this step and the next; an hour where nothing is said. */
  | { step: "time"; passes: keyof typeof times };

/** What a clock can do, in milliseconds. */
export const times = { nothing: 0, "a second": 1_000, "three minutes": 180_000, "400 days": 400 * 86_400_000 };

/** The open questions of V1. */
export type V1Switches = Partial<
  Pick<Switches, "v1Body" | "v1CreateStatus" | "v1DeleteBody" | "v1Casing" | "v1AfterEndOfLife">
>;

/** A few services that differ in all of them: each combination would be a service of its own. */
const v1Services: V1Switches[] = [
  {},
  { v1Body: "data", v1CreateStatus: 201, v1DeleteBody: "empty", v1Casing: "lower" },
  { v1Body: "virtualTag", v1DeleteBody: "text", v1Casing: "lower", v1AfterEndOfLife: "serve" },
];

/** A story. */
export interface Story {
  /** How the service answers the open questions of its document. */
  switches: Pick<
    Switches,
    | "stagedCreateIsLive"
    | "stagedRead"
    | "listHasRules"
    | "dates"
    | "metadataNesting"
    | "metadataMergeLists"
    | "unicodeForm"
    | "maxChangeDescription"
  >;
  /** How the service answers the open questions of V1, in the stories whose programs use it. */
  v1: V1Switches | undefined;
  /** What the service's merge of metadata does with a value that is there. */
  metadataMergeValues: Switches["metadataMergeValues"];
  limits: Partial<Limits>;
  driftPolicy: "overwrite" | "refuse";
  /** Of the times that requests take. */
  seed: number;
  steps: Step[];
}

const slot = fc.constantFrom<Slot>("team", "product");
const legacy = fc.constant<Slot>("legacy");
const content = fc.nat({ max: 3 });
const rarely = fc.nat({ max: 3 }).map((number) => number === 3);
const mostlyDev = fc.constantFrom<StackName>("dev", "dev", "prod");
/** Where no mark tells whose a tag is, two stacks get into each other's way. */
const eitherStack = fc.constantFrom<StackName>("dev", "prod");
const metadata = {
  edit: fc.constant("metadata" as const),
  merge: fc.boolean(),
  adopt: fc.boolean(),
  content,
  usesEndpoint: fc.boolean(),
};
const of = fc.constantFrom("own" as const, "shared" as const);

const tagArguments = { name: rarely.map(Number), content, respelled: rarely, adopt: rarely };
const tagEdits = (of: fc.Arbitrary<Slot>, ignores = false) => ({
  tag: fc.record({
    edit: fc.constant("tag" as const),
    slot: of,
    ...tagArguments,
    // While a version is staged, no run puts right what is ignored: the message says what to do.
    staged: ignores ? fc.constant(false) : rarely,
    ignores: fc.constant(ignores),
  }),
  removal: fc.record({ edit: fc.constant("remove tag" as const), slot: of }),
  renaming: fc.record({ edit: fc.constant("rename the resource" as const), slot: of, alias: fc.boolean() }),
});

const { tag, removal, renaming } = tagEdits(slot);
const otherEdits: fc.WeightedArbitrary<Edit>[] = [
  { weight: 1, arbitrary: removal },
  { weight: 2, arbitrary: renaming },
  {
    weight: 3,
    arbitrary: fc.record({
      edit: fc.constant("an heir" as const),
      slot: fc.constantFrom("team" as const, "product"),
      content,
      adopt: rarely,
      retitled: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Edit>({ edit: "remove tag", slot: "heir" }) },
  { weight: 5, arbitrary: fc.record({ ...metadata, of }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("remove metadata" as const), of }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant("endpoint" as const), which: content }) },
  { weight: 1, arbitrary: fc.constant<Edit>({ edit: "remove endpoint" }) },
];
const edits = [{ weight: 6, arbitrary: tag }, ...otherEdits];

/** Those of the one tag that V1 may declare, and V2 as well. */
const ofLegacy = tagEdits(legacy);
const editsWithV1: fc.WeightedArbitrary<Edit>[] = [
  {
    weight: 12,
    arbitrary: fc.record({
      edit: fc.constant("tag by V1" as const),
      ...tagArguments,
      // Without it, an interrupted create finds no way on.
      adopt: fc.boolean(),
      cased: rarely,
    }),
  },
  { weight: 3, arbitrary: fc.constant<Edit>({ edit: "move to V2" }) },
  { weight: 2, arbitrary: ofLegacy.tag },
  { weight: 1, arbitrary: ofLegacy.removal },
  { weight: 1, arbitrary: ofLegacy.renaming },
];

const acts = (of: fc.Arbitrary<Slot>): fc.Arbitrary<Act> =>
  fc.oneof(
    fc.record({
      act: fc.constantFrom("edit" as const, "edit", "stage", "save again", "rename", "delete"),
      tag: content,
    }),
    fc.record({ act: fc.constant("make" as const), slot: of, name: rarely.map(Number), content }),
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

const runOf = {
  step: fc.constant("run" as const),
  does: fc.constantFrom("up" as const, "up", "up", "up --refresh", "up --refresh", "refresh", "destroy"),
  faults: fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant<HistoryFault[]>([]) },
    { weight: 3, arbitrary: fc.array(faults, { minLength: 1, maxLength: 3 }) },
  ),
  end: fc.option(ends, { nil: undefined, freq: 2 }),
};

const steps = (stack: fc.Arbitrary<StackName>, edit: fc.Arbitrary<Edit>, act: fc.Arbitrary<Act>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ step: fc.constant("edit" as const), stack, edit }) },
    { weight: 9, arbitrary: fc.record({ ...runOf, stack }) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...runOf,
        stack,
        does: fc.constant("up" as const),
        faults: fc.constant<HistoryFault[]>([]),
        end: fc.constant(undefined),
        rival: fc.record({
          slot: fc.constantFrom("team" as const, "product"),
          name: rarely.map(Number),
          at: fc.nat({ max: 6 }),
        }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        step: fc.constant("run in another account" as const),
        stack,
        does: fc.constantFrom("up" as const, "up --refresh", "refresh", "destroy"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant("rotate the credentials" as const), stack }) },
    { weight: 4, arbitrary: fc.record({ step: fc.constant("person" as const), act }) },
    {
      weight: 1,
      arbitrary: fc.record({
        step: fc.constant("time" as const),
        passes: fc.constantFrom(...(Object.keys(times) as (keyof typeof times)[])),
      }),
    },
  );

const storyParts = {
  switches: fc.record({
    stagedCreateIsLive: fc.boolean(),
    stagedRead: fc.constantFrom("live", "latest"),
    listHasRules: fc.boolean(),
    dates: fc.constantFrom("iso", "long"),
    metadataNesting: fc.constantFrom("root", "perValue"),
    metadataMergeLists: fc.constantFrom("union", "replace"),
    unicodeForm: fc.constantFrom("asSent", "nfc"),
    maxChangeDescription: fc.constantFrom(null, 60),
  }),
  limits: fc.constantFrom<Partial<Limits>>(
    { enabled: false },
    { enabled: true },
    { enabled: true, perRoute: { "*": 6 } },
  ),
  driftPolicy: fc.constantFrom("overwrite", "overwrite", "refuse"),
  seed: fc.nat(),
  metadataMergeValues: fc.constantFrom("merge", "replace"),
};

const storiesOf = (v1: fc.Arbitrary<Story["v1"]>, step: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Story> =>
  fc.record({ ...storyParts, v1, steps: fc.array(step, { minLength: 1, maxLength, size: "max" }) });

const withoutV1 = storiesOf(fc.constant(undefined), steps(mostlyDev, fc.oneof(...edits), acts(slot)), 30);
/** Each tag ignores changes of its rules, which is of no effect until a person makes some. */
const withIgnores = storiesOf(
  fc.constant(undefined),
  steps(
    fc.constant("dev"),
    fc.oneof({ weight: 6, arbitrary: tagEdits(slot, true).tag }, ...otherEdits),
    fc.record({ act: fc.constant("edit" as const), tag: content }),
  ),
  30,
);
const withV1 = storiesOf(
  fc.constantFrom(...v1Services),
  steps(eitherStack, fc.oneof(...edits, ...editsWithV1), acts(fc.oneof(slot, legacy))),
  // Longer, so that the others' cases stay as frequent as they are without V1.
  40,
);

/** All stories: V1 is in one of four, and `ignoreChanges` in another one of five. */
export const stories: fc.Arbitrary<Story> = fc.oneof(
  { weight: 11, arbitrary: withoutV1 },
  { weight: 4, arbitrary: withIgnores },
  { weight: 5, arbitrary: withV1 },
);

/** A step in words. */
export function told(step: Step): string {
  switch (step.step) {
    case "edit":
      return `${step.stack}'s program is edited: ${wordsOf(step.edit)}`;
    case "person":
      return `a person: ${wordsOf(step.act)}`;
    case "time":
      return `until the next step goes by: ${step.passes}`;
    case "run in another account":
      return `${step.stack}: pulumi ${step.does}, with the credentials of another account`;
    case "rotate the credentials":
      return `${step.stack}: other credentials of the same account`;
    case "run": {
      const { stack, does, faults, end, rival } = step;
      const troubles = [
        ...(rival === undefined ? [] : [`a person makes "${tagNames[rival.slot][rival.name]}" at request ${rival.at}`]),
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
