/** The drift that a refresh found, as the state keeps it: complete for the provider, and without content in `__report`. */

/** A change outside Pulumi: who made it, when, and as which version. */
export interface Drift {
  /** An email address. */
  by?: string;
  /** ISO 8601, UTC. */
  at?: string;
  /** The version that is live because of it. */
  versionId?: string;
  /** The version with what this stack wrote last, if the service still has it. */
  previous?: string;
  /** What it changed. */
  differs?: Differences;
}

/** What differs between two contents. */
export interface Differences {
  name: boolean;
  /** The two names, if they differ: versions hold no names. A state of an earlier release lacks them. */
  names?: { written: string; live: string };
  /** How many rules were added, removed or changed, and how many there are now. */
  rules: number;
  of: number;
  /** Whether only the order of the rules differs. */
  order: boolean;
  defaultValue: boolean;
}

/**
 * The output `__report`, which is not encrypted. `cost-allocation drift` reads it to compare a stack with the account. It holds no
 * content, because a program may have marked that as a secret.
 */
export interface PublicMemory {
  /** Identifies the account. */
  account?: string | undefined;
  /** The drift that a refresh found. With it, the arguments in the state are not what the stack wrote last. */
  drift?: PublicDrift | undefined;
}

/** The drift that a refresh found, until it is resolved. */
export type PublicDrift = Pick<Drift, "by" | "at" | "versionId" | "previous"> & {
  /** Whether the tag had another name. */
  isRenamed?: true;
  /** The fields of metadata that differed, as digests of their paths. */
  fields?: readonly string[];
};

/** The part of a tag's drift that is not secret; undefined if there is none. */
export function publicMemoryOf(drift: Drift | undefined): PublicMemory | undefined {
  if (drift === undefined) return undefined;
  const { at, by, differs, previous, versionId } = drift;
  return {
    drift: {
      ...(by === undefined ? {} : { by }),
      ...(at === undefined ? {} : { at }),
      ...(versionId === undefined ? {} : { versionId }),
      ...(previous === undefined ? {} : { previous }),
      ...(differs?.name === true ? { isRenamed: true } : {}),
    },
  };
}
