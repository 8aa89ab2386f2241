import * as pulumi from "@pulumi/pulumi";
import { toIsoMoment } from "../rules/timeframe";

/**
 * Converts every Date in a value to ISO 8601, because Pulumi would serialize it as `{}`. Outputs and promises stay unchanged:
 * Pulumi has already replaced the Dates inside them.
 */
export function withIsoDates(value: unknown): unknown {
  if (value instanceof Date) return toIsoMoment(value.getTime());
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return value;
  if (Array.isArray(value)) return value.map(withIsoDates);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withIsoDates(field)]));
}
