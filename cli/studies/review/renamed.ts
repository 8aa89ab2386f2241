/** Values that a change renames, and what compares with them. Pure. */
import { canonicalRule } from "../../../rules/canonical";
import { conditionsIn } from "../../../rules/filters";
import { hasValue, meaningOf } from "../../../rules/operators";
import { referencedTag } from "../../../rules/references";
import type { Condition, Rule, TagContent } from "../../../rules/types";
import type { InputTag } from "../../sources/inputTag";
import type { Review, TagName, TagReview } from "./review";

/** A condition of another tag that still compares with the old value. */
export interface Follower {
  /** The tag with the condition. */
  tag: TagName;
  /** The condition, as in a program: `rules[1].filters.AND[0]`. */
  path: string;
  /** The condition with the new value. */
  condition: Condition;
}

/** A value that has another name: only `to` of rules changes, the old value is no longer given, and the new one was not. */
export interface RenamedValue {
  /** The tag that gives it. */
  tag: TagName;
  from: string;
  to: string;
  /** The indexes of its rules after the change. */
  rules: number[];
  followers: Follower[];
}

/** All renamed values, in the order of the tags. */
export function renamedValues({ tags }: Review): RenamedValue[] {
  return tags.flatMap((tag) => {
    const { before, after, diff, id, key, name } = tag;
    if (before === undefined || after === undefined) return [];
    const renamed = new Map<string, RenamedValue>();
    for (const rule of diff?.rules ?? []) {
      if (rule.change !== "changed") continue;
      const [from, to] = [before.rules[rule.beforeIndex], after.rules[rule.afterIndex]];
      if (from === undefined || to === undefined || !isRenamed(from, to)) continue;
      if (typeof from.to !== "string" || typeof to.to !== "string") continue;
      if (givenBy(after).has(from.to) || givenBy(before).has(to.to)) continue;
      const pair = JSON.stringify([from.to, to.to]);
      const known = renamed.get(pair);
      if (known !== undefined) known.rules.push(rule.afterIndex);
      else {
        const ids = new Set([id ?? key, key]);
        const followers = tags.flatMap((other) => followersIn(other, ids, from.to as string, to.to as string));
        renamed.set(pair, {
          tag: { id: id ?? key, name },
          from: from.to,
          to: to.to,
          rules: [rule.afterIndex],
          followers,
        });
      }
    }
    return [...renamed.values()];
  });
}

/** Whether two rules differ in nothing but the value that they give. */
function isRenamed(one: Rule, other: Rule): boolean {
  return JSON.stringify(canonicalRule({ ...one, to: "" })) === JSON.stringify(canonicalRule({ ...other, to: "" }));
}

const givenBy = ({ rules, defaultValue }: TagContent): Set<unknown> =>
  new Set([defaultValue, ...rules.map(({ to }) => to)]);

/** The conditions of a tag that test whether a tag has the old value. */
function followersIn(
  { after, id, key, name }: TagReview,
  ids: ReadonlySet<string>,
  from: string,
  to: string,
): Follower[] {
  return (after === undefined ? [] : conditionsOf(after)).flatMap(([path, condition]): Follower[] => {
    const isOf = ids.has(referencedTag(condition) ?? "") && meaningOf(condition.operator)?.tests === "equals";
    if (!isOf || !hasValue(condition)) return [];
    const values = [condition.value].flat();
    if (!values.includes(from)) return [];
    const renamed = [...new Set(values.map((value) => (value === from ? to : value)))];
    const value = typeof condition.value === "string" ? to : renamed;
    return [{ tag: { id: id ?? key, name }, path, condition: { ...condition, value } }];
  });
}

const conditionsOf = ({ rules }: InputTag): [path: string, condition: Condition][] =>
  rules.flatMap(({ filters }, index) => conditionsIn(filters, `rules[${index}].filters`));
