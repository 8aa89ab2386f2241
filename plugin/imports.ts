/** Imports a resource into a state, for `pulumi import`. Nothing is saved. */
import { fieldsOf } from "../client/resources/metadataFields";
import { unsupportedReason } from "../client/resources/unsupportedTags";
import type { Context, Found } from "../provider/shared/lifecycle";
import type { Message } from "../provider/shared/message";
import { versionsOf } from "../stack/facts/seen";
import { writtenBy } from "../stack/facts/leftByV1";
import { isSameId } from "../stack/state/kinds";
import { isUnknown } from "../stack/state/unknown";
import type { VirtualTagState } from "../stack/state/virtualTag";
import { metadataStateOf } from "../stack/state/virtualTagMetadata";
import { factsFor } from "../provider/virtualTag/facts";
import { texts } from "../provider/virtualTag/messages";
import { readTag } from "../provider/virtualTag/observe";
import { resultOf } from "../provider/virtualTag/refresh";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import { wantedOf } from "../provider/virtualTag/wanted";

/** What was found for an import. */
export interface Imported extends Found<object, object> {
  /** The message that refuses it. */
  refusal?: Message | undefined;
  /** The tag and its owner, if that is another resource. Then only `adopt` allows it, which only a program can give. */
  fromOther?: { tag: { id: string; name: string }; owner: string } | undefined;
}

/**
 * What the service holds, in a state like that of a tag which was adopted without a save. What is live counts, not what is staged.
 *
 * @returns undefined if the tag was not found
 */
export async function importVirtualTag(id: string, urn: string, context: Context): Promise<Imported | undefined> {
  const wanted = wantedOf("create", { name: "", rules: [], defaultValue: "", __resourceUrn: urn });
  const { seen } = await readTag(id, wanted, context);
  if (seen.kind === "missing") return undefined;
  const { tag } = seen;
  const { content, name = tag.name, owner } = factsFor(seen, wanted);
  const reason = content === undefined ? "its live content is not known" : unsupportedReason(tag);
  const fromOther = owner.kind === "other" ? { tag, owner: owner.mark } : undefined;
  const memory = {
    ...(owner.kind === "us" ? { mark: owner.mark } : {}),
    ...(fromOther === undefined ? { seenAt: tag.updatedAt } : {}),
    versionCount: versionsOf(seen).length,
  };
  return {
    ...resultOf({ ...tag, name }, content ?? tag, { __resourceUrn: urn }, memory),
    refusal: reason === undefined ? undefined : texts.unsupported({ tag, reason }),
    fromOther,
  };
}

/**
 * Whether a state is of a tag that another resource owned when it was imported, and that was not taken over since. Only then it lacks
 * the moment at which the owner was known. The engine keeps an import by the option `import` even if it is refused afterwards.
 */
export function isFromOther(state: VirtualTagState): boolean {
  const { updatedAt, stagedVersionId, __memory: memory } = state;
  if (memory === undefined || updatedAt === undefined || stagedVersionId !== undefined) return false;
  return memory.mark === undefined && memory.seenAt === undefined && writtenBy(state).api === "v2";
}

/** Whether arguments say that the tag with that ID may be taken over. */
export function isAdopting({ adopt }: { adopt?: unknown }, id: string): boolean {
  return adopt === true || (typeof adopt === "string" && (isUnknown(adopt) || isSameId(adopt, id)));
}

/** What the service holds. This stack has written none of it, so an update or a delete leaves it alone unless `adopt` is set. */
export async function importMetadata(id: string, urn: string, context: Context): Promise<Imported | undefined> {
  const found = await virtualTagMetadataLifecycle.read(id, { __resourceUrn: urn }, context);
  if (found === undefined) return undefined;
  const unwritten = [...fieldsOf(found.inputs.metadata).keys()];
  return { inputs: found.inputs, state: metadataStateOf(found.inputs, unwritten) };
}
