import * as pulumi from "@pulumi/pulumi";

/**
 * An error without a stack trace, because Pulumi prints only the message. If the trace contains frames of an Output, Node.js 20
 * takes half a minute and half a gigabyte to color it, because it does not expect `@pulumi/output.ts` under node_modules.
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = "";
  // Pulumi puts the name of the argument of the child that waits for the value in front, as in `error serializing property "policy"`.
  Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
  return error;
}
