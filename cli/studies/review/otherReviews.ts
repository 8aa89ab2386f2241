/** What happens to metadata and notification endpoints. Pure. Destinations of endpoints are never read. */
import { isFlag } from "../../../stack/state/fields";
import { secretValue, unknownValue } from "../../../stack/state/unknown";
import { merges, virtualTagMetadataFields } from "../../../stack/state/virtualTagMetadata";
import { isObject, type JsonObject } from "../../../client/json";
import { isMetadataTooDeep } from "../../../rules/nesting";
import type { FieldChange } from "../../../rules/ruleDiff";
import { type PlannedInputs } from "../../sources/plan/plan";
import { liveMetadata, overwrittenFields } from "./overwrittenFields";
import type { EndpointReview, MetadataReview } from "./review";

const changes = { create: "created", update: "updated", delete: "deleted", replace: "replaced" } as const;

/** The kind of a change; undefined if there is none that a review shows. */
function changeOf({ op }: PlannedInputs): EndpointReview["change"] | undefined {
  return op === "same" || op === "read" || op === "forget" ? undefined : changes[op];
}

/**
 * Reviews metadata.
 *
 * @param names the names of the tags, by ID
 * @returns undefined if it does not change
 */
export function reviewMetadata(
  resource: PlannedInputs,
  names: ReadonlyMap<string, string>,
): MetadataReview | undefined {
  const change = changeOf(resource);
  if (change === undefined) return undefined;
  const { urn, resourceName, before = {}, after = {} } = resource;
  const id = [after["virtualTagId"], before["virtualTagId"]].find((one) => typeof one === "string" && names.has(one));
  const [old, now] = [liveMetadata(resource) ?? metadataIn(before), metadataIn(after)];
  const overwrites = overwrittenFields(resource);
  const values = old === undefined || now === undefined ? [] : valueChanges(old, now);
  const isRemoved = values.some(({ fields }) => fields.some((field) => field.after === undefined));
  return {
    urn,
    resourceName,
    ...(typeof id === "string" ? { tag: { id, name: names.get(id) ?? id } } : {}),
    change,
    settings: change === "updated" || change === "replaced" ? settingChanges(before, after) : [],
    values,
    isHidden: old === undefined || now === undefined,
    ...(isRemoved && (change !== "updated" || merges(after)) ? { leavesUnwritten: true } : {}),
    ...(overwrites === undefined ? {} : { overwrites }),
    ...(resource.stop === undefined ? {} : { stop: resource.stop }),
  };
}

/** The arguments, other than the metadata, whose change makes a difference. An absent flag is false. */
function settingChanges(before: JsonObject, after: JsonObject): FieldChange[] {
  const settings = Object.entries(virtualTagMetadataFields).filter(
    ([name, field]) => name !== "metadata" && "same" in field,
  );
  const changes = settings.map(([path, { shape }]) => {
    const [old, now] = [before, after].map((inputs) => inputs[path] ?? (shape === isFlag ? false : undefined));
    return { path, before: old, after: now };
  });
  return changes.filter((one) => one.before !== one.after || one.after === unknownValue);
}

/** The metadata by value; undefined if the plan hides it. */
function metadataIn({ metadata = {} }: JsonObject): JsonObject | undefined {
  return isObject(metadata) && !isMetadataTooDeep(metadata) ? metadata : undefined;
}

function valueChanges(before: JsonObject, after: JsonObject): MetadataReview["values"] {
  const values = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return values.flatMap((value): MetadataReview["values"] => {
    const [old, now] = [fieldsOf(own(before, value)), fieldsOf(own(after, value))];
    const fields = [...new Set([...old.keys(), ...now.keys()])].flatMap((path): FieldChange[] => {
      const [one, other] = [old.get(path), now.get(path)];
      const isSame = JSON.stringify(one) === JSON.stringify(other) && one !== secretValue && one !== unknownValue;
      return isSame
        ? []
        : [{ path, ...(one === undefined ? {} : { before: one }), ...(other === undefined ? {} : { after: other }) }];
    });
    if (fields.length === 0) return [];
    const change = old.size === 0 ? "added" : now.size === 0 ? "removed" : "changed";
    return [{ value, change, fields }];
  });
}

const own = (values: JsonObject, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/** The fields of one value. Groups and endpoints are sets, and an empty field is the same as an absent one (API documentation, 2.6). */
function fieldsOf(value: unknown): Map<string, unknown> {
  if (!isObject(value)) return new Map(value === undefined ? [] : [["", value]]);
  return new Map(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      if (name === "customMetadata" && isObject(part)) {
        return Object.entries(part).map(([key, custom]) => [`${name}.${key}`, custom]);
      }
      if (Array.isArray(part)) return part.length === 0 ? [] : [[name, [...new Set<unknown>(part)].sort()]];
      return [[name, part]];
    }),
  );
}

/**
 * Reviews a notification endpoint.
 *
 * @returns undefined if it does not change
 */
export function reviewEndpoint(resource: PlannedInputs): EndpointReview | undefined {
  const change = changeOf(resource);
  if (change === undefined) return undefined;
  const { urn, resourceName, before, after, stop } = resource;
  const { type, name } = titleOf(after ?? before ?? {});
  const old = before === undefined || after === undefined ? undefined : titleOf(before);
  const isRenamed = old !== undefined && (old.type !== type || old.name !== name);
  return {
    urn,
    resourceName,
    change,
    type,
    name,
    ...(isRenamed ? { before: old } : {}),
    ...(stop === undefined ? {} : { stop }),
  };
}

function titleOf({ type, name }: JsonObject): { type: string; name: string } {
  const shown = (value: unknown): string => (typeof value === "string" ? value : "(unknown)");
  return { type: shown(type), name: shown(name) };
}
