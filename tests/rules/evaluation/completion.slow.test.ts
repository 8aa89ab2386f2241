/** Whatever an unknown value turns out to be, the result agrees with what `evaluate` said before. */
import fc from "fast-check";
import { evaluate, type EvaluationRecord, type Possibility, type RecordValue, UNKNOWN } from "../../../rules";
import { runsOf } from "../../support/size";
import { questions, recordKeys, text } from "./random";

const value: fc.Arbitrary<RecordValue> = fc.oneof(fc.constant(UNKNOWN as RecordValue), text);
const records = fc.record(Object.fromEntries(recordKeys.map((name) => [name, value])), { requiredKeys: [] });

const runs = runsOf("EVALUATION_RUNS", 2_000, 5_000);

test(`${runs} random contents`, () => {
  const seen = { decidedAnyway: 0, undecided: 0 };
  const completions = fc.record(Object.fromEntries(recordKeys.map((name) => [name, text])));
  const property = fc.property(
    questions,
    records,
    fc.array(completions, { minLength: 3, maxLength: 3 }),
    fc.nat(6),
    ({ content, options }, record, known, day) => {
      const before = evaluate(content, record, options);
      if (!before.decided) seen.undecided += 1;
      else if (Object.values(record).includes(UNKNOWN)) seen.decidedAnyway += 1;
      for (const completion of known) {
        const whole: EvaluationRecord = Object.fromEntries(
          // A key that is absent has no value, except that of a tag that is not given, which is unknown.
          Object.entries(completion).flatMap(([name, text]) => {
            const isAbsent = !Object.hasOwn(record, name) && !name.startsWith("Virtual Tags:");
            return isAbsent ? [] : [[name, (record[name] ?? UNKNOWN) === UNKNOWN ? text : record[name]]];
          }),
        );
        const at = options.at ?? Date.UTC(2026, 0, 1 + day);
        const after = evaluate(content, whole, { ...options, at });
        const outcomes: Possibility[] = after.decided ? [{ rule: after.rule, value: after.value }] : after.could;
        if (before.decided) {
          expect(outcomes.map((one) => one.value)).toEqual(outcomes.map(() => before.value));
        } else {
          for (const one of outcomes) {
            const possible = before.could.filter(({ rule }) => rule === one.rule).map((could) => could.value);
            expect(possible.includes(UNKNOWN) ? [one.value] : possible).toContain(one.value);
          }
        }
      }
    },
  );
  fc.assert(property, { numRuns: runs });
  // A test that only saw one kind of result would say little.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs / 50);
});
