/** Imports a resource into a state, for `pulumi import`. Nothing is saved. */
import { fieldsOf } from "../client/resources/metadataFields";
import { unsupportedReason } from "../client/resources/unsupportedTags";
import type { Context, Found } from "../provider/shared/lifecycle";
import type { Message } from "../provider/shared/message";
import { versionsOf } from "../stack/facts/seen";
import { metadataStateOf } from "../stack/state/virtualTagMetadata";
import { factsFor } from "../provider/virtualTag/facts";
import { texts } from "../provider/virtualTag/messages";
import { readTag } from "../provider/virtualTag/observe";
import { resultOf } from "../provider/virtualTag/refresh";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import { wantedOf } from "../provider/virtualTag/wanted";

/** What was found for an import, and the message that refuses it. */
export interface Imported extends Found<object, object> {
  refusal?: Message | undefined;
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
  const memory = {
    ...(owner.kind === "us" ? { mark: owner.mark } : {}),
    seenAt: tag.updatedAt,
    versionCount: versionsOf(seen).length,
  };
  return {
    ...resultOf({ ...tag, name }, content ?? tag, { __resourceUrn: urn }, memory),
    refusal:
      owner.kind === "other"
        ? texts.importedFromOther({ tag, owner: owner.mark })
        : reason === undefined
          ? undefined
          : texts.unsupported({ tag, reason }),
  };
}

/** What the service holds. This stack has written none of it, so an update or a delete leaves it alone unless `adopt` is set. */
export async function importMetadata(id: string, urn: string, context: Context): Promise<Imported | undefined> {
  const found = await virtualTagMetadataLifecycle.read(id, { __resourceUrn: urn }, context);
  if (found === undefined) return undefined;
  const unwritten = [...fieldsOf(found.inputs.metadata).keys()];
  return { inputs: found.inputs, state: metadataStateOf(found.inputs, unwritten) };
}
