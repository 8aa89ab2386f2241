/** Plays a story: two stacks, a person and the clock, on one account, with a judge who looks at everything. */
import { FakeClock } from "../client/fakeClock";
import type { FaultyService } from "../support/faultyService";
import { startRun } from "../support/run";
import type { FrontName } from "../support/workspace";
import { accountOf } from "../../client/http/credentials";
import { EngineRun, type Kept, type Outcome, Stack } from "./engine";
import { judgeEnd, judgeRun } from "./judges/ending";
import { Judge } from "./judges/judge";
import { Person, sharedName } from "./person";
import { declared, edited, type Program, type StackName, stackNames, urnOf, urnsOf } from "./program";
import { providersOn } from "./providers";
import { settledPrograms } from "./settling";
import { counts } from "./counts";
import { drive, inState, nothing, play, serviceFor } from "./driving";
import { makeRival, runInOtherAccount, settleRivals } from "./others";
import { doAsTold, goForward } from "./refusals";
import { type Step, type Story, times, told } from "./story";
import { leaveToV1sEnd, settleV1 } from "./v1Settling";
import type { Watched } from "./watched";
import { type End, type HistoryFault, Wire } from "./wire";

const hour = 3_600_000;

/** The last day of V1. */
const endOfV1 = Date.parse("2027-03-31T00:00:00Z");

/** What a run does, and what goes wrong. */
export interface Plan {
  does: "up" | "up --refresh" | "refresh" | "destroy" | "preview";
  faults: HistoryFault[];
  end: End | undefined;
  /** One run with `driftPolicy` at `overwrite`, whatever the stack's settings say. */
  overwrites?: boolean;
  rival?: (Step & { step: "run" })["rival"];
  /** One run with the credentials of another account. */
  isInOtherAccount?: boolean;
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
  readonly #front: FrontName;
  readonly person: Person;
  /** Resources whose last create or update did not end well, by name. */
  readonly #unsettled: Record<StackName, Set<string>> = { dev: new Set(), prod: new Set() };
  /** The client ID that each stack uses. */
  readonly clientIds: Record<StackName, "emulator" | "rotated"> = { dev: "emulator", prod: "emulator" };
  /** What the last run said. */
  lastMessages: readonly string[] = [];
  #gap = hour;
  #runs = 0;
  /** Which of the ways forward people take next. */
  wayForward = 0;

  constructor(story: Story, front: FrontName) {
    this.#story = story;
    this.#front = front;
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
    if (step.step === "edit") await this.#letEdit(step);
    else if (step.step === "person") this.#letThePersonDo(step);
    else if (step.step === "rotate the credentials")
      this.clientIds[step.stack] = this.clientIds[step.stack] === "emulator" ? "rotated" : "emulator";
    else if (step.step === "run in another account") await runInOtherAccount(this, step, this.#breach);
    else {
      const outcome = await this.run(step.stack, step);
      // Some people do at once what a refusal says, others go on.
      if (this.#runs % 2 === 0) await goForward(this, step.stack, outcome);
      if (step.rival !== undefined) await settleRivals(this, step.stack, this.#breach);
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
  async run(stack: StackName, plan: Plan): Promise<Outcome> {
    const { does, faults, end, overwrites = false, rival, isInOtherAccount = false } = plan;
    const { service, judge, stacks, programs } = this;
    const program = does === "destroy" ? { tags: {} } : programs[stack];
    const state = stacks[stack];
    const isHalfDone = this.#unsettled[stack].size > 0 || state.kept.some((kept) => this.#isHalfRenamed(stack, kept));
    if (does === "destroy" && isHalfDone) return nothing;
    const clock = new FakeClock(service.service.clock.now());
    const resources = isInOtherAccount
      ? inState(state, declared(stack, program, this.sharedTagId))
      : declared(stack, program, this.sharedTagId);
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
        send: (request) => {
          if (request === rival?.at) makeRival(this, rival, clock);
        },
      },
    );
    const { metadataNesting } = this.#story.switches;
    const parts = { clock, driftPolicy, passTime: () => undefined };
    const v1AfterEndOfLife = this.#story.v1?.v1AfterEndOfLife === "serve" ? "allow" : "refuse";
    const clientId = isInOtherAccount ? "stranger" : this.clientIds[stack];
    const { context, messages } = startRun(
      service,
      { clock, transport: wire, metadataNesting, v1AfterEndOfLife, clientId },
      parts,
    );
    const settings = { metadataNesting, driftPolicy, clientId, baseUrl: "http://127.0.0.1" };
    context.account = accountOf(settings);
    watched.messages = messages;
    this.lastMessages = messages;
    judge.begins(watched);
    engine = new EngineRun(state, providersOn(context, settings, this.#front), wire.killed);
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

  async #letEdit(step: Step & { step: "edit" }): Promise<void> {
    this.#edit(step);
    if (step.edit.edit !== "an heir" || this.programs[step.stack].tags.heir !== undefined) return;
    // The alias needs a run before somebody else can have the old name.
    await this.run(step.stack, { does: "up", faults: [], end: undefined });
    this.#edit(step);
  }

  #edit({ stack, edit }: Step & { step: "edit" }): void {
    const before = this.programs[stack];
    this.programs[stack] = edited(before, edit, {
      isUnsettled: (resource) =>
        this.#unsettled[stack].has(resource) ||
        this.stacks[stack].kept.some((kept) => this.#isHalfRenamed(stack, kept) && this.#isOf(stack, kept, resource)),
      isInState: (resource) => this.stacks[stack].find([urnOf(stack, "VirtualTag", resource)]) !== undefined,
      hasByV2: ({ resource, aliases }) =>
        [resource, ...aliases].some(
          (name) => this.stacks[stack].find([urnOf(stack, "VirtualTag", name)]) !== undefined,
        ),
    });
    if (before.tags.heir === undefined && this.programs[stack].tags.heir !== undefined) counts.heirs += 1;
    if (this.programs[stack] === before)
      this.log.push("  (left as it is: first, what was interrupted is brought to its end)");
  }

  /** Whether a run that was to change the mark of a tag was interrupted after the save. */
  #isHalfRenamed(stack: StackName, { id, kind, urn }: Kept): boolean {
    const owner = this.judge.tags().find((tag) => tag.id === id)?.owner;
    return kind === "tag" && owner?.stack === stack && owner.resource !== nameOf(urn);
  }

  /** Whether the program's resource of that name is the one in the state. */
  #isOf(stack: StackName, kept: Kept, resource: string): boolean {
    const tag = Object.values(this.programs[stack].tags).find((one) => one.resource === resource);
    return tag !== undefined && urnsOf(stack, tag).includes(kept.urn);
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

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? "";
