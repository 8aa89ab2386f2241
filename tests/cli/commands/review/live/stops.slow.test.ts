/**
 * `review --live` says where `pulumi up` then stops, in scenes of tags that concern each other: with the state of the stack, and by a plan
 * alone. `REVIEW_SEEDS` says how many, `REVIEW_FROM`
 * which is the first.
 */
import fc from "fast-check";
import { readAccount } from "../../../../../cli/commands/review/readAccount";
import type { Account } from "../../../../../cli/console/account";
import type { Terminal } from "../../../../../cli/console/terminal";
import { parsePlan, type Stop } from "../../../../../cli/sources/plan/plan";
import { stateIn } from "../../../../../cli/sources/stackState";
import { reviewPlan } from "../../../../../cli/studies/review/reviewPlan";
import { reviewJson } from "../../../../../cli/words/review/reviewJson";
import { CostAllocationClient } from "../../../../../client";
import type { PlannedStep } from "../../../../../provider/dry";
import { isSameId, typeOf } from "../../../../../stack/state/kinds";
import { signature } from "../../../../../stack/state/readState";
import { drive } from "../../../../histories/driving";
import { clockOf, isPolicyKnown, type Row, type Says, type Scene, settingsOf } from "../../../../provider/dry/compare";
import { mistakesOf, refusalsIn } from "../../../../provider/dry/judge";
import { playScene, scenes } from "../../../../provider/dry/scenes";
import { runsOf } from "../../../../support/size";
import { planText } from "../../../sources/planText";

const first = Number(process.env["REVIEW_FROM"] ?? 1);
const seeds = runsOf("REVIEW_SEEDS", 150, 300);

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

/** What the JSON of the review says. */
async function stopsIn(
  steps: readonly PlannedStep[],
  scene: Scene,
): Promise<{ urn: string; id?: string; stop?: Stop }[]> {
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
  const json = reviewJson(reviewPlan(found.plan, found.compared, found.overwritten));
  const { tags, metadata, endpoints } = json as Record<
    "tags" | "metadata" | "endpoints",
    { urn: string; stop?: Stop }[]
  >;
  return [...tags, ...metadata, ...endpoints];
}

/** What the review says of each step, by the URN of the entry in its JSON. A replacement and a move have one entry for two steps. */
const entries = new Map<PlannedStep, string>();

const says: Says = async (steps, scene) => {
  const said = await stopsIn(steps, scene);
  return steps
    .filter(({ op }) => op !== "same")
    .map((step) => {
      const { old, urn } = step;
      const one = said.find((other) => other.urn === urn) ?? said.find(({ id }) => isSameId(id, old?.id));
      entries.set(step, one?.urn ?? urn);
      if (one?.stop === undefined) return { step, endings: [], isCertain: true };
      const { code, text, isCertain } = one.stop;
      return { step, endings: [{ kind: "refused", code, text }], isCertain };
    });
};

/** The rows of one entry in one: the first of its steps that is refused, if one is. */
function joined(rows: readonly Row[]): Row[] {
  const isRefused = ({ actual }: Row): boolean => actual.startsWith("CA");
  const sorted = rows.toReversed().sort((one, other) => Number(isRefused(one)) - Number(isRefused(other)));
  return [...new Map(sorted.map((row) => [entries.get(row.step), row])).values()];
}

test("scenes", async () => {
  const rows = [];
  for (let seed = first; seed < first + seeds; seed++)
    for (const scene of fc.sample(scenes, { seed, numRuns: 1, unbiased: true })) {
      // A review does not know the service's habits, and takes the likely ones.
      const found = await playScene({ ...scene, stagedRead: "live" }, seed % 2 === 0 ? "dynamic" : "plugin", says);
      const mistakes = mistakesOf(joined(found)).filter((mistake) => !mistake.startsWith("another change"));
      if (mistakes.length > 0) throw new Error([`Seed ${seed}`, ...mistakes].join("\n"));
      rows.push(...joined(found));
    }
  const { all, possible } = refusalsIn(rows);
  process.stdout.write(`${rows.length} steps, ${all} refusals, ${possible} of them said as possible\n`);
  expect(all).toBeGreaterThan(seeds / 10);
}, 3_600_000);
