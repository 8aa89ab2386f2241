/** Validates the arguments of the control, which may come over HTTP. */
import { z } from "zod";
import type { Fault } from "../http/faults";
import type { Limits } from "../options";
import type { EmulatorState } from "../store/state";
import { switchTable, type OpenSets, type Switches } from "../switches";
import type { NewCredential, TagAcl } from "./control";
import { validateConsistency } from "./stateValidation";

const count = z.int().min(0);
const text = z.string().min(1);

const fault = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  path: text.optional(),
  when: z.enum(["beforeReading", "afterReading", "afterCommit"]).optional(),
  kind: z.enum(["refused", "reset", "timeout", "slow", "truncated", "wrongContentType", "status"]),
  status: z.int().min(400).max(599).optional(),
  retryAfter: count.optional(),
  milliseconds: count.optional(),
  times: count.optional(),
  skip: count.optional(),
  every: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
});

const boolean = z.boolean();

const openSets: Record<keyof OpenSets, z.ZodType> = {
  "any header name": z.string().regex(/^[a-z0-9-]+$/i, "is not a header name"),
  "any path": z.string().startsWith("/"),
  "any whole number, or `null` for no limit": count.nullable(),
};
const switchSchemas = Object.entries(switchTable).map(([name, { values }]): [string, z.ZodType] => [
  name,
  typeof values === "string" ? openSets[values] : z.literal(values),
]);
const switches = z.strictObject(Object.fromEntries(switchSchemas)).partial();

const limitSchemas: Record<keyof Limits, z.ZodType> = {
  enabled: boolean,
  perRoute: z.record(z.string(), count),
  perAccount: count.nullable(),
  concurrent: count.nullable(),
  headers: z.enum(["draft7", "draft8", "split", "all", "none"]),
  reset: z.enum(["seconds", "epochSeconds", "epochMilliseconds"]),
  retryAfter: z.enum(["seconds", "date", "none"]),
};
const limits = z.strictObject(limitSchemas).partial();

const aclEntry = z.strictObject({ type: text, users: z.array(z.string()), groups: z.array(z.string()) });
const acl = z.strictObject({ read: aclEntry, write: aclEntry });
const unixMilliseconds = z.number();

const version = z.strictObject({
  id: text,
  createdAt: unixMilliseconds,
  createdBy: z.string(),
  changeDescription: z.string().optional(),
  isLive: boolean,
  content: z.string(),
});
const tag = z.strictObject({
  id: text,
  createdBy: z.string(),
  createdAt: unixMilliseconds,
  acl,
  category: z.string().optional(),
  unsupported: z.string().optional(),
  versions: z.array(version).min(1),
  metadata: z.record(z.string(), z.looseObject({})),
});
const endpoint = z.looseObject({ id: text, type: text, name: z.string(), createdAt: unixMilliseconds });
const catalogKey = z.strictObject({
  costCenter: text,
  key: text,
  displayName: z.string(),
  types: z.array(z.string()),
  values: z.array(z.string()),
});
const scan = z.strictObject({
  scanId: text,
  scanName: z.string(),
  scanMetadata: z.strictObject({ type: z.string(), costCenter: z.string() }),
});
const state = z.strictObject({
  format: z.literal(1),
  accounts: z.array(
    z.strictObject({
      id: text,
      tags: z.array(tag),
      endpoints: z.array(endpoint),
      catalog: z.array(catalogKey).optional(),
      scans: z.array(scan).optional(),
    }),
  ),
  credentials: z.array(
    z.strictObject({
      clientId: text,
      secretHash: z.string().regex(/^[0-9a-f]{64}$/),
      account: text,
      user: text,
      groups: z.array(z.string()),
    }),
  ),
});

/** A function that returns its input, or throws a TypeError with each issue and its path. */
function checked(what: string, schema: z.ZodType): (input: unknown) => unknown {
  return (input) => {
    const { error } = schema.safeParse(input);
    if (error === undefined) return input;
    const issues = error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": "));
    throw new TypeError(`Invalid ${what}: ${issues.join("; ")}.`);
  };
}

const tagAcl = z.strictObject({ id: text, account: text.optional(), acl });
const credential = z.strictObject({ account: text.optional(), user: text, groups: z.array(z.string()).optional() });
const switchNames = Object.keys(switchTable).join(", ");

type Checked<Value> = (input: unknown) => Value;

const checkedState = checked("state", state) as Checked<EmulatorState>;

/** Validates an argument of the control. */
export const check = {
  fault: checked("fault", fault) as Checked<Fault>,
  switches: checked(`switches (available: ${switchNames})`, switches) as Checked<Partial<Switches>>,
  limits: checked("limits", limits) as Checked<Partial<Limits>>,
  state: (input: unknown): EmulatorState => {
    const given = checkedState(input);
    validateConsistency(given);
    return given;
  },
  tagAcl: checked("tag ACL", tagAcl) as Checked<TagAcl>,
  credential: checked("credential", credential) as Checked<NewCredential>,
  milliseconds: checked("milliseconds", z.number().min(-8.64e15).max(8.64e15)) as Checked<number>,
  faultId: checked("fault ID", z.int().optional()) as Checked<number | undefined>,
} as const;

/** Converts a time, given as Unix milliseconds or as an ISO 8601 date, to Unix milliseconds. */
export function parseTime(input: unknown): number {
  const time = typeof input === "string" ? Date.parse(input) : input;
  if (typeof time !== "number" || Number.isNaN(new Date(time).getTime())) {
    throw new TypeError("Invalid time: expected Unix milliseconds or an ISO 8601 date.");
  }
  return time;
}
