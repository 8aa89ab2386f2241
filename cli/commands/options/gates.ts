/** The options of `review` that concern money. */
import { parseJson } from "../../../client/json";
import { readAmount } from "../../../cost/cube/amounts";
import { type Gates, readGates } from "../../../cost/impact/gateFile";
import { type GateLimits, type GateName, gateNames, limitProblem } from "../../../cost/impact/gateLimits";
import { messageOf } from "../../../rules/shared/messageOf";
import { inputTitle, readInput } from "../../sources/textFile";

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
  const isGated = gateNames.some((gate) => limits[gate] !== undefined) || gates !== undefined;
  if (cube !== undefined && data !== undefined) return "give one of --cube and --data";
  if (!hasCost(options) && (isGated || commentThreshold !== undefined))
    return "gates and --comment-threshold need --cube or --data";
  if (!hasCost(options) && billingPeriods !== undefined) return "--billing-periods needs --cube or --data";
  if (!hasCost(options) && restatement !== undefined) return "--restatement needs --cube or --data";
  if (options.newOnly === true && !isGated) return "--new-only needs a gate";
  if (mapping !== undefined && data === undefined) return "--mapping needs --data: a cube has a mapping already";
  if (commentThreshold !== undefined && comment === undefined)
    return "--comment-threshold needs --markdown or --comment";
  if (commentThreshold !== undefined && thresholdOf(options) === undefined) {
    return "--comment-threshold must be an amount, for example 100";
  }
  const problems = gateNames.flatMap((gate) => {
    const problem = limits[gate] === undefined ? undefined : limitProblem(gate, limits[gate]);
    return problem === undefined ? [] : [`--${gate} ${problem}`];
  });
  return problems[0];
}

/** The amount below which no comment is written, in units of 10^-12. */
export function thresholdOf({ commentThreshold = "0" }: CostOptions): bigint | undefined {
  const amount = readAmount(commentThreshold);
  return amount === undefined || amount < 0n ? undefined : amount;
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
  if (options.gates === undefined) return { general, byTag: new Map() };
  const content = parseJson(await readInput(options.gates));
  const title = inputTitle(options.gates);
  if (content === undefined) throw new Error(`${title} is not valid JSON.`);
  try {
    return readGates(content, general);
  } catch (error) {
    throw new Error(`${title}: ${messageOf(error)}.`, { cause: error });
  }
}

/** Whether there is any gate. */
export function hasGates({ general, byTag }: Gates): boolean {
  return gateNames.some((gate) => general[gate] !== undefined) || byTag.size > 0;
}
