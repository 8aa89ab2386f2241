/** What a check finds. */
import { type Block, counted, type Document, type Line, type Phrase, plainText, say } from "../document/document";
import type { CatalogFinding } from "../studies/catalogFindings";
import type { CheckResult, NotChecked } from "../studies/check";
import { tagTitle } from "./content";
import { reasonText } from "./leftOut";

/** What is wrong with a place, and what was probably meant. */
export function findingPhrase(finding: CatalogFinding): Phrase {
  const { closest, differsInCase } = finding;
  const what = wrong(finding);
  if (closest === undefined) return say`${what}.`;
  if (differsInCase) return say`${what}. Only upper and lower case differ from ${closest}.`;
  if (finding.kind === "missing-tag") return say`${what}. It is the name of a tag. Its ID is ${closest}.`;
  return finding.kind === "wrong-type"
    ? say`${what}. It has the type ${closest}.`
    : say`${what}. Did you mean ${closest}?`;
}

function wrong({ kind, costCenter, key, type, value = "", isDeclared }: CatalogFinding): Phrase {
  const ofType = type === undefined ? [] : say` of type ${type}`;
  switch (kind) {
    case "unknown-cost-center":
      return say`the catalog has no cost center ${costCenter}`;
    case "unknown-key":
      return say`${costCenter} has no key ${key}${ofType}`;
    case "wrong-type":
      return say`the key ${key} of ${costCenter} is not${ofType}`;
    case "unknown-value":
      return isDeclared === true
        ? say`the Virtual Tag ${key} does not give the value ${value}`
        : say`the account has no value ${value} for the key ${key} of ${costCenter}`;
    case "missing-tag":
      return say`there is no Virtual Tag with the ID ${key}, or these credentials can't read it`;
  }
}

/** The result as a JSON value, with reasons in words. */
export function checkJson(result: CheckResult): object {
  const notChecked = result.notChecked.map((part) => ({ ...part, reason: reasonText(part.reason) }));
  return { ...result, notChecked };
}

/** The result. */
export function checkDocument({ tags, findings, notChecked }: CheckResult): Document {
  const byTag = new Map<string, { title: Phrase; own: CatalogFinding[] }>();
  for (const finding of findings) {
    const title = tagTitle(finding.tag);
    const key = plainText(title);
    byTag.set(key, { title, own: [...(byTag.get(key)?.own ?? []), finding] });
  }
  const below = notChecked.map((part): Line => ({ indent: 2, text: notCheckedPhrase(part) }));
  const lines: Line[] = [
    ...(findings.length === 0 ? [] : [[]]),
    ...(below.length === 0 ? [] : [["Not checked:"], ...below, []]),
    [`${countOf(findings.length, "finding")} in ${countOf(tags, "Virtual Tag")}.`],
  ];
  return { title: [], blocks: [...[...byTag.values()].map(tagBlock), { kind: "lines", lines }] };
}

function tagBlock({ title, own }: { title: Phrase; own: readonly CatalogFinding[] }): Block {
  const lines = own.map((finding) => say`${{ plain: finding.path }}: ${findingPhrase(finding)}`);
  return { kind: "details", summary: title, blocks: [{ kind: "lines", lines }] };
}

function notCheckedPhrase({ tag, path, key, reason }: NotChecked): Phrase {
  const place =
    key === undefined
      ? say`Virtual Tag ${tag ?? ""}${path === undefined ? [] : say`, ${{ plain: path }}`}`
      : say`values of ${key.key} of ${key.costCenter}`;
  return say`${place}: ${{ plain: reasonText(reason) }}`;
}

const countOf = (count: number, noun: string): string => (count === 0 ? `No ${noun}s` : counted(count, noun));
