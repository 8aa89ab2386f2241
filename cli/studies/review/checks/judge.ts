/** Runs the checks, and says what their findings do. Pure. */
import { createHash } from "node:crypto";
import {
  type AcknowledgedChange,
  type CheckLevel,
  type CheckLevels,
  everyTag,
  type Gates,
} from "../../../../cost/impact/gateFile";
import { endOf } from "../../../../cost/impact/gateLimits";
import type { GateResult } from "../../../../cost/impact/gates";
import { nameKey } from "../../../../rules/names";
import type { ReviewCost } from "../../money/reviewCost";
import { consequencesOf } from "../consequences";
import { type Follower, renamedValues } from "../renamed";
import type { Review, TagName } from "../review";
import { catalogue, type CheckId, checkIds } from "./catalogue";
import { causeOf } from "./change";
import type { Cause, Check, Checked, CheckResult, Facts, Found, Outcome, ReviewFinding } from "./check";

/** What decides about the exit code. */
export interface CheckSettings {
  /** The levels of the command line, by the name of the check. */
  levels: CheckLevels;
  gates: Pick<Gates, "levels" | "acknowledged">;
  /** Unix milliseconds. */
  now: number;
}

/** Runs all checks. */
export function checkReview(review: Review, cost: ReviewCost | undefined, settings: CheckSettings): Checked {
  const facts: Facts = { review, cost, consequences: consequencesOf(review, cost), renamed: renamedValues(review) };
  const causes = new Map<string, Cause>();
  const findings: ReviewFinding[] = [];
  const checks = checkIds.map((id): CheckResult => {
    const check = catalogue[id];
    const needs = lacks(id, check, facts);
    const found = check.find(facts).map((one) => judged(id, check, one, review, settings));
    for (const { tag } of found) {
      const cause = causeOf(tag, review);
      causes.set(cause.id, cause);
    }
    findings.push(...found);
    const isGate = isLevelled(id, settings) ? { isGate: true as const } : {};
    if (found.length > 0) return { id, status: "found", ...isGate };
    return { id, ...(needs === undefined ? { status: "passed" } : { status: "skipped", needs }), ...isGate };
  });
  const fitting = new Set(findings.map(({ fingerprint }) => fingerprint));
  const unused = settings.gates.acknowledged.map(({ fingerprint }) => fingerprint).filter((one) => !fitting.has(one));
  return {
    checks,
    findings: findings.map((one) => withBecause(one, findings)),
    causes: [...causes.values()],
    gates: (cost?.gates ?? []).map((result) => gateOf(result, findings)),
    unused,
  };
}

/** Whether a check has a level without a limit. */
export function isLevelled(id: CheckId, { levels, gates }: Pick<CheckSettings, "levels" | "gates">): boolean {
  const given = [levels, ...gates.levels.values()].map((ofChecks) => ofChecks[id] ?? false);
  return catalogue[id].hasLimit !== true && given.some((level) => level !== false);
}

/** What a check would need to find something. */
function lacks(id: CheckId, { needs, hasLimit }: Check, { review, cost }: Facts): CheckResult["needs"] {
  if (needs === "account" && review.basis !== "account") return "account";
  if (needs === "costData" && cost === undefined) return "costData";
  if (hasLimit === true && cost?.gates.some(({ gate }) => gate === id) !== true) return "limit";
  return undefined;
}

function judged(id: CheckId, check: Check, found: Found, review: Review, settings: CheckSettings): ReviewFinding {
  const { category, level } = check;
  const fingerprint = fingerprintOf([id, found.tag.id, found.about]);
  const acknowledgment = settings.gates.acknowledged.find((one) => one.fingerprint === fingerprint);
  return {
    ...found,
    check: id,
    category,
    level,
    outcome: outcomeOf(id, found, review, settings, acknowledgment),
    cause: causeOf(found.tag, review).id,
    fingerprint,
    ...(acknowledgment === undefined ? {} : { acknowledgment }),
  };
}

function outcomeOf(
  id: CheckId,
  { subject, tag }: Found,
  review: Review,
  { levels, gates, now }: CheckSettings,
  acknowledgment: AcknowledgedChange | undefined,
): Outcome {
  if (acknowledgment !== undefined && now < endOf(acknowledgment)) return "acknowledged";
  const given = levels[id];
  if (subject.kind === "gate") {
    const { result } = subject;
    if (result.acknowledged === true) return "acknowledged";
    return (result.level ?? given) === "warn" ? "warns" : "fails";
  }
  const level = levelOf(id, tag, review, gates.levels) ?? given ?? false;
  return level === false ? "shown" : level === "warn" ? "warns" : "fails";
}

/** What a gates file says of a check for a tag. A renamed tag keeps what was said of its former name. */
function levelOf(id: CheckId, tag: TagName, { tags }: Review, levels: Gates["levels"]): CheckLevel | undefined {
  const former = tags.find((one) => (one.id ?? one.key) === tag.id)?.facts.renamedFrom;
  const names = [tag.name, ...(former === undefined ? [] : [former])].map(nameKey);
  return [...names, everyTag].map((name) => levels.get(name)?.[id]).find((level) => level !== undefined);
}

function fingerprintOf(parts: unknown): string {
  const text = JSON.stringify(parts, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The finding without a limit, of a check that has one. */
const withoutLimit: Readonly<Record<string, CheckId>> = {
  "max-moved": "money-moves",
  "max-unallocated-increase": "default-grows",
};

/** A tag that has to change as well breaks for a reason that another finding has, and a limit is exceeded by money that another one has. */
function withBecause(finding: ReviewFinding, all: readonly ReviewFinding[]): ReviewFinding {
  const { check, subject, tag } = finding;
  const renamed = all.filter((one) => one.subject.kind === "renamed" && fixesOf(finding, one).length > 0);
  const fixes = renamed.flatMap((one) => fixesOf(finding, one));
  if (subject.kind === "consequence")
    return renamed[0] === undefined ? finding : { ...finding, because: renamed[0].fingerprint, fixes };
  const reason = all.find((one) => {
    if (one.subject.kind !== "consequence" || one.tag.id !== tag.id) return false;
    if (subject.kind === "left") return one.subject.consequence === subject.consequence;
    const { consequence } = one.subject;
    const currency = "currency" in consequence ? consequence.currency : undefined;
    return subject.kind === "gate" && one.check === withoutLimit[check] && currency === subject.result.currency;
  });
  const mended = fixes.length === 0 ? finding : { ...finding, fixes };
  return reason === undefined ? mended : { ...mended, because: reason.fingerprint };
}

/** What has to be written because a value was renamed with which a rule no longer compares. */
function fixesOf({ subject, tag }: ReviewFinding, renamed: ReviewFinding): Follower[] {
  if (renamed.subject.kind !== "renamed" || (subject.kind !== "consequence" && subject.kind !== "left")) return [];
  const { consequence } = subject;
  if (consequence.kind !== "stopped" && consequence.kind !== "lost") return [];
  const { value } = renamed.subject;
  const isLost = consequence.lost.some((lost) => lost.tag === value.tag.name && lost.value === value.from);
  const inRules = consequence.rules.map((rule) => `rules[${rule}].`);
  return isLost
    ? value.followers.filter(({ tag: { id }, path }) => id === tag.id && inRules.some((rule) => path.startsWith(rule)))
    : [];
}

/** The result of a limit, as its finding says. */
function gateOf(result: GateResult, findings: readonly ReviewFinding[]): GateResult {
  const finding = findings.find(({ subject }) => subject.kind === "gate" && subject.result === result);
  if (finding === undefined || result.acknowledged === true) return result;
  const { outcome, acknowledgment } = finding;
  if (outcome === "acknowledged" && acknowledgment !== undefined) {
    const { by, reason, until } = acknowledgment;
    return { ...result, acknowledged: true, acknowledgment: { by, reason, until }, passed: true };
  }
  return outcome === "warns" ? { ...result, level: "warn" } : result;
}
