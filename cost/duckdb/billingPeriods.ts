/** Finds billing periods that would count twice. Exports that keep old versions of a month have it in several folders. */

/** Records of one billing period. */
export interface PeriodRecords {
  /** `2026-10` */
  period: string;
  provider: string;
  account: string;
  /** The moments of the first and the last record, as text that sorts. */
  first: string;
  last: string;
  records: number;
}

/** The billing periods in the folders that were read. */
export class BillingPeriods {
  readonly #folders = new Map<string, Map<string, PeriodRecords>>();
  readonly #costCenterOf: (provider: string) => string;

  /** @param costCenterOf the cost center of a provider: versions of FOCUS name one provider differently */
  constructor(costCenterOf: (provider: string) => string) {
    this.#costCenterOf = costCenterOf;
  }

  /** Adds records of a folder. */
  add(folder: string, records: PeriodRecords): void {
    const periods = this.#folders.get(folder) ?? new Map<string, PeriodRecords>();
    this.#folders.set(folder, periods);
    const id = JSON.stringify([records.period, records.provider, records.account]);
    const known = periods.get(id);
    periods.set(id, {
      ...records,
      first: known !== undefined && known.first < records.first ? known.first : records.first,
      last: known !== undefined && known.last > records.last ? known.last : records.last,
      records: (known?.records ?? 0) + records.records,
    });
  }

  /** The moment of the last record, in ISO 8601. Undefined without records. */
  get last(): string | undefined {
    const moments = [...this.#folders.values()].flatMap((periods) => [...periods.values()].map(({ last }) => last));
    const last = moments.sort().at(-1);
    return last === undefined || last === "" ? undefined : new Date(`${last.replace(" ", "T")}Z`).toISOString();
  }

  /** The billing periods of a folder, in order. */
  of(folder: string): { period: string; records: number }[] {
    const sums = new Map<string, number>();
    for (const { period, records } of this.#folders.get(folder)?.values() ?? []) {
      sums.set(period, (sums.get(period) ?? 0) + records);
    }
    return [...sums]
      .map(([period, records]) => ({ period, records }))
      .sort((one, other) => (one.period < other.period ? -1 : 1));
  }

  /**
   * Refuses folders that have the same billing period of the same account, at overlapping times. Folders for single days don't overlap.
   * An account that is not known can be any.
   *
   * @throws {Error} with the folders and what to do. The text is not escaped
   */
  refuseRepeated(): void {
    const folders = [...this.#folders].map(([folder, periods]) => ({
      folder,
      ...this.#indexed([...periods.values()]),
    }));
    for (const [index, { folder, all }] of folders.entries()) {
      for (const other of folders.slice(index + 1)) {
        for (const one of all) {
          const candidates = one.account === "" ? other.byPeriod.get(this.#periodOf(one)) : this.#ofAccount(one, other);
          const repeated = candidates?.find(({ first, last }) => one.last >= first && last >= one.first);
          if (repeated !== undefined) throw new Error(repeatedText(one, folder, other.folder));
        }
      }
    }
  }

  #periodOf({ period, provider }: PeriodRecords): string {
    return JSON.stringify([period, this.#costCenterOf(provider)]);
  }

  #accountOf(records: PeriodRecords, account = records.account): string {
    return JSON.stringify([this.#periodOf(records), account]);
  }

  /** The records of the same account, and of an unknown one. */
  #ofAccount(one: PeriodRecords, { byAccount }: Pick<Indexed, "byAccount">): PeriodRecords[] {
    return [one.account, ""].flatMap((account) => byAccount.get(this.#accountOf(one, account)) ?? []);
  }

  #indexed(all: readonly PeriodRecords[]): Indexed {
    const [byPeriod, byAccount] = [new Map<string, PeriodRecords[]>(), new Map<string, PeriodRecords[]>()];
    for (const records of all) {
      for (const [index, id] of [
        [byPeriod, this.#periodOf(records)],
        [byAccount, this.#accountOf(records)],
      ] as const) {
        const same = index.get(id);
        if (same === undefined) index.set(id, [records]);
        else same.push(records);
      }
    }
    return { all, byPeriod, byAccount };
  }
}

/** The records of a folder, by their billing periods, and by these with their accounts. */
interface Indexed {
  all: readonly PeriodRecords[];
  byPeriod: ReadonlyMap<string, readonly PeriodRecords[]>;
  byAccount: ReadonlyMap<string, readonly PeriodRecords[]>;
}

function repeatedText({ period, provider, account }: PeriodRecords, folder: string, other: string): string {
  return [
    `Two folders have the billing period ${period} of ${provider || "the same provider"}, billing account ${account || "unknown"}:`,
    `  ${folder}`,
    `  ${other}`,
    "If one is an older version of the other, its records would count twice: name only the newest one in --data.",
    "If they are parts of one export, add --combine.",
  ].join("\n");
}
