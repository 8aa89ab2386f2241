import * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "./account";

/** Arguments of a function's Output form: each may be an output or a promise. */
export type Lifted<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };

/**
 * Calls a function as soon as its arguments are known, and not before. The result is a secret when an argument is one, and
 * not known in a preview when an argument, or the provider's settings, are not.
 */
export function lift<Args extends object, Result>(
  read: (args: Args, opts: FunctionOptions) => Promise<Result>,
  args: Lifted<Args>,
  opts: FunctionOptions,
): pulumi.Output<Result> {
  // The credentials are secrets, but what they give access to is not.
  const ready = opts.provider === undefined ? true : pulumi.unsecret(opts.provider.settings).apply(() => true);
  return pulumi.all([args, ready]).apply(([known]) => read(known as Args, opts).catch(endProgram));
}

/**
 * Ends the program with the message alone: nobody can catch what an output fails with, and the frames of a stack say nothing
 * to a person. Some of Pulumi's frames even make Node.js 20 spend a minute on printing them.
 */
function endProgram(error: unknown): never {
  const failure = new pulumi.RunError(error instanceof Error ? error.message : String(error));
  failure.stack = "";
  throw failure;
}
