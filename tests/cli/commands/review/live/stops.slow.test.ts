/**
 * `review --live` says what `pulumi up` then writes, and where it stops, in scenes of tags that concern each other: with the state of the
 * stack, and by a plan alone. `REVIEW_SEEDS` says how many, `REVIEW_FROM` which is the first.
 */
import { reviewedOf } from "../../../studies/review/reviewed";
import fc from "fast-check";
import { readAccount } from "../../../../../cli/commands/review/readAccount";
import type { Account } from "../../../../../cli/console/account";
import type { Terminal } from "../../../../../cli/console/terminal";
import { parsePlan, type Stop } from "../../../../../cli/sources/plan/plan";
import { stateIn } from "../../../../../cli/sources/stackState";
import type { ChangeKind } from "../../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../../cli/studies/review/reviewPlan";
import { reviewJson } from "../../../../../cli/words/review/reviewJson";
import { CostAllocationClient } from "../../../../../client";
import type { Ending, Foreseen, PlannedStep } from "../../../../../provider/dry";
import { isSameId, typeOf } from "../../../../../stack/state/kinds";
import { signature } from "../../../../../stack/state/readState";
import { drive } from "../../../../histories/driving";
import { clockOf, isPolicyKnown, type Row, type Says, type Scene, settingsOf } from "../../../../provider/dry/compare";
import { mistakesOf, refusalsIn } from "../../../../provider/dry/judge";
import { playScene, scenes } from "../../../../provider/dry/scenes";
import { runsOf } from "../../../../support/size";
import { planText } from "../../../sources/planText";

const first = Number(process.env["REVIEW_FROM"] ?? 1);
const seeds = runsOf("REVIEW_SEEDS", 300, 300);

/** The plan as `pulumi preview --json` prints it. */
function previewOf(steps: readonly PlannedStep[]): string {
  const isReplaced = (step: PlannedStep): boolean =>
    steps.some(({ op, urn, old }) => op === "create" && urn === step.urn && isSameId(old?.id, step.old?.id));
  return planText(
    steps.flatMap((step) => {
      const { urn, kind, op, old, declared } = step;
      if (op === "delete" && isReplaced(step)) return [];
      const state = (inputs: object, dependsOn: readonly string[], more: object): object => ({
        urn,
        custom: true,
        type: typeOf(kind),
        inputs,
        dependencies: dependsOn,
        ...more,
      });
      const { __memory: memory, ...shown } = old?.state ?? {};
      const outputs = memory === undefined ? shown : { ...shown, __memory: "[secret]" };
      const id = op === "create" ? {} : { id: old?.id };
      return {
        op: op === "create" && old !== undefined ? "replace" : op,
        urn,
        ...(old === undefined ? {} : { oldState: state(shown, old.dependsOn, { id: old.id, outputs }) }),
        ...(declared === undefined
          ? {}
          : {
              newState: state(declared.inputs, declared.dependsOn, {
                ...id,
                outputs: declared.inputs,
                propertyDependencies: declared.madeOf,
              }),
            }),
      };
    }),
  );
}

/** The state with its secrets, as `pulumi stack export --show-secrets` prints it. */
function exportOf(steps: readonly PlannedStep[]): string {
  const resources = steps.flatMap(({ urn, kind, op, old, declared }) => {
    const isReplaced = op === "delete" && steps.some((other) => other.urn === urn && other.op === "create");
    if (old === undefined || isReplaced) return [];
    const { __memory: memory = {}, ...outputs } = old.state;
    const hidden = { [signature.property]: signature.secret, plaintext: JSON.stringify(memory) };
    const state = { inputs: declared?.inputs ?? {}, outputs: { ...outputs, __memory: hidden } };
    return { urn, type: typeOf(kind), id: old.id, ...state };
  });
  return JSON.stringify({ deployment: { resources } });
}

const silent = (): void => undefined;

/** What the JSON of a review says of a resource. */
interface Entry {
  urn: string;
  id?: string;
  change: ChangeKind;
  stop?: Stop;
  rules?: Record<string, number>;
  live?: string;
  [fact: string]: unknown;
}

/** What the JSON of the review says. */
async function entriesIn(steps: readonly PlannedStep[], scene: Scene): Promise<Entry[]> {
  const { service, driftPolicy } = scene;
  const clock = clockOf(scene);
  const settings = { ...settingsOf(scene), driftPolicy, referencePolicy: "refuse", maxConcurrency: 4 };
  const options = { ...settingsOf(scene), secretKey: "emulator-secret", clock, transport: service, random: () => 0.5 };
  const account = {
    openDry: (copy) => new CostAllocationClient(options, { copy }),
    settings,
    reach: { stack: isPolicyKnown(scene) ? "dev" : undefined, options: [], needs: undefined },
  } as Pick<Account, "openDry" | "reach"> as Account;
  const terminal = { now: () => clock.now(), note: silent, env: {} } as unknown as Terminal;
  const exported = isPolicyKnown(scene) ? stateIn(exportOf(steps), "the stack") : undefined;
  const plan = parsePlan(previewOf(steps), "the plan", exported);
  const before = service.writes.length;
  const found = await drive(clock, readAccount(plan, account, terminal));
  expect(service.writes).toHaveLength(before);
  const json = reviewJson(reviewedOf(reviewPlan(found.plan, found.compared, found.overwritten)));
  const { tags, metadata, endpoints } = json as Record<"tags" | "metadata" | "endpoints", Entry[]>;
  return [...tags, ...metadata, ...endpoints];
}

/** What the review says of each step, by the URN of the entry in its JSON. A replacement and a move have one entry for two steps. */
const entries = new Map<PlannedStep, string>();

const says: Says = async (steps, scene) => {
  const said = await entriesIn(steps, scene);
  return steps
    .filter(({ op }) => op !== "same")
    .map((step): Foreseen => {
      const { old, urn } = step;
      const one = said.find((other) => other.urn === urn) ?? said.find(({ id }) => isSameId(id, old?.id));
      entries.set(step, one?.urn ?? urn);
      const writes = writesIn(one, step).map((decided): Ending => ({ kind: "done", decided }));
      if (one?.stop === undefined) return { step, endings: writes, isCertain: writes.length === 1 };
      const { code, text, isCertain, others = [] } = one.stop;
      const stops = [code, ...others].map((stop): Ending => ({ kind: "refused", code: stop, text }));
      return { step, endings: [...stops, ...(isCertain ? [] : writes)], isCertain };
    });
};

type Write = Extract<Ending, { kind: "done" }>["decided"];

/** What an entry says that a step writes. */
function writesIn(one: Entry | undefined, { op }: PlannedStep): Write[] {
  if (one === undefined || one.change === "follows" || one["mayFollow"] === true) return ["keep"];
  const isGone = one.change === "deleted" || one["replacedId"] !== undefined;
  if (op === "delete") return one["mayStay"] === true ? ["delete", "keep"] : [isGone ? "delete" : "keep"];
  if (one.change === "adopted" && one.live !== "missing") {
    const isEqual = one["changes"] !== undefined && (one["changes"] as object[]).length === 0;
    const isSaved = ["defaultValue", "renamedFrom", "owner"].some((fact) => one[fact] !== undefined);
    // An adoption of what is equal, and has no owner, saves nothing.
    return [isEqual && !isSaved ? "keep" : "takeOver"];
  }
  const isCreated = isGone && one["takesOver"] !== true;
  return [isCreated || ["created", "adopted"].includes(one.change) ? "create" : "save"];
}

/** The rows of one entry in one: the first of its steps that is refused, if one is. */
function joined(rows: readonly Row[]): Row[] {
  const isRefused = ({ actual }: Row): boolean => actual.startsWith("CA");
  const sorted = rows.toReversed().sort((one, other) => Number(isRefused(one)) - Number(isRefused(other)));
  return [...new Map(sorted.map((row) => [entries.get(row.step), row])).values()];
}

/** The refusals that depend on the policies. */
const byPolicy: readonly string[] = ["CA2013", "CA2015", "CA2031", "CA2032", "CA2033"];

const isOfStop = (mistake: string): boolean => !mistake.startsWith("another change");

/** The rows of the steps that the engine carries out: none of the same entry is refused, and nothing before them. */
function carriedOut(rows: readonly Row[]): Row[] {
  const stopped = new Set(rows.flatMap(({ actual, step }) => (actual.startsWith("CA") ? [entries.get(step)] : [])));
  return rows.filter(({ step, isSkipped }) => !isSkipped && !stopped.has(entries.get(step)));
}

test("scenes", async () => {
  const rows: Row[] = [];
  for (let seed = first; seed < first + seeds; seed++)
    for (const scene of fc.sample(scenes, { seed, numRuns: 1, unbiased: true })) {
      // A review does not know the service's habits, and takes the likely ones.
      const found = await playScene({ ...scene, stagedRead: "live" }, seed % 2 === 0 ? "dynamic" : "plugin", says);
      const mistakes = [
        ...mistakesOf(joined(found)).filter(isOfStop),
        ...mistakesOf(carriedOut(found)).filter((one) => !isOfStop(one)),
      ];
      if (mistakes.length > 0) throw new Error([`Seed ${seed}`, ...mistakes].join("\n"));
      rows.push(...joined(found));
    }
  const stack = refusalsIn(rows.filter(({ isPolicyKnown }) => isPolicyKnown));
  // A plan alone does not tell the policies, so what depends on them is never certain.
  const plan = refusalsIn(rows.filter(({ isPolicyKnown, actual }) => !isPolicyKnown && !byPolicy.includes(actual)));
  process.stdout.write(`${rows.length} steps, said as possible: ${JSON.stringify({ stack, plan })}\n`);
  // Fewer say nothing about shares.
  if (seeds < 100) return;
  expect(stack.possible).toBeLessThanOrEqual(0.12 * stack.all);
  expect(plan.possible).toBeLessThanOrEqual(0.2 * plan.all);
  expect(stack.all).toBeGreaterThan(seeds / 10);
}, 3_600_000);
