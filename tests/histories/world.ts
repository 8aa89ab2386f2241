/** Plays a story: two stacks, a person and the clock, on one account, with a judge who looks at everything. */
import { FakeClock, settled } from "../client/fakeClock";
import { FaultyService } from "../support/faultyService";
import { startRun } from "../support/run";
import { EngineRun, type Outcome, Stack } from "./engine";
import { judgeEnd, judgeRun } from "./judges/ending";
import { Judge } from "./judges/judge";
import { Person, sharedName } from "./person";
import { declared, edited, type Program, type StackName, stackNames, urnOf } from "./program";
import { providersOn } from "./providers";
import { settledPrograms } from "./settling";
import { doAsTold, goForward } from "./refusals";
import { type Step, type Story, times, told } from "./story";
import { leaveToV1sEnd, settleV1 } from "./v1Settling";
import type { Watched } from "./watched";
import { type End, type HistoryFault, Wire } from "./wire";

const start = Date.parse("2026-11-20T12:00:00Z");
const hour = 3_600_000;

/** The last day of V1 (API document, section 9). */
const endOfV1 = Date.parse("2027-03-31T00:00:00Z");

/** What happened in all histories, for the table at the end. */
export const counts = { histories: 0, runs: 0, writes: 0, faults: 0, kills: 0, failures: 0, refusals: 0 };

/** What a run does, and what goes wrong. */
interface Plan {
  does: "up" | "up --refresh" | "refresh" | "destroy" | "preview";
  faults: HistoryFault[];
  end: End | undefined;
  /** One run with `driftPolicy` at `overwrite`, whatever the stack's settings say. */
  overwrites?: boolean;
}

/** Making the service anew for each of thousands of histories would take longer than the histories. */
const services = new Map<string, FaultyService>();

function serviceFor({ switches, v1, metadataMergeValues, limits }: Story): FaultyService {
  const key = JSON.stringify([switches, v1, metadataMergeValues, limits]);
  const service = services.get(key) ?? new FaultyService({ ...switches, ...v1, metadataMergeValues }, limits);
  services.set(key, service);
  service.reset();
  service.service.clock.set(start);
  return service;
}

/** One history. */
export class World {
  /** What happened, line by line. */
  readonly log: string[] = [];
  readonly service: FaultyService;
  readonly judge: Judge;
  readonly programs: Record<StackName, Program> = { dev: { tags: {} }, prod: { tags: {} } };
  readonly stacks: Record<StackName, Stack> = { dev: new Stack(), prod: new Stack() };
  readonly sharedTagId: string;
  readonly #story: Story;
  readonly person: Person;
  /** Resources whose last create or update did not end well, by name. */
  readonly #unsettled: Record<StackName, Set<string>> = { dev: new Set(), prod: new Set() };
  #gap = hour;
  #runs = 0;
  /** Which of the ways forward people take next. */
  wayForward = 0;

  constructor(story: Story) {
    this.#story = story;
    this.wayForward = story.seed % 3;
    this.service = serviceFor(story);
    this.judge = new Judge(this.service);
    this.person = new Person(this.service, (id) => {
      const isMarked = this.judge.tags().some((tag) => tag.id === id && tag.owner !== undefined);
      return (
        (isMarked || this.judge.v1.made.has(id)) &&
        !stackNames.some((stack) => this.stacks[stack].kept.some((kept) => kept.id === id))
      );
    });
    this.sharedTagId = this.person.make(sharedName, { rules: [], defaultValue: "shared" });
    counts.histories += 1;
  }

  /** Takes one step; what is wrong afterwards is among the judge's violations. */
  async take(step: Step): Promise<void> {
    this.log.push(told(step));
    if (step.step === "time") {
      this.#gap = times[step.passes];
      return;
    }
    if (step.step === "edit") this.#edit(step);
    else if (step.step === "person") this.#letThePersonDo(step);
    else {
      const outcome = await this.run(step.stack, step);
      // Some people do at once what a refusal says, others go on.
      if (this.#runs % 2 === 0) await goForward(this, step.stack, outcome);
    }
    this.judge.atRest();
    this.service.passTime(this.#gap);
    this.#gap = hour;
  }

  /** Nothing goes wrong any more: two plain rounds must bring about what is declared, and then nothing is left to do. */
  async repair(): Promise<void> {
    settleV1(this);
    Object.assign(this.programs, settledPrograms(this));
    leaveToV1sEnd(this);
    const plain = { faults: [], end: undefined };
    // A refresh would ask V1 for what is not moved yet.
    for (const stack of this.isAfterV1 ? stackNames : []) {
      this.log.push(`${stack}: pulumi up that overwrites, after V1's end of life`);
      await this.run(stack, { does: "up", ...plain, overwrites: true });
    }
    for (const round of [1, 2]) {
      let isWell = true;
      for (const stack of stackNames) {
        this.log.push(`${stack}: pulumi refresh, pulumi up, and nothing goes wrong (round ${round})`);
        const refreshed = await this.run(stack, { does: "refresh", ...plain });
        const outcome = await this.run(stack, { does: "up", ...plain });
        this.service.passTime(hour);
        // What one stack gives up may have been what the other one declares: metadata bears no mark.
        const isGivenUp = outcome.done.some(({ op }) => op === "delete");
        isWell &&= refreshed.ok && outcome.ok && !isGivenUp;
        if (round === 1) {
          await doAsTold(this, stack, outcome, this.#breach);
          await goForward(this, stack, outcome);
          continue;
        }
        for (const { message } of [...refreshed.errors, ...outcome.errors])
          this.#breach(`Two plain rounds did not put it right: ${message}`);
      }
      if (isWell) break;
    }
    this.judge.atRest();
    const writes = this.judge.writes.length;
    for (const stack of stackNames) await this.run(stack, { does: "up --refresh", ...plain });
    if (this.judge.writes.length > writes)
      this.#breach(`A run with nothing to do wrote: ${this.judge.writes.slice(writes).join(", ")}`);
    for (const stack of stackNames) {
      const { errors } = await this.run(stack, { does: "preview", ...plain });
      for (const { message } of errors) this.#breach(message);
    }
    judgeEnd(this, this.#breach);
  }

  /** Whether the V1 that programs have used is no more. */
  get isAfterV1(): boolean {
    const { v1 } = this.#story;
    return v1 !== undefined && v1.v1AfterEndOfLife !== "serve" && this.service.service.clock.now() >= endOfV1;
  }

  /** One run of the engine. */
  async run(stack: StackName, { does, faults, end, overwrites = false }: Plan): Promise<Outcome> {
    const { service, judge, stacks, programs } = this;
    const program = does === "destroy" ? { tags: {} } : programs[stack];
    if (does === "destroy" && this.#unsettled[stack].size > 0) return nothing;
    const clock = new FakeClock(service.service.clock.now());
    const state = stacks[stack];
    const resources = declared(stack, program, this.sharedTagId);
    const before = structuredClone(state.kept);
    const driftPolicy = overwrites ? "overwrite" : this.#story.driftPolicy;
    let engine: EngineRun | undefined = undefined as EngineRun | undefined;
    const watched: Watched = {
      stack,
      program,
      resources,
      state,
      before,
      messages: [],
      refuses: driftPolicy === "refuse",
    };
    const wire = new Wire(
      service,
      clock,
      { faults, end, seed: this.#story.seed + ++this.#runs },
      {
        carryOut: (request, carryOut) => judge.observe(watched, request, carryOut),
        stop: () => engine?.stop(),
      },
    );
    const { metadataNesting } = this.#story.switches;
    const parts = { clock, driftPolicy, passTime: () => undefined };
    const v1AfterEndOfLife = this.#story.v1?.v1AfterEndOfLife === "serve" ? "allow" : "refuse";
    const { context, messages } = startRun(
      service,
      { clock, transport: wire, metadataNesting, v1AfterEndOfLife },
      parts,
    );
    watched.messages = messages;
    judge.begins(watched);
    engine = new EngineRun(state, providersOn(context, { metadataNesting, driftPolicy }), wire.killed);
    const writes = judge.writes.length;
    const outcome = await drive(clock, play(engine, does, resources)).catch((error: unknown) => {
      this.#breach(`${stack}: ${String(error)}`);
      return nothing;
    });
    service.service.clock.set(Math.max(service.service.clock.now(), clock.now()));
    wire.passed();
    this.#remember(stack, outcome);
    judge.ended(watched, outcome);
    if (outcome.ok) judgeRun(this, watched, does, outcome, this.#breach);
    this.#count(wire, outcome, judge.writes.length - writes);
    this.#tell(outcome, messages, judge.writes.slice(writes));
    return outcome;
  }

  #edit({ stack, edit }: Step & { step: "edit" }): void {
    const before = this.programs[stack];
    this.programs[stack] = edited(before, edit, {
      isUnsettled: (resource) => this.#unsettled[stack].has(resource),
      hasByV2: ({ resource, aliases }) =>
        [resource, ...aliases].some(
          (name) => this.stacks[stack].find([urnOf(stack, "VirtualTag", name)]) !== undefined,
        ),
    });
    if (this.programs[stack] === before)
      this.log.push("  (left as it is: first, what was interrupted is brought to its end)");
  }

  #letThePersonDo({ act }: Step & { step: "person" }): void {
    const before = new Map(this.service.tags().map(({ id, metadata }) => [id, structuredClone(metadata)]));
    this.log.push(`  ${this.person.does(act)}`);
    for (const { id, metadata } of this.service.tags())
      this.judge.metadata.written(id, before.get(id) ?? {}, metadata, "a person");
  }

  /** Notes what did not come to its end, and may have been carried out all the same. */
  #remember(stack: StackName, { done, errors, cutOff }: Outcome): void {
    const unclear = errors.filter(({ message }) => !message.includes("Nothing was written"));
    for (const { urn } of done) this.#unsettled[stack].delete(nameOf(urn));
    for (const { urn } of [...unclear, ...cutOff.filter(({ op }) => op === "create" || op === "update")]) {
      const isTag = /:VirtualTag(V1)?::/.test(urn);
      // A tag that is in the state stays the resource's own, whatever becomes of a save; and a delete is just repeated.
      if (!isTag || this.stacks[stack].find([urn]) === undefined) this.#unsettled[stack].add(nameOf(urn));
    }
  }

  #tell({ ok, done, errors }: Outcome, messages: readonly string[], writes: readonly string[]): void {
    const steps = done.filter(({ op }) => op !== "same").map(({ urn, op }) => `${op} ${nameOf(urn)}`);
    this.log.push(`  ${ok ? "well" : "NOT well"}: ${steps.join(", ") || "nothing done"}`);
    for (const line of [
      ...writes,
      ...messages,
      ...errors.map(({ urn, message }) => `error: ${nameOf(urn)}: ${message}`),
    ])
      this.log.push(`    ${line}`);
  }

  #count(wire: Wire, { ok, errors }: Outcome, writes: number): void {
    counts.runs += 1;
    counts.writes += writes;
    counts.faults += wire.struck;
    counts.kills += wire.isKilled() ? 1 : 0;
    counts.failures += ok ? 0 : 1;
    counts.refusals += errors.filter(({ message }) => message.includes("Nothing was written")).length;
  }

  readonly #breach = (violation: string): void => {
    this.judge.violations.push(violation);
  };
}

const nothing: Outcome = { ok: true, done: [], errors: [], cutOff: [] };

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? "";

async function play(engine: EngineRun, does: Plan["does"], resources: ReturnType<typeof declared>): Promise<Outcome> {
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
async function drive<T>(clock: FakeClock, run: Promise<T>): Promise<T> {
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
