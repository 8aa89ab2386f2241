/** The list of all checks. */
import { catalogue, checkIds } from "../../studies/review/checks/catalogue";
import type { Category, Need, Level } from "../../studies/review/checks/check";

/** A check, as `--list-checks --json` has it. */
export interface ListedCheck {
  /** The name of the check. */
  id: string;
  /** The category of the check, which stands for all of its checks in options. */
  category: Category;
  /** How much it matters to a reader. */
  level: Level;
  /** What it needs. */
  needs: Need;
  /** Whether it is a gate by its limit. The others are one by `--fail-on`, or by a gates file. */
  hasLimit: boolean;
  /** What it finds. */
  finds: string;
}

/** All checks, as `--list-checks --json` has them. */
export const listedChecks: ListedCheck[] = checkIds.map((id) => {
  const { category, level, needs, hasLimit = false, title } = catalogue[id];
  return { id, category, level, needs, hasLimit, finds: title };
});

/** The same as text, a line each. */
export function checkList(): string {
  const needed = { plan: "", account: ", with --live", costData: ", with cost data" };
  const [ids, kinds] = [
    listedChecks.map(({ id }) => id.length),
    listedChecks.map(({ category, level }) => `${category} (${level})`.length),
  ].map((lengths) => Math.max(...lengths)) as [number, number];
  return listedChecks
    .map(({ id, category, level, needs, finds }) => {
      return `${id.padEnd(ids)}  ${`${category} (${level})`.padEnd(kinds)}  ${finds}${needed[needs]}`;
    })
    .join("\n");
}
