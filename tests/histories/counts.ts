/** What happened in all histories, for the table at the end. */
export const counts = {
  histories: 0,
  runs: 0,
  writes: 0,
  faults: 0,
  kills: 0,
  failures: 0,
  refusals: 0,
  heirs: 0,
  otherAccounts: 0,
  twins: 0,
};
