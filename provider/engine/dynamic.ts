/** Adapts the lifecycles to Pulumi's dynamic provider. Only this file knows the peculiarities of its host. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { isDeepStrictEqual } from "node:util";
import { CostAllocationError, Forbidden, UnexpectedAnswer } from "../../client";
import { isPossibleId } from "../../client/http/path";
import { printableLines } from "../../client/printable";
import { messageOf } from "../../rules/shared/messageOf";
import type { Problem } from "../../rules/validate";
import type { Settings } from "../../client/settings";
import { accountOf } from "../../client/http/credentials";
import { warnOnce } from "../shared/announce";
import { outputProblems } from "../shared/arguments";
import type { Context, Difference, Lifecycle, Log } from "../shared/lifecycle";
import { Refused } from "../shared/message";
import { plainJson } from "../../stack/state/plainJson";
import { fromSchemaForm } from "../../stack/state/schemaForm";
import type { RunMemory } from "../shared/runMemory";
import {
  impossibleId,
  notCreated,
  notFound,
  problemMessage,
  replacementFailed,
  seeWarning,
  unreadable,
  warningMessage,
} from "./messages";

/** What a lifecycle may use, once the settings are known. */
export interface Host<Uses = Context> {
  /**
   * Receives the settings. Called once for each kind of resource, always with the same values.
   *
   * @param source what messages call the source of a setting. Default: the stack config
   */
  configure(config: Pick<dynamic.Config, "get">, source?: (name: string) => string): void;
  /** The message about invalid settings; undefined if they are valid, or unknown until deployment. */
  settingsProblem(): string | undefined;
  /** The settings; empty if they are not valid, or unknown until deployment. */
  settings(): Partial<Settings>;
  readonly memory: RunMemory;
  readonly log: Log;
  /**
   * What a lifecycle uses. All share one client; its waits appear beside the resource with that URN.
   *
   * @throws {InvalidSettings} if the settings are missing or malformed
   */
  context(urn: string | undefined): Uses;
}

/** The host for a kind of resource that has nothing in the service. It works without credentials. */
export function withoutAccount(host: Host): Host<undefined> {
  return { ...host, settingsProblem: () => undefined, context: () => undefined };
}

/** The name under which the engine keeps the stub, in the inputs and in the state. */
const stubProperty = "__provider";

/**
 * Adapts a lifecycle to the dynamic provider.
 *
 * @param shownProblem a problem as the program has it. Default: as the lifecycle has it
 */
export function dynamicProvider<Inputs extends object, State extends Inputs, Uses = Context>(
  lifecycle: Lifecycle<Inputs, State, Uses>,
  host: Host<Uses>,
  shownProblem: (problem: Problem, news: Record<string, unknown>) => Problem = (problem) => problem,
): dynamic.ResourceProvider {
  return {
    // The host calls the other functions before this one has ended, and also if it fails. So this only stores the settings.
    configure: ({ config }) => {
      host.configure(config);
      return Promise.resolve();
    },
    check: (olds: object, news: object) =>
      cleanly(() => {
        host.memory.check(urnOf(news), lifecycle.kind);
        const { __notCreated: absent, ...given } = withoutStub(news);
        if (Array.isArray(absent)) return answerOf(news, [notCreated(absent.map(String)).text]);
        const { inputs, problems, warnings } = lifecycle.check(given, {
          memory: host.memory,
          settings: host.settings(),
          olds: stateOf(olds),
        });
        const shown = (problem: Problem): Problem => shownProblem(problem, given);
        for (const warning of warnings) host.log.warning(warningMessage(shown(warning)), urnOf(news));
        const reasons = withOutputs(problems, given).map((problem) => problemMessage(shown(problem)).text);
        const settingsProblem = host.settingsProblem();
        if (settingsProblem !== undefined) reasons.push(printableLines(settingsProblem));
        return answerOf(inputs, reasons);
      }),
    diff: (id: string, state: object, inputs: object) =>
      cleanly((): Promise<dynamic.DiffResult> => {
        const settings = host.settings();
        const about = { id, account: accountOf(settings), driftPolicy: settings.driftPolicy };
        const difference = lifecycle.diff(stateOf(state) as State, withoutStub(inputs) as Inputs, about);
        return Promise.resolve(answerTo(difference, id, { kind: lifecycle.kind, state, inputs, host }));
      }),
    create: (inputs: object) =>
      cleanly(async () => {
        const made = await createOrKeep(lifecycle, inputs, host);
        return { id: made.id, outs: plainJson(made.state) };
      }),
    read: (id: string, state: object = {}) =>
      cleanly(async () => {
        if (isGet(state) && !isPossibleId(id)) throw new Refused(impossibleId(lifecycle.kind, id));
        const known = stateOf(state) as Partial<State>;
        const reading = lifecycle.read(id, known, host.context(urnOf(state)));
        const found = await reading.catch(orUnreadable(lifecycle.kind, id, state, host.log));
        // Without inputs, the engine keeps the old ones.
        if (found === "unreadable") return { id, props: state };
        // Without an error, the host would answer with empty outputs, and the engine would continue.
        if (found === undefined && isGet(state)) throw new Refused(notFound(lifecycle.kind, id));
        // No ID means that the resource was deleted. Without inputs, the engine would not see what changed.
        return found === undefined ? {} : { id, props: plainJson(found.state), inputs: plainJson(found.inputs) };
      }),
    update: (id: string, state: object, inputs: object) =>
      cleanly(async () => ({
        outs: plainJson(
          await lifecycle
            .update(id, stateOf(state) as State, withoutStub(inputs) as Inputs, host.context(urnOf(inputs)))
            .catch(withoutRepeats(host.memory, urnOf(inputs))),
        ),
      })),
    delete: (id: string, state: object) => cleanly(() => deleteUnlessKept(lifecycle, id, state, host)),
  };
}

/** What a check answers. For a failure with a property, the engine prints the property's value, which may be a secret. */
function answerOf(inputs: object, reasons: readonly string[]): Promise<dynamic.CheckResult> {
  const failures = reasons.map((reason) => ({ property: "", reason }));
  return Promise.resolve({ inputs: plainJson(inputs), failures });
}

/** Creates a resource. In a replacement that keeps what the service has, this updates it, so that its ID and history stay. */
async function createOrKeep<Inputs extends object, State extends Inputs, Uses>(
  lifecycle: Lifecycle<Inputs, State, Uses>,
  given: object,
  host: Host<Uses>,
): Promise<{ id: string; state: State }> {
  const { held, made } = host.memory;
  const inputs = withoutStub(given) as Inputs;
  const urn = urnOf(given) ?? "";
  const context = host.context(urn);
  const before = made.has(urn) ? undefined : held.get(urn);
  made.set(urn, undefined);
  const result = await (before === undefined
    ? lifecycle.create(inputs, context)
    : replace(lifecycle, before.id, before.state as State, inputs, context));
  host.memory.create(urn, lifecycle.kind, result.id);
  return result;
}

async function replace<Inputs extends object, State extends Inputs, Uses>(
  lifecycle: Lifecycle<Inputs, State, Uses>,
  id: string,
  state: State,
  inputs: Inputs,
  context: Uses,
): Promise<{ id: string; state: State }> {
  if (lifecycle.isKept?.(state, inputs) === true) {
    const kept = await lifecycle.update(id, state, inputs, context).catch(orGone);
    if (kept !== undefined) return { id, state: kept };
  }
  await lifecycle.confirm?.(id, state, context);
  return lifecycle.create(inputs, context);
}

/** An earlier run may have deleted the tag to replace it. A refresh leaves such a resource out, so only a create brings it back. */
function orGone(error: unknown): undefined {
  if (error instanceof Refused && error.code === "CA2011") return undefined;
  throw error;
}

/** Deletes a resource, unless the program still has it: a replacement kept it, in this run or in one that was killed. */
async function deleteUnlessKept<Inputs extends object, State extends Inputs, Uses>(
  lifecycle: Lifecycle<Inputs, State, Uses>,
  id: string,
  state: object,
  host: Host<Uses>,
): Promise<void> {
  const { memory } = host;
  const { kind } = lifecycle;
  const urn = urnOf(state);
  if (urn !== undefined && memory.hasFailedToReplace(urn, id)) throw new Refused(replacementFailed(kind, id));
  const successor = urn === undefined ? undefined : memory.successorOf(urn, kind, id);
  if (successor !== undefined && kind === "VirtualTagMetadata") return;
  // The lifecycle of a tag says that it leaves the tag alone.
  if (successor !== undefined && lifecycle.isKept !== undefined) memory.takeOver(id, successor);
  await lifecycle.delete(id, stateOf(state) as State, host.context(urn));
}

/** Logs the messages of a difference, and answers the engine. */
function answerTo(
  difference: Difference,
  id: string,
  { kind, state, inputs, host }: { kind: string; state: object; inputs: object; host: Pick<Host, "memory" | "log"> },
): dynamic.DiffResult {
  const isNone = difference.kind === "none";
  const urn = urnOf(inputs);
  if (difference.kind === "replace") host.memory.replaced.set(urn ?? "", id);
  host.memory.hold(urn ?? "", { kind, id, state: stateOf(state), former: urnOf(state) });
  host.memory.declare(id, urn, isNone ? undefined : urnOf(state));
  // A refresh calls `diff` right after `read`, which has logged the same warnings.
  for (const warning of difference.warnings) warnOnce(warning, urn, host);
  for (const note of difference.notes) host.log.info(note, urn);
  // An update, which saves nothing, gives outputs of the plugin this front's form, and a state its new URN, which messages print.
  if (isNone) return { changes: !isDeepStrictEqual(stateOf(state), withoutStub(state)) || isMoved(state, urn) };
  return {
    // The engine compares the inputs and prints the differences only if `changes` is absent.
    ...(difference.kind === "remember" ? { changes: true } : {}),
    replaces: difference.kind === "replace" ? difference.because : [],
    // A refused create then loses nothing.
    deleteBeforeReplace: false,
  };
}

/** Whether a program reads an existing resource with `get`: the state has only what the class adds. */
function isGet(state: object): boolean {
  return urnProperty in state && !isInState(state);
}

/** Whether the stack has a state of the resource. */
function isInState(state: object): boolean {
  return Object.keys(state).some((name) => !name.startsWith("__"));
}

/**
 * Whether an error concerns only the resource that is read: the service does not show it to this user, or shows it in a form that
 * can't be read or breaks the lifecycle.
 */
function isOfOne(error: unknown): boolean {
  if (error instanceof Forbidden) return /^\/v[12]\/virtual-tags\/./.test(error.path);
  if (error instanceof UnexpectedAnswer) return error.code === "NOT_COMPLETE";
  return !(error instanceof CostAllocationError || error instanceof Refused);
}

/** Turns an error that concerns only one resource into a warning. Thrown, it would end the refresh of all resources. */
function orUnreadable(kind: string, id: string, state: object, log: Log): (error: unknown) => "unreadable" {
  return (error) => {
    if (!isInState(state) || !isOfOne(error)) throw error;
    log.warning(unreadable(kind, id, error), urnOf(state));
    return "unreadable";
  };
}

/** Leaves out of a refusal what a warning has said about the resource in this run, if the warning has all of its ways forward. */
function withoutRepeats(memory: RunMemory, urn: string | undefined): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Refused)) throw error;
    const lines = error.message.split("\n");
    const ways = lines.filter((line) => line.startsWith("- "));
    if (ways.length === 0 || !ways.every((line) => memory.hasLine(line, urn))) throw error;
    const left = lines.filter((line) => !memory.hasLine(line, urn));
    throw new Refused({ code: error.code, text: [...left, seeWarning].join("\n") });
  };
}

/** The problems of arguments, and those of texts that contain an Output, of which nothing else is said. */
function withOutputs(problems: readonly Problem[], given: Record<string, unknown>): Problem[] {
  const ofProgram = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("__")));
  const found = outputProblems(ofProgram);
  return [...found, ...problems.filter(({ path }) => !found.some((problem) => problem.path === path))];
}

/** The name of the input in which the class passes the resource's URN. */
export const urnProperty = "__resourceUrn";

function urnOf(inputs: object): string | undefined {
  const { [urnProperty]: urn } = inputs as { [urnProperty]?: unknown };
  return typeof urn === "string" ? urn : undefined;
}

/** Whether a resource has another URN than in its state: it, its stack or its project was renamed, or it was moved. */
function isMoved(state: object, urn: string | undefined): boolean {
  return urn !== undefined && urnOf(state) !== undefined && urnOf(state) !== urn;
}

/** A state, also one that the plugin saved. */
function stateOf(properties: object): Record<string, unknown> {
  return fromSchemaForm(withoutStub(properties));
}

function withoutStub(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== stubProperty));
}

/**
 * Replaces an error by one with only its message. The host prints an error's stack, and takes an error with an `id` to mean that a
 * resource with that ID was created.
 */
async function cleanly<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const clean = new Error(printableLines(messageOf(error)));
    clean.name = "cost allocation";
    clean.stack = "";
    throw clean;
  }
}
