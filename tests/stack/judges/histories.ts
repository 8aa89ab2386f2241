/** Histories of a tag, as plain data: what this stack did, and what happened after that. */

/** How the tag became this stack's. `foundAsDeclared`: a person had made it, and the adoption had nothing to save. */
export type Origin = "created" | "adopted" | "foundAsDeclared";

/** What this stack does, and keeps in its state. */
export type OwnStep =
  "saves" | "renames" | "stages" | "stagesUnderAnotherName" | "promotes" | "movesResource" | "refreshes";

/** What a run of this stack does before it is interrupted: the state keeps nothing of it. */
export type LostStep = "losesSave" | "losesStage" | "losesPromotion";

/** What others do: people in the application, another stack, and the service. */
export type OthersStep =
  | "personSaves"
  | "personSavesTheSame"
  | "personSavesTheFirst"
  | "personRenames"
  | "personStages"
  | "personPromotes"
  | "personRestores"
  | "personCopiesTheMark"
  | "personDeletes"
  | "otherStackTakesOver"
  | "otherStackSaves"
  | "otherStackStages"
  | "serviceForgetsVersions";

/** One step. */
export type Step = OwnStep | LostStep | OthersStep;

/** A history of one tag. */
export interface History {
  origin: Origin;
  steps: readonly Step[];
  /** The first step that is neither the stack's own beginning nor an ending. */
  event: Step | "nothing";
  /** What a read shows while a version is staged: the API documentation does not say. */
  stagedRead: "live" | "latest";
}

/** What the stack has done before anything else happens. `isBrief`: little more happens, because it matters little to what follows. */
const beginnings: readonly { origin: Origin; steps: readonly OwnStep[]; isBrief?: true }[] = [
  { origin: "created", steps: [] },
  { origin: "adopted", steps: [], isBrief: true },
  { origin: "foundAsDeclared", steps: [] },
  { origin: "created", steps: ["saves"], isBrief: true },
  { origin: "created", steps: ["renames"], isBrief: true },
  { origin: "created", steps: ["movesResource"], isBrief: true },
  { origin: "created", steps: ["stages"] },
  { origin: "created", steps: ["stagesUnderAnotherName"] },
  { origin: "created", steps: ["stages", "promotes"], isBrief: true },
];

const events: readonly Step[] = [
  "losesSave",
  "losesStage",
  "losesPromotion",
  "personSaves",
  "personSavesTheSame",
  "personSavesTheFirst",
  "personRenames",
  "personStages",
  "personPromotes",
  "personRestores",
  "personCopiesTheMark",
  "personDeletes",
  "otherStackTakesOver",
  "otherStackSaves",
  "otherStackStages",
  "serviceForgetsVersions",
];

/** What may happen after an event: nothing, or one of these, before or after a refresh. */
const laterEvents: readonly Step[] = ["losesSave", "personSaves", "personSavesTheFirst"];

const briefEndings: readonly (readonly Step[])[] = [[], ["refreshes"]];
const endings: readonly (readonly Step[])[] = [
  ...briefEndings,
  ...laterEvents.flatMap((step): Step[][] => [[step], ["refreshes", step]]),
];

const staging: readonly Step[] = ["stages", "stagesUnderAnotherName", "losesStage", "personStages", "otherStackStages"];

/** Whether a step makes sense after others: nothing can happen to a deleted tag, and only what is staged can be promoted. */
function isPossible(steps: readonly Step[]): boolean {
  const deleted = steps.indexOf("personDeletes");
  const promoted = steps.findIndex((step) => step === "personPromotes" || step === "losesPromotion");
  const staged = steps.findIndex((step) => staging.includes(step));
  return (deleted < 0 || deleted === steps.length - 1) && (promoted < 0 || (staged >= 0 && staged < promoted));
}

/** All histories. */
export const histories: readonly History[] = beginnings.flatMap(({ origin, steps: begun, isBrief }) =>
  (["nothing", ...events] as const).flatMap((event) =>
    (isBrief ? briefEndings : endings).flatMap((ending): History[] => {
      const steps = [...begun, ...(event === "nothing" ? [] : [event]), ...ending];
      if (!isPossible(steps)) return [];
      const reads = steps.some((step) => staging.includes(step)) ? (["live", "latest"] as const) : (["live"] as const);
      return reads.map((stagedRead) => ({ origin, steps, event, stagedRead }));
    }),
  ),
);

/** A history in words. */
export function titleOf({ origin, steps, stagedRead }: History): string {
  return [origin, ...steps].join(", ") + (stagedRead === "latest" ? " (a read shows the newest)" : "");
}
