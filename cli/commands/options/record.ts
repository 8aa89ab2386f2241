/** The record that a person describes with `--record` options. */
import { closestName } from "../../../rules/closestName";
import { type EvaluationRecord, type RecordValue, UNKNOWN } from "../../../rules/evaluation/record";
import { printable, quoted } from "../../console/terminal";

/** What stands for an unknown value. */
const unknownSign = "?";

/**
 * The record. The key ends at the first `=`, or at a later one if only that gives a key that the rules use.
 *
 * @param options Texts such as `AWS:tag:team=cart`. `AWS:tag:team=` is missing, `AWS:tag:team=?` unknown, `AWS:tag:team=\?` a
 *   question mark.
 * @param used The keys that the rules use.
 * @throws {Error} if a text has another form, or two texts name the same key
 */
export function recordOf(options: readonly string[], used: readonly string[]): EvaluationRecord {
  const record = new Map<string, RecordValue>();
  for (const option of options) {
    const [key, text] = split(option, used);
    if (record.has(key)) throw new Error(`--record is given twice for ${quoted(key)}.`);
    record.set(key, text === unknownSign ? UNKNOWN : text === `\\${unknownSign}` ? unknownSign : text);
  }
  return Object.fromEntries(record);
}

function split(option: string, used: readonly string[]): [key: string, text: string] {
  const signs = [...option.matchAll(/=/gu)].map(({ index }) => index);
  const end = signs.find((index) => used.includes(option.slice(0, index))) ?? signs[0];
  const key = option.slice(0, end);
  if (end === undefined || !/^[^:]+:[^:]+:./su.test(key)) {
    throw new Error(
      `--record ${quoted(option)} is not a key and a value. Write <cost center>:<type>:<key>=<value>, such as AWS:tag:team=cart.`,
    );
  }
  return [key, option.slice(end + 1)];
}

/** Warnings about keys of the record that no rule uses, because they are probably misspelled. */
export function unusedKeys(record: EvaluationRecord, used: readonly string[]): string[] {
  return Object.keys(record)
    .filter((key) => !used.includes(key))
    .map((key) => {
      const closest = closestName(key, used);
      const hint = closest === undefined ? "" : ` Did you mean ${printable(closest)}?`;
      return `No rule uses the key ${quoted(key)}.${hint}`;
    });
}
