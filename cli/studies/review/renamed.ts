/** Values that a change renames, and what compares with them. Pure. */
import { canonicalRule } from "../../../rules/canonical";
import { conditionsIn } from "../../../rules/filters";
import { hasValue, meaningOf } from "../../../rules/operators";
import { referencedTag } from "../../../rules/references";
import type { Condition, Rule, TagContent } from "../../../rules/types";
import type { InputTag } from "../../sources/inputTag";
import { conditionOf, type Review, type TagName, tagNameOf, type TagReview } from "./review";

/** A condition of another tag that still compares with the old value. */
export interface Follower {
  /** The tag with the condition. */
  tag: TagName;
  /** The condition, as in a program: `rules[1].filters.AND[0]`. */
  path: string;
  /** The condition with the new value. */
  condition: Condition;
  /** The tag is not in the stack, and so not in its program. */
  isOutside?: true;
}

/** A value that has another name: only `to` of rules changes, the old value is no longer given, and the new one was not. */
export interface RenamedValue {
  /** The key of the tag's review. */
  key: string;
  /** The tag that gives it. */
  tag: TagName;
  from: string;
  to: string;
  /** The indexes of its rules after the change. */
  rules: number[];
  followers: Follower[];
  /** How often the old value stands in the contents after the change, as a value or as anything else. */
  texts: number;
}

/** All renamed values, in the order of the tags. What is not live for certain gives its values only later. */
export function renamedValues({ tags }: Review): RenamedValue[] {
  return tags.flatMap((tag) => {
    const { before, after, diff, id, key } = tag;
    if (before === undefined || after === undefined || conditionOf(tag) !== undefined) return [];
    const pairs = (diff?.rules ?? []).flatMap((rule) => {
      const [from, to] =
        rule.change === "changed" ? [before.rules[rule.beforeIndex], after.rules[rule.afterIndex]] : [];
      if (rule.change !== "changed" || typeof from?.to !== "string" || typeof to?.to !== "string") return [];
      return isRenamed(from, to) ? [{ from: from.to, to: to.to, index: rule.afterIndex }] : [];
    });
    return [...new Set(pairs.map(({ from }) => from))].flatMap((from): RenamedValue[] => {
      const own = pairs.filter((pair) => pair.from === from);
      const [to = ""] = own.map((pair) => pair.to);
      // All rules that gave the old value give the new one, and no others do.
      const isWhole =
        own.every((pair) => pair.to === to) && count(before, from) === own.length && count(after, to) === own.length;
      if (!isWhole || count(after, from) > 0 || count(before, to) > 0 || givesKeys(after)) return [];
      const followers = tags.flatMap((other) => followersIn(other, new Set([id ?? key, key]), from, to));
      return [
        {
          key,
          tag: tagNameOf(tag),
          from,
          to,
          rules: own.map(({ index }) => index),
          followers,
          texts: textsIn(tags, from),
        },
      ];
    });
  });
}

/** How many rules give a value, and the default. */
const count = ({ rules, defaultValue }: TagContent, value: string): number =>
  [defaultValue, ...rules.map(({ to }) => to)].filter((one) => one === value).length;

/** Whether it gives the values of a key, which may be any. */
const givesKeys = ({ rules, defaultValue }: TagContent): boolean =>
  [defaultValue, ...rules.map(({ to }) => to)].some((value) => typeof value !== "string");

/** How often a text stands in the contents after the change, whatever it is there. */
function textsIn(tags: readonly TagReview[], text: string): number {
  const quoted = JSON.stringify(text);
  return tags.reduce((sum, { after }) => sum + JSON.stringify(after ?? null).split(quoted).length - 1, 0);
}

/** Whether two rules differ in nothing but the value that they give. */
function isRenamed(one: Rule, other: Rule): boolean {
  return JSON.stringify(canonicalRule({ ...one, to: "" })) === JSON.stringify(canonicalRule({ ...other, to: "" }));
}

/** The conditions of a tag that test whether a tag has the old value. */
function followersIn(review: TagReview, ids: ReadonlySet<string>, from: string, to: string): Follower[] {
  const { after, facts } = review;
  const place = facts.isOutside === true ? { isOutside: true as const } : {};
  return (after === undefined ? [] : conditionsOf(after)).flatMap(([path, condition]): Follower[] => {
    const isOf = ids.has(referencedTag(condition) ?? "") && meaningOf(condition.operator)?.tests === "equals";
    if (!isOf || !hasValue(condition)) return [];
    const values = [condition.value].flat();
    if (!values.includes(from)) return [];
    const renamed = [...new Set(values.map((value) => (value === from ? to : value)))];
    const value = typeof condition.value === "string" ? to : renamed;
    return [{ tag: tagNameOf(review), path, condition: { ...condition, value }, ...place }];
  });
}

const conditionsOf = ({ rules }: InputTag): [path: string, condition: Condition][] =>
  rules.flatMap(({ filters }, index) => conditionsIn(filters, `rules[${index}].filters`));
