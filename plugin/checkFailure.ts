import { CheckFailure } from "@pulumi/pulumi/proto/provider_pb";
import { printable } from "../client/printable";
import type { ArgumentFailure } from "../provider/shared/operations";

/**
 * A failure of a check that names the argument, as Pulumi's own do. For the name of a property, the engine prints its value, too, and the
 * plugin doesn't see whether that is a secret. So it names only a part of an argument, or one that has no value.
 */
export function checkFailure({ path, message: { text } }: ArgumentFailure, given: object): CheckFailure {
  const property = printable(path);
  const [start, failure] = [`${property} `, new CheckFailure()];
  return text.startsWith(start) && !(property in given)
    ? failure.setProperty(property).setReason(text.slice(start.length))
    : failure.setReason(text);
}
