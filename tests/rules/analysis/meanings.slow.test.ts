/**
 * Whatever is said about contents of which parts can't be read is true for every meaning of these parts. So is what follows from the
 * silence about a rule: that it decides for some record, and that it matters.
 */
import fc from "fast-check";
import { analyze, evaluate, type Finding, isEquivalent } from "../../../rules";
import type { TagContent } from "../../../rules/types";
import { runsOf } from "../../support/size";
import { allRecords, NaiveEvaluation, type TestTag } from "./bruteForce";
import { testChanges, testTags } from "./contents";
import { type Damage, damaged, damages, meanings, repaired } from "./meanings";
import { membersOf, Table } from "./table";

const numRuns = runsOf("ANALYSIS_SEEDS", 150, 1_000);
const contentOf = (tag: TestTag): TagContent & { id: string } => tag as TagContent & { id: string };
const severalMeanings = fc.array(meanings, { minLength: 4, maxLength: 4 });

function streamOf(numbers: readonly number[]): Damage {
  let position = 0;
  return () => numbers[position++ % numbers.length] as number;
}

/** What must be true of a rule, a member or the default, if nothing is said about it. */
function expectToMatter(table: Table, findings: readonly Finding[]): void {
  const { tag, records } = table;
  const isSaid = (rule: number | undefined): boolean =>
    findings.some((finding) => finding.rule === rule && finding.path === undefined && finding.other === undefined);
  for (const [rule, own] of tag.rules.entries()) {
    if (isSaid(rule)) continue;
    expect(records.some((record) => table.winner(record) === rule)).toBe(true);
    expect(table.changed(tag.rules.toSpliced(rule, 1))).not.toHaveLength(0);
    for (const { path, without } of membersOf(own.filters)) {
      const place = `rules[${rule}].filters${path}`;
      if (findings.some((finding) => finding.path !== undefined && place.startsWith(finding.path))) continue;
      expect(table.changed(tag.rules.toSpliced(rule, 1, { ...own, filters: without }))).not.toHaveLength(0);
    }
  }
  if (!isSaid(undefined)) expect(records.some((record) => table.winner(record) === -1)).toBe(true);
}

function expectTrue({ kind, rule = 0, other = 0, path, witness = {}, at }: Finding, table: Table): void {
  const { tag, records } = table;
  switch (kind) {
    case "never-matches":
      expect(records.some((record) => table.matches(rule, record))).toBe(false);
      break;
    case "never-wins":
      expect(records.some((record) => table.winner(record) === rule)).toBe(false);
      break;
    case "no-effect":
      expect(table.changed(tag.rules.toSpliced(rule, 1))).toHaveLength(0);
      break;
    case "default-unused":
      expect(records.some((record) => table.winner(record) === -1)).toBe(false);
      break;
    case "member-no-effect": {
      const own = tag.rules[rule] as TestTag["rules"][number];
      const found = membersOf(own.filters).find((member) => path === `rules[${rule}].filters${member.path}`);
      expect(table.changed(tag.rules.toSpliced(rule, 1, { ...own, filters: found?.without ?? own.filters }))).toEqual(
        [],
      );
      break;
    }
    case "overlap":
      for (const moment of at === undefined ? new Set(records.map((record) => record.at)) : [at]) {
        const record = { at: moment, values: { ...witness } };
        expect([rule, other].every((one) => table.matches(one, record))).toBe(true);
      }
      break;
    case "order-irrelevant": {
      const [one, two] = tag.rules.slice(rule, other + 1) as [TestTag["rules"][number], TestTag["rules"][number]];
      expect(table.changed(tag.rules.toSpliced(rule, 2, two, one))).toHaveLength(0);
      break;
    }
    case "value-never-produced":
    case "value-gone":
    case "not-decided":
      break;
  }
}

test(`what is said about ${numRuns} random contents is true for every meaning`, () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(testTags, damages, severalMeanings, (tags, numbers, several) => {
      const next = streamOf(numbers);
      const odd = tags.map((tag) => damaged(tag, next));
      const findings = analyze(odd.map(contentOf), { pairs: true });
      for (const meaning of several) {
        const meant = odd.map((tag) => repaired(tag, meaning));
        for (const [index, tag] of meant.entries()) {
          const table = new Table(tag, meant);
          const own = findings.filter((finding) => finding.tag === index);
          expectToMatter(table, own);
          for (const finding of own) {
            kinds.add(finding.kind);
            expectTrue(finding, table);
          }
        }
      }
    }),
    { numRuns },
  );
  // Each kind of which the test proves something has been seen.
  const proven = [
    "never-matches",
    "never-wins",
    "no-effect",
    "default-unused",
    "member-no-effect",
    "overlap",
    "order-irrelevant",
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(proven));
}, 3_600_000);

test(`equivalence in ${numRuns} random changes is true for every meaning, and so is a witness`, () => {
  const results = new Set<unknown>();
  fc.assert(
    fc.property(testChanges, damages, severalMeanings, ({ tags, before, after }, numbers, several) => {
      const next = streamOf(numbers);
      // The same numbers for both, so that most of what they have in common stays in common.
      const oddTags = tags.map((tag) => damaged(tag, next));
      const [oddBefore, oddAfter] = [damaged(before, streamOf(numbers)), damaged(after, streamOf(numbers))];
      const options = { tags: oddTags.map(contentOf) };
      const result = isEquivalent(contentOf(oddBefore), contentOf(oddAfter), options);
      results.add(result.equivalent);
      for (const meaning of several) {
        const meant = oddTags.map((tag) => repaired(tag, meaning));
        const contents: [TestTag, TestTag] = [repaired(oddBefore, meaning), repaired(oddAfter, meaning)];
        expectChange(result, contents, meant);
      }
      if (result.equivalent !== false) return;
      // The evaluation knows of no meaning. What it decides must be what was said.
      for (const [content, value] of [
        [oddBefore, result.before],
        [oddAfter, result.after],
      ] as const) {
        const evaluated = evaluate(contentOf(content), result.witness, { ...options, at: result.at ?? 0 });
        if (evaluated.decided) expect(evaluated.value).toBe(value);
      }
    }),
    { numRuns },
  );
  expect(results).toEqual(new Set([true, false, "not-decided"]));
}, 3_600_000);

function expectChange(
  result: ReturnType<typeof isEquivalent>,
  [before, after]: [TestTag, TestTag],
  tags: readonly TestTag[],
): void {
  const evaluation = new NaiveEvaluation(tags);
  const records = allRecords([...tags, before, after]);
  if (result.equivalent === true) {
    for (const record of records) expect(evaluation.result(after, record)).toBe(evaluation.result(before, record));
  }
  if (result.equivalent !== false) return;
  expect(result.before).not.toBe(result.after);
  for (const at of result.at === undefined ? new Set(records.map((record) => record.at)) : [result.at]) {
    const record = { at, values: { ...result.witness } };
    expect(evaluation.result(before, record)).toBe(result.before);
    expect(evaluation.result(after, record)).toBe(result.after);
  }
}
