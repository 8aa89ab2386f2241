/** The options of `review` that decide about its exit code, and those that concern money. */
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { parseJson } from "../../../client/json";
import { type CheckLevel, type CheckLevels, type Gates, readGates } from "../../../cost/impact/gateFile";
import { type GateLimits, type GateName, gateNames, limitProblem, settingOf } from "../../../cost/impact/gateLimits";
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
import { isLevelled } from "../../studies/review/checks/judge";

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
  failOn?: readonly CheckId[] | undefined;
  warnOn?: readonly CheckId[] | undefined;
}

/**
 * The checks that `--fail-on` or `--warn-on` names: their names, and for a category its errors and warnings. What needs a limit is left out of
 * one.
 *
 * @throws {InvalidArgumentError} for an unknown name
 */
export function checksIn(names: string, before: readonly CheckId[] = []): CheckId[] {
  const all = names.split(",").flatMap((given) => {
    const name = given.trim();
    if (isCheckId(name)) return [name];
    const ofCategory = levelledIds.filter((id) => catalogue[id].category === name && catalogue[id].level !== "note");
    if (ofCategory.length > 0) return ofCategory;
    if (isCategory(name))
      throw new InvalidArgumentError(`the checks of ${name} need a limit: give ${optionsOf(name).join(" or ")}.`);
    const known = [...categories, ...checkIds];
    throw new InvalidArgumentError(withHint(`there is no check or category ${quoted(name)}.`, name, known));
  });
  return [...new Set([...before, ...all])];
}

const isCategory = (name: string): name is Category => (categories as readonly string[]).includes(name);

const optionsOf = (category: Category): string[] =>
  checkIds.filter((id) => catalogue[id].category === category).map((id) => `--${id}`);

/** The levels that the options give. Of a check in both, the warning counts. */
export function levelsOf({ failOn = [], warnOn = [] }: CostOptions): CheckLevels {
  return { ...levelOfAll(failOn, "fail"), ...levelOfAll(warnOn, "warn") };
}

const levelOfAll = (ids: readonly CheckId[], level: CheckLevel): CheckLevels =>
  Object.fromEntries(ids.map((id) => [id, level]));

/**
 * What is missing for checks that decide about the exit code. Undefined if nothing is.
 *
 * @param isLive whether the review reads the account
 */
export function lackOf(options: CostOptions, gates: Gates, isLive: boolean): string | undefined {
  const levels = levelsOf(options);
  const isAsked = (id: CheckId): boolean => isLevelled(id, { levels, gates });
  const lacking = (need: Need): CheckId | undefined =>
    levelledIds.find((id) => catalogue[id].needs === need && isAsked(id));
  const [account, money] = [
    isLive ? undefined : lacking("account"),
    hasCost(options) ? undefined : lacking("costData"),
  ];
  if (account !== undefined) return `the gate ${account} needs --live`;
  if (money !== undefined) return `the gate ${money} needs --cube or --data`;
  const unlimited = checkIds.find(
    (id) => id in levels && catalogue[id].hasLimit === true && settingOf(gates.general, id as GateName) === undefined,
  );
  return unlimited === undefined ? undefined : `the gate ${unlimited} needs a limit: give --${unlimited}`;
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
  const isLimited = gateNames.some((gate) => limits[gate] !== undefined);
  const isGated = isLimited || gates !== undefined;
  if (cube !== undefined && data !== undefined) return "give one of --cube and --data";
  if (!hasCost(options) && (isLimited || commentThreshold !== undefined))
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
  const isLimited = (limits: object): boolean => gateNames.some((gate) => gate in limits);
  return isLimited(general) || [...byTag.values()].some(isLimited);
}
