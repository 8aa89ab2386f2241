/** What each host does with a lifecycle: it notes what the run knows, and carries out what the engine asks for. Knows no protocol. */
import { CostAllocationError } from "../../client";
import { accountOf } from "../../client/http/credentials";
import { isPossibleId } from "../../client/http/path";
import { concernsOneTag } from "../../client/resources/tagReading";
import type { Settings } from "../../client/settings";
import { messageOf } from "../../rules/shared/messageOf";
import type { Problem } from "../../rules/validate";
import { plainJson } from "../../stack/state/plainJson";
import { logOnce } from "./announce";
import { outputProblems } from "./arguments";
import type { Context, Difference, Imported, Lifecycle, Log } from "./lifecycle";
import { type Message, Refused } from "./message";
import {
  impossibleId,
  notCreated,
  notFound,
  problemMessage,
  replacementFailed,
  seeWarning,
  unreadable,
  warningMessage,
} from "./operationMessages";
import type { RunMemory } from "./runMemory";

/** The properties of a resource, in the API's form. */
export type Properties = Record<string, unknown>;

/** What a lifecycle may use, once the settings are known. */
export interface Host<Uses = Context> {
  /**
   * Receives the settings. Called once for each kind of resource, always with the same values.
   *
   * @param source what messages call the source of a setting. Default: the stack config
   */
  configure(config: { get(name: string): string | undefined }, source?: (name: string) => string): void;
  /** The message about invalid settings; undefined if they are valid, or unknown until deployment. */
  settingsProblem(): Message | undefined;
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

/** What a host asks, beside the URN of the resource, and what the answer is. */
interface Calls {
  check: [
    { inputs: Properties; olds: Properties },
    { kind: "checked"; inputs: Properties; failures: ArgumentFailure[] },
  ];
  diff: [{ id: string; state: Properties; inputs: Properties }, { kind: "compared"; difference: Difference }];
  create: [{ inputs: Properties }, { kind: "created"; id: string; state: Properties }];
  /** Reads what the state does not have. */
  import: [{ id: string }, Read];
  /** Without inputs, the state stays as it is. */
  read: [{ id: string; state: Properties }, Read];
  /** In a preview, nothing is written. */
  update: [
    { id: string; state: Properties; inputs: Properties; isPreview?: boolean },
    { kind: "updated"; state: Properties },
  ];
  delete: [{ id: string; state: Properties }, { kind: "deleted" }];
}

/** What is wrong in a check, with the path of the argument. */
export interface ArgumentFailure {
  path: string;
  message: Message;
}

type Read = { kind: "read"; inputs?: Properties; state: Properties } | { kind: "deleted" };
type Verb = keyof Calls;

/** An operation on a resource. */
export type Operation<One extends Verb = Verb> = {
  [Each in One]: { kind: Each; urn: string | undefined } & Calls[Each][0];
}[One];

/** An operation that ended with an error. */
type Failure = { kind: "refused"; because: Message } | { kind: "failed"; because: string };

/** How an operation ended. */
export type Answer<One extends Verb = Verb> = Calls[One][1] | Failure;

/** Carries out operations on resources of one kind. */
export type Operations = <One extends Verb>(operation: Operation<One>) => Promise<Answer<One>>;

/** An answer that is no error. @throws {Error} with the text of one that is */
export function succeeded<Given extends { kind: string }>(answer: Given | Failure): Exclude<Given, Failure> {
  if (!("because" in answer)) return answer as Exclude<Given, Failure>;
  throw new Error(typeof answer.because === "string" ? answer.because : answer.because.text);
}

/** A lifecycle behind the operations of a host. */
interface Behind<Uses> {
  lifecycle: Lifecycle<object, object, Uses>;
  host: Host<Uses>;
  /** A problem as the program has it. */
  shownProblem: (problem: Problem, inputs: Properties) => Problem;
  /** What this run imports, by the URNs of the resources. */
  imported: Map<string | undefined, Imported>;
}

/**
 * Puts a lifecycle behind the operations of a host.
 *
 * @param shownProblem a problem as the program has it. Default: as the lifecycle has it
 */
export function operationsOf<Uses>(
  lifecycle: Lifecycle<object, object, Uses>,
  host: Host<Uses>,
  shownProblem: (problem: Problem, inputs: Properties) => Problem = (problem) => problem,
): Operations {
  const { kind } = lifecycle;
  const { memory } = host;
  const behind = { lifecycle, host, shownProblem, imported: new Map<string | undefined, Imported>() };
  const does: { [Each in Verb]: (operation: Operation<Each>) => Answer<Each> | Promise<Answer<Each>> } = {
    check: (operation) => check(behind, operation),
    diff: (operation) => diff(behind, operation),
    create: async ({ urn, inputs }) => {
      const context = host.context(urn);
      const before = memory.beginCreate(urn);
      const { id, state } = await (before === undefined
        ? lifecycle.create(inputs, context)
        : replace(lifecycle, before.id, before.state, inputs, context));
      memory.make(urn, kind, id);
      return { kind: "created", id, state: stateWith(urn, state) };
    },
    import: async ({ urn, id }) => {
      if (!isPossibleId(id)) throw new Refused(impossibleId(kind, id));
      const one = await lifecycle.import?.(id, host.context(urn));
      behind.imported.delete(urn);
      if (one === undefined) return { kind: "deleted" };
      behind.imported.set(urn, one);
      return found(urn, one);
    },
    read: (operation) => read(behind, operation),
    update: async ({ urn, id, state, inputs, isPreview = false }) => {
      if (isPreview) {
        await lifecycle.preview?.(id, state, inputs, () => host.context(urn));
        return { kind: "updated", state: inputs };
      }
      const updating = lifecycle.update(id, state, inputs, host.context(urn));
      return { kind: "updated", state: stateWith(urn, await updating.catch(withoutRepeats(memory, urn))) };
    },
    delete: async ({ urn, id, state }) => {
      if (memory.hasFailedToReplace(urn, id)) throw new Refused(replacementFailed(kind, id));
      await lifecycle.delete(id, state, host.context(urn));
      return { kind: "deleted" };
    },
  };
  return async (operation) => {
    try {
      return await does[operation.kind](operation);
    } catch (error) {
      // Nothing but the text: an error may have properties that a protocol takes for its own, or a stack with secrets.
      const text = messageOf(error);
      return error instanceof Refused
        ? { kind: "refused", because: { code: error.code, text } }
        : { kind: "failed", because: text };
    }
  };
}

function check<Uses>(
  { lifecycle, host, shownProblem, imported }: Behind<Uses>,
  { urn, inputs: { __notCreated: absent, ...news }, olds }: Operation<"check">,
): Calls["check"][1] {
  const { log, memory } = host;
  memory.check(urn, lifecycle.kind);
  if (Array.isArray(absent))
    return { kind: "checked", inputs: news, failures: [{ path: "", message: notCreated(absent.map(String)) }] };
  // Only an import checks what was just read: a program that only reads it gives no inputs.
  const before = imported.get(urn);
  const about = { urn, memory, settings: host.settings(), olds, imported: before };
  const { inputs, problems, warnings } = lifecycle.check(news, about);
  if (before !== undefined) memory.make(urn, lifecycle.kind, before.id);
  for (const warning of warnings) log.warning(warningMessage(shownProblem(warning, news)), urn);
  const failures = withOutputs(problems, news).map((problem) => {
    const shown = shownProblem(problem, news);
    return { path: shown.path, message: problemMessage(shown) };
  });
  const message = host.settingsProblem();
  if (message !== undefined) failures.push({ path: "", message });
  return { kind: "checked", inputs: plainJson(inputs), failures };
}

function diff<Uses>({ lifecycle, host }: Behind<Uses>, { urn, id, state, inputs }: Operation<"diff">): Answer<"diff"> {
  const { memory } = host;
  const settings = host.settings();
  const holder = memory.hasChecked(urn) ? memory.holderOf(id) : undefined;
  const about = { urn, id, account: accountOf(settings), driftPolicy: settings.driftPolicy, holder };
  const difference = lifecycle.diff(state, inputs, about);
  const { warnings, notes } = difference;
  const { __resourceUrn: former } = state as { __resourceUrn?: string };
  memory.compare(urn, { kind: lifecycle.kind, id, state, former, isReplaced: difference.kind === "replace" });
  // A refresh calls `diff` right after `read`, which has logged the same warnings.
  for (const one of [...warnings, ...notes]) logOnce(one, { ...host, urn });
  // The resource, its stack or its project was renamed, or it was moved. An update, which saves nothing, gives the state its new URN,
  // which messages print.
  const isMoved = difference.kind === "none" && urn !== undefined && former !== undefined && former !== urn;
  return { kind: "compared", difference: isMoved ? { kind: "remember", warnings, notes } : difference };
}

async function read<Uses>(
  { lifecycle, host }: Behind<Uses>,
  { urn, id, state }: Operation<"read">,
): Promise<Answer<"read">> {
  const { kind } = lifecycle;
  const isGet = urn !== undefined && !isInState(state);
  if (isGet && !isPossibleId(id)) throw new Refused(impossibleId(kind, id));
  const now = await lifecycle.read(id, state, host.context(urn)).catch((error: unknown) => {
    // Thrown, an error that concerns only one resource, such as one of the lifecycle, would end the refresh of all.
    const concernsAll = error instanceof CostAllocationError ? !concernsOneTag(error) : error instanceof Refused;
    if (concernsAll || !isInState(state)) throw error;
    host.log.warning(unreadable(kind, id, error), urn);
    return "unreadable" as const;
  });
  if (now === "unreadable") return { kind: "read", state };
  if (now !== undefined) return found(urn, now);
  // Without an error, the engine would continue, with empty outputs.
  if (isGet) throw new Refused(notFound(kind, id));
  return { kind: "deleted" };
}

function found(urn: string | undefined, { inputs, state }: { inputs: object; state: object }): Read {
  // A resource that was renamed without a save keeps its former URN.
  return { kind: "read", inputs: plainJson(inputs), state: { ...stateWith(urn, {}), ...plainJson(state) } };
}

/** The state with the URN of the resource, by which a later run finds out that it was renamed. */
function stateWith(urn: string | undefined, state: object): Properties {
  return plainJson(urn === undefined ? state : { ...state, __resourceUrn: urn });
}

/** In a replacement that keeps what the service has, the create is an update, so that the ID and the history stay. */
async function replace<Uses>(
  lifecycle: Lifecycle<object, object, Uses>,
  id: string,
  state: object,
  inputs: object,
  context: Uses,
): Promise<{ id: string; state: object }> {
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

/** Whether the stack has a state of the resource. If a program reads it with `get`, there is only what the class adds. */
function isInState(state: object): boolean {
  return Object.keys(state).some((name) => !name.startsWith("__"));
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
function withOutputs(problems: readonly Problem[], given: Properties): Problem[] {
  const ofProgram = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("__")));
  const found = outputProblems(ofProgram);
  return [...found, ...problems.filter(({ path }) => !found.some((problem) => problem.path === path))];
}
