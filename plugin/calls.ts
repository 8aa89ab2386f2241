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
import { withAdvice } from "./advice";
import { type Imported, refuseImport, wasRefused } from "./imports";
import type { PluginResource } from "./resources";

type Properties = Record<string, unknown>;

/** A resource in a call. */
interface Subject {
  urn: string;
  resource: PluginResource;
}

/** Checks inputs. */
export async function check(
  subject: Subject,
  olds: Properties,
  news: Properties,
): Promise<{ inputs: Properties; failures: string[] }> {
  const { urn, resource } = subject;
  const added = namesOf(resource.fields, "added").filter((name) => name in news);
  const problems: Problem[] = added.map((path) => ({ path, message: "is not an argument" }));
  const inSchema = resource.givenBy(without(news, added));
  const given = resource.fromSchema(inSchema, problems);
  // Only an import checks inputs of a resource that was just read: a program that only reads it gives none. The engine imports in
  // spite of failures, so only an error stops it.
  const imported = resource.imported.get(urn);
  if (imported !== undefined) {
    refuseImport(imported, given);
    resource.memory.made.set(urn, imported.id);
  }
  const { inputs = {}, failures = [] } = await resource.calls.check(
    { ...olds, [urnProperty]: urn },
    { ...given, [urnProperty]: urn },
  );
  return {
    inputs: problems.length > 0 ? news : resource.inSchema(without(inputs, [urnProperty]), news),
    failures: [
      ...problems.map((problem) => problemMessage(withAdvice(problem, inSchema)).text),
      ...failures.map(({ reason }) => reason),
    ],
  };
}

/** Whether a resource differs from its state. Without `changes`, the engine compares the inputs. */
export async function diff(
  subject: Subject,
  id: string,
  {
    state,
    oldInputs,
    news,
    ignored,
  }: { state: Properties; oldInputs: Properties; news: Properties; ignored: readonly string[] },
): Promise<DiffResult & { replaces: string[] }> {
  const { resource } = subject;
  refuseShared(subject, id, state);
  const inApi = resource.fromSchema(state);
  const answer = await resource.calls.diff(id, inApi, inputsFor(subject, news, ignored));
  // Neither the form that another front has saved nor what the provider remembers shows in the inputs.
  const isHidden =
    wasRefused(state) ||
    (answer.changes === false
      ? !isDeepStrictEqual(resource.inSchema(inApi), state)
      : isDeepStrictEqual(oldInputs, news));
  const changes = isHidden ? true : answer.changes;
  return { ...(changes === undefined ? {} : { changes }), replaces: answer.replaces ?? [] };
}

/** Creates a resource. In a preview, nothing is sent. */
export async function create(
  subject: Subject,
  news: Properties,
  isPreview: boolean,
): Promise<{ id: string; properties: Properties }> {
  const { resource } = subject;
  if (isPreview) return { id: "", properties: previewed(resource, news) };
  const { id, outs = {} } = await resource.calls.create(inputsFor(subject, news, []));
  return { id, properties: outputsFor(resource, outs) };
}

/**
 * Updates a resource. In a preview, nothing is written.
 *
 * @param preview the log of a preview
 */
export async function update(
  subject: Subject,
  id: string,
  {
    state,
    news,
    ignored,
    preview,
  }: { state: Properties; news: Properties; ignored: readonly string[]; preview: Log | undefined },
  context: () => Context,
): Promise<Properties> {
  const { urn, resource } = subject;
  const inputs = inputsFor(subject, news, ignored);
  const imported = wasRefused(state) ? await importOf(subject, id, context()) : undefined;
  if (imported !== undefined) {
    // Ignored properties are as the import found them, and the owner may have saved others since.
    refuseImport(imported, ignored.length === 0 ? inputs : {});
    const { fromOther } = imported;
    if (fromOther !== undefined && preview === undefined) return takeOver(subject, id, inputs);
    if (fromOther !== undefined) preview?.info(texts.toBeTakenOver(fromOther), urn);
  }
  if (preview !== undefined) return previewed(resource, news);
  const { outs = {} } = await resource.calls.update(id, imported?.state ?? state, inputs);
  return outputsFor(resource, outs);
}

/** Takes over an imported tag that another resource owned, by the create that `adopt` has in every front. */
async function takeOver({ urn, resource }: Subject, id: string, inputs: Properties): Promise<Properties> {
  resource.memory.made.set(urn, id);
  // The owner may have changed since, so only the ID counts.
  const { outs = {} } = await resource.calls.create({ ...inputs, adopt: id });
  const { adopt } = inputs;
  return outputsFor(resource, { ...outs, adopt });
}

/** Deletes a resource, unless the program has it. */
export async function remove({ urn, resource }: Subject, id: string, state: Properties): Promise<void> {
  await resource.calls.delete(id, { [urnProperty]: urn, ...state });
}

/** Refuses a second resource of the program with the same tag, which only an import makes. */
function refuseShared({ urn, resource }: Subject, id: string, state: Properties): void {
  const { kind, memory } = resource;
  const holder = kind === "VirtualTag" && memory.hasChecked(urn) ? memory.holderOf(id) : undefined;
  if (holder !== undefined && holder !== urn)
    throw new Refused(texts.heldInRun({ tag: { id, name: String(state["name"]) }, holder }));
}

/**
 * Reads a resource of the state, one that is imported, or one that a program only reads. The engine doesn't tell the last two apart, but
 * a refresh of the last one has no inputs.
 *
 * @returns undefined if it was not found
 */
export async function read(
  subject: Subject,
  id: string,
  { state, inputs }: { state: Properties; inputs: Properties },
  context: Context,
): Promise<{ inputs: Properties; properties: Properties } | undefined> {
  const { resource } = subject;
  const isNew = Object.keys(state).length === 0;
  const isDeclared = Object.keys(inputs).length > 0;
  if (isNew && !isPossibleId(id)) throw new Refused(impossibleId(resource.kind, id));
  // Without a memory, the lifecycle looks for no drift.
  const own = isDeclared ? [] : namesOf(resource.fields, "own");
  const found =
    isNew || (isDeclared && wasRefused(state))
      ? await importOf(subject, id, context)
      : await known(subject, id, without(state, own));
  if (found === undefined) return undefined;
  return {
    inputs: without(resource.inSchema(found.inputs ?? inputs), namesOf(resource.fields, "added")),
    // The memory stays as the first read made it. Otherwise, the engine would show a change.
    properties: outputsFor(resource, { ...found.state, ...only(state, own) }),
  };
}

/** Reads a resource of the state. */
async function known(
  { urn, resource }: Subject,
  id: string,
  state: Properties,
): Promise<{ state: Properties; inputs: Properties | undefined } | undefined> {
  const { props, inputs } = await resource.calls.read(id, { [urnProperty]: urn, ...state });
  return props === undefined ? undefined : { state: props, inputs };
}

/** The state of a resource that was read first, with the account that it is in. */
function withAccount(state: Properties, { account }: Context): Properties {
  if (account === undefined) return state;
  const { __memory: memory, __report: report } = state as { __memory?: object; __report?: object };
  return { ...state, __memory: { ...memory, account }, __report: { ...report, account } };
}

/** Reads what is imported, or what a program only reads. */
async function importOf({ urn, resource }: Subject, id: string, context: Context): Promise<Imported | undefined> {
  const found = await resource.importOf(id, urn, context);
  resource.imported.delete(urn);
  if (found === undefined) return undefined;
  const imported = { ...found, state: withAccount(found.state, context) };
  resource.imported.set(urn, imported);
  return imported;
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
