/** All checks of a review. Whatever a review begins with, its gates and its exit code come from what these find. */
import type { Category, Check } from "./check";
import { money } from "./money";
import { ownership } from "./ownership";
import { references } from "./references";
import { rules } from "./rules";

const rows = { ...references, ...ownership, ...money, ...rules } satisfies Record<string, Check>;

/** The name of a check. */
export type CheckId = keyof typeof rows;

/** The checks by their names, the worst first. */
export const catalogue: Readonly<Record<CheckId, Check>> = rows;

/** The names of all checks. */
export const checkIds = Object.keys(rows) as readonly CheckId[];

/** The checks that have a level and no limit. */
export const levelledIds: readonly CheckId[] = checkIds.filter((id) => catalogue[id].hasLimit !== true);

/** The names of the categories. */
export const categories: readonly Category[] = [...new Set(checkIds.map((id) => catalogue[id].category))];

/** Whether a text is the name of a check. */
export function isCheckId(name: string): name is CheckId {
  return Object.hasOwn(rows, name);
}
