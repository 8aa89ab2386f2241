/** What others entered in metadata since the stack wrote it, and a plan undoes. Pure. */
import {
  elementsOf,
  fieldsOf,
  fieldsThatDiffer,
  isList,
  type MetadataField,
  type MetadataFields,
  metadataOf,
  pathDigest,
  sameField,
  spelledLike,
} from "../../../client/resources/metadataFields";
import type { JsonObject } from "../../../client/json";
import type { MetadataMap } from "../../../client/wire";
import { previewed, readState } from "../../../stack/state/readState";
import { containsUnknown } from "../../../stack/state/unknown";
import { merges } from "../../../stack/state/virtualTagMetadata";
import type { PlannedInputs } from "../../sources/plan/plan";
import type { MetadataReview } from "./review";

/** The fields of metadata on three sides. */
interface Sides {
  /** What the state has: what the stack wrote, or what a refresh found. */
  left: MetadataFields;
  live: MetadataFields;
  after: MetadataFields;
  isMerge: boolean;
}

/** What a plan undoes; undefined if nothing. */
export function overwrittenFields(resource: PlannedInputs): MetadataReview["overwrites"] {
  const { op, before = {}, after, found, isRefreshed = false, live } = resource;
  const isCreation = op === "create" || resource.isMove === true;
  // Without `adopt`, a creation stops before it overwrites anything.
  if (isCreation && after?.["adopt"] !== true) return undefined;
  const digests = new Set(found === "deleted" ? [] : found?.fields);
  if (live === undefined && digests.size === 0) return isRefreshed ? undefined : { kind: "notRead" };
  const kind = isCreation ? "adopted" : "edit";
  const sides = sidesOf(resource);
  if (sides === undefined) return live === undefined ? { kind, paths: [], isCertain: false } : { kind: "notKnown" };
  const { left, live: now, after: wanted, isMerge } = sides;
  const all = [...left.keys(), ...now.keys(), ...wanted.keys()];
  // For these, the state has what a refresh found, and not what the stack wrote.
  const unknown = all.filter((path) => digests.has(pathDigest(String(before["virtualTagId"]), path)));
  const isUndone = (path: string): boolean =>
    !sameField(now.get(path), wanted.get(path)) && (wanted.has(path) || !isMerge);
  const paths = [...new Set([...unknown, ...fieldsThatDiffer(left, now).keys()])].filter(isUndone);
  if (paths.length === 0) return undefined;
  // Somebody may have put back what the stack wrote. A deletion leaves what was there before the stack, which only the encrypted part of the state tells.
  const isCertain =
    (op === "create" || op === "update") &&
    (live !== undefined || isRefreshed) &&
    !containsUnknown(after) &&
    unknown.every((path) => sameField(left.get(path), now.get(path)));
  return { kind, paths, isCertain };
}

/**
 * The metadata that a plan changes, as the account has it; undefined if it was not read, or can't be compared. Of a resource that merges,
 * what it leaves to others is left out.
 */
export function liveMetadata(resource: PlannedInputs): MetadataMap | undefined {
  const sides = resource.live === undefined ? undefined : sidesOf(resource);
  if (sides === undefined) return undefined;
  const { left, live, after, isMerge } = sides;
  // A creation removes nothing that it does not declare, and the metadata before a move is left to the new resource.
  const ours = (path: string): MetadataField | undefined => (resource.isMove === true ? undefined : left.get(path));
  return metadataOf(
    [...live].flatMap(([path, field]) => (!isMerge || after.has(path) ? field : (ownPart(field, ours(path)) ?? []))),
  );
}

/** What of a live field the stack wrote, and takes back if it merges: of a list, the elements that it wrote. */
function ownPart(live: MetadataField, left: MetadataField | undefined): MetadataField | undefined {
  if (!isList(live)) return sameField(live, left) ? live : undefined;
  const own = elementsOf(left);
  const content = elementsOf(live).filter((element) => own.includes(element));
  return content.length === 0 ? undefined : { ...live, content };
}

/** Undefined if secrets hide a side, or it can't be read. */
function sidesOf({ op, before, after, live }: PlannedInputs): Sides | undefined {
  const [left, wanted] = [metadataIn(before), metadataIn(op === "replace" ? undefined : after)];
  const now = live === undefined ? left : live;
  if (left === undefined || wanted === undefined || now === undefined || now === "notKnown") return undefined;
  const spelled = (metadata: MetadataMap): MetadataFields =>
    fieldsOf(spelledLike([wanted, left].flatMap(Object.keys), metadata));
  const isMerge = merges((op === "update" || op === "create" ? after : before) ?? {});
  return { left: spelled(left), live: spelled(now), after: fieldsOf(wanted), isMerge };
}

function metadataIn(inputs: JsonObject | undefined): MetadataMap | undefined {
  if (inputs === undefined) return {};
  const read = readState("VirtualTagMetadata", { inputs, outputs: {} }, previewed);
  return "state" in read ? read.state.metadata : undefined;
}
