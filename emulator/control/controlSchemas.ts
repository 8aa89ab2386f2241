/** What the control accepts: it is reached over HTTP too, where no compiler has looked at it. */
import { z } from "zod";
import type { NewCredential, TagAcl } from "./control";
import type { Fault } from "../http/faults";
import { refuseContradictions } from "./givenState";
import { defaultSwitches, type Limits, type Switches } from "../options";
import type { EmulatorState } from "../store/state";

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

const header = z.string().regex(/^[a-z0-9-]+$/i, "is not a header name");
const path = z.string().startsWith("/");
const boolean = z.boolean();

/** One schema a switch; that none is forgotten is held by the type. */
const switchSchemas: Record<keyof Switches, z.ZodType> = {
  clientIdHeader: header,
  secretKeyHeader: header,
  errorBody: z.enum(["standard", "message", "nested", "text", "html", "empty"]),
  notFoundStatus: z.literal([404, 400]),
  wrongStructureStatus: z.literal([422, 400]),
  dates: z.enum(["long", "iso"]),
  v2StringValues: boolean,
  keyTypes: z.enum(["open", "listed"]),
  defaultValueType: z.enum(["accepted", "refused"]),
  metadataNesting: z.enum(["root", "perValue"]),
  metadataMergeLists: z.enum(["union", "replace"]),
  metadataMergeValues: z.enum(["merge", "replace"]),
  stagedCreateIsLive: boolean,
  stagedRead: z.enum(["live", "latest"]),
  listHasRules: boolean,
  aclIn: z.enum(["reads", "all", "none"]),
  changeDescription: z.enum(["optional", "required", "defaulted"]),
  uniqueNames: boolean,
  maxRules: count.nullable(),
  versionsLimits: z.enum(["table", "faq"]),
  v1Body: z.enum(["bare", "data", "virtualTag"]),
  v1CreateStatus: z.literal([200, 201]),
  v1DeleteBody: z.enum(["message", "empty", "text"]),
  v1TolerantPut: boolean,
  v1Casing: z.enum(["catalog", "lower", "keep"]),
  v1AfterEndOfLife: z.enum(["gone", "serve"]),
  legacyPaths: boolean,
  queryLanguageV2: boolean,
  scansPath: path,
  recommendationsPath: path,
};
const switches = z.strictObject(switchSchemas).partial();

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
const time = z.number();

const version = z.strictObject({
  id: text,
  createdAt: time,
  createdBy: z.string(),
  changeDescription: z.string().optional(),
  isLive: boolean,
  content: z.string(),
});
const tag = z.strictObject({
  id: text,
  createdBy: z.string(),
  createdAt: time,
  acl,
  category: z.string().optional(),
  unsupported: z.string().optional(),
  versions: z.array(version).min(1),
  metadata: z.record(z.string(), z.looseObject({})),
});
const endpoint = z.looseObject({ id: text, type: text, name: z.string(), createdAt: time });
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

/** @throws TypeError that says what is wrong and where. */
function refuse(what: string, schema: z.ZodType, input: unknown): void {
  const result = schema.safeParse(input);
  if (!result.success) {
    const found = result.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": "));
    throw new TypeError(`Not ${what}: ${found.join("; ")}`);
  }
}

const tagAcl = z.strictObject({ id: text, account: text.optional(), acl });
const credential = z.strictObject({ account: text.optional(), user: text, groups: z.array(z.string()).optional() });
const switchNames = Object.keys(defaultSwitches).join(", ");

/** The checks of what the control takes: each hands back what it was given, or throws a TypeError. */
export const check = {
  fault(input: unknown): Fault {
    refuse("a fault", fault, input);
    return input as Fault;
  },
  switches(input: unknown): Partial<Switches> {
    refuse(`switches (there are ${switchNames})`, switches, input);
    return input as Partial<Switches>;
  },
  limits(input: unknown): Partial<Limits> {
    refuse("limits", limits, input);
    return input as Partial<Limits>;
  },
  state(input: unknown): EmulatorState {
    refuse("an exported state", state, input);
    const given = input as EmulatorState;
    refuseContradictions(given);
    return given;
  },
  tagAcl(input: unknown): TagAcl {
    refuse("an ACL of a tag", tagAcl, input);
    return input as TagAcl;
  },
  credential(input: unknown): NewCredential {
    refuse("a credential to make", credential, input);
    return input as NewCredential;
  },
  milliseconds(input: unknown): number {
    refuse("milliseconds", z.number().min(-8.64e15).max(8.64e15), input);
    return input as number;
  },
  faultId(input: unknown): number | undefined {
    refuse("a fault's id", z.int().optional(), input);
    return input as number | undefined;
  },
} as const;

/** A moment given as Unix milliseconds or as a date's text, in Unix milliseconds. */
export function momentOf(input: unknown): number {
  const moment = typeof input === "string" ? Date.parse(input) : input;
  if (typeof moment !== "number" || Number.isNaN(new Date(moment).getTime())) {
    throw new TypeError("Not a moment: give Unix milliseconds or an ISO 8601 date.");
  }
  return moment;
}
