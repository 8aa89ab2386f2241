/** The options that name tags of a plan or a file, and the cube for them. */
import { Option } from "@commander-js/extra-typings";
import { pulumiCommand } from "../../../client/recoveryCommand";
import type { CubeSource } from "../../sources/costData";

/**
 * `--plan`.
 *
 * @param others the options of the command that name other tags
 */
export function planOption(...others: string[]): Option<"--plan <file>"> {
  const description = 'take the tags from the output of "pulumi preview --json --show-sames"; - reads stdin';
  return new Option("--plan <file>", description).conflicts(others);
}

/**
 * `--tags`.
 *
 * @param others the options of the command that name other tags
 */
export function tagsOption(...others: string[]): Option<"--tags <file>"> {
  const description = "take the tags from a file in the shape of the API, as JSON; - reads stdin";
  return new Option("--tags <file>", description).conflicts(others);
}

/**
 * What makes a cube for the rules of a plan.
 *
 * @param plan the file of `--plan`. Undefined: the plan is that of a preview of `stack`
 * @param more options of `cube` that name more rules
 */
export function cubeOfPlan(
  { plan, stack, refresh }: { plan?: string | undefined; stack?: string | undefined; refresh?: true | undefined },
  more: readonly string[] = [],
): CubeSource {
  const file = plan === undefined || plan === "-" ? "plan.json" : plan;
  return {
    options: ["--plan", file, ...more],
    plan: pulumiCommand(`preview --json --show-sames${refresh === true ? " --refresh" : ""}`, stack),
  };
}
