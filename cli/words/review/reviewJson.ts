import type { Finding } from "../../../rules/analysis";
import type { RuleChange } from "../../../rules/ruleDiff";
import { impactJson } from "../../../cost/impact/impactJson";
import { written } from "../../document/document";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";
import { exportsOf } from "../money/costData";
import { adviceJson } from "../money/advice";
import { assumptions } from "../money/moved";
import { headline } from "./changes";
import type { Review, TagReview } from "../../studies/review/review";

/** The review as one JSON object. Rules count from 0. */
export function reviewJson(review: Review, cost?: ReviewCost): object {
  const { basis, stack, tags, metadata, endpoints, unchanged, isComplete, names } = review;
  return {
    // Two lists of tags are all that there is, so they have no stack.
    ...(stack === undefined ? {} : { stack, basis }),
    summary: headline(review),
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
    ...(cost === undefined ? {} : reviewCostJson(cost)),
  };
}

/** The fields of a tag. `cost` is absent if it is not known, and `costUnknown` says why. */
function tagCostJson(cost: TagCost | undefined): object {
  if (cost === undefined) return {};
  return typeof cost === "string" ? { costUnknown: cost } : { cost: cost.map(impactJson) };
}

/** The closed months. `unknown`: the cost data does not have them, so it can't tell what moves there. */
function closedJson({ isKnown, ...months }: NonNullable<ReviewCost["closed"]>): object {
  return { ...months, ...(isKnown ? {} : { unknown: true }) };
}

/** The fields of the whole review. */
function reviewCostJson({ gates, advice, data, closed }: ReviewCost): object {
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

const ruleKinds = ["added", "removed", "changed", "moved", "unchanged"] as const;

function tagJson(
  { key, urn = key, id, name, change, diff, facts, effect, findings }: TagReview,
  names: Review["names"],
): object {
  const { live, ...others } = facts;
  return {
    ...(urn.startsWith("urn:") ? { urn } : {}),
    ...(id === undefined ? {} : { id }),
    name,
    change,
    ...(diff === undefined
      ? {}
      : {
          rules: Object.fromEntries(ruleKinds.map((kind) => [kind, countOf(diff.rules, kind)])),
          changes: diff.rules.filter((rule) => rule.change !== "unchanged"),
          ...(diff.defaultValue === undefined ? {} : { defaultValue: diff.defaultValue }),
        }),
    ...others,
    // Not the live content itself: the differences to it are in `changes`.
    ...(live === undefined ? {} : { live: live.result }),
    ...(effect === undefined ? {} : { effect }),
    ...(findings === undefined ? {} : { findings: findings.map((finding) => findingJson(finding, names)) }),
  };
}

/** Without the tag, which is the one around it. The tag of a value is the one that does not give it. */
function findingJson({ key, ...finding }: Finding, names: Review["names"]): object {
  const own = Object.fromEntries(Object.entries(finding).filter(([name]) => name !== "tag"));
  return key === undefined ? own : { ...own, tag: names.get(key) ?? key };
}

const countOf = (rules: readonly RuleChange[], kind: RuleChange["change"]): number =>
  rules.filter(({ change }) => change === kind).length;
