/** The steps of a preview as a dry run carries them out. */
import { field, isObject, type JsonObject, parseJson } from "../../../client/json";
import type { PlannedStep } from "../../../provider/dry";
import { isTooDeep } from "../../../rules/nesting";
import { virtualTagsCostCenter } from "../../../rules/references";
import { mapObjects } from "../../../rules/tagKeys";
import { isSameId, type PluginKind, pluginKinds } from "../../../stack/state/kinds";
import { previewed, signature } from "../../../stack/state/readState";
import { apiPath, fromSchemaForm } from "../../../stack/state/schemaForm";
import { containsUnknown, unknownValue } from "../../../stack/state/unknown";
import { isDefaultProvider } from "../defaultProvider";
import type { StateResource } from "../stackState";
import type { PlanStep, StepState } from "./steps";

const replacing = ["replace", "create-replacement", "delete-replaced"];

/**
 * The steps of the resources whose account the settings select, in the order of the preview, deletions last. Other kinds, and V1, have none.
 *
 * @param exported the state before the preview, with its secrets. Without it, the preview hides these
 */
export function plannedSteps(steps: readonly PlanStep[], exported: readonly StateResource[] = []): PlannedStep[] {
  const refreshed = new Set(steps.flatMap(({ op, oldState }) => (op === "refresh" ? [oldState?.urn] : [])));
  const newTags = new Set(steps.flatMap(({ op, urn }) => (op === "create" || replacing.includes(op) ? [urn] : [])));
  const keptOf = (state: StepState): StateResource | undefined =>
    refreshed.has(state.urn) ? undefined : exported.find(({ urn, id }) => urn === state.urn && isSameId(id, state.id));
  const [declared, deleted]: [PlannedStep[], PlannedStep[]] = [[], []];
  const replaced = new Set<string>();
  for (const { op, urn, oldState, newState } of steps) {
    const kind = kindOf(newState ?? oldState);
    if (kind === undefined) continue;
    const kept = oldState && keptOf(oldState);
    const old = oldState && oldOf(oldState, kept);
    const isDeleted = oldState?.isRetained !== true && kindOf(oldState) !== undefined;
    const after = newState && declaredOf(newState, newTags, op === "same" ? kept : undefined);
    const one = { urn, kind, ...(old === undefined ? {} : { old }) };
    if (replacing.includes(op)) {
      if (old === undefined || after === undefined || replaced.has(urn)) continue;
      replaced.add(urn);
      declared.push({ ...one, op: "create", declared: after });
      if (isDeleted) deleted.push({ ...one, op: "delete" });
    } else if (op === "delete" && isDeleted) deleted.push({ ...one, op });
    else if ((op === "same" || op === "update") && old !== undefined && after !== undefined)
      declared.push({ ...one, op, declared: after });
    else if (op === "import" && newState?.id !== undefined && after !== undefined)
      declared.push({ ...one, op: "same", old: oldOf(newState, undefined), declared: after });
    else if (op === "create" && after !== undefined) declared.push({ urn, kind, op, declared: after });
  }
  return [...declared, ...deleted];
}

function kindOf(state: StepState | undefined): PluginKind | undefined {
  if (state === undefined || state.isExternal || !isDefaultProvider(state.provider)) return undefined;
  return pluginKinds.find((kind) => kind === state.kind);
}

function oldOf(
  { id = "", inputs, outputs, dependencies }: StepState,
  kept: StateResource | undefined,
): NonNullable<PlannedStep["old"]> {
  const state = kept === undefined ? shown({ ...inputs, ...outputs }) : opened({ ...kept.inputs, ...kept.outputs });
  const { __memory: memory, ...others } = state;
  return isObject(memory)
    ? { id, state, dependsOn: dependencies }
    : { id, state: others, dependsOn: dependencies, hidesMemory: true };
}

/** @param kept the state with its secrets, if nothing changes */
function declaredOf(
  { inputs, dependencies, ignored = [], propertyDependencies }: StepState,
  newTags: ReadonlySet<string>,
  kept: StateResource | undefined,
): NonNullable<PlannedStep["declared"]> {
  const given = kept === undefined ? shown(inputs) : opened(kept.inputs);
  const madeOf = Object.entries(propertyDependencies).map(([name, urns]): [string, readonly string[]] => [
    name,
    isOpenReference(name, given[name]) ? urns.filter((urn) => newTags.has(urn)) : [],
  ]);
  const ignores = ignored.length === 0 ? {} : { __ignoreChanges: ignored.map(apiPath) };
  return { inputs: { ...ignores, ...given }, dependsOn: dependencies, madeOf: Object.fromEntries(madeOf) };
}

/** Whether all that is unknown of an argument are the IDs of tags. */
function isOpenReference(name: string, value: unknown): boolean {
  if (name === "virtualTagId") return true;
  const resolved = mapObjects(value, (object) =>
    object["costCenter"] === virtualTagsCostCenter && object["key"] === unknownValue ? { ...object, key: "" } : object,
  );
  return !containsUnknown(resolved);
}

/** Arguments or a state in the API's form, as a preview shows them. What it hides is as unknown as what nobody knows yet. */
function shown(properties: JsonObject): JsonObject {
  const own = Object.entries(properties).filter(([name]) => name !== "__provider");
  const known = own.map(
    ([name, value]) => [name, isTooDeep({ [name]: value }) ? unknownValue : hidden(value)] as const,
  );
  return fromSchemaForm(Object.fromEntries(known));
}

function hidden(value: unknown): unknown {
  if (previewed.isSecret(value)) return unknownValue;
  if (Array.isArray(value)) return value.map(hidden);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hidden(part)]));
}

/** The same of an export with its secrets. */
function opened(properties: JsonObject): JsonObject {
  return shown(open(properties) as JsonObject);
}

function open(value: unknown): unknown {
  if (field(value, signature.property) === signature.secret) return open(parseJson(String(field(value, "plaintext"))));
  if (Array.isArray(value)) return value.map(open);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, open(part)]));
}
