/** Compares metadata and notification endpoints with what the stack left, field by field. Pure. */
import type { MetadataMap, NotificationEndpoint } from "../../../client/wire";
import {
  fieldsOf,
  fieldsThatDiffer,
  type MetadataField,
  pathDigest,
  shareOf,
  spelledLike,
} from "../../../client/resources/metadataFields";
import { differingFields } from "../../../stack/state/fields";
import { notificationEndpointFields, type NotificationEndpointInputs } from "../../../stack/state/notificationEndpoint";
import { deletedResource, subjectOf } from "./compareTag";
import type { DeclaredEndpoint, DeclaredMetadata } from "../../sources/declared";
import type { FieldDrift, Outcome } from "./comparison";

/**
 * Compares metadata. Of a resource that merges, only the declared fields count.
 *
 * @param shown what the service has; undefined if it has no such tag
 * @param tagName the tag's name, if it is known
 */
export function compareMetadata(
  declared: DeclaredMetadata,
  shown: MetadataMap | undefined,
  tagName: string | undefined,
): Outcome {
  const { found, id, merges, metadata } = declared;
  const named = tagName === undefined ? {} : { name: tagName };
  if (shown === undefined) return deletedResource({ ...declared, ...named });
  const live = spelledLike(Object.keys(metadata), shown);
  const before = fieldsOf(metadata);
  const after = fieldsOf(merges ? shareOf(live, metadata) : live);
  const all = fieldsOf(live);
  // For these fields, the state has what a refresh found, and not what the stack wrote.
  const digests = new Set(found?.fields);
  const paths = new Set([...all.keys(), ...before.keys()]);
  const unknown = [...paths].filter((path) => digests.has(pathDigest(id, path)));
  const removed = digests.size - unknown.length;
  const known = [...fieldsThatDiffer(before, after).keys()].filter((path) => !unknown.includes(path));
  const fields = [
    ...unknown.map((path): FieldDrift => ({ path, ...contentOf(all.get(path), "after"), isBeforeUnknown: true })),
    ...Array.from({ length: removed }, (): FieldDrift => ({ isBeforeUnknown: true })),
    ...known.map((path): FieldDrift => ({
      path,
      ...contentOf(before.get(path), "before"),
      ...contentOf(after.get(path), "after"),
    })),
  ];
  return fields.length === 0 ? "same" : { ...subjectOf(declared), ...named, drift: "changed", fields };
}

function contentOf(field: MetadataField | undefined, name: "before" | "after"): Partial<FieldDrift> {
  return field === undefined ? {} : { [name]: field.content };
}

/** Compares an endpoint, without its destination: of a Slack channel, that is a credential. */
export function compareEndpoint(declared: DeclaredEndpoint, live: NotificationEndpoint | undefined): Outcome {
  if (live === undefined) return deletedResource(declared);
  const fields = differingFields<NotificationEndpointInputs>(notificationEndpointFields, declared, live)
    .filter((path): path is "type" | "name" => !("secret" in notificationEndpointFields[path]))
    .map((path): FieldDrift => ({ path, before: declared[path], after: live[path] }));
  return fields.length === 0 ? "same" : { ...subjectOf(declared), name: live.name, drift: "changed", fields };
}
