/** A finding in words. */
import { printable, quoted, type Terminal, titleOf } from "../console/terminal";
import type { CheckResult, NotChecked } from "../studies/check";
import type { Finding } from "../studies/catalogFindings";
import { reasonText } from "./leftOut";

/** What is wrong with a place, and what was probably meant. One line, safe to print. */
export function findingText(finding: Finding): string {
  const { closest, differsInCase } = finding;
  const what = wrong(finding);
  if (closest === undefined) return `${what}.`;
  if (differsInCase) return `${what}. Only upper and lower case differ from ${quoted(closest)}.`;
  if (finding.kind === "missing-tag") return `${what}. It is the name of a tag. Its ID is ${quoted(closest)}.`;
  return finding.kind === "wrong-type"
    ? `${what}. It has the type ${quoted(closest)}.`
    : `${what}. Did you mean ${quoted(closest)}?`;
}

function wrong({ kind, costCenter, key, type, value = "" }: Finding): string {
  const [ofCostCenter, ofType] = [quoted(costCenter), type === undefined ? "" : ` of type ${quoted(type)}`];
  switch (kind) {
    case "unknown-cost-center":
      return `the catalog has no cost center ${ofCostCenter}`;
    case "unknown-key":
      return `${ofCostCenter} has no key ${quoted(key)}${ofType}`;
    case "wrong-type":
      return `the key ${quoted(key)} of ${ofCostCenter} is not${ofType}`;
    case "unknown-value":
      return `the account has no value ${quoted(value)} for the key ${quoted(key)} of ${ofCostCenter}`;
    case "missing-tag":
      return `there is no Virtual Tag with the ID ${quoted(key)}, or these credentials can't read it`;
  }
}

/** The result as a JSON value, with reasons in words. */
export function resultJson(result: CheckResult): object {
  const notChecked = result.notChecked.map((part) => ({ ...part, reason: reasonText(part.reason) }));
  return { ...result, notChecked };
}

/** The result as a person reads it. */
export function resultText({ tags, findings, notChecked }: CheckResult, colors: Terminal["colors"]): string {
  const byTag = new Map<string, Finding[]>();
  for (const finding of findings) {
    const title = tagTitle(finding.tag);
    byTag.set(title, [...(byTag.get(title) ?? []), finding]);
  }
  return [
    ...[...byTag].flatMap(([title, own]) => [
      colors.bold(title),
      ...own.map((finding) => `  ${colors.cyan(finding.path)}: ${findingText(finding)}`),
      "",
    ]),
    ...(notChecked.length === 0 ? [] : ["Not checked:", ...notChecked.map((part) => `  ${notCheckedText(part)}`), ""]),
    `${countOf(findings.length, "finding")} in ${countOf(tags, "Virtual Tag")}.`,
  ].join("\n");
}

function tagTitle({ id, name }: Finding["tag"]): string {
  return id === undefined ? `Virtual Tag ${quoted(name)}` : titleOf({ id, name });
}

function notCheckedText({ tag, path, key, reason }: NotChecked): string {
  const place =
    key === undefined
      ? `Virtual Tag ${quoted(tag ?? "")}${path === undefined ? "" : `, ${path}`}`
      : `values of ${quoted(key.key)} of ${quoted(key.costCenter)}`;
  return `${place}: ${printable(reasonText(reason))}`;
}

function countOf(count: number, noun: string): string {
  return `${count === 0 ? "No" : count} ${noun}${count === 1 ? "" : "s"}`;
}
