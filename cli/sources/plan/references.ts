/** The references in a plan to tags whose IDs are unknown until deployment. */
import { isSameId } from "../../../stack/state/kinds";
import { containsUnknown, unknownValue } from "../../../stack/state/unknown";
import { field } from "../../../client/json";
import type { JsonObject } from "../../../client/json";
import { isTooDeep } from "../../../rules/nesting";
import { virtualTagsCostCenter } from "../../../rules/references";
import { mapObjects } from "../../../rules/tagKeys";
import type { StepState } from "./steps";
import { idAfter, isMetadata, isTag, type PlannedOp, type ResourceChange } from "./changes";

/** The tags whose IDs Pulumi does not know yet, by URN: what references to them have as their key, and their names. */
type NewTags = ReadonlyMap<string, { key: string; name: unknown }>;

/**
 * Puts the IDs of tags into rules, default values and metadata where the plan has the placeholder for an unknown value, or the URN of a
 * tag that does not exist yet. The plan says for each argument which resources it depends on. If these are several new tags, the label
 * of a reference decides, if it has one.
 */
export function withReferences(changes: readonly ResourceChange[]): ResourceChange[] {
  const newTags: NewTags = new Map(
    changes.flatMap((change) => {
      const { isMove = false, newState, op, plannedOp = op, urn } = change;
      const isNew = plannedOp === "create" || plannedOp === "replace" || isMove;
      if (newState === undefined || !isTag(newState) || !isNew) return [];
      return [[urn, { key: idAfter(change) ?? urn, name: newState.inputs["name"] }] as const];
    }),
  );
  return changes.map((change) => {
    const { newState } = change;
    const inputs = newState && resolvedInputs(newState, newTags);
    if (newState === undefined || inputs === undefined) return change;
    return { ...change, op: opOf(change, inputs), newState: { ...newState, inputs } };
  });
}

/** What Pulumi would do if it knew the value. It takes every unknown value for a changed one. */
function opOf({ op, oldState }: ResourceChange, inputs: JsonObject): PlannedOp {
  if (oldState === undefined || (op !== "update" && op !== "replace")) return op;
  if (JSON.stringify(inputs) === JSON.stringify(oldState.inputs)) return "same";
  // Only another tag makes Pulumi replace metadata.
  return isMetadata(oldState) && isSameId(inputs["virtualTagId"], oldState.inputs["virtualTagId"]) ? "update" : op;
}

/** The arguments with the references; undefined if no placeholder can be resolved. */
function resolvedInputs(state: StepState, newTags: NewTags): JsonObject | undefined {
  if (isMetadata(state)) return withTagId(state, newTags);
  const { inputs } = state;
  const unresolved = (["rules", "defaultValue"] as const).filter(
    (name) => !isTooDeep({ [name]: inputs[name] }) && containsUnknown(inputs[name]),
  );
  if (!isTag(state) || unresolved.length === 0) return undefined;
  return { ...inputs, ...Object.fromEntries(unresolved.map((name) => [name, resolvedArgument(state, name, newTags)])) };
}

function withTagId({ inputs, propertyDependencies }: StepState, newTags: NewTags): JsonObject | undefined {
  const [urn, ...others] = propertyDependencies["virtualTagId"] ?? [];
  if (inputs["virtualTagId"] !== unknownValue || urn === undefined || others.length > 0) return undefined;
  return { ...inputs, virtualTagId: newTags.get(urn)?.key ?? urn };
}

function resolvedArgument({ inputs, propertyDependencies }: StepState, argument: string, newTags: NewTags): unknown {
  const urns = field(propertyDependencies, argument) as readonly string[] | undefined;
  const candidates = (urns ?? []).flatMap((urn) => newTags.get(urn) ?? []);
  return mapObjects(inputs[argument], (object) => {
    if (object["costCenter"] !== virtualTagsCostCenter || object["key"] !== unknownValue) return object;
    const [one, ...others] =
      candidates.length > 1 ? candidates.filter(({ name }) => name === object["displayName"]) : candidates;
    return one === undefined || others.length > 0 ? object : { ...object, key: one.key };
  });
}
