/** The commands that messages recommend. Each runs as it is printed. */
import { printable } from "./printable";

/** A command line of `cost-allocation`. */
export function command(args: string): string {
  return `npx cost-allocation ${args}`;
}

const credentialVariables = "COST_ALLOCATION_CLIENT_ID and COST_ALLOCATION_SECRET_KEY";

/** What the commands that work on an account need. */
export const commandVariables = `The command needs COST_ALLOCATION_BASE_URL, ${credentialVariables}.`;

/** What they need if the option `--base-url` gives the address. */
export const commandCredentials = `The command needs ${credentialVariables}.`;

/** A word of a command line, in quotation marks if a shell would not take it as it is. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/u.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
