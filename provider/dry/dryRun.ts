/** What `pulumi up` would do with the resources of a plan: the lifecycles behind one more host, whose client keeps its writes. */
import type { CostAllocationClient } from "../../client";
import { accountOf } from "../../client/http/credentials";
import type { Settings } from "../../client/settings";
import type { PluginKind } from "../../stack/state/kinds";
import { containsUnknown, unknownValue } from "../../stack/state/unknown";
import { notificationEndpointLifecycle } from "../notificationEndpoint/lifecycle";
import type { FoundTag } from "../../stack/facts/seen";
import type { Decided, Difference, Policy } from "../shared/lifecycle";
import { type Answer, type Host, type Operations, operationsOf, type Properties } from "../shared/operations";
import { RunMemory } from "../shared/runMemory";
import { virtualTagLifecycle } from "../virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../virtualTagMetadata/lifecycle";

/** A step of a plan, in the API's form. A replacement has two: the create of the new resource, and the delete of the old one. */
export interface PlannedStep {
  urn: string;
  kind: PluginKind;
  op: "same" | "create" | "update" | "delete";
  /**
   * What the state has of the resource, also of one that a create replaces. `hidesMemory`: of what the provider remembers, only
   * `__report` is known.
   */
  old?: { id: string; state: Properties; dependsOn: readonly string[]; hidesMemory?: true };
  /** What the program declares. */
  declared?: { inputs: Properties; dependsOn: readonly string[]; madeOf: MadeOf };
}

/** The resources whose IDs an argument is made of, by its name. */
type MadeOf = Readonly<Record<string, readonly string[]>>;

/** How a step ends. `tag`: what a decision about a Virtual Tag rests on. */
export type Ending = { tag?: FoundTag | undefined } & (
  | { kind: "done"; decided: Exclude<Decided, "refuse"> }
  /** `text`: the first line of the provider's message. */
  | { kind: "refused"; code: string; text: string }
  | { kind: "failed"; because: string }
  /** A step that it depends on does not end well, or one that failed needs what it deletes. */
  | { kind: "skipped" }
  /** An argument stays unknown: this run does not tell its value. */
  | { kind: "unknown" }
);

/** A way of the engine through a plan. */
export interface Course {
  /** Deletions last. */
  steps: readonly PlannedStep[];
  /** Whether a resource that depends on others is registered as soon as these are done. Otherwise, right before its step. */
  isEager: boolean;
}

/** The refusals that don't depend on what a tag says or is to say: it is not there, or somebody else has it or refers to it. */
const beforeContent: ReadonlySet<string> = new Set([
  ...["CA1002", "CA2001", "CA2002", "CA2003", "CA2004", "CA2005", "CA2011", "CA2012", "CA2021", "CA2032", "CA2033"],
]);

/** The arguments of a creation with any content: who has the name comes before. Undefined if it is unknown which tag that is. */
function withAnyContent(kind: PluginKind, inputs: Properties): Properties | undefined {
  if (kind !== "VirtualTag" || containsUnknown([inputs["name"], inputs["adopt"]])) return undefined;
  return { ...inputs, rules: [], defaultValue: "unknown", setAsLive: true };
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
  await run.lookAtOthers();
  return run.endings;
}

class Run {
  readonly endings = new Map<PlannedStep, Ending>();
  readonly #operations: Record<PluginKind, Operations>;
  #decided: { kind: Decided; tag: FoundTag | undefined } | undefined;
  /** The steps of declared resources that are not registered yet. */
  readonly #waiting: Set<PlannedStep>;
  /** The URNs of their resources, until these are carried out. */
  readonly #undone: Set<string>;
  readonly #failed = new Set<PlannedStep>();
  /** Whether the run ends before its deletions. */
  #isCutOff = false;
  /** What each resource of the state depends on, by its URN there and now. */
  readonly #oldNeeds = new Map<string, readonly string[]>();
  /** What the resources need whose steps failed: the engine deletes none of it. What was skipped needs nothing. */
  readonly #needed = new Set<string>();
  readonly #ids = new Map<string, string>();
  /** The differences of resources that are not replaced, by URN, once what the preview did not know is known. */
  readonly #compared = new Map<string, Difference["kind"]>();
  /** The IDs that this run makes up. */
  readonly #made = new Set<string>();

  constructor(steps: readonly PlannedStep[], { client, settings }: DryParts) {
    this.#waiting = new Set(steps.filter(({ declared }) => declared !== undefined));
    this.#undone = new Set([...this.#waiting].map(({ urn }) => urn));
    for (const { urn, old } of steps)
      for (const one of [urn, formerUrn(old?.state, urn)])
        this.#oldNeeds.set(one, [...(this.#oldNeeds.get(one) ?? []), ...(old?.dependsOn ?? [])]);
    const silent = (): void => undefined;
    const log = { info: silent, warning: silent, status: silent };
    const memory = new RunMemory();
    const decided = (kind: Decided, tag?: FoundTag): void => {
      // The first one says what becomes of the resource. After a refusal, a replacement creates.
      if (this.#decided === undefined || this.#decided.kind === "refuse") this.#decided = { kind, tag };
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
    const failed = [...this.#failed].filter((other) => declared.dependsOn.includes(other.urn));
    if (failed.length > 0) {
      // Without the ID of what was not created, the check refuses the arguments, and that ends the run.
      if (failed.some(({ op, old: former }) => op === "create" && former === undefined)) this.#isCutOff = true;
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
      else if (containsUnknown(declared.inputs) && !containsUnknown(inputs)) this.#compareAgain(step, compared);
    }
  }

  /** A preview takes each ID that it does not know for another one, and the run compares the known one. */
  #compareAgain(
    { urn, kind, op }: PlannedStep,
    { difference }: Extract<Answer<"diff">, { difference: unknown }>,
  ): void {
    const isReplaced = op === "create" && (kind !== "VirtualTagMetadata" || difference.kind === "replace");
    if (!isReplaced) this.#compared.set(urn, difference.kind);
  }

  /** Carries a step out, unless it has ended. */
  async carryOut(step: PlannedStep): Promise<void> {
    const { urn, op, old } = step;
    if (op === "same") this.#ids.set(urn, old?.id ?? "");
    else if (!this.endings.has(step)) this.#end(step, await this.#endingOf(step));
    if (op !== "delete") this.#undone.delete(urn);
  }

  /** Looks at the tags of creations that were not carried out. Last, because it makes a tag whose name nobody has. */
  async lookAtOthers(): Promise<void> {
    for (const [step, ending] of this.endings) {
      const { urn, kind, op } = step;
      const isOpen = ending.kind === "skipped" || ending.kind === "refused";
      if (!isOpen || ending.tag !== undefined || op !== "create") continue;
      const inputs = withAnyContent(kind, this.#inputsOf(step));
      if (inputs === undefined) continue;
      this.#decided = undefined;
      await this.#operations[kind]({ kind: "create", urn, inputs });
      this.endings.set(step, { ...ending, tag: (this.#decided as { tag?: FoundTag } | undefined)?.tag });
    }
  }

  async #endingOf(step: PlannedStep): Promise<Ending> {
    const { urn, kind, op, old } = step;
    const operations = this.#operations[kind];
    this.#decided = undefined;
    if (op === "delete") {
      if (old === undefined || this.#isCutOff || this.#isSkipped(step)) return { kind: "skipped" };
      if (this.#compared.has(urn)) return { kind: "done", decided: "keep" };
      const { id, state } = old;
      const ended = this.#after(await operations({ kind: "delete", urn: formerUrn(state, urn), id, state }));
      return containsUnknown(state) ? beforeKnown(ended) : ended;
    }
    const inputs = this.#inputsOf(step);
    if ((op === "update" || this.#compared.has(urn)) && old !== undefined) {
      const { id, state } = old;
      this.#ids.set(urn, id);
      if (this.#compared.get(urn) === "none") return { kind: "done", decided: "keep" };
      if (!containsUnknown([inputs, state]))
        return this.#after(await operations({ kind: "update", urn, id, state, inputs }));
      return beforeKnown(this.#after(await operations({ kind: "update", urn, id, state, inputs: state })));
    }
    const isUnknown = containsUnknown(inputs);
    const known = isUnknown ? withAnyContent(kind, inputs) : inputs;
    if (known === undefined) return { kind: "unknown" };
    const created = await operations({ kind: "create", urn, inputs: known });
    if (created.kind === "created") {
      this.#ids.set(urn, created.id);
      this.#made.add(created.id);
    }
    return isUnknown ? beforeKnown(this.#after(created)) : this.#after(created);
  }

  /** Without a decision, nothing is written. */
  #after(answer: Answer): Ending {
    const { kind = "keep", tag } = this.#decided ?? {};
    if ("because" in answer) return { ...endingOf(answer), tag };
    return { kind: "done", decided: kind === "refuse" ? "keep" : kind, tag };
  }

  /** Whether the engine leaves a delete out: a resource whose step failed needs this one, or its replacement never began. */
  #isSkipped({ urn }: PlannedStep): boolean {
    const isUnreplaced = [...this.#failed].some(
      (step) => step.urn === urn && this.endings.get(step)?.kind === "skipped",
    );
    return isUnreplaced || this.#needed.has(urn);
  }

  /** Notes all that a resource of the state depends on. */
  #need(urn: string): void {
    for (const one of this.#oldNeeds.get(urn) ?? []) {
      if (this.#needed.has(one)) continue;
      this.#needed.add(one);
      this.#need(one);
    }
  }

  #end(step: PlannedStep, ending: Ending): void {
    const withoutIds = (text: string): string =>
      [...this.#made].reduce((words, id) => words.replaceAll(id, "new"), text);
    this.endings.set(step, ending.kind === "refused" ? { ...ending, text: withoutIds(ending.text) } : ending);
    if (ending.kind !== "done" && ending.kind !== "unknown") this.#failed.add(step);
    if (ending.kind === "refused" || ending.kind === "failed") this.#need(step.urn);
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

/** The URN that the state has. */
function formerUrn(state: Properties | undefined, urn: string): string {
  const former = state?.["__resourceUrn"];
  return typeof former === "string" ? former : urn;
}

function withId(value: unknown, id: string): unknown {
  if (!containsUnknown(value)) return value;
  return JSON.parse(JSON.stringify(value).replaceAll(unknownValue, JSON.stringify(id).slice(1, -1))) as unknown;
}

/** How a step ends of which the content is not known. */
function beforeKnown(ending: Ending): Ending {
  const isKnown =
    ending.kind === "done" ? ending.decided === "release" : ending.kind === "refused" && beforeContent.has(ending.code);
  return isKnown ? ending : { kind: "unknown", tag: ending.tag };
}

function endingOf({ because }: { because: string | { code: string; text: string } }): Ending {
  return typeof because === "string" ? { kind: "failed", because } : refused(because);
}

function refused({ code, text }: { code: string; text: string }): Ending {
  return { kind: "refused", code, text: text.split("\n")[0] ?? "" };
}
