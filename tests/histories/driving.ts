/** What a history is played on: a service, and the engine on a clock that only steps. */
import { type FakeClock, settled } from "../client/fakeClock";
import { FaultyService } from "../support/faultyService";
import { type Declared, type EngineRun, isTag, type Outcome, type Stack } from "./engine";
import type { Story } from "./story";
import type { Plan } from "./world";

const start = Date.parse("2026-11-20T12:00:00Z");

/** The service of a story. */
export function serviceFor({ switches, v1, metadataMergeValues, limits }: Story): FaultyService {
  const service = new FaultyService({ ...switches, ...v1, metadataMergeValues }, limits);
  service.service.clock.set(start);
  const { firstCredential, store } = service.service;
  for (const [clientId, account] of [
    ["rotated", firstCredential.account],
    ["stranger", "another account"],
  ] as const)
    store.commit({ op: "addCredential", credential: { ...firstCredential, clientId, account } });
  return service;
}

/** The outcome of a run that had nothing to do. */
export const nothing: Outcome = { ok: true, done: [], errors: [], cutOff: [] };

/** Does what a run is to do. */
export async function play(engine: EngineRun, does: Plan["does"], resources: readonly Declared[]): Promise<Outcome> {
  if (does === "preview") {
    const changes = await engine.preview(resources);
    return {
      ...nothing,
      ok: changes.length === 0,
      errors: changes.map((urn) => ({ urn, message: `The last preview shows ${urn}.` })),
    };
  }
  if (does === "refresh") return engine.refresh();
  if (does === "up --refresh") {
    const refreshed = await engine.refresh();
    if (!refreshed.ok) return refreshed;
  }
  return engine.up(resources);
}

const maxSteps = 5_000;

/** Lets a run go on until it ends, timers included, and everything that can go on before each of them. */
export async function drive<T>(clock: FakeClock, run: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const end = (): void => {
    state.isOver = true;
  };
  run.then(end, end);
  for (let steps = 0; ; steps++) {
    // A run that waits forever would never fail.
    if (steps > maxSteps) throw new Error(`A run goes on after ${maxSteps} timers.`);
    for (let turn = 0; turn < 2; turn++) await settled();
    if (state.isOver) return run;
    if (!clock.step()) throw new Error("Nothing is left to happen, and the run is not over.");
  }
}

/** What of a program is in the state; what is not a tag, with the arguments of the last run. */
export function inState(state: Stack, resources: readonly Declared[]): Declared[] {
  return resources.flatMap((resource) => {
    const kept = state.find([resource.urn, ...resource.aliases]);
    if (kept === undefined) return [];
    return [isTag(kept.kind) ? resource : { ...resource, inputs: () => kept.inputs }];
  });
}
