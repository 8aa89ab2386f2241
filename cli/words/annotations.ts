/** Findings as annotations of a pipeline. Pure. */
import { createHash } from "node:crypto";
import { plainText, say } from "../document/document";
import type { CatalogFinding } from "../studies/catalogFindings";
import { findingPhrase } from "./check";

/** The pipelines that show annotations. */
export const annotationFormats = ["github", "gitlab"] as const;

/** A pipeline that shows annotations. */
export type AnnotationFormat = (typeof annotationFormats)[number];

/** The file that the annotations point to. */
export interface AnnotatedFile {
  /** The path in the repository. */
  path: string;
  /** The text; empty if it can't be read. */
  text: string;
}

/** A finding with its place in the file. */
interface Annotation {
  finding: CatalogFinding;
  line: number;
  message: string;
}

/**
 * The annotations: for GitHub, one workflow command on each line; for GitLab, the JSON of a code quality report. A plan does not say
 * where in the program a condition is, so the line is the first one with the wrong name or value, or with the name of the tag.
 */
export function annotations(
  findings: readonly CatalogFinding[],
  file: AnnotatedFile,
  format: AnnotationFormat,
): string {
  const all = findings.map((finding) => ({
    finding,
    line: lineOf(finding, file.text),
    message: plainText(say`Virtual Tag ${finding.tag.name}, ${[finding.path]}: ${findingPhrase(finding)}`),
  }));
  return format === "github"
    ? all.map((one) => workflowCommand(one, file.path)).join("\n")
    : codeQuality(all, file.path);
}

function lineOf({ kind, tag, costCenter, key, type = "", value = "" }: CatalogFinding, text: string): number {
  const wrong =
    { "unknown-cost-center": costCenter, "wrong-type": type, "unknown-value": value }[kind as string] ?? key;
  for (const word of [wrong, key, tag.name]) {
    const inside = JSON.stringify(word).slice(1, -1);
    const index = ['"', "'", "`"].map((quote) => text.indexOf(quote + inside + quote)).find((found) => found >= 0);
    if (index !== undefined) return text.slice(0, index).split("\n").length;
  }
  return 1;
}

function workflowCommand({ line, message, finding }: Annotation, path: string): string {
  const properties = { file: path, line: String(line), title: `cost-allocation check: ${finding.kind}` };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::warning ${list.join(",")}::${escapeData(message)}`;
}

/** GitHub reads `%25`, `%0D` and `%0A` as the characters that would end a message. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** In a property, a colon and a comma would end it too. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** GitLab shows two findings with one fingerprint once, and compares fingerprints with those of the target branch. */
function codeQuality(all: readonly Annotation[], path: string): string {
  const report = all.map(({ finding, line, message }) => ({
    description: message,
    check_name: `cost-allocation/${finding.kind}`,
    fingerprint: fingerprint(finding),
    severity: "minor",
    location: { path, lines: { begin: line } },
  }));
  return JSON.stringify(report, null, 2);
}

function fingerprint({ kind, tag, path, costCenter, key, type, value }: CatalogFinding): string {
  const parts = [kind, tag.name, tag.id, path, costCenter, key, type, value];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
