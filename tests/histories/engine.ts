/**
 * The engine in a few words, as far as a dynamic resource can tell: what it keeps, in which order it calls, and what it
 * keeps when something fails or the process dies.
 */
import type * as dynamic from "@pulumi/pulumi/dynamic";

/** The kinds of resource that the histories are about. */
export type Kind = "tag" | "tagV1" | "metadata" | "endpoint";

/** Whether it is a Virtual Tag, by V2 or by V1. */
export const isTag = (kind: Kind): boolean => kind === "tag" || kind === "tagV1";

/** The providers of one process. */
export type Providers = Record<Kind, dynamic.ResourceProvider>;

/** A resource as a program declares it. */
export interface Declared {
  urn: string;
  /** URNs that it had before. */
  aliases: readonly string[];
  kind: Kind;
  dependsOn: readonly string[];
  /** The arguments, once the IDs of what it depends on are known. */
  inputs: (idOf: (urn: string) => string) => object;
}

/** A resource as the stack's state keeps it. */
export interface Kept {
  urn: string;
  kind: Kind;
  id: string;
  inputs: object;
  outputs: object;
  dependsOn: readonly string[];
  /** Replaced by a new one, and still to be deleted. */
  isOld: boolean;
}

/** Whether a state remembers an ownership mark. */
export const isMarked = ({ outputs }: Kept): boolean =>
  (outputs as { __memory?: { mark?: string } }).__memory?.mark !== undefined;

/** What the engine did to a resource. */
export interface Done {
  urn: string;
  op: "same" | "create" | "update" | "delete" | "refresh";
}

/** How a run ended. */
export interface Outcome {
  /** Whether all went well, to the end. */
  ok: boolean;
  done: Done[];
  /** What failed, and what was said of it. */
  errors: { urn: string; message: string }[];
  /** What was under way when the process died. */
  cutOff: Done[];
}

/** As it comes back from the state. */
const plain = (value: object | undefined): object => JSON.parse(JSON.stringify(value ?? {})) as object;
const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
const textOf = (inputs: object): string => JSON.stringify(inputs, (_, value: unknown) => sorted(value));

/** The option `ignoreChanges`, of whole arguments: the engine gives the provider what the state has. */
export function withIgnored(news: object, olds: object): object {
  const { __ignoreChanges: ignored = [] } = news as { __ignoreChanges?: string[] };
  const old = Object.entries(olds).filter(([name]) => ignored.includes(name));
  return { ...news, ...Object.fromEntries(old) };
}

/** One stack: its state survives the runs. */
export class Stack {
  kept: Kept[] = [];

  /** The resource of the first of those URNs that is there, unless it only waits for its deletion. */
  find(urns: readonly string[]): Kept | undefined {
    return findIn(this.kept, urns);
  }
}

function findIn(kept: readonly Kept[], urns: readonly string[]): Kept | undefined {
  return urns.map((wanted) => kept.find(({ urn, isOld }) => !isOld && urn === wanted)).find((one) => one !== undefined);
}

/** What of a state the engine takes for the declared resources. The rest is surplus, though an alias may name it. */
export function ownIn(kept: readonly Kept[], program: readonly Declared[]): Set<Kept> {
  return new Set(program.flatMap(({ urn, aliases }) => findIn(kept, [urn, ...aliases]) ?? []));
}

/** One run of the engine on a stack. */
export class EngineRun {
  readonly #stack: Stack;
  readonly #providers: Providers;
  readonly #outcome: Outcome = { ok: true, done: [], errors: [], cutOff: [] };
  /** Resolves when the process is killed. */
  readonly #killed: Promise<"killed">;
  #isKilled = false;
  #stopped = false;
  readonly #goesOn: boolean;
  /** The resources that a run with `--continue-on-error` could not bring about. */
  readonly #failed = new Set<string>();
  /** What each resource depended on before this run, by URN. */
  readonly #oldNeeds = new Map<string, string[]>();
  /** What the resources need whose steps failed. The engine deletes none of it. */
  readonly #needed = new Set<string>();
  /** Whether the run ends before it deletes anything. */
  #isCutOff = false;
  /** What is replaced, and whose replacement failed. */
  readonly #unreplaced = new Set<Kept>();

  /** @param goesOn whether the run has `--continue-on-error` */
  constructor(stack: Stack, providers: Providers, killed: Promise<void>, goesOn = false) {
    this.#goesOn = goesOn;
    this.#stack = stack;
    this.#providers = providers;
    this.#killed = killed.then(() => {
      this.#isKilled = true;
      this.#outcome.ok = false;
      return "killed";
    });
  }

  /** One SIGINT: what is under way ends and is kept, and nothing else begins. */
  stop(): void {
    this.#stopped = true;
    this.#outcome.ok = false;
  }

  /** `pulumi refresh`. One read that fails ends it. */
  async refresh(): Promise<Outcome> {
    await Promise.all(
      this.#stack.kept.map(async (resource) => {
        const { urn, kind, id, outputs } = resource;
        const { inputs } = resource;
        const found = await this.#step(urn, "refresh", () => this.#providers[kind].read?.(id, plain(outputs)));
        if (found === undefined) return;
        // The engine asks for the difference, with the arguments of the last run.
        await this.#providers[kind].diff?.(id, plain(outputs), plain(inputs));
        if (found.id === undefined || found.id === "") this.#forget(resource);
        else
          Object.assign(
            resource,
            plain({ id: found.id, outputs: found.props as object, inputs: found.inputs as object }),
          );
      }),
    );
    return this.#outcome;
  }

  /** `pulumi up`: everything that is declared, and then away with what is not. */
  async up(program: readonly Declared[]): Promise<Outcome> {
    for (const { urn, dependsOn } of this.#stack.kept)
      this.#oldNeeds.set(urn, [...(this.#oldNeeds.get(urn) ?? []), ...dependsOn]);
    const running = new Map<string, Promise<void>>();
    for (const declared of program) {
      const before = Promise.all(declared.dependsOn.flatMap((urn) => running.get(urn) ?? []));
      running.set(
        declared.urn,
        before.then(() => this.#register(declared)),
      );
    }
    await Promise.all(running.values());
    const own = ownIn(this.#stack.kept, program);
    if (!this.#isCutOff) await this.#remove((resource) => !own.has(resource) || this.#unreplaced.has(resource));
    return this.#outcome;
  }

  /** What `pulumi preview` would list as a change. */
  async preview(program: readonly Declared[]): Promise<string[]> {
    const changes: string[] = [];
    for (const declared of program) {
      const old = this.#stack.find([declared.urn, ...declared.aliases]);
      const inputs = await this.#check(declared, old);
      if (
        old === undefined ||
        inputs === undefined ||
        (await this.#differs(declared, old, inputs).catch(() => "refused")) !== undefined
      )
        changes.push(declared.urn);
    }
    const own = ownIn(this.#stack.kept, program);
    return [...changes, ...this.#stack.kept.flatMap((kept) => (own.has(kept) ? [] : [kept.urn]))];
  }

  get #isOver(): boolean {
    return this.#stopped || this.#isKilled || (!this.#goesOn && !this.#outcome.ok);
  }

  async #register(declared: Declared): Promise<void> {
    if (this.#isOver) return;
    const { urn, aliases, kind, dependsOn } = declared;
    if (dependsOn.some((other) => this.#failed.has(other))) {
      this.#failed.add(urn);
      const isMissing = (other: string): boolean => this.#failed.has(other) && this.#stack.find([other]) === undefined;
      // The check refuses arguments that take a value of what was not created, and that ends the run.
      if (dependsOn.some(isMissing)) this.#isCutOff = true;
      return;
    }
    const old = this.#stack.find([urn, ...aliases]);
    if (old !== undefined) this.#oldNeeds.set(urn, this.#oldNeeds.get(old.urn) ?? []);
    const inputs = await this.#check(declared, old);
    if (inputs === undefined) return;
    const kept = { urn, kind, inputs, dependsOn, isOld: false };
    if (old === undefined) {
      await this.#create(kept);
      return;
    }
    const difference = await this.#differs(declared, old, inputs).catch((error: unknown) => {
      this.#fail(urn, error instanceof Error ? error.message : String(error));
      return "refused" as const;
    });
    if (difference === "refused") return;
    if (difference === undefined) {
      Object.assign(old, { urn, inputs, dependsOn });
      this.#outcome.done.push({ urn, op: "same" });
      return;
    }
    if ((difference.replaces ?? []).length === 0) {
      const updated = await this.#step(urn, "update", () =>
        this.#providers[kind].update?.(old.id, plain(old.outputs), plain(inputs)),
      );
      if (updated !== undefined)
        Object.assign(old, { urn, kind, inputs, dependsOn, outputs: plain(updated.outs as object) });
      return;
    }
    if (difference.deleteBeforeReplace !== true) {
      if (await this.#create(kept)) old.isOld = true;
      else this.#unreplaced.add(old);
      return;
    }
    if (await this.#delete(old)) await this.#create(kept);
  }

  async #check({ urn, kind, inputs }: Declared, old: Kept | undefined): Promise<object | undefined> {
    const given = plain(inputs((wanted) => this.#stack.find([wanted])?.id ?? "unknown"));
    const news = withIgnored(given, old?.inputs ?? {});
    const checked = await this.#providers[kind].check?.(old?.inputs ?? {}, news);
    const { failures = [] } = checked ?? {};
    if (failures.length === 0) return plain(checked?.inputs as object | undefined);
    this.#fail(urn, failures.map(({ reason }) => reason).join("; "));
    return undefined;
  }

  /** What asks for a change; without an answer of the provider's, a difference between old and new arguments does. */
  async #differs({ kind }: Declared, old: Kept, inputs: object): Promise<dynamic.DiffResult | undefined> {
    const answer = (await this.#providers[kind].diff?.(old.id, plain(old.outputs), plain(inputs))) ?? {};
    const changes = answer.changes ?? textOf(old.inputs) !== textOf(inputs);
    return changes ? answer : undefined;
  }

  async #create(kept: Omit<Kept, "id" | "outputs">): Promise<boolean> {
    const { urn, kind, inputs } = kept;
    const made = await this.#step(urn, "create", () => this.#providers[kind].create(plain(inputs)));
    if (made === undefined) return false;
    if (made.id === "") throw new Error(`The create of ${urn} answered no ID.`);
    this.#stack.kept.push({ ...kept, id: made.id, outputs: plain(made.outs as object) });
    return true;
  }

  async #delete(resource: Kept): Promise<boolean> {
    const { urn, kind, id, outputs } = resource;
    const deleted = await this.#step(urn, "delete", async () => {
      await this.#providers[kind].delete?.(id, plain(outputs));
      return true;
    });
    if (deleted === true) this.#forget(resource);
    return deleted === true;
  }

  /** Deletes, whatever depends on something before that. */
  async #remove(isSurplus: (resource: Kept) => boolean): Promise<void> {
    let left = this.#stack.kept.filter(isSurplus);
    while (left.length > 0) {
      const isNeeded = ({ urn }: Kept): boolean => left.some(({ dependsOn }) => dependsOn.includes(urn));
      const level = left.filter((resource) => !isNeeded(resource));
      await Promise.all(level.filter(({ urn }) => !this.#needed.has(urn)).map((resource) => this.#delete(resource)));
      left = left.filter(isNeeded);
    }
  }

  /** Calls the provider. What fails keeps nothing; what is under way when the process dies neither. */
  async #step<T>(urn: string, op: Done["op"], call: () => Promise<T> | undefined): Promise<T | undefined> {
    if (this.#isOver) return undefined;
    try {
      const result = await Promise.race([Promise.resolve(call()), this.#killed]);
      if (result === "killed" || this.#isKilled) {
        this.#outcome.cutOff.push({ urn, op });
        return undefined;
      }
      this.#outcome.done.push({ urn, op });
      return result;
    } catch (error) {
      if (!this.#isKilled) this.#fail(urn, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #fail(urn: string, message: string): void {
    this.#outcome.ok = false;
    this.#failed.add(urn);
    this.#need(urn);
    this.#outcome.errors.push({ urn, message });
  }

  #need(urn: string): void {
    for (const one of this.#oldNeeds.get(urn) ?? []) {
      if (this.#needed.has(one)) continue;
      this.#needed.add(one);
      this.#need(one);
    }
  }

  #forget(resource: Kept): void {
    this.#stack.kept = this.#stack.kept.filter((other) => other !== resource);
  }
}
