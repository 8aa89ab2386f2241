/** Which tags of an account no stack manages. Pure. */
import { nameKey } from "../../rules/names";
import { idKey, isTag, kindOf } from "../../stack/state/kinds";
import type { OwnedTag } from "../sources/account/ownedTags";
import type { StackState } from "../sources/stackState";

/** What counts as managed. */
export interface Managing {
  /** The keys (`idKey`) of the IDs of tags in the states of stacks. */
  ids: ReadonlySet<string>;
  /** The stacks whose mark counts, as `project/stack`. Undefined: every mark does. */
  stacks: ReadonlySet<string> | undefined;
}

/** The tags of an account by whether a stack manages them. */
export interface Unmanaged {
  unmanaged: Omit<OwnedTag, "error">[];
  /** Tags without a known owner. */
  notCompared: OwnedTag[];
  /** How many tags a stack manages. */
  managed: number;
}

/**
 * What states and a list of owners manage. Of a stack whose state is given, the state counts and not the mark: it holds tags that the stack has
 * adopted or imported and not saved yet, and has lost others.
 *
 * @param owners further stacks, as `project/stack`
 */
export function managingOf(states: readonly StackState[], owners: readonly string[] | undefined): Managing {
  const resources = states.flatMap((state) => state.resources);
  const ids = resources.flatMap(({ id, type }) => (id !== undefined && isTag(kindOf(type) ?? "") ? [id] : []));
  return {
    ids: new Set(ids.map(idKey)),
    stacks: states.length === 0 && owners === undefined ? undefined : new Set(owners?.map(nameKey)),
  };
}

/** Sorts the tags of an account. */
export function unmanagedTags(tags: readonly OwnedTag[], { ids, stacks }: Managing): Unmanaged {
  const others = tags.filter(({ id }) => !ids.has(idKey(id)));
  const left = others.filter(({ owner }) => {
    if (owner === undefined) return true;
    return stacks !== undefined && !stacks.has(nameKey(owner.slice(0, owner.indexOf("#"))));
  });
  const sorted = left.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return {
    unmanaged: sorted.filter(({ error }) => error === undefined),
    notCompared: sorted.filter(({ error }) => error !== undefined),
    managed: tags.length - left.length,
  };
}

/** Whether the account has tags, and nothing is known about any of them. */
export function isNothingKnown({ unmanaged, notCompared, managed }: Unmanaged): boolean {
  return notCompared.length > 0 && unmanaged.length + managed === 0;
}
