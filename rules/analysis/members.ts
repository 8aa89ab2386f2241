/** Members of groups, each with the records for which it makes a difference. */
import { readGroup } from "../filters";
import type { Filter } from "../types";
import type { Compiler } from "./compile";
import { and, type Formula, not } from "./solver/formula";

/** A member of a group that has others. */
export interface Member {
  /** The path within the filter, such as `.AND[1].OR[0]`. */
  path: string;
  /** The records that match the rule with the member but not without it, or without it but not with it. */
  matters: Formula;
  /** The members of the member, if it is a group. */
  members: () => Member[];
}

/**
 * Lists the members of a filter. The only member of a group is left out, because the group would be empty without it, but not the
 * members within it.
 *
 * @param around what must be true for the filter to make a difference, such as the rule's timeframe
 * @param path where the filter is
 */
export function membersOf(compiler: Compiler, filter: Filter, around: readonly Formula[], path = ""): Member[] {
  const group = readGroup(filter);
  if (group === undefined || group === "unreadable") return [];
  const { key, members } = group;
  const isAnd = key === "AND";
  const formulas = members.map((member) => compiler.filter(member));
  // A member decides only if the others don't: in AND they must be true, in OR false.
  const others = (index: number): Formula[] =>
    formulas.filter((_, other) => other !== index).map((formula) => (isAnd ? formula : not(formula)));
  return members.flatMap((member, index) => {
    const own = formulas[index] as Formula;
    const context = [...around, ...others(index)];
    const inner = (): Member[] => membersOf(compiler, member, context, `${path}.${key}[${index}]`);
    if (members.length === 1) return inner();
    // Without the member, AND also matches what it excludes, and OR misses what only it includes.
    const matters = and([...context, isAnd ? not(own) : own]);
    return [{ path: `${path}.${key}[${index}]`, matters, members: inner }];
  });
}
