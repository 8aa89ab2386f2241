import type { Finding } from "../../../rules/analysis";
import type { RuleChange } from "../../../rules/ruleDiff";
import type { ClosedMonths } from "../../../cost/impact/closedMonths";
import type { UnknownReason } from "../../../cost/impact/gates";
import { type ImpactJson, impactJson } from "../../../cost/impact/impactJson";
import { plainText, written } from "../../document/document";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";
import { exportsOf } from "../money/costData";
import { adviceJson } from "../money/advice";
import { assumptions } from "../money/moved";
import type { Checked, ReviewFinding } from "../../studies/review/checks/check";
import { editedTags } from "../../studies/review/checks/change";
import { headline } from "./changes";
import { consequenceBlocks, findingPhrase } from "./consequences";
import type { Reviewed } from "./review";
import type { Follower, RenamedValue } from "../../studies/review/renamed";
import { conditionCode } from "../../program/programText";
import type { Review, TagName, TagReview } from "../../studies/review/review";

/** The review as one JSON object. Rules count from 0. */
export function reviewJson({ review, cost, checked }: Reviewed): object {
  const { basis, stack, tags, metadata, endpoints, unchanged, isComplete, names } = review;
  return {
    // Two lists of tags are all that there is, so they have no stack.
    ...(stack === undefined ? {} : { stack, basis }),
    summary: headline(review),
    /** The sentences that the reports begin with. */
    headline: consequenceBlocks(review, cost, checked).flatMap((block) =>
      block.kind === "list"
        ? block.items.map((item) => plainText(item))
        : block.kind === "paragraph"
          ? [plainText(block.text)]
          : [],
    ),
    /** The names of the tags that the program itself changes. */
    edited: editedTags(review).map(({ name }) => name),
    checks: checked.checks,
    findings: checked.findings.map((finding) => reviewFindingJson(finding, review, checked)),
    causes: checked.causes,
    renamedValues: checked.renamed.map(renamedJson),
    isComplete,
    unchanged,
    ...(review.outsideNotRead.length === 0 ? {} : { outsideNotRead: review.outsideNotRead }),
    tags: tags.map((tag) => ({ ...tagJson(tag, names), ...tagCostJson(cost?.tags.get(tag.key)) })),
    metadata: metadata.map(({ urn, tag, resourceName, change, settings, values, isHidden, overwrites, stop }) => ({
      urn,
      resourceName,
      ...(tag === undefined ? {} : { tag }),
      change,
      isHidden,
      settings,
      values,
      ...(overwrites === undefined ? {} : { overwrites }),
      ...(stop === undefined ? {} : { stop }),
    })),
    endpoints,
    ...(cost === undefined ? {} : reviewCostJson({ ...cost, gates: checked.gates.map(({ result }) => result) })),
  };
}

/** A condition to write. */
interface FixJson {
  /** The tag with the condition. */
  tag: TagName;
  /** Its place in the tag. */
  path: string;
  /** The condition in TypeScript, with references by ID. */
  code: string;
}

const fixJson = ({ tag, path, condition }: Follower): FixJson => ({ tag, path, code: conditionCode(condition) });

/** A value that has another name. */
interface RenamedJson {
  /** The tag that gives it. */
  tag: TagName;
  /** The name before. */
  from: string;
  /** The name from now on. */
  to: string;
  /** Its rules. */
  rules: number[];
  /** The conditions that compare with the former name, as they have to be written. */
  followers: FixJson[];
}

function renamedJson({ tag, from, to, rules, followers }: RenamedValue): RenamedJson {
  return { tag, from, to, rules, followers: followers.map(fixJson) };
}

/** What a check found. */
interface ReviewFindingJson extends Pick<
  ReviewFinding,
  "check" | "category" | "level" | "outcome" | "tag" | "path" | "cause" | "because"
> {
  /** 12 hexadecimal digits, which stay the same while the change does. Absent if what changes is not known, so that nobody can answer for it. */
  fingerprint?: string;
  /** Whether it comes about in any case. */
  certain: boolean;
  /** The finding in a sentence. */
  text: string;
  /** What to write in the tag, if the value of another one was renamed. */
  fix?: FixJson[];
  /** Of `value-gone`: the tag that no longer gives the value. */
  of?: string;
  /** Of `value-gone`: the value. */
  value?: string;
  /** Of `value-gone`: how many other values of the condition are still given. */
  others?: number;
}

function reviewFindingJson(finding: ReviewFinding, review: Review, checked: Checked): ReviewFindingJson {
  const { check, category, level, outcome, tag, path, isCertain, subject, cause, because, fingerprint } = finding;
  const text = plainText(findingPhrase(finding, review, checked));
  const own = finding.about === undefined ? {} : { fingerprint };
  const places = { ...(path === undefined ? {} : { path }), ...(because === undefined ? {} : { because }) };
  const lost =
    subject.kind === "consequence" && subject.consequence.kind === "lost" ? subject.consequence.lost[0] : undefined;
  const gone = lost === undefined ? {} : { of: lost.tag, value: lost.value, others: lost.others };
  const fix = finding.fixes === undefined ? {} : { fix: finding.fixes.map(fixJson) };
  return {
    check,
    category,
    level,
    outcome,
    tag,
    ...places,
    certain: isCertain,
    text,
    ...gone,
    ...fix,
    cause,
    ...own,
  };
}

/** The fields of a tag. `cost` is absent if it is not known, and `costUnknown` says why. */
function tagCostJson(cost: TagCost | undefined): { cost?: ImpactJson[]; costUnknown?: UnknownReason } {
  if (cost === undefined) return {};
  return typeof cost === "string" ? { costUnknown: cost } : { cost: cost.map(impactJson) };
}

/** The closed months. `unknown`: the cost data does not have them, so it can't tell what moves there. */
function closedJson({ isKnown, ...months }: NonNullable<ReviewCost["closed"]>): ClosedMonths & { unknown?: true } {
  return { ...months, ...(isKnown ? {} : { unknown: true }) };
}

/** The fields of the whole review. */
function reviewCostJson({ gates, advice, data, closed }: ReviewCost) {
  const { costColumn, month, records, createdAt, sources, unmappedKeys, absentColumns, unknownCost, tagNames } = data;
  const { nearKeys, withoutCostCenter, unreadableTags } = data;
  const asIs = (text: string): string => text;
  return {
    gates,
    ...(advice.length === 0 ? {} : { advice: advice.map(adviceJson) }),
    costData: {
      costColumn,
      ...(month === undefined ? {} : { month }),
      records,
      createdAt,
      exports: exportsOf(data),
      sources,
      unmappedKeys,
      // JSON leaves out what is undefined.
      ...{ absentColumns, unknownCost, withoutCostCenter, tagNames, nearKeys, unreadableTags },
    },
    ...(closed === undefined ? {} : { closedMonths: closedJson(closed) }),
    // JSON has escapes of its own.
    assumptions: assumptions(data, closed).map((phrase) => written(phrase, { name: asIs, plain: asIs, command: asIs })),
  };
}

function tagJson(
  { key, urn = key, id, name, change, diff, facts, effect, findings }: TagReview,
  names: Review["names"],
) {
  const { live, ...others } = facts;
  return {
    ...(urn.startsWith("urn:") ? { urn } : {}),
    ...(id === undefined ? {} : { id }),
    name,
    change,
    ...(diff === undefined
      ? {}
      : {
          rules: countsOf(diff.rules),
          /** The rules that change. */
          changes: diff.rules.filter((rule) => rule.change !== "unchanged"),
          ...(diff.defaultValue === undefined ? {} : { defaultValue: diff.defaultValue }),
        }),
    ...others,
    // Not the live content itself: the differences to it are in `changes`.
    ...(live === undefined
      ? {}
      : {
          /** What the change was compared with. */
          live: live.result,
        }),
    ...(effect === undefined ? {} : { effect }),
    ...(findings === undefined ? {} : { findings: findings.map((finding) => findingJson(finding, names)) }),
  };
}

/** What the analysis finds in a tag. */
interface FindingJson extends Omit<Finding, "key" | "tag"> {
  /** The tag whose value a condition compares, by its name. */
  tag?: string;
}

/** Without the tag, which is the one around it. The tag of a value is the one that does not give it. */
function findingJson({ key, ...finding }: Finding, names: Review["names"]): FindingJson {
  const own: object = Object.fromEntries(Object.entries(finding).filter(([name]) => name !== "tag"));
  return { ...(own as Omit<Finding, "key" | "tag">), ...(key === undefined ? {} : { tag: names.get(key) ?? key }) };
}

/** How many rules each kind of change has. */
interface RuleCounts extends Record<RuleChange["change"], number> {
  /** How many are added. */
  added: number;
  /** How many are removed. */
  removed: number;
  /** How many have another filter, timeframe or value. */
  changed: number;
  /** How many only have another place in the order. */
  moved: number;
  /** How many stay as they are. */
  unchanged: number;
}

function countsOf(rules: readonly RuleChange[]): RuleCounts {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, unchanged: 0 };
  for (const { change } of rules) counts[change] += 1;
  return counts;
}
