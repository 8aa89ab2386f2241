/** What the comparison of a mapping with the account says. */
import { type Document, joined, type Phrase, say } from "../document/document";
import type { ComparedKey } from "../studies/mapping";

/** How many values a line shows. */
const shown = 3;

/** One line for each key: how many of its values in the cost data the service lists, too. */
export function mappingDocument(keys: readonly ComparedKey[]): Document {
  const lines = keys.map((key) => ({
    ...(key.isWrong ? { tone: "changed" as const } : {}),
    text: say`${[key.isWrong ? "wrong?" : "ok    "]} ${{ plain: key.key }} from ${{ plain: key.from }}: ${keyPhrase(key)}`,
  }));
  return { title: [], blocks: [{ kind: "lines", lines }] };
}

function keyPhrase({ isWrong, own, listed, common }: ComparedKey): Phrase {
  if (own === undefined) return ["the data has no such column"];
  if (listed === undefined) return ["the service lists no such key"];
  if (own.length === 0) return ["no record in the data has a value"];
  const text = `the service lists ${common} of ${own.length} values`;
  return isWrong ? say`${[text]}. Data: ${examples(own)}. Service: ${examples(listed)}` : [text];
}

function examples(values: readonly string[]): Phrase {
  if (values.length === 0) return ["none"];
  const names = values.slice(0, shown).map((name) => [{ name }]);
  return [...joined(names, ", "), ...(values.length > shown ? [", ..."] : [])];
}
