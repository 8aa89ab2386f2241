/** The options of `review` that decide about its exit code, and those that concern money. */
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { parseJson } from "../../../client/json";
import { type CheckLevel, type CheckLevels, type Gates, readGates } from "../../../cost/impact/gateFile";
import { type GateLimits, type GateName, gateNames, limitProblem } from "../../../cost/impact/gateLimits";
import { withHint } from "../../../rules/closestName";
import { messageOf } from "../../../rules/shared/messageOf";
import { quoted } from "../../console/terminal";
import { inputTitle, readInput } from "../../sources/textFile";
import {
  catalogue,
  categories,
  type CheckId,
  checkIds,
  isCheckId,
  levelledIds,
} from "../../studies/review/checks/catalogue";
import type { Category, Need } from "../../studies/review/checks/check";
import { isLevelled, isLimited } from "../../studies/review/checks/judge";

/** The values of the options, as commander returns them. */
export interface CostOptions {
  cube?: string | undefined;
  data?: string[] | undefined;
  mapping?: string | undefined;
  maxMoved?: string | undefined;
  closedThrough?: string | undefined;
  billingPeriods?: string | undefined;
  restatement?: string | undefined;
  maxUnallocated?: string | undefined;
  maxUnallocatedIncrease?: string | undefined;
  unmatchedRules?: true | undefined;
  newOnly?: true | undefined;
  gates?: string | undefined;
  commentThreshold?: string | undefined;
  failOn?: readonly CheckName[] | undefined;
  warnOn?: readonly CheckName[] | undefined;
}

/**
 * The checks and categories that `--fail-on` or `--warn-on` names.
 *
 * @throws {InvalidArgumentError} for an unknown name
 */
export function checksIn(names: string, before: readonly CheckName[] = []): CheckName[] {
  const all = names.split(",").map((given) => {
    const name = given.trim();
    if (isCheckId(name) || isCategory(name)) return name;
    const known = [...categories, ...checkIds];
    throw new InvalidArgumentError(
      withHint(`there is no check or category ${quoted(name)}.`, name, known).replace(/\.$/u, ""),
    );
  });
  return [...new Set([...before, ...all])];
}

/** A check, or all errors and warnings of a category. */
type CheckName = CheckId | Category;

const isCategory = (name: string): name is Category => (categories as readonly string[]).includes(name);

/** The checks of a category that are gates by a level. Notes are gates only by their own name. */
const levelledIn = (category: Category): CheckId[] =>
  levelledIds.filter((id) => catalogue[id].category === category && catalogue[id].level !== "note");

/** The checks of a name that are gates by a limit. */
const limitedIn = (name: CheckName): CheckId[] =>
  checkIds.filter((id) => catalogue[id].hasLimit === true && (id === name || catalogue[id].category === name));

/** The levels that the options give. What is said of a check by its name counts before what is said of its category. */
export function levelsOf({ failOn = [], warnOn = [] }: CostOptions): CheckLevels {
  const named = (names: readonly CheckName[], level: CheckLevel, isByName: boolean): [string, CheckLevel][] =>
    names
      .flatMap((name) => (isCategory(name) ? (isByName ? [] : levelledIn(name)) : isByName ? [name] : []))
      .map((id) => [id, level]);
  return Object.fromEntries(
    [false, true].flatMap((isByName) => [...named(warnOn, "warn", isByName), ...named(failOn, "fail", isByName)]),
  );
}

/**
 * What is missing for checks that decide about the exit code. Undefined if nothing is.
 *
 * @param isLive whether the review reads the account
 */
export function lackOf(options: CostOptions, gates: Gates, isLive: boolean): string | undefined {
  const { failOn = [], warnOn = [] } = options;
  const both = failOn.find((name) => warnOn.includes(name));
  if (both !== undefined) return `--fail-on and --warn-on both name ${both}`;
  const levels = levelsOf(options);
  const lacking = (need: Need): CheckId | undefined =>
    levelledIds.find((id) => catalogue[id].needs === need && isLevelled(id, { levels, gates }));
  const [account, money] = [
    isLive ? undefined : lacking("account"),
    hasCost(options) ? undefined : lacking("costData"),
  ];
  if (account !== undefined) return `the gate ${account} needs --live`;
  if (money !== undefined) return `the gate ${money} needs --cube or --data`;
  const isOfLevels = (name: CheckName): boolean =>
    isCategory(name) ? levelledIn(name).length > 0 : catalogue[name].hasLimit !== true;
  const limited = warnOn.find((name) => !isOfLevels(name));
  if (limited !== undefined) return `what is limited in ${limited} warns by its "level" in the file of --gates`;
  const unlimited = failOn.find((name) => !isOfLevels(name) && !limitedIn(name).some((id) => isLimited(id, gates)));
  if (unlimited === undefined) return undefined;
  return `the gate ${unlimited} needs a limit: give ${limitedIn(unlimited)
    .map((id) => `--${id}`)
    .join(" or ")}`;
}

/** Whether the options name cost data. */
export function hasCost({ cube, data }: CostOptions): boolean {
  return cube !== undefined || data !== undefined;
}

/**
 * What is wrong with a combination of options. Undefined if nothing is.
 *
 * @param comment where the comment goes; undefined if there is none
 */
export function costProblem(options: CostOptions, comment: string | undefined): string | undefined {
  const { cube, data, mapping, gates, commentThreshold, billingPeriods, restatement } = options;
  const limits = generalLimits(options);
  const hasLimit = gateNames.some((gate) => limits[gate] !== undefined);
  const isGated = hasLimit || gates !== undefined || options.failOn !== undefined || options.warnOn !== undefined;
  if (cube !== undefined && data !== undefined) return "give one of --cube and --data";
  if (!hasCost(options) && (hasLimit || commentThreshold !== undefined))
    return "limits and --comment-threshold need --cube or --data";
  if (!hasCost(options) && billingPeriods !== undefined) return "--billing-periods needs --cube or --data";
  if (!hasCost(options) && restatement !== undefined) return "--restatement needs --cube or --data";
  if (options.newOnly === true && !isGated) return "--new-only needs a gate";
  if (mapping !== undefined && data === undefined) return "--mapping needs --data: a cube has a mapping already";
  if (commentThreshold !== undefined && comment === undefined)
    return "--comment-threshold needs --markdown or --comment";
  if (commentThreshold !== undefined && limitProblem("max-moved", commentThreshold) !== undefined) {
    return "--comment-threshold must be an amount, for example 100, or a percentage";
  }
  const problems = gateNames.flatMap((gate) => {
    const problem = limits[gate] === undefined ? undefined : limitProblem(gate, limits[gate]);
    return problem === undefined ? [] : [`--${gate} ${problem}`];
  });
  return problems[0];
}

function generalLimits(options: CostOptions): GateLimits {
  const { maxMoved, closedThrough, maxUnallocated, maxUnallocatedIncrease, unmatchedRules, newOnly } = options;
  const limits: Partial<Record<GateName | "onlyNew", string | boolean | undefined>> = {
    "max-moved": maxMoved,
    "closed-through": closedThrough,
    "max-unallocated": maxUnallocated,
    "max-unallocated-increase": maxUnallocatedIncrease,
    "unmatched-rules": unmatchedRules,
    onlyNew: newOnly,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/**
 * Reads the gates.
 *
 * @throws {Error} if the file of `--gates` is not a gates file
 */
export async function gatesOf(options: CostOptions): Promise<Gates> {
  const general = generalLimits(options);
  if (options.gates === undefined) return { general, byTag: new Map(), levels: new Map(), acknowledged: [] };
  const content = parseJson(await readInput(options.gates));
  const title = inputTitle(options.gates);
  if (content === undefined) throw new Error(`${title} is not valid JSON.`);
  try {
    const gates = readGates(content, general, levelledIds);
    if (!hasCost(options) && hasGates(gates)) throw new Error("limits need --cube or --data");
    return gates;
  } catch (error) {
    throw new Error(`${title}: ${messageOf(error)}.`, { cause: error });
  }
}

/** Whether there is any limit. */
export function hasGates({ general, byTag }: Gates): boolean {
  return [general, ...byTag.values()].some((limits) => gateNames.some((gate) => (limits[gate] ?? false) !== false));
}
