/** What the API documentation leaves open about what reads show after a write. The names and values are those of the emulator's switches. */
export interface ServiceHabits {
  /** Which version a read shows while a newer one is staged. */
  stagedRead: "live" | "latest";
  /** Whether a tag created with `setAsLive=false` has a live version. */
  stagedCreateIsLive: boolean;
  /** When a staged save with another name renames the tag. */
  stagedRename: "promotion" | "atOnce";
  /** What the answer to a staged save shows: the same as a read, or the staged version. */
  stagedPutReturns: "asRead" | "staged";
  /** Where `mergeValuesAndMetadata` stands in the body of a metadata PUT. */
  metadataNesting: "root" | "perValue";
  /** Whether a flag in each value means all metadata, or its own value only. */
  metadataValueFlags: "uniform" | "separate";
  /** Whether a merge adds to the lists of a value, or replaces them. */
  metadataMergeLists: "union" | "replace";
  /** Whether a merge treats an existing value field by field, or replaces it. */
  metadataMergeValues: "merge" | "replace";
}

/** What this project considers most likely. */
export const likelyHabits: ServiceHabits = {
  stagedRead: "live",
  stagedCreateIsLive: false,
  stagedRename: "promotion",
  stagedPutReturns: "asRead",
  metadataNesting: "root",
  metadataValueFlags: "uniform",
  metadataMergeLists: "union",
  metadataMergeValues: "merge",
};
