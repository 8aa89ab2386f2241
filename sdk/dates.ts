import * as pulumi from "@pulumi/pulumi";

/**
 * A value in which every Date, at any depth, is its Unix milliseconds: Pulumi would serialise a Date as `{}`. Outputs and
 * promises stay as they are: Pulumi has emptied the Dates inside them by itself already.
 */
export function datesAsMilliseconds(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return value;
  if (Array.isArray(value)) return value.map(datesAsMilliseconds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, datesAsMilliseconds(field)]));
}
