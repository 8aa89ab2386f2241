/** What `pulumi up` would do with the resources of a plan: the lifecycles behind one more host, whose client keeps its writes. */
import type { CostAllocationClient } from "../../client";
import { accountOf } from "../../client/http/credentials";
import type { Settings } from "../../client/settings";
import type { PluginKind } from "../../stack/state/kinds";
import { containsUnknown, unknownValue } from "../../stack/state/unknown";
import { notificationEndpointLifecycle } from "../notificationEndpoint/lifecycle";
import type { Decided, Policy } from "../shared/lifecycle";
import { type Answer, type Host, type Operations, operationsOf, type Properties } from "../shared/operations";
import { RunMemory } from "../shared/runMemory";
import { virtualTagLifecycle } from "../virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../virtualTagMetadata/lifecycle";

/** A step of a plan, in the API's form. A replacement has two: the create of the new resource, and the delete of the old one. */
export interface PlannedStep {
  urn: string;
  kind: PluginKind;
  op: "same" | "create" | "update" | "delete";
  /** What the state has of the resource, also of one that a create replaces. */
  old?: { id: string; state: Properties; dependsOn: readonly string[] };
  /** What the program declares. */
  declared?: { inputs: Properties; dependsOn: readonly string[]; madeOf: MadeOf };
}

/** The resources whose IDs an argument is made of, by its name. */
type MadeOf = Readonly<Record<string, readonly string[]>>;

/** How a step ends. */
export type Ending =
  | { kind: "done"; decided: Exclude<Decided, "refuse"> }
  /** `text`: the first line of the provider's message. */
  | { kind: "refused"; code: string; text: string }
  | { kind: "failed"; because: string }
  /** A step that it depends on does not end well. */
  | { kind: "skipped" }
  /** An argument stays unknown: this run does not tell its value. */
  | { kind: "unknown" };

/** A way of the engine through a plan. */
export interface Course {
  /** Deletions last. */
  steps: readonly PlannedStep[];
  /** Whether a resource that depends on others is registered as soon as these are done. Otherwise, right before its step. */
  isEager: boolean;
}

/** What a dry run uses. */
export interface DryParts {
  /** On a private copy of the account, without writes. */
  client: CostAllocationClient;
  settings: Partial<Settings> & Policy;
}

/** @returns how each step ends that changes something */
export async function dryRun({ steps, isEager }: Course, parts: DryParts): Promise<ReadonlyMap<PlannedStep, Ending>> {
  const run = new Run(steps, parts);
  await run.registerReady();
  for (const step of steps) {
    await run.register(step);
    await run.carryOut(step);
    if (isEager) await run.registerReady();
  }
  return run.endings;
}

class Run {
  readonly endings = new Map<PlannedStep, Ending>();
  readonly #operations: Record<PluginKind, Operations>;
  #decided: Decided | undefined;
  /** The steps of declared resources that are not registered yet. */
  readonly #waiting: Set<PlannedStep>;
  /** The URNs of their resources, until these are carried out. */
  readonly #undone: Set<string>;
  readonly #failed = new Set<PlannedStep>();
  readonly #ids = new Map<string, string>();

  constructor(steps: readonly PlannedStep[], { client, settings }: DryParts) {
    this.#waiting = new Set(steps.filter(({ declared }) => declared !== undefined));
    this.#undone = new Set([...this.#waiting].map(({ urn }) => urn));
    const silent = (): void => undefined;
    const log = { info: silent, warning: silent, status: silent };
    const memory = new RunMemory();
    const decided = (one: Decided): void => {
      // The first one says what becomes of the resource. After a refusal, a replacement creates.
      if (this.#decided === undefined || this.#decided === "refuse") this.#decided = one;
    };
    const pause = (): Promise<void> => Promise.resolve();
    const account = accountOf(settings);
    const context = { client, account, policy: settings, log, memory, request: {}, decided, pause };
    const host: Host = {
      configure: silent,
      settingsProblem: () => undefined,
      settings: () => settings,
      memory,
      log,
      context: (urn) => ({ ...context, urn }),
    };
    this.#operations = {
      VirtualTag: operationsOf(virtualTagLifecycle, host),
      VirtualTagMetadata: operationsOf(virtualTagMetadataLifecycle, host),
      NotificationEndpoint: operationsOf(notificationEndpointLifecycle, host),
    };
  }

  /** Registers the resources that wait for no other one. */
  async registerReady(): Promise<void> {
    const ready = [...this.#waiting].filter(
      ({ declared }) => !declared?.dependsOn.some((urn) => this.#undone.has(urn)),
    );
    for (const step of ready) await this.register(step);
  }

  /** Checks and compares a resource, unless that was done. */
  async register(step: PlannedStep): Promise<void> {
    const { urn, kind, old, declared } = step;
    if (declared === undefined || !this.#waiting.delete(step)) return;
    if ([...this.#failed].some((failed) => declared.dependsOn.includes(failed.urn))) {
      this.#end(step, { kind: "skipped" });
      return;
    }
    const inputs = this.#inputsOf(step);
    const checked = await this.#operations[kind]({ kind: "check", urn, inputs, olds: old?.state ?? {} });
    const [failure] = "failures" in checked ? checked.failures : [];
    if (failure !== undefined) this.#end(step, refused(failure.message));
    else if ("because" in checked) this.#end(step, endingOf(checked));
    else if (old !== undefined) {
      const compared = await this.#operations[kind]({ kind: "diff", urn, ...old, inputs });
      if ("because" in compared) this.#end(step, endingOf(compared));
    }
  }

  /** Carries a step out, unless it has ended. */
  async carryOut(step: PlannedStep): Promise<void> {
    const { urn, op, old } = step;
    if (op === "same") this.#ids.set(urn, old?.id ?? "");
    else if (!this.endings.has(step)) this.#end(step, await this.#endingOf(step));
    if (op !== "delete") this.#undone.delete(urn);
  }

  async #endingOf(step: PlannedStep): Promise<Ending> {
    const { urn, kind, op, old } = step;
    const operations = this.#operations[kind];
    this.#decided = undefined;
    if (op === "delete") {
      if (old === undefined || this.#isSkipped(step)) return { kind: "skipped" };
      const { __resourceUrn: former = urn } = old.state;
      return this.#after(await operations({ kind: "delete", urn: String(former), id: old.id, state: old.state }));
    }
    const inputs = this.#inputsOf(step);
    if (containsUnknown(inputs)) return { kind: "unknown" };
    if (op === "update" && old !== undefined) {
      this.#ids.set(urn, old.id);
      return this.#after(await operations({ kind: "update", urn, id: old.id, state: old.state, inputs }));
    }
    const created = await operations({ kind: "create", urn, inputs });
    if (created.kind === "created") this.#ids.set(urn, created.id);
    return this.#after(created);
  }

  /** Without a decision, nothing is written. */
  #after(answer: Answer): Ending {
    if ("because" in answer) return endingOf(answer);
    const decided = this.#decided ?? "keep";
    return { kind: "done", decided: decided === "refuse" ? "keep" : decided };
  }

  /** Whether the engine leaves a delete out: what depends on the resource is not gone, or its replacement never began. */
  #isSkipped({ urn }: PlannedStep): boolean {
    return [...this.#failed].some(
      (step) =>
        step.old?.dependsOn.includes(urn) === true || (step.urn === urn && this.endings.get(step)?.kind === "skipped"),
    );
  }

  #end(step: PlannedStep, ending: Ending): void {
    this.endings.set(step, ending);
    if (ending.kind !== "done" && ending.kind !== "unknown") this.#failed.add(step);
  }

  /** What a resource declares, with the IDs that are known by now. */
  #inputsOf({ declared }: PlannedStep): Properties {
    const { inputs = {}, madeOf = {} } = declared ?? {};
    const known = Object.entries(inputs).map(([name, value]): [string, unknown] => {
      const [only, ...others] = madeOf[name] ?? [];
      const id = others.length > 0 || only === undefined ? undefined : this.#ids.get(only);
      return [name, id === undefined ? value : withId(value, id)];
    });
    return Object.fromEntries(known);
  }
}

function withId(value: unknown, id: string): unknown {
  if (!containsUnknown(value)) return value;
  return JSON.parse(JSON.stringify(value).replaceAll(unknownValue, JSON.stringify(id).slice(1, -1))) as unknown;
}

function endingOf({ because }: { because: string | { code: string; text: string } }): Ending {
  return typeof because === "string" ? { kind: "failed", because } : refused(because);
}

function refused({ code, text }: { code: string; text: string }): Ending {
  return { kind: "refused", code, text: text.split("\n")[0] ?? "" };
}
