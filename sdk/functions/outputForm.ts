import * as pulumi from "@pulumi/pulumi";
import type { AccountFunction } from "../../client/functions/accountFunction";
import { printableLines } from "../../client/printable";
import { messageOf } from "../../rules/shared/messageOf";
import { refuseUnknownNames } from "../argumentChecks";
import { providerFor } from "./options";
import { whenCreated } from "./whenCreated";

/**
 * Calls a function when its arguments are known and the resources that they and `dependsOn` depend on exist, as Pulumi does
 * for the functions of other providers. Until then, the result is unknown. It is a secret if an argument is one.
 *
 * @param of The function.
 * @param read The plain form.
 */
export function outputForm<Args extends object, Result>(
  { name, args: known }: AccountFunction<Args, Result>,
  read: (args: Args, opts: pulumi.InvokeOptions) => Promise<Result>,
  args: { [Name in keyof Args]: pulumi.Input<Args[Name]> },
  opts: pulumi.InvokeOutputOptions | undefined,
): pulumi.Output<Result> {
  refuseUnknownNames(`${name}Output`, args, known);
  const provider = providerFor(`${name}Output`, opts, ["dependsOn"]);
  const account = provider === undefined ? {} : { provider };
  // The result does not become a secret because of the credentials.
  const ready = provider === undefined ? true : pulumi.unsecret(provider.settings).apply(() => true);
  const given = pulumi.output(args);
  return pulumi
    .all([given, ready, whenCreated(given, opts?.dependsOn)])
    .apply(([values]) => read(values as Args, account).catch(endProgram));
}

/**
 * Ends the program with only the message. No program can catch the error of an output, and the stack trace has no line of the
 * program. With some of Pulumi's stack frames, Node.js 20 takes a minute to print it.
 */
export function endProgram(error: unknown): never {
  const failure = new pulumi.RunError(printableLines(messageOf(error)));
  failure.stack = "";
  throw failure;
}
