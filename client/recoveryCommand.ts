/** The commands that messages recommend. Each runs as it is printed. */
import { printable } from "./printable";

/** A command line of `cost-allocation`. */
export function command(args: string): string {
  return `npx cost-allocation ${args}`;
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
