/** Checks metadata in preview, without network. No message shows its content. */
import type { MetadataMap } from "../../client";
import { isObject, propertiesNamedProto } from "../../client/json";
import { metadataProblems } from "../../client/resources/validateMetadata";
import { nameKey } from "../../rules/names";
import { isMetadataTooDeep } from "../../rules/nesting";
import type { Problem } from "../../rules/validate";
import { droppedArguments, endsInProto, flagProblems, idProblems, unknownArguments } from "../shared/arguments";
import type { CheckContext, Checked } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import { containsUnknown, isUnknown } from "../../stack/state/unknown";
import { fieldsOf, pathOf } from "../../client/resources/metadataFields";
import { DeclaredMetadata } from "./wanted";
import { declaredTwice, namedProto, sameTag } from "./messages";
import { virtualTagMetadataFields } from "../../stack/state/virtualTagMetadata";

/** How many of a map's problems are shown at once. */
const maxProblems = 50;

/** Checks the arguments, and notes in the run's memory what they declare. */
export function checkVirtualTagMetadata(
  news: Record<string, unknown>,
  { urn, memory, settings = {} }: CheckContext,
): Checked {
  const { virtualTagId, metadata, mergeValuesAndMetadata, adopt } = news;
  const problems = [
    ...unknownArguments(news, virtualTagMetadataFields, "is not an argument of VirtualTagMetadata"),
    ...tagProblems(virtualTagId),
    ...metadataProblems(metadata, { isUnknown, metadataNesting: settings.metadataNesting }),
    ...doubleValues(metadata),
    ...(isMetadataTooDeep(Object(metadata) as object) ? [] : protoProblems(news)),
    ...flagProblems({ mergeValuesAndMetadata, adopt }),
  ].slice(0, maxProblems);
  return { inputs: news, problems: problems.length > 0 ? problems : declareInProgram(urn, news, memory), warnings: [] };
}

/** Finds values that people can't tell apart, and that the service may store as one. */
function doubleValues(metadata: unknown): Problem[] {
  const values = isObject(metadata) && !isUnknown(metadata) ? Object.keys(metadata) : [];
  const firsts = new Map(values.toReversed().map((value) => [nameKey(value), value]));
  const doubles = values.filter((value) => firsts.get(nameKey(value)) !== value);
  const message = "is the same name as another value, in another Unicode form. Declare it once";
  return doubles.map((value) => ({ path: pathOf(value), message }));
}

function tagProblems(id: unknown): Problem[] {
  if (typeof id === "string") return idProblems("virtualTagId", id);
  const message = "must be the ID of a Virtual Tag";
  return [{ path: "virtualTagId", message: id === undefined ? `is missing. It ${message}` : message }];
}

/** Finds properties named `__proto__`. The class lists them, because Pulumi drops them before they get here. */
function protoProblems(news: Record<string, unknown>): Problem[] {
  const dropped = droppedArguments(news).filter(endsInProto);
  const paths = new Set([...dropped, ...propertiesNamedProto(news["metadata"], "metadata")]);
  return [...paths].map(namedProto);
}

/**
 * Notes what a resource declares. Refuses two resources that declare the same value, and one that owns the whole map beside
 * others: they would take it from each other in every run. What is unknown is noted during deployment.
 */
function declareInProgram(urn: string | undefined, news: Record<string, unknown>, memory: RunMemory): Problem[] {
  const { virtualTagId, metadata, mergeValuesAndMetadata } = news;
  if (typeof virtualTagId !== "string" || isUnknown(virtualTagId) || isUnknown(mergeValuesAndMetadata)) return [];
  if (urn === undefined) return [];
  const tag = memory.notes(DeclaredMetadata).of(virtualTagId);
  if (mergeValuesAndMetadata !== true) {
    const other = [tag.whole, ...tag.merging].find((owner) => owner !== undefined && owner !== urn);
    if (other !== undefined) return [sameTag(other)];
    tag.whole = urn;
    return [];
  }
  if (tag.whole !== undefined && tag.whole !== urn) return [sameTag(tag.whole)];
  tag.merging.add(urn);
  const declared = isUnknown(metadata) ? {} : (metadata as MetadataMap);
  const problems = Object.keys(declared).flatMap((value) => {
    const owner = tag.values.get(nameKey(value)) ?? urn;
    tag.values.set(nameKey(value), owner);
    return owner === urn ? [] : [declaredTwice(urn, owner, value)];
  });
  if (problems.length > 0 || containsUnknown(declared)) return problems;
  for (const path of fieldsOf(declared).keys()) tag.fields.set(nameKey(path), urn);
  return [];
}
