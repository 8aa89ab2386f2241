/** What rules do, from every record. */
import {
  allRecords,
  NaiveEvaluation,
  type TestFilter,
  type TestRecord,
  type TestRule,
  type TestTag,
} from "./bruteForce";

/** What one tag does with every record. */
export class Table {
  readonly records: TestRecord[];
  readonly evaluation: NaiveEvaluation;
  readonly tag: TestTag;

  constructor(tag: TestTag, tags: readonly TestTag[]) {
    this.tag = tag;
    this.records = allRecords([...tags, tag]);
    this.evaluation = new NaiveEvaluation(tags);
  }

  matches(rule: number, record: TestRecord): boolean {
    return this.evaluation.matches(this.tag.rules[rule] as TestRule, record);
  }

  winner(record: TestRecord): number {
    return this.tag.rules.findIndex((_, rule) => this.matches(rule, record));
  }

  /** The records that get another value with other rules. */
  changed(rules: TestRule[]): TestRecord[] {
    const { defaultValue } = this.tag;
    return this.records.filter(
      (record) => this.evaluation.result({ rules, defaultValue }, record) !== this.evaluation.result(this.tag, record),
    );
  }
}

/** Every group member with its path and the filter without it, except in groups with one member. */
export function membersOf(filter: TestFilter): { path: string; without: TestFilter; inner: string }[] {
  const key = "AND" in filter ? "AND" : "OR" in filter ? "OR" : undefined;
  if (key === undefined) return [];
  const members = (filter as Record<string, TestFilter[]>)[key] as TestFilter[];
  const group = (list: TestFilter[]): TestFilter => ({ [key]: list }) as unknown as TestFilter;
  return members.flatMap((member, index) => {
    const path = `.${key}[${index}]`;
    const own =
      members.length === 1
        ? []
        : [{ path, inner: path, without: group(members.filter((_, other) => other !== index)) }];
    const nested = membersOf(member).map(({ path: rest, without }) => ({
      path: `${path}${rest}`,
      inner: `${path}${rest}`,
      without: group(members.map((other, position) => (position === index ? without : other))),
    }));
    return [...own, ...nested];
  });
}
