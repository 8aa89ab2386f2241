/** Compares what a dry run says before `pulumi up --continue-on-error` with what that does, on a copy of the account. */
import { CostAllocationClient } from "../../../client";
import type { ServiceHabits } from "../../../client/dry/habits";
import { PrivateCopy } from "../../../client/dry/privateCopy";
import { accountOf } from "../../../client/http/credentials";
import type { Settings } from "../../../client/settings";
import { exportState } from "../../../emulator/store/state";
import { type Ending, foresee, type Foreseen, type PlannedStep } from "../../../provider/dry";
import type { Policy } from "../../../provider/shared/lifecycle";
import { unknownValue } from "../../../stack/state/unknown";
import { FakeClock } from "../../client/fakeClock";
import { drive } from "../../histories/driving";
import {
  type Declared,
  EngineRun,
  type Kept,
  type Kind,
  ownIn,
  type Providers,
  Stack,
  withIgnored,
} from "../../histories/engine";
import { providersOn } from "../../histories/providers";
import { Wire } from "../../histories/wire";
import type { FaultyService } from "../../support/faultyService";
import { startRun } from "../../support/run";
import type { FrontName } from "../../support/workspace";

/** A run that is to be foreseen. */
export interface Scene {
  service: FaultyService;
  habits: ServiceHabits;
  kept: readonly Kept[];
  program: readonly Declared[];
  front: FrontName;
  clientId: string;
  driftPolicy: Policy["driftPolicy"];
  refreshes: boolean;
  /** The resources that the engine replaces, whatever the provider says. */
  replaced?: ReadonlySet<string>;
  /** Of the times that requests take. */
  seed: number;
}

type Started = Pick<Scene, "service" | "habits" | "front" | "clientId" | "driftPolicy" | "replaced">;

/** How a step ended, or may end: the code of a refusal, or what was written. */
export type Result = `CA${string}` | "created" | "saved" | "staged" | "deleted" | "entered" | "nothing" | "failed";

/** What was said of a step, and what came of it. */
export interface Row {
  step: PlannedStep;
  said: readonly string[];
  isCertain: boolean;
  isPolicyKnown: boolean;
  actual: Result;
  /** Whether the engine did not come to it. */
  isSkipped: boolean;
}

const kinds = { tag: "VirtualTag", metadata: "VirtualTagMetadata", endpoint: "NotificationEndpoint" } as const;
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const never = new Promise<void>(() => undefined);

/** Says how the steps of a plan end, before the run. */
export type Says = (steps: readonly PlannedStep[], scene: Scene) => Promise<readonly Foreseen[]>;

/**
 * @param says default: a dry run
 * @returns nothing if there is no plan, because the refresh or the preview fails
 */
export async function compare(scene: Scene, says: Says = drySays): Promise<Row[]> {
  const { service } = scene;
  const saved = exportState(service.service.store.state);
  const now = service.service.clock.now();
  const restore = (): void => {
    service.service.store.commit({ op: "setState", state: structuredClone(saved) });
    service.service.clock.set(now);
  };
  try {
    const stack = new Stack();
    stack.kept = structuredClone([...scene.kept]);
    if (scene.refreshes) {
      const { clock, providers } = start(scene, service);
      if (!(await drive(clock, new EngineRun(stack, providers, never).refresh())).ok) return [];
    }
    const steps = await planOf(stack, scene);
    if (steps === undefined) return [];
    const said = await says(steps, scene);
    restore();
    const actual = await runs(stack, scene);
    expect([...actual.keys()].filter((key) => !said.some(({ step }) => keyOf(step) === key))).toEqual([]);
    const keys = said.map(({ step }) => keyOf(step));
    // What replacements have left several times, with one URN and one ID, can't be told apart.
    const distinct = said.filter((_, index) => keys.indexOf(keys[index] ?? "") === keys.lastIndexOf(keys[index] ?? ""));
    return distinct.map(({ step, endings, isCertain }) => ({
      step,
      said: endings.map((ending) => resultOf(ending, step)),
      isCertain,
      isPolicyKnown: isPolicyKnown(scene),
      actual: actual.get(keyOf(step)) ?? "nothing",
      isSkipped: !actual.has(keyOf(step)),
    }));
  } finally {
    restore();
  }
}

/** The settings of the provider. */
export function settingsOf({
  habits,
  clientId,
  driftPolicy,
}: Started): Pick<Settings, "metadataNesting" | "driftPolicy" | "clientId" | "baseUrl"> {
  return { metadataNesting: habits.metadataNesting, driftPolicy, clientId, baseUrl: "http://127.0.0.1" };
}

/** Starts a process of the provider. */
export function start(
  scene: Started,
  transport: Pick<FaultyService, "send" | "close">,
  clock = clockOf(scene),
): { clock: FakeClock; providers: Providers } {
  const { service, driftPolicy, front, replaced = new Set() } = scene;
  const settings = settingsOf(scene);
  const { metadataNesting, clientId } = settings;
  const parts = { clock, driftPolicy, passTime: () => undefined };
  const { context } = startRun(service, { clock, transport, metadataNesting, clientId }, parts);
  context.account = accountOf(settings);
  const providers = providersOn(context, settings, front);
  for (const provider of Object.values(providers)) {
    const { diff } = provider;
    provider.diff = async (id, state, inputs: { __resourceUrn?: string }) => {
      const answer = (await diff?.(id, state, inputs)) ?? {};
      return replaced.has(inputs.__resourceUrn ?? "") ? { ...answer, changes: true, replaces: ["name"] } : answer;
    };
  }
  return { clock, providers };
}

/** A clock that goes on from the service's. */
export function clockOf({ service }: Started): FakeClock {
  return new FakeClock(service.service.clock.now());
}

/** What a preview finds. */
async function planOf(stack: Stack, scene: Scene): Promise<PlannedStep[] | undefined> {
  const { service, program } = scene;
  const { providers } = start(scene, service);
  const steps: PlannedStep[] = [];
  const made = new Set<string>();
  const replaced = new Set<Kept>();
  const oldOf = ({ id, outputs, dependsOn }: Kept) => ({
    id,
    state: plain(outputs) as Record<string, unknown>,
    dependsOn,
  });
  for (const { urn, aliases, kind, dependsOn, inputs } of program) {
    const old = stack.find([urn, ...aliases]);
    const idOf = (other: string): string =>
      made.has(other) ? unknownValue : (stack.find([other])?.id ?? unknownValue);
    // The preview shows what the engine gives the provider.
    const given: typeof inputs = (id) => withIgnored(inputs(id), old?.inputs ?? {});
    const checked = await providers[kind].check?.(old?.inputs ?? {}, plain(given(idOf)));
    if ((checked?.failures ?? []).length > 0) return undefined;
    const news = plain(checked?.inputs ?? {}) as Record<string, unknown>;
    const marked = given((other) => `id of ${other}`);
    const madeOf = Object.entries(marked).map(([name, value]): [string, string[]] => [
      name,
      dependsOn.filter((other) => JSON.stringify(value).includes(`"id of ${other}"`)),
    ]);
    const declared = { inputs: news, dependsOn, madeOf: Object.fromEntries(madeOf) };
    const one = { urn, kind: kindOf(kind), declared, ...(old === undefined ? {} : { old: oldOf(old) }) };
    const answer = old && (await providers[kind].diff?.(old.id, plain(old.outputs), plain(news)));
    const changes = answer?.changes ?? JSON.stringify(old?.inputs) !== JSON.stringify(news);
    const isReplaced = changes && (answer?.replaces ?? []).length > 0;
    if (old === undefined || isReplaced) made.add(urn);
    if (old !== undefined && isReplaced) replaced.add(old);
    steps.push({ ...one, op: old === undefined || isReplaced ? "create" : changes ? "update" : "same" });
  }
  const own = ownIn(stack.kept, program);
  const surplus = stack.kept.filter((kept) => !own.has(kept) || replaced.has(kept));
  return [
    ...steps,
    ...surplus.map((kept) => ({ urn: kept.urn, kind: kindOf(kept.kind), op: "delete" as const, old: oldOf(kept) })),
  ];
}

function kindOf(kind: Kind) {
  if (kind === "tagV1") throw new Error("A dry run has no V1.");
  return kinds[kind];
}

/** A dry run, as a review with `--live` has it. */
export async function drySays(steps: readonly PlannedStep[], scene: Scene): Promise<Foreseen[]> {
  const { service, habits, driftPolicy } = scene;
  const clock = clockOf(scene);
  const { writes } = service;
  const before = writes.length;
  const settings = settingsOf(scene);
  const open = (copy: PrivateCopy): CostAllocationClient => {
    const options = { ...settings, secretKey: "emulator-secret", clock, transport: service, random: () => 0.5 };
    return new CostAllocationClient(options, { copy });
  };
  const known = isPolicyKnown(scene) ? [driftPolicy] : (["refuse", "overwrite"] as const);
  const policies = known.map((policy): Policy => ({ driftPolicy: policy, referencePolicy: "refuse" }));
  const copy = new PrivateCopy(habits, clock);
  const shown = isPolicyKnown(scene) ? steps : steps.map(withoutMemory);
  const said = await drive(clock, foresee(shown, { copy, open, settings, policies }));
  expect(writes).toHaveLength(before);
  return said;
}

/** What a plan shows of a state. */
function withoutMemory(step: PlannedStep): PlannedStep {
  if (step.old === undefined || step.kind === "NotificationEndpoint") return step;
  const state = Object.entries(step.old.state).filter(([name]) => name !== "__memory");
  return { ...step, old: { ...step.old, state: Object.fromEntries(state), hidesMemory: true } };
}

/** A plan alone tells neither the policy, nor what the provider remembers. */
export function isPolicyKnown({ seed }: Scene): boolean {
  return seed % 5 !== 0;
}

const isLive = ({ declared }: PlannedStep): boolean => declared?.inputs["setAsLive"] !== false;

function resultOf(ending: Ending, step: PlannedStep): string {
  if (ending.kind === "refused") return ending.code;
  if (ending.kind === "skipped") return "nothing";
  if (ending.kind !== "done") return ending.kind;
  const saved = isLive(step) ? "saved" : "staged";
  const results = {
    create: "created",
    save: saved,
    promote: saved,
    takeOver: saved,
    stage: "staged",
    keep: "nothing",
    release: "nothing",
    delete: "deleted",
    merge: "entered",
    replace: "entered",
  } as const;
  return results[ending.decided];
}

/** A step, in the plan and among the provider's calls. With an ID that the preview does not know, a replacement may become an update. */
function keyOf({ urn, op, old }: Pick<PlannedStep, "urn" | "op" | "old">): string {
  const { __resourceUrn: former } = (old?.state ?? {}) as { __resourceUrn?: string };
  return op === "delete" ? `delete ${old?.id ?? ""} ${former ?? ""}` : urn;
}

/** Runs it, and answers the result of each step. */
async function runs(stack: Stack, scene: Scene): Promise<Map<string, Result>> {
  const { service, program, seed } = scene;
  const clock = clockOf(scene);
  const written = new Map<string, Result>();
  const results = new Map<string, Result>();
  const wire = new Wire(
    service,
    clock,
    { faults: [], end: undefined, seed },
    {
      stop: () => undefined,
      carryOut: ({ method, url }, carryOut) => {
        const answer = carryOut();
        if (method === "GET" || answer.status >= 300) return answer;
        const [, , , id = "", sub] = url.pathname.split("/");
        const saved = url.searchParams.get("setAsLive") === "false" ? "staged" : "saved";
        if (method === "POST") written.set(`tag ${idIn(answer.text)}`, "created");
        else if (method === "DELETE") written.set(`delete ${id}`, "deleted");
        else written.set(`${sub === undefined ? "tag" : "metadata"} ${id}`, sub === undefined ? saved : "entered");
        return answer;
      },
    },
  );
  const { providers } = start(scene, wire, clock);
  for (const [kind, provider] of Object.entries(providers) as [Kind, Providers[Kind]][]) {
    const failed = (key: string, error: unknown): never => {
      results.set(key, (/\((CA\d{4})\)/.exec(String(error))?.[1] as `CA${string}` | undefined) ?? "failed");
      throw error;
    };
    const note = async <T>(key: string, op: string, id: string | undefined, call: Promise<T>): Promise<T> => {
      const result = await call.catch((error: unknown) => failed(key, error));
      const what = kind === "metadata" ? "metadata" : op === "delete" ? "delete" : "tag";
      const subject = `${what} ${id ?? (result as { id: string }).id}`;
      results.set(key, written.get(subject) ?? "nothing");
      // Another resource may have the same ID.
      written.delete(subject);
      return result;
    };
    const { create, diff, update, delete: remove } = provider;
    provider.diff = async (id, state, inputs: { __resourceUrn?: string }) =>
      (await diff?.(id, state, inputs).catch((error: unknown) => failed(inputs.__resourceUrn ?? "", error))) ?? {};
    provider.create = (inputs: { __resourceUrn?: string }) =>
      note(inputs.__resourceUrn ?? "", "create", undefined, create(inputs));
    provider.update = (id, olds, news: { __resourceUrn?: string }) =>
      note(news.__resourceUrn ?? "", "update", id, update?.(id, olds, news) ?? Promise.reject(new Error()));
    provider.delete = (id, olds: { __resourceUrn?: string }) =>
      note(`delete ${id} ${olds.__resourceUrn ?? ""}`, "delete", id, remove?.(id, olds) ?? Promise.resolve());
  }
  await drive(clock, new EngineRun(stack, providers, wire.killed, true).up(program));
  return results;
}

function idIn(text: string): string {
  const { data, endpoint } = JSON.parse(text) as { data?: { id: string }; endpoint?: { id: string } };
  return (data ?? endpoint)?.id ?? "";
}
