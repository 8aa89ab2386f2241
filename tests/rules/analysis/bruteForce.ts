/** A second, naive evaluation of rules, and every record over a small domain. Shares no code with the analysis. */

export interface TestCondition {
  costCenter: string;
  type: string;
  key: string;
  operator: string;
  value?: string | string[];
}
export type TestFilter = TestCondition | { AND: TestFilter[] } | { OR: TestFilter[] };
export type TestValue = string | { costCenter: string; type: string; key: string };
export interface TestRule {
  to: TestValue;
  filters: TestFilter;
  timeframe?: { from: number | null; to?: number };
}
export interface TestTag {
  id: string;
  name: string;
  rules: TestRule[];
  defaultValue: TestValue;
}

/** Values by name of the key; an absent key is missing. */
export interface TestRecord {
  at: number;
  values: Record<string, string>;
}

const nameOf = ({ costCenter, type, key }: { costCenter: string; type: string; key: string }): string =>
  `${costCenter}:${type}:${key}`;

/** Evaluates the rules of tags one by one, as the API documentation says it. */
export class NaiveEvaluation {
  readonly #tags: readonly TestTag[];

  constructor(tags: readonly TestTag[]) {
    this.#tags = tags;
  }

  value(value: TestValue, record: TestRecord): string | null {
    return typeof value === "string" ? value : this.#keyValue(value, record);
  }

  #keyValue(key: { costCenter: string; type: string; key: string }, record: TestRecord): string | null {
    const tag = key.costCenter === "Virtual Tags" ? this.#tags.find(({ id }) => id === key.key) : undefined;
    const value = tag === undefined ? (record.values[nameOf(key)] ?? null) : this.result(tag, record);
    return value === "" ? null : value;
  }

  result(tag: Pick<TestTag, "rules" | "defaultValue">, record: TestRecord): string | null {
    for (const rule of tag.rules) if (this.matches(rule, record)) return this.value(rule.to, record);
    return this.value(tag.defaultValue, record);
  }

  matches({ filters, timeframe }: TestRule, record: TestRecord): boolean {
    if (timeframe !== undefined) {
      if (timeframe.from !== null && record.at < timeframe.from) return false;
      if (timeframe.to !== undefined && record.at > timeframe.to) return false;
    }
    return this.meets(filters, record);
  }

  meets(filter: TestFilter, record: TestRecord): boolean {
    if ("AND" in filter) {
      for (const member of filter.AND) if (!this.meets(member, record)) return false;
      return true;
    }
    if ("OR" in filter) {
      for (const member of filter.OR) if (this.meets(member, record)) return true;
      return false;
    }
    const value = this.#keyValue(filter, record);
    const listed = filter.value === undefined ? [] : typeof filter.value === "string" ? [filter.value] : filter.value;
    switch (filter.operator) {
      case "exists":
        return value !== null;
      case "notExists":
        return value === null;
      case "is":
      case "oneOf":
        return value !== null && listed.indexOf(value) !== -1;
      case "notIs":
      case "notOneOf":
        return value === null || listed.indexOf(value) === -1;
      case "contains":
        return value !== null && listed.some((part) => value.indexOf(part) !== -1);
      case "notContains":
        return value === null || !listed.some((part) => value.indexOf(part) !== -1);
      default:
        throw new Error(filter.operator);
    }
  }
}

function conditionsOf(filter: TestFilter): TestCondition[] {
  if ("AND" in filter) return filter.AND.flatMap(conditionsOf);
  if ("OR" in filter) return filter.OR.flatMap(conditionsOf);
  return [filter];
}

/**
 * Every record over a domain that is large enough: for each key it has missing, each text that a rule or a value names, a value of no
 * other key and rule, and for each set of texts to contain a value that contains just these. Moments are at the ends of timeframes
 * and beside them.
 */
export function allRecords(tags: readonly Pick<TestTag, "rules" | "defaultValue">[]): TestRecord[] {
  const names = new Set<string>();
  const whole = new Set<string>();
  const parts = new Set<string>();
  const moments = new Set<number>([0]);
  for (const { rules, defaultValue } of tags) {
    for (const value of [defaultValue, ...rules.map(({ to }) => to)]) {
      if (typeof value !== "string") names.add(nameOf(value));
      else if (value !== "") whole.add(value);
    }
    for (const { filters, timeframe } of rules) {
      for (const bound of [timeframe?.from, timeframe?.to]) {
        if (typeof bound === "number") for (const moment of [bound - 1, bound, bound + 1]) moments.add(moment);
      }
      for (const condition of conditionsOf(filters)) {
        names.add(nameOf(condition));
        const texts = [condition.value ?? []].flat();
        for (const text of texts) (condition.operator.endsWith("ontains") ? parts : whole).add(text);
      }
    }
  }
  const keys = [...names].filter(
    (name) => !tags.some((tag) => name === `Virtual Tags:virtual_tag:${(tag as TestTag).id}`),
  );
  const sets = [...parts].reduce<string[][]>((all, part) => [...all, ...all.map((set) => [...set, part])], [[]]);
  let records: TestRecord[] = [...moments].map((at) => ({ at, values: {} }));
  for (const [index, key] of keys.entries()) {
    const own = String.fromCharCode(0x3b1 + index);
    const joins = sets.map((set) => [...set, own].join(own));
    const values = [...new Set([...whole, ...joins])].filter((value) => value !== "");
    records = records.flatMap((record) => [
      record,
      ...values.map((value) => ({ at: record.at, values: { ...record.values, [key]: value } })),
    ]);
  }
  return records;
}
