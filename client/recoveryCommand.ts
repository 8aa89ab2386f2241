/** The commands that messages recommend. Each runs as it is printed. */
import { printable } from "./printable";

/** A command line of `cost-allocation`. */
export function command(args: string): string {
  return `npx cost-allocation ${args}`;
}

/**
 * A command line of `pulumi`.
 *
 * @param stack the stack, if it is known. Without it, the command works on the selected one
 */
export function pulumiCommand(args: string, stack: string | undefined): string {
  return `pulumi ${args}${stack === undefined ? "" : ` --stack ${shellWord(stack)}`}`;
}

const credentialVariables = "COST_ALLOCATION_CLIENT_ID and COST_ALLOCATION_SECRET_KEY";

/** The variables that a command on an account needs. */
export const commandVariables = `The command needs COST_ALLOCATION_BASE_URL, ${credentialVariables}.`;

/** The same for a command with the option `--base-url`. */
export const commandCredentials = `The command needs ${credentialVariables}.`;

/** A word of a command line, quoted if a shell would change it. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/u.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
