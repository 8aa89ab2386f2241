/** Functions with which a program reads the account: their arguments and what they read. Every front has the same ones. */
import { withHint } from "../../rules/closestName";
import type { CostAllocationClient } from "../client";
import { field } from "../json";
import type { SendOptions } from "../http/call";
import { isPossibleId } from "../http/path";
import { printableList } from "../printable";

/** A function that reads the account. */
export interface AccountFunction<Args extends object, Result> {
  /** Its name in a program, such as `getVirtualTag`. */
  readonly name: string;
  /** The names of its arguments, and what each is. A table that lacks one, or requires an optional one, does not compile. */
  readonly args: {
    readonly [Name in keyof Required<Args>]: undefined extends Args[Name] ? "id?" | "other?" : "id" | "other";
  };
  /**
   * Checks what the names and the IDs don't tell.
   *
   * @throws {Error} if the arguments are wrong
   */
  readonly check?: (args: Args) => void;
  /** Where the answer of the plugin has the list, if it returns one: an answer has properties. */
  readonly list?: string;
  /** Reads. */
  readonly read: (client: CostAllocationClient, args: Args, request?: SendOptions) => Promise<Result>;
}

/** A function that returns a list. */
export interface ListFunction<Args extends object, Item> extends AccountFunction<Args, Item[]> {
  readonly list: string;
}

/**
 * Refuses arguments before anything is sent.
 *
 * @throws {Error} if one is not known or missing, or can't be what it is
 */
export function refuseArguments<Args extends object, Result>(
  { name: of, args: known, check }: AccountFunction<Args, Result>,
  args: Args,
): void {
  // Without a value, an argument can't be a mistake.
  const given = Object.entries(args).filter(([, value]) => value !== undefined) as [string, unknown][];
  const unknown = given.filter(([name]) => !Object.hasOwn(known, name));
  const sentences = unknown.map(([name]) =>
    withHint(`${of}: ${JSON.stringify(name)} is not an argument`, name, Object.keys(known)),
  );
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
  for (const [name, kind] of Object.entries<string>(known)) {
    const value = field(args, name);
    const isMissing = value === undefined || value === null;
    if (isMissing && !kind.endsWith("?")) throw new Error(`${of}: ${name} is missing. It is required.`);
    if (isMissing || !kind.startsWith("id")) continue;
    if (typeof value !== "string" || !isPossibleId(value))
      throw new Error(`${of}: ${name} can't be an ID: it is empty, a path, or has characters that no ID has.`);
  }
  check?.(args);
}

/** A list for a message: `none` if it is empty. */
export function listed(items: readonly string[]): string {
  return items.length === 0 ? "none" : printableList(items);
}
