import type { MetadataMap } from "../client";
import { argumentsAmong } from "./arguments";
import { inTurn } from "./inTurn";
import type { Context, Difference, Lifecycle } from "./lifecycle";
import { isSameId } from "./ownership";
import { fateOfDrift, refuseDrift, rememberDrift } from "./virtualTagClaims";
import { orGone } from "./settle";
import { containsUnknown } from "./unknown";
import { checkVirtualTagMetadata } from "./virtualTagMetadataCheck";
import { declaredByOthers } from "./virtualTagMetadataClaims";
import { fieldsBeside, fieldsOf, inWordsOf, metadataOf, pathsIn, sameMetadata } from "./virtualTagMetadataFields";
import { shareOf } from "./virtualTagMetadataPlan";
import {
  ownMetadata,
  virtualTagMetadataArguments,
  type VirtualTagMetadataInputs,
  type VirtualTagMetadataState,
} from "./virtualTagMetadataState";
import { mergeMetadata, type MetadataWrite, replaceMetadata } from "./virtualTagMetadataWrites";

/**
 * The lifecycle of a Virtual Tag's metadata. Its ID is the tag's, in both modes: it is what the service files metadata
 * under and what a person can look up; that two merging resources share it matters to nobody, since each owns by fields.
 */
export const virtualTagMetadataLifecycle: Lifecycle<VirtualTagMetadataInputs, VirtualTagMetadataState> = {
  kind: "VirtualTagMetadata",
  check: checkVirtualTagMetadata,
  diff,
  create,
  read,
  update,
  delete: remove,
};

function diff(state: VirtualTagMetadataState, inputs: VirtualTagMetadataInputs): Difference {
  // The old tag's metadata must go while that tag is still known by its ID.
  if (!isSameId(inputs.virtualTagId, state.virtualTagId)) {
    return { replaces: ["virtualTagId"], deleteBeforeReplace: true };
  }
  const update = { replaces: [], deleteBeforeReplace: true };
  const same =
    !containsUnknown([inputs.metadata, inputs.mergeValuesAndMetadata]) &&
    merges(inputs) === merges(state) &&
    sameMetadata(inputs.metadata, state.metadata);
  if (!same) return update;
  // A program that accepts what a refresh has found declares it from now on: the state has yet to say so.
  return sameMetadata(inputs.metadata, ownMetadata(state)) ? "none" : { ...update, isRemembered: true };
}

async function create(
  inputs: VirtualTagMetadataInputs,
  context: Context,
): Promise<{ id: string; state: VirtualTagMetadataState }> {
  await write(inputs, { before: {}, own: {}, ownsWhole: false }, context);
  return { id: inputs.virtualTagId, state: inputs };
}

async function read(
  id: string,
  state: Partial<VirtualTagMetadataState>,
  context: Context,
): Promise<{ inputs: VirtualTagMetadataInputs; state: VirtualTagMetadataState } | undefined> {
  const { client, request } = context;
  const whole = await orGone(client.virtualTagMetadata.get(id, request));
  if (whole === undefined) return undefined;
  const args = { virtualTagId: id, ...argumentsAmong<VirtualTagMetadataInputs>(state, virtualTagMetadataArguments) };
  if (state.metadata === undefined || state.isOnlyRead === true) {
    const inputs = { ...args, metadata: whole };
    return { inputs, state: { ...inputs, isOnlyRead: true } };
  }
  const declared = state.declared ?? state.metadata;
  const actual = merges(state) ? shareOf(whole, declared) : whole;
  // A program may say the same in other words: as long as it does, its own words stay.
  const isSame = sameMetadata(declared, actual);
  // What an earlier refresh has found already, people have seen since.
  const isNews = state.declared === undefined || !sameMetadata(state.metadata, actual);
  if (!isSame) {
    const facts = factsOf(id, declared, actual);
    // An `up` without a refresh takes it as seen; one with it need not have been looked at by anybody.
    rememberDrift(id, facts, context, partOf(state.resourceUrn));
    if (isNews) {
      context.log.warning(
        `${facts} ${fateOfDrift("the declared metadata", context)} The service keeps no history of metadata.`,
        state.resourceUrn,
      );
    }
  }
  const inputs: VirtualTagMetadataInputs = { ...args, metadata: inWordsOf(declared, actual) };
  return { inputs, state: isSame ? inputs : { ...inputs, declared } };
}

/** What others have changed of what is declared, in words. */
function factsOf(id: string, declared: MetadataMap, actual: MetadataMap): string {
  const [wanted, there] = [fieldsOf(declared), fieldsOf(actual)];
  const changed = new Map([...fieldsBeside(wanted, there), ...fieldsBeside(there, wanted)]);
  return `Metadata of the Virtual Tag ${id} was changed outside this stack: ${pathsIn(changed)}.`;
}

/** Several resources may share the metadata of a tag. */
function partOf(urn = ""): string {
  return `metadata of ${urn}`;
}

async function update(
  id: string,
  state: VirtualTagMetadataState,
  inputs: VirtualTagMetadataInputs,
  context: Context,
): Promise<VirtualTagMetadataState> {
  // What the program accepts is not written over.
  if (!sameMetadata(inputs.metadata, state.metadata)) {
    refuseDrift(id, context, partOf(state.resourceUrn));
    if (state.declared !== undefined) {
      const facts = factsOf(id, state.declared, state.metadata);
      context.log.warning(`${facts} It is written over; the service keeps no history of metadata.`, inputs.resourceUrn);
    }
  }
  await write(inputs, { before: state.metadata, own: ownMetadata(state), ownsWhole: !merges(state) }, context);
  return inputs;
}

async function remove(id: string, state: VirtualTagMetadataState, context: Context): Promise<void> {
  const { metadata: before, resourceUrn } = state;
  const others = declaredByOthers(id, resourceUrn, context.claims);
  if (others.whole) {
    context.log.info(
      `The metadata of the Virtual Tag ${id} is declared by another resource by now: it is left.`,
      resourceUrn,
    );
    return;
  }
  // Where others merge by now, the map is no longer to be emptied: only what this resource declared goes.
  const mergeValuesAndMetadata = merges(state) || others.some;
  // A merge leaves theirs; to empty the map would take along what the refresh of this run has found of others.
  if (!mergeValuesAndMetadata) refuseDrift(id, context, partOf(resourceUrn));
  const nothing = { ...state, virtualTagId: id, metadata: {}, mergeValuesAndMetadata };
  // A tag that is gone has taken its metadata with it.
  await orGone(write(nothing, { before, own: ownMetadata(state), ownsWhole: true }, context));
}

function write(
  inputs: VirtualTagMetadataInputs,
  { before, own, ownsWhole }: Pick<MetadataWrite, "before" | "own" | "ownsWhole">,
  context: Context,
): Promise<void> {
  const { virtualTagId, metadata: declared, adopt, resourceUrn } = inputs;
  const others = declaredByOthers(virtualTagId, resourceUrn, context.claims);
  const withoutOthers = (metadata: MetadataMap): MetadataMap =>
    metadataOf([...fieldsOf(metadata)].flatMap(([path, field]) => (others.field(path) ? [] : [field])));
  const what: MetadataWrite = {
    virtualTagId,
    declared,
    before: withoutOthers(before),
    own: withoutOthers(own),
    ownsWhole,
    adopt,
    resourceUrn,
  };
  return inTurn(context.client, `metadata of ${virtualTagId.toLowerCase()}`, () =>
    merges(inputs) ? mergeMetadata(what, context) : replaceMetadata(what, context),
  );
}

function merges({ mergeValuesAndMetadata }: Partial<VirtualTagMetadataInputs>): boolean {
  return mergeValuesAndMetadata === true;
}
