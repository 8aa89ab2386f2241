/** What the checks found, for the tools of pipelines: as results of tests, and as GitLab's code quality. */
import { type Phrase, plainText, say, type TestCase } from "../../document/document";
import { catalogue, checkIds } from "../../studies/review/checks/catalogue";
import type { Level, ReviewFinding } from "../../studies/review/checks/check";
import { findingPhrase, skippedFor } from "./consequences";
import { undecidedPhrase } from "./gateLines";
import type { Reviewed } from "./review";

/** One result for each check. It fails if one of its findings fails a gate. */
export function checkCases({ review, checked }: Reviewed): TestCase[] {
  const lineOf = (one: ReviewFinding): Phrase =>
    one.about === undefined
      ? findingPhrase(one, review, checked)
      : say`${findingPhrase(one, review, checked)} (${{ plain: one.fingerprint }})`;
  return checkIds.map((id) => {
    const found = checked.findings.filter(({ check }) => check === id);
    const { needs, status, undecided = [] } = checked.checks.find((one) => one.id === id) ?? {};
    const [open, others] = [true, false].map((fails) =>
      undecided
        .filter(({ outcome }) => (outcome === "fails") === fails)
        .map(({ tag }) => undecidedPhrase(id, tag, review)),
    ) as [Phrase[], Phrase[]];
    return {
      group: catalogue[id].category,
      name: id,
      failures: [...found.filter(({ outcome }) => outcome === "fails").map(lineOf), ...open],
      ...(needs === undefined ? {} : { skipped: skippedFor[needs] }),
      ...(status === "undecided" && open.length === 0 ? { skipped: "not decided" } : {}),
      output: [...found.filter(({ outcome }) => outcome !== "fails").map(lineOf), ...others],
    };
  });
}

/** A finding as GitLab's code quality reads it. */
export interface CodeQualityFinding {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: "critical" | "major" | "minor" | "info";
  location: { path: string; lines: { begin: number } };
}

const severities = { error: "major", warning: "minor", note: "info" } as const satisfies Record<Level, string>;

/** A finding is about the account, so it has no place in a file. GitLab requires one: this file is in each Pulumi project. */
const place = { path: "Pulumi.yaml", lines: { begin: 1 } };

/** The findings that nobody has acknowledged. */
export function codeQuality({ review, checked }: Reviewed): CodeQualityFinding[] {
  return checked.findings
    .filter(({ outcome }) => outcome !== "acknowledged")
    .map((finding) => ({
      description: plainText(findingPhrase(finding, review, checked)),
      check_name: `cost-allocation/${finding.check}`,
      fingerprint: finding.fingerprint,
      severity: finding.outcome === "fails" ? "critical" : severities[finding.level],
      location: place,
    }));
}
