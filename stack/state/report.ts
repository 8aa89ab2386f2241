/** What a refresh found, as the state keeps it: whole for the provider, and without any content for everybody. */

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
 * What a state shows without being decrypted, in one output that Pulumi's display hides: `cost-allocation drift` compares a stack
 * with the account, and what the provider remembers besides may hold what a program has marked as a secret. So no content is here.
 */
export interface Report {
  /** What the account is recognized by. */
  account?: string | undefined;
  /** Only there if a refresh found drift: then the arguments in the state are not what the stack wrote last. */
  drift?: ReportedDrift | undefined;
}

/** The drift that a refresh found, and that nothing has put right since. */
export type ReportedDrift = Pick<Drift, "by" | "at" | "versionId" | "previous"> & {
  /** Whether the tag had another name. */
  isRenamed?: true;
  /** The fields of metadata that differed, as digests of their paths. */
  fields?: readonly string[];
};

/** What a state shows of a tag's drift; undefined if there is none. */
export function reportOf(drift: Drift | undefined): Report | undefined {
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
