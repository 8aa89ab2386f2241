import * as pulumi from "@pulumi/pulumi";

/**
 * An error that Pulumi prints without a stack, so it needs none. With one that leads through an Output, Node.js 20 takes half
 * a minute and half a gigabyte to colour it (`@pulumi/output.ts` under node_modules is no path that it expects).
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = "";
  return error;
}
