/** Imports a Virtual Tag into a state, for `pulumi import`. Nothing is saved. */
import type { Context, Found } from "../provider/shared/lifecycle";
import type { Message } from "../provider/shared/message";
import { versionsOf } from "../stack/facts/seen";
import type { VirtualTagInputs, VirtualTagState } from "../stack/state/virtualTag";
import { factsFor } from "../provider/virtualTag/facts";
import { texts } from "../provider/virtualTag/messages";
import { readTag } from "../provider/virtualTag/observe";
import { resultOf } from "../provider/virtualTag/refresh";
import { wantedOf } from "../provider/virtualTag/wanted";

/** What was found for an import, and the message that refuses it. */
export interface Imported extends Found<VirtualTagInputs, VirtualTagState> {
  refusal: Message | undefined;
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
  const { content = tag, name = tag.name, owner } = factsFor(seen, wanted);
  const memory = {
    ...(owner.kind === "us" ? { mark: owner.mark } : {}),
    seenAt: tag.updatedAt,
    versionCount: versionsOf(seen).length,
  };
  return {
    ...resultOf({ ...tag, name }, content, { __resourceUrn: urn }, memory),
    refusal: owner.kind === "other" ? texts.importedFromOther({ tag, owner: owner.mark }) : undefined,
  };
}
