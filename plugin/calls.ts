/** The engine's calls about resources, with plain properties in the schema's form, which the lifecycles' operations don't know. */
import { isDeepStrictEqual } from "node:util";
import { type ArgumentFailure, type Operation, type Properties, succeeded } from "../provider/shared/operations";
import { Refused } from "../provider/shared/message";
import { problemMessage, withoutStack } from "../provider/shared/operationMessages";
import type { Problem } from "../rules/validate";
import { apiPath } from "../stack/state/schemaForm";
import { pluginTypeOf, stubOf } from "../stack/state/kinds";
import { unknownValue } from "../stack/state/unknown";
import { namesOf } from "../stack/state/fields";
import { detailedDiff, type DiffAnswer } from "./detailedDiff";
import { type PluginResource, withAdvice } from "./resources";

/** A resource in a call. */
export interface Subject {
  urn: string;
  resource: PluginResource;
}

/** Checks inputs. */
export async function check(
  { urn, resource }: Subject,
  olds: Properties,
  news: Properties,
): Promise<{ inputs: Properties; failures: ArgumentFailure[] }> {
  const added = namesOf(resource.fields, "added").filter((name) => name in news);
  const problems: Problem[] = added.map((path) => ({ path, message: "is not an argument" }));
  const inSchema = resource.givenBy(without(news, added));
  const inputs = resource.fromSchema(inSchema, problems);
  const checked = succeeded(await resource.carryOut({ kind: "check", urn, inputs, olds }));
  const ofSchema = problems.map((problem) => ({
    path: problem.path,
    message: problemMessage(withAdvice(problem, inSchema)),
  }));
  return {
    inputs: problems.length > 0 ? news : resource.inSchema(checked.inputs, news),
    failures: [...ofSchema, ...checked.failures],
  };
}

/** Whether a resource differs from its state, and where. Without `changes`, the engine compares the inputs. */
export async function diff(
  subject: Subject,
  id: string,
  {
    state,
    oldInputs,
    news,
    ignored,
  }: { state: Properties; oldInputs: Properties; news: Properties; ignored: readonly string[] },
): Promise<DiffAnswer> {
  const { urn, resource } = subject;
  const inApi = resource.fromSchema(state);
  const asked: Operation<"diff"> = { kind: "diff", urn, id, state: inApi, inputs: inputsFor(subject, news, ignored) };
  const { difference } = succeeded(await resource.carryOut(asked));
  const replaces = difference.kind === "replace" ? difference.because : [];
  // Neither the form that another front has saved nor what the provider remembers shows in the inputs.
  if (difference.kind === "none")
    return { changes: !isDeepStrictEqual(resource.inSchema(inApi), state), details: new Map(), replaces };
  const details = detailedDiff(resource.fields, oldInputs, news);
  const isHidden = difference.kind === "remember" || isDeepStrictEqual(oldInputs, news);
  return { ...(isHidden || details.size > 0 ? { changes: true } : {}), details, replaces };
}

/** Creates a resource. In a preview, nothing is sent. */
export async function create(
  subject: Subject,
  news: Properties,
  isPreview: boolean,
): Promise<{ id: string; properties: Properties }> {
  const { urn, resource } = subject;
  refuseWithoutStack(subject);
  if (isPreview) return { id: "", properties: previewed(resource, news) };
  const asked: Operation<"create"> = { kind: "create", urn, inputs: inputsFor(subject, news, []) };
  const { id, state } = succeeded(await resource.carryOut(asked));
  return { id, properties: outputsFor(resource, state) };
}

/** Updates a resource. In a preview, nothing is written. */
export async function update(
  subject: Subject,
  id: string,
  {
    state,
    news,
    ignored,
    isPreview,
  }: { state: Properties; news: Properties; ignored: readonly string[]; isPreview: boolean },
): Promise<Properties> {
  const { urn, resource } = subject;
  refuseWithoutStack(subject);
  const [before, inputs] = [resource.fromSchema(state), inputsFor(subject, news, ignored)];
  const updated = succeeded(await resource.carryOut({ kind: "update", urn, id, state: before, inputs, isPreview }));
  return isPreview ? previewed(resource, news) : outputsFor(resource, updated.state);
}

/** Refuses the only URN that `pulumi do --stateless` has for resources of one kind. */
function refuseWithoutStack({ urn, resource: { kind } }: Subject): void {
  if (urn === `urn:pulumi:dev::default::${pluginTypeOf(kind)}::${kind}`) throw new Refused(withoutStack(kind));
}

/** Deletes a resource, unless the program has it. */
export async function remove({ urn, resource }: Subject, id: string, state: Properties): Promise<void> {
  succeeded(await resource.carryOut({ kind: "delete", urn, id, state: resource.fromSchema(state) }));
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
): Promise<{ inputs: Properties; properties: Properties } | undefined> {
  // Without a memory, the lifecycle looks for no drift.
  const own = Object.keys(inputs).length > 0 ? [] : namesOf(resource.fields, "own");
  const known = without(resource.fromSchema(state), own);
  const isNew = Object.keys(state).length === 0;
  const asked: Operation<"import" | "read"> = isNew
    ? { kind: "import", urn, id }
    : { kind: "read", urn, id, state: known };
  const found = succeeded(await resource.carryOut(asked));
  if (found.kind === "deleted") return undefined;
  const read = found.inputs === undefined ? inputs : resource.inSchema(found.inputs);
  return {
    inputs: without(read, namesOf(resource.fields, "added")),
    // The memory stays as the first read made it. Otherwise, the engine would show a change.
    properties: outputsFor(resource, { ...found.state, ...without(state, Object.keys(without(state, own))) }),
  };
}

function inputsFor({ resource }: Subject, news: Properties, ignored: readonly string[]): Properties {
  const isIgnoring = ignored.length > 0 && "__ignoreChanges" in resource.fields;
  return {
    ...resource.fromSchema(news),
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

function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
