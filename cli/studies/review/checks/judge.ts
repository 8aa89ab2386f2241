/** Runs the checks, and says what their findings do. Pure. */
import { createHash } from "node:crypto";
import {
  type AcknowledgedChange,
  type CheckLevel,
  type CheckLevels,
  everyTag,
  type Gates,
} from "../../../../cost/impact/gateFile";
import { endOf, type GateName } from "../../../../cost/impact/gateLimits";
import type { GateResult } from "../../../../cost/impact/gates";
import { nameKey } from "../../../../rules/names";
import type { ReviewCost } from "../../money/reviewCost";
import { consequencesOf } from "../consequences";
import { type Follower, renamedValues } from "../renamed";
import type { Review, TagName } from "../review";
import { catalogue, type CheckId, checkIds } from "./catalogue";
import { causeOf } from "./change";
import type { Cause, Checked, CheckResult, Facts, Found, Outcome, ReviewFinding } from "./check";

/** What decides about the exit code. */
export interface CheckSettings {
  /** The levels of the command line, by the name of the check. */
  levels: CheckLevels;
  gates: Gates;
  /** Unix milliseconds. */
  now: number;
}

/** Runs all checks. */
export function checkReview(review: Review, cost: ReviewCost | undefined, settings: CheckSettings): Checked {
  const facts: Facts = { review, cost, consequences: consequencesOf(review, cost), renamed: renamedValues(review) };
  const found = checkIds.map((id) => catalogue[id].find(facts).map((one) => judged(id, one, review, settings)));
  const findings = found.flat().map(([finding]) => finding);
  const causes = new Map(found.flat().map(([, cause]) => [cause.id, cause]));
  const fitting = new Set(findings.flatMap(({ about, fingerprint }) => (about === undefined ? [] : [fingerprint])));
  const unused = settings.gates.acknowledged.map(({ fingerprint }) => fingerprint).filter((one) => !fitting.has(one));
  return {
    checks: checkIds.map((id, index) => resultOf(id, found[index]?.length ?? 0, facts, settings)),
    findings: findings.map((one) => withBecause(one, findings)),
    causes: [...causes.values()],
    renamed: facts.renamed,
    gates: (cost?.gates ?? []).map((result) => gateOf(result, findings)),
    unused,
  };
}

function resultOf(id: CheckId, count: number, facts: Facts, settings: CheckSettings): CheckResult {
  const needs = lacks(id, facts, settings);
  const isGate = isLevelled(id, settings) || isLimited(id, settings.gates) ? { isGate: true as const } : {};
  if (needs !== undefined && count === 0) return { id, status: "skipped", needs, ...isGate };
  const tags = new Map((catalogue[id].undecided?.(facts) ?? []).map((tag) => [tag.id, tag]));
  const undecided = [...tags.values()].map((tag) => ({ tag, outcome: levelOutcome(id, tag, facts.review, settings) }));
  const status = count > 0 ? "found" : undecided.length > 0 ? "undecided" : "passed";
  return { id, status, ...isGate, ...(undecided.length === 0 ? {} : { undecided }) };
}

/** Whether a check has a level without a limit. */
export function isLevelled(id: CheckId, { levels, gates }: Pick<CheckSettings, "levels" | "gates">): boolean {
  const given = [levels, ...gates.levels.values()].map((ofChecks) => ofChecks[id] ?? false);
  return catalogue[id].hasLimit !== true && given.some((level) => level !== false);
}

/** Whether a check has a limit, for some tag or for all. */
export function isLimited(id: CheckId, { general, byTag }: Pick<Gates, "general" | "byTag">): boolean {
  return (
    catalogue[id].hasLimit === true &&
    [general, ...byTag.values()].some((limits) => (limits[id as GateName] ?? false) !== false)
  );
}

/** What a check would need to find something. */
function lacks(id: CheckId, { review, cost }: Facts, { gates }: CheckSettings): CheckResult["needs"] {
  const { needs, hasLimit } = catalogue[id];
  if (needs === "account" && review.basis !== "account") return "account";
  if (needs === "costData" && cost === undefined) return "costData";
  return hasLimit === true && !isLimited(id, gates) ? "limit" : undefined;
}

function judged(id: CheckId, found: Found, review: Review, settings: CheckSettings): [ReviewFinding, Cause] {
  const { category, level } = catalogue[id];
  const { about, key, subject } = found;
  const fingerprint = fingerprintOf([id, key, about]);
  const isOver = (one: AcknowledgedChange): boolean => settings.now >= endOf(one);
  const fitting = settings.gates.acknowledged.filter((one) => about !== undefined && one.fingerprint === fingerprint);
  const acknowledgment = fitting.find((one) => !isOver(one)) ?? fitting[0];
  const isExcused = acknowledgment !== undefined && !isOver(acknowledgment);
  const lost = "consequence" in subject && "lost" in subject.consequence ? subject.consequence.lost : [];
  const cause = causeOf(
    found,
    review,
    lost.map((one) => one.id),
  );
  const outcome = isExcused ? "acknowledged" : outcomeOf(id, found, review, settings);
  return [
    {
      ...found,
      check: id,
      category,
      level,
      outcome,
      cause: cause.id,
      fingerprint,
      ...(acknowledgment === undefined ? {} : { acknowledgment }),
    },
    cause,
  ];
}

function outcomeOf(id: CheckId, { subject, tag }: Found, review: Review, settings: CheckSettings): Outcome {
  if (subject.kind !== "gate") return levelOutcome(id, tag, review, settings);
  const { acknowledged, level } = subject.result;
  return acknowledged === true ? "acknowledged" : level === "warn" ? "warns" : "fails";
}

function levelOutcome(
  id: CheckId,
  tag: TagName,
  review: Review,
  { levels, gates }: CheckSettings,
): Exclude<Outcome, "acknowledged"> {
  const level = levelOf(id, tag, review, gates.levels) ?? levels[id] ?? false;
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
  const { check, subject } = finding;
  const renamed = all.filter((one) => one.subject.kind === "renamed" && fixesOf(finding, one).length > 0);
  const fixes = renamed.flatMap((one) => fixesOf(finding, one));
  if (subject.kind === "consequence")
    return renamed[0] === undefined ? finding : { ...finding, because: renamed[0].fingerprint, fixes };
  const reason = all.find((one) => {
    if (one.subject.kind !== "consequence" || one.key !== finding.key) return false;
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
  const isLost = consequence.lost.some(
    (lost) => (lost.id === value.tag.id || lost.id === value.key) && lost.value === value.from,
  );
  const inRules = consequence.rules.map((rule) => `rules[${rule}].`);
  return isLost
    ? value.followers.filter(({ tag: { id }, path }) => id === tag.id && inRules.some((rule) => path.startsWith(rule)))
    : [];
}

/** The result of a limit, with its finding. */
function gateOf(result: GateResult, findings: readonly ReviewFinding[]): Checked["gates"][number] {
  const finding = findings.find(({ subject }) => subject.kind === "gate" && subject.result === result);
  if (finding === undefined) return { result };
  const { acknowledgment: change, outcome } = finding;
  if (change === undefined) return { result, finding };
  const { by, reason, until } = change;
  const excused = outcome === "acknowledged" ? { acknowledged: true as const, passed: true } : {};
  return { result: { ...result, acknowledgment: { by, reason, until }, ...excused }, finding };
}
