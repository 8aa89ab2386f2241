/**
 * The engine's calls about resources, with plain properties in the schema's form. They do what the dynamic front does, which knows
 * the API's form and gets the URN among the inputs.
 */
import type { DiffResult } from "@pulumi/pulumi/dynamic";
import { isDeepStrictEqual } from "node:util";
import { isPossibleId } from "../client/http/path";
import { urnProperty } from "../provider/engine/dynamic";
import { impossibleId, problemMessage } from "../provider/engine/messages";
import type { Context, Log } from "../provider/shared/lifecycle";
import { Refused } from "../provider/shared/message";
import type { Problem } from "../rules/validate";
import { apiPath } from "../stack/state/schemaForm";
import { stubOf } from "../stack/state/kinds";
import { unknownValue } from "../stack/state/unknown";
import { namesOf } from "../stack/state/fields";
import { texts } from "../provider/virtualTag/messages";
import type { VirtualTagState } from "../stack/state/virtualTag";
import { isAdopting, isFromOther } from "./imports";
import type { PluginResource } from "./resources";

type Properties = Record<string, unknown>;

/** A resource in a call. */
interface Subject {
  urn: string;
  resource: PluginResource;
}

/** Checks inputs. */
export async function check(
  { urn, resource }: Subject,
  olds: Properties,
  news: Properties,
): Promise<{ inputs: Properties; failures: string[] }> {
  resource.declared.add(urn);
  const problems: Problem[] = [];
  const given = resource.fromSchema(resource.givenBy(news), problems);
  // Only an import checks inputs of a resource that was just read: a program that only reads it gives none. The engine imports in
  // spite of failures, so only an error stops it.
  const { fromOther, refusal } = resource.imported.get(urn) ?? {};
  if (refusal !== undefined) throw new Refused(refusal);
  if (fromOther !== undefined && !isAdopting(given, fromOther.tag.id))
    throw new Refused(texts.importedFromOther(fromOther));
  if (problems.length > 0) return { inputs: news, failures: problems.map((problem) => problemMessage(problem).text) };
  const { inputs = {}, failures = [] } = await resource.calls.check(
    { ...olds, [urnProperty]: urn },
    { ...given, [urnProperty]: urn },
  );
  return {
    inputs: resource.inSchema(without(inputs, [urnProperty]), news),
    failures: failures.map(({ reason }) => reason),
  };
}

/** Whether a resource differs from its state. Without `changes`, the engine compares the inputs. */
export async function diff(
  { urn, resource }: Subject,
  id: string,
  {
    state,
    oldInputs,
    news,
    ignored,
  }: { state: Properties; oldInputs: Properties; news: Properties; ignored: readonly string[] },
): Promise<DiffResult & { replaces: string[]; deleteBeforeReplace: boolean }> {
  const inputs = inputsFor({ urn, resource }, news, ignored);
  const answer = await resource.calls.diff(id, state, inputs);
  const { replaces = [] } = answer;
  // A tag that is created first takes the old one over, and keeps its history.
  const deleteBeforeReplace = answer.deleteBeforeReplace === true && resource.kind !== "VirtualTag";
  const hasOtherForm = !isDeepStrictEqual(resource.inSchema(resource.fromSchema(state)), state);
  // A difference that the inputs don't show: of what the provider remembers, or of the form that another front has saved.
  const isNotInInputs = answer.changes !== false && isDeepStrictEqual(oldInputs, news);
  if (isToTakeOver({ urn, resource }, state)) return { changes: true, replaces, deleteBeforeReplace };
  const changes = answer.changes === false ? hasOtherForm : isNotInInputs ? true : answer.changes;
  // A refresh also compares what the program no longer declares.
  if (answer.changes === false && resource.declared.has(urn)) keep({ urn, resource }, id, state);
  else resource.kept.delete(`${urn} ${id}`);
  return { ...(changes === undefined ? {} : { changes }), replaces, deleteBeforeReplace };
}

/** Creates a resource. In a preview, nothing is sent. */
export async function create(
  { urn, resource }: Subject,
  news: Properties,
  isPreview: boolean,
): Promise<{ id: string; properties: Properties }> {
  if (isPreview) return { id: "", properties: previewed(resource, news) };
  const { id, outs = {} } = await resource.calls.create(inputsFor({ urn, resource }, news, []));
  keep({ urn, resource }, id);
  return { id, properties: outputsFor(resource, outs) };
}

/**
 * Updates a resource. In a preview, nothing is sent.
 *
 * @param preview the log of a preview
 */
export async function update(
  { urn, resource }: Subject,
  id: string,
  {
    state,
    news,
    ignored,
    preview,
  }: { state: Properties; news: Properties; ignored: readonly string[]; preview: Log | undefined },
): Promise<Properties> {
  const inputs = inputsFor({ urn, resource }, news, ignored);
  if (isToTakeOver({ urn, resource }, state)) {
    const facts = resource.imported.get(urn)?.fromOther ?? {
      tag: { id, name: String(state["name"]) },
      owner: undefined,
    };
    // Ignored properties are as the import found them, and the owner may have saved others since.
    if (!isAdopting(inputs, id) || ignored.length > 0) throw new Refused(texts.importedFromOther(facts));
    if (preview === undefined) return takeOver({ urn, resource }, id, state, inputs);
    preview.info(texts.toBeTakenOver(facts), urn);
  }
  if (preview !== undefined) return previewed(resource, news);
  const { outs = {} } = await resource.calls.update(id, state, inputs);
  keep({ urn, resource }, id, state);
  return outputsFor(resource, outs);
}

function isToTakeOver({ resource }: Subject, state: Properties): boolean {
  return resource.kind === "VirtualTag" && isFromOther(resource.fromSchema(state) as unknown as VirtualTagState);
}

/** Takes over an imported tag that another resource owned, by the create that `adopt` has in every front. */
async function takeOver(
  { urn, resource }: Subject,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  // The owner may have changed since, so only the ID counts.
  const { outs = {} } = await resource.calls.create({ ...inputs, adopt: id });
  keep({ urn, resource }, id, state);
  const { adopt } = inputs;
  return outputsFor(resource, { ...outs, adopt });
}

/**
 * Deletes a resource. If the engine replaces one by itself (`--replace`), it first creates the new one, which takes over what exists.
 * Then nothing is left to delete: neither in this run, nor in the next one if this one is killed between the two.
 */
export async function remove({ urn, resource }: Subject, id: string, state: Properties): Promise<void> {
  const keeper = resource.kept.get(`${urn} ${id}`);
  if (keeper !== undefined && resource.kind === "VirtualTagMetadata") return;
  // The lifecycle of a tag says that it leaves the tag alone.
  if (keeper !== undefined && resource.kind === "VirtualTag") resource.memory.takeOver(id, keeper);
  await resource.calls.delete(id, { [urnProperty]: urn, ...state });
}

/**
 * Notes that the program has what a state says. The engine deletes what it has replaced last of all, and in the state, a resource
 * that was renamed has its former URN.
 */
function keep({ urn, resource }: Subject, id: string, state: Properties = {}): void {
  for (const known of [urn, state[urnProperty]]) resource.kept.set(`${String(known)} ${id}`, urn);
}

/**
 * Reads a resource of the state, one that is imported, or one that a program only reads. The engine doesn't tell the last two apart, but
 * a refresh of the last one has no inputs.
 *
 * @returns undefined if it was not found
 */
export async function read(
  { urn, resource }: Subject,
  id: string,
  { state, inputs }: { state: Properties; inputs: Properties },
  context: Context,
): Promise<{ inputs: Properties; properties: Properties } | undefined> {
  const isNew = Object.keys(state).length === 0;
  const isDeclared = Object.keys(inputs).length > 0;
  if (isNew && !isPossibleId(id)) throw new Refused(impossibleId(resource.kind, id));
  // Without a memory, the lifecycle looks for no drift.
  const own = isDeclared ? [] : namesOf(resource.fields, "own");
  const known = { [urnProperty]: urn, ...without(state, own) };
  const found =
    isNew && resource.importOf !== undefined
      ? await importOf({ urn, resource }, id, context)
      : await resource.calls.read(id, known);
  const { props, inputs: args = inputs } = (found ?? {}) as { props?: Properties; inputs?: Properties };
  if (props === undefined) return undefined;
  return {
    inputs: without(resource.inSchema(args), [urnProperty, "__ignoreChanges"]),
    // The memory stays as the first read made it. Otherwise, the engine would show a change.
    properties: outputsFor(resource, isNew ? withAccount(props, context) : { ...props, ...only(state, own) }),
  };
}

/** The state of a resource that was read first, with the account that it is in. */
function withAccount(state: Properties, { account }: Context): Properties {
  if (account === undefined) return state;
  const { __memory: memory, __report: report } = state as { __memory?: object; __report?: object };
  return { ...state, __memory: { ...memory, account }, __report: { ...report, account } };
}

async function importOf(
  { urn, resource }: Subject,
  id: string,
  context: Context,
): Promise<{ props: object; inputs: object } | undefined> {
  const found = await resource.importOf?.(id, urn, context);
  resource.imported.delete(urn);
  if (found !== undefined) resource.imported.set(urn, found);
  return found === undefined ? undefined : { props: found.state, inputs: found.inputs };
}

function inputsFor({ urn, resource }: Subject, news: Properties, ignored: readonly string[]): Properties {
  const isIgnoring = ignored.length > 0 && "__ignoreChanges" in resource.fields;
  return {
    ...resource.fromSchema(news),
    [urnProperty]: urn,
    ...(isIgnoring ? { __ignoreChanges: ignored.map(apiPath) } : {}),
  };
}

/** The state for the engine. With the stub, the dynamic front can take it over. */
function outputsFor({ kind, inSchema }: PluginResource, state: Properties): Properties {
  return { ...inSchema(state), __provider: stubOf(kind) };
}

/** The state as a preview can know it. */
function previewed({ fields }: PluginResource, news: Properties): Properties {
  return { ...Object.fromEntries(namesOf(fields, "output").map((name) => [name, unknownValue])), ...news };
}

function only(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
