import { lookUp } from "./history";
import type { Context } from "./lifecycle";
import { type Existing, notOurs, refuseTakenName } from "./ownership";
import { heedOutsideChange, save } from "./saving";
import { refuseUnwritable } from "./unwritable";
import { contentOf, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";
import { isSatisfiedInV1 } from "./virtualTagV1Content";
import type { VirtualTagV1State } from "./virtualTagV1State";

/**
 * Takes over a tag of V1 whose resource is a `VirtualTag` from now on: one save, also of content that is there already, so
 * that the mark stands.
 *
 * @param existing the tag, without our mark
 * @param state what `VirtualTagV1` kept
 * @throws {Error} when another resource has taken the tag over since, and the program does not say `adopt`
 */
export async function takeOverFromV1(
  { tag, owner, versions }: Existing,
  state: VirtualTagV1State,
  inputs: VirtualTagInputs,
  context: Context,
): Promise<VirtualTagState> {
  const { adopt = false } = inputs;
  if (owner !== undefined && adopt === false) throw new Error(notOurs(tag, owner));
  refuseUnwritable(tag);
  if (inputs.name !== tag.name) await refuseTakenName(tag.id, inputs.name, context);
  const current = await lookUp(tag, context, versions);
  // What V1 kept in other words (no type, another casing) is no change that somebody made.
  const { live } = current;
  const isAsLeft = live !== undefined && isSatisfiedInV1(contentOf(state), live, state.isCaseSensitive ?? false);
  const content = isAsLeft ? live : contentOf(state);
  await heedOutsideChange(current, { name: state.name, content }, inputs, context);
  return save(current, inputs, { versionCount: versions.length }, context);
}
