/** Compiled rules always give the results of `evaluate`. */
import fc from "fast-check";
import {
  type Columns,
  compile,
  encodeColumn,
  evaluate,
  type Evaluation,
  type EvaluationRecord,
  recordKey,
} from "../../../rules";
import { runsOf } from "../../support/size";
import { questions, tables } from "./random";

/** What both forms say about a record. */
function summary(result: Evaluation): unknown {
  return result.decided ? { rule: result.rule, value: result.value } : { could: result.could };
}

const runs = runsOf("EVALUATION_RUNS", 2_000, 5_000);

test(`${runs} random contents`, () => {
  const seen = { decided: 0, byRule: 0, undecided: 0, missing: 0 };
  const property = fc.property(questions, tables, fc.boolean(), ({ content, options }, { names, rows }, ownMoments) => {
    const columns: Columns = Object.fromEntries(
      names.map((name, index) => [name, encodeColumn(rows.map(({ values }) => values[index] ?? null))]),
    );
    const moments = ownMoments ? Float64Array.from(rows, ({ at }) => at) : undefined;
    const { rule, value, values, couldOf } = compile(content, options).evaluate(columns, rows.length, moments);
    rows.forEach(({ values: ofRow, at }, row) => {
      const record: EvaluationRecord = Object.fromEntries(names.map((name, index) => [name, ofRow[index]]));
      const expected = evaluate(content, record, {
        ...options,
        ...(ownMoments ? { at: Number.isNaN(at) ? undefined : at } : {}),
      });
      const index = rule[row] as number;
      const actual =
        index === -2
          ? { could: couldOf(row) }
          : { rule: index === -1 ? null : index, value: values[value[row] as number] };
      expect(actual).toEqual(summary(expected));
      if (!expected.decided) seen.undecided += 1;
      else if (expected.rule !== null) seen.byRule += 1;
      if (expected.decided) seen.decided += 1;
      if (expected.decided && expected.value === null) seen.missing += 1;
    });
  });
  fc.assert(property, { numRuns: runs });
  // A test that only saw one kind of result would say little.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs / 50);
});

test("the keys of compiled rules are all that the result depends on", () => {
  const property = fc.property(questions, tables, ({ content, options }, { names, rows }) => {
    const columnsOf = (used: readonly string[]): Columns =>
      Object.fromEntries(
        used.map((name) => {
          const index = names.indexOf(name);
          return [name, encodeColumn(rows.map(({ values }) => values[index] ?? null))];
        }),
      );
    const compiled = compile(content, options);
    const used = compiled.keys.map((key) => recordKey(key));
    const isTypeless = compiled.keys.some(({ type }) => type === undefined);
    const needed = names.filter((name) => used.includes(name) || (isTypeless && name.endsWith(":owner")));
    const [all, some] = [names, needed].map((list) => compiled.evaluate(columnsOf(list), rows.length));
    expect(some?.rule).toEqual(all?.rule);
    expect([...(some?.value ?? [])].map((code) => some?.values[code])).toEqual(
      [...(all?.value ?? [])].map((code) => all?.values[code]),
    );
  });
  fc.assert(property, { numRuns: runs / 5 });
});
