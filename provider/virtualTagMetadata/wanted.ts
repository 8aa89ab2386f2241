/** What an operation on metadata wants, from the arguments, the state and what this run knows of other resources. */
import type { MetadataMap } from "../../client";
import { nameKey } from "../../rules/names";
import { idKey } from "../../stack/state/kinds";
import type { Context } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import { fieldsOf, metadataOf, spelledLike } from "../../client/resources/metadataFields";
import {
  merges,
  ownMetadata,
  unwrittenIn,
  type VirtualTagMetadataInputs as Inputs,
  type VirtualTagMetadataState as State,
} from "../../stack/state/virtualTagMetadata";

/** What an operation wants. */
export interface Wanted {
  goal: "create" | "update" | "delete";
  id: string;
  urn: string;
  /** Whether only the declared fields are written. Otherwise the whole map is replaced. */
  isMerge: boolean;
  /** Whether the resource owned the whole map before, so that it can replace it without `adopt`. */
  ownsWhole: boolean;
  adopt: boolean;
  /** The resource that declares the whole map now. */
  successor: string | undefined;
  /** What it declared last, or what a refresh found instead. */
  before: MetadataMap;
  /** What it declared last. */
  own: MetadataMap;
  /** What it declares now. */
  declared: MetadataMap;
  /** The paths of the fields in `own` that it never wrote. */
  unwritten: readonly string[];
}

/** The resources that declare metadata of one tag in this run, by their URNs. */
interface Declarers {
  /** The resource that owns the whole map. */
  whole?: string;
  /** The resources that merge. */
  merging: Set<string>;
  /** The resource that declares a value, by its name, and a field, by its path. Both in the form of `nameKey`. */
  values: Map<string, string>;
  fields: Map<string, string>;
}

/** Who declares metadata in this run, tag by tag. */
export class DeclaredMetadata {
  readonly #tags = new Map<string, Declarers>();

  of(tagId: string): Declarers {
    const key = idKey(tagId);
    const known = this.#tags.get(key) ?? { merging: new Set(), values: new Map(), fields: new Map() };
    this.#tags.set(key, known);
    return known;
  }
}

/** What a create or an update wants. */
export function wantedOf(
  inputs: Inputs,
  before: State | undefined,
  { memory, urn = "" }: Pick<Context, "memory" | "urn">,
): Wanted {
  const state = before && inSpellingOf(inputs, before);
  const { virtualTagId: id, metadata: declared, adopt = false } = inputs;
  return {
    goal: state === undefined ? "create" : "update",
    id,
    urn,
    isMerge: merges(inputs),
    declared,
    ...beforeOf(id, urn, state, memory),
    ownsWhole: state !== undefined && !merges(state),
    adopt,
    successor: undefined,
    unwritten: unwrittenIn(state ?? {}),
  };
}

/** What a delete wants. */
export function wantedOfDelete(
  id: string,
  state: State,
  { memory, urn = "" }: Pick<Context, "memory" | "urn">,
): Wanted {
  const { whole, merging } = memory.notes(DeclaredMetadata).of(id);
  const unwritten = unwrittenIn(state);
  return {
    goal: "delete",
    id,
    urn,
    // If others merge in this run, or the map existed before, only what this resource wrote is removed.
    isMerge: merges(state) || unwritten.length > 0 || [...merging].some((owner) => owner !== urn),
    declared: {},
    ...beforeOf(id, urn, state, memory),
    ownsWhole: true,
    adopt: false,
    successor: whole === urn ? undefined : whole,
    unwritten,
  };
}

/** A state with the program's present spelling of its values: another Unicode form of a name is no difference. */
export function inSpellingOf({ metadata: words }: Inputs, state: State): State {
  const respelled = (metadata: MetadataMap): MetadataMap => spelledLike(Object.keys(words), metadata);
  const own = ownMetadata(state);
  const [before, after] = [[...fieldsOf(own).keys()], [...fieldsOf(respelled(own)).keys()]];
  const unwritten = unwrittenIn(state).map((path) => after[before.indexOf(path)] ?? path);
  return {
    ...state,
    metadata: respelled(state.metadata),
    __memory: {
      ...state.__memory,
      ...(state.__memory?.declared && { declared: respelled(own) }),
      ...(unwritten.length > 0 && { unwritten }),
    },
  };
}

/**
 * What the resource declared before, without what another resource of this run declares. After a rename, or when a field moves,
 * the new owner may have written it already.
 */
function beforeOf(
  id: string,
  urn: string,
  state: State | undefined,
  memory: RunMemory,
): Pick<Wanted, "before" | "own"> {
  if (state === undefined) return { before: {}, own: {} };
  const owners = memory.notes(DeclaredMetadata).of(id).fields;
  const isOwn = (path: string): boolean => (owners.get(nameKey(path)) ?? urn) === urn;
  const withoutOthers = (metadata: MetadataMap): MetadataMap =>
    metadataOf([...fieldsOf(metadata)].flatMap(([path, field]) => (isOwn(path) ? [field] : [])));
  return { before: withoutOthers(state.metadata), own: withoutOthers(ownMetadata(state)) };
}
