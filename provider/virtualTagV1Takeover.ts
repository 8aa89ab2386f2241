import { type Current, isLiveAsDeclared, lookUp, stagedByEarlierRun } from "./history";
import type { Context } from "./lifecycle";
import { type Existing, isOwnMark, notOursAnyMore, refuseTakenName } from "./ownership";
import { heedOutsideChange, needsSave, ownMark, save, withoutSave } from "./saving";
import { refuseUnwritable } from "./unwritable";
import { refuseDrift } from "./virtualTagClaims";
import { contentOf, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";
import { isSatisfiedInV1 } from "./virtualTagV1Content";
import type { VirtualTagV1State } from "./virtualTagV1State";

/**
 * Takes over a tag of V1 whose resource is a `VirtualTag` from now on: one save, also of content that is there already, so
 * that the mark stands.
 *
 * @param existing the tag; with the mark of the declared resource where an earlier run was interrupted after that save
 * @param state what `VirtualTagV1` kept
 * @throws {Error} when another resource has taken the tag over since: this is an update, so `adopt` does not count
 */
export async function takeOverFromV1(
  { tag, owner, versions }: Existing,
  state: VirtualTagV1State,
  inputs: VirtualTagInputs,
  context: Context,
): Promise<VirtualTagState> {
  const { resourceUrn } = inputs;
  const mark = ownMark(inputs);
  // Our own mark may be that of an earlier name.
  if (owner !== undefined && owner !== mark && !isOwnMark(owner, state)) throw new Error(notOursAnyMore(tag, owner));
  const current = await lookUp(tag, context, versions);
  if (owner === mark) {
    const staged = await stagedByEarlierRun(current, inputs, mark, context);
    const memory = { mark, ...staged };
    if (!needsSave(current, inputs, { ...memory, ...contentOf(inputs), name: inputs.name })) {
      context.log.info(
        `"${tag.name}" (${tag.id}) was made by an earlier run of this resource: taken back.`,
        resourceUrn,
      );
      return withoutSave(current, inputs, memory);
    }
  }
  refuseUnwritable(tag);
  if (inputs.name !== tag.name) await refuseTakenName(tag.id, inputs.name, context);
  // Someone's change that is the program's by now is no longer one: the save is for the mark alone.
  if (!isLiveAsDeclared(current, inputs, {})) await heedChange(current, state, inputs, context);
  return save(current, inputs, {}, context);
}

/** Warns of a change that someone else made since V1's state, or refuses to write over it, as the settings say. */
async function heedChange(
  current: Current,
  state: VirtualTagV1State,
  inputs: VirtualTagInputs,
  context: Context,
): Promise<void> {
  const { tag, live } = current;
  const { isCaseSensitive = false } = state;
  // The program says what is live in V2's words: the save adds types, so it is told, and no reason to stop. Its casing the
  // program can say, and in V2 it has a meaning.
  const isNamed = tag.name === inputs.name || tag.name === state.name;
  const isSaid = live !== undefined && isNamed && isSatisfiedInV1(live, contentOf(inputs), true);
  const { settings } = context;
  const heeding: Context = isSaid ? { ...context, settings: { ...settings, driftPolicy: "overwrite" } } : context;
  // Staging writes over nothing that reports use.
  if (inputs.setAsLive !== false) refuseDrift(tag.id, heeding);
  // What V1 kept in other words (no type, another casing) is no change that somebody made.
  const isAsLeft = live !== undefined && isSatisfiedInV1(contentOf(state), live, isCaseSensitive);
  const content = isAsLeft ? live : contentOf(state);
  // A refresh would ask V1, which may have ended.
  const whatToDo =
    `Put what is live into the program (cost-allocation versions show ${tag.id} live) and run "pulumi up" again; or, to ` +
    'write the declared content over it, run it once with costallocation:driftPolicy at "overwrite".';
  await heedOutsideChange(current, { name: state.name, content, whatToDo }, inputs, heeding);
}
