import type { Problem } from "../../rules/validate";
import { type CheckContext, type Checked, type Difference, type Lifecycle, silent } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import { isUnknown } from "../../stack/state/unknown";
import { accessIsFixed, endpointStops, overlap } from "./messages";

/** The values that the endpoint in the application was created with. It stops working if one changes. All are strings. */
export interface StorageBucketRegistrationInputs {
  /** `ReadOnly` or `ReadWrite`. */
  access: string;
  externalId: string;
  serviceAccountId: string;
  roleArn: string;
  bucketName: string;
  region: string;
  /** A folder with a slash at its end; empty for the whole bucket. */
  prefix: string;
  __resourceUrn: string;
}

/**
 * Holds the state of a `StorageBucketAccess`, because a component has none, and warns in preview. The API has no storage bucket
 * endpoints, so it has nothing in the service and needs no account.
 */
export const storageBucketRegistrationLifecycle: Lifecycle<
  StorageBucketRegistrationInputs,
  StorageBucketRegistrationInputs,
  undefined
> = {
  kind: "StorageBucketRegistration",
  check,
  diff,
  create: (inputs) => Promise.resolve({ id: place(inputs), state: inputs }),
  read: (_id, state) => {
    const known = state as StorageBucketRegistrationInputs;
    return Promise.resolve({ inputs: known, state: known });
  },
  update: (_id, _state, inputs) => Promise.resolve(inputs),
  delete: () => Promise.resolve(),
};

/** Why the endpoint stops working if one of these changes. */
const consequences = {
  externalId: "the role will trust another External ID than the one that the service sends for your account",
  serviceAccountId: "the role will trust another AWS account than the one of the endpoint",
  roleArn: "the endpoint has the ARN of the role that is deleted",
  bucketName: "the endpoint has the name of the old bucket",
  region: "the endpoint has the old region",
  prefix: "the endpoint has the old prefix, which the role may no longer access",
} satisfies Partial<Record<keyof StorageBucketRegistrationInputs, string>>;

type Facts = Partial<Record<keyof typeof consequences, unknown>>;

function check(news: Record<string, unknown>, { urn, memory, olds = {} }: CheckContext): Checked {
  const problems = [...accessProblems(olds["access"], news["access"]), ...declarePrefix(urn, news, memory)];
  return { inputs: news, problems, warnings: problems.length > 0 ? [] : endpointWarnings(olds, news) };
}

/**
 * Warns if the endpoint stops working. Part of the check, because the engine calls `diff` a second time with unknown values, to
 * find out what a replaced role or bucket affects: there, the warning would appear twice.
 */
function endpointWarnings(olds: Record<string, unknown>, news: Record<string, unknown>): Problem[] {
  const reasons = changedFacts(olds, news)
    .filter((name) => olds[name] !== undefined)
    .map((name) => `${name} ${isUnknown(news[name]) ? "may change" : "changes"}: ${consequences[name]}`);
  return reasons.length === 0 ? [] : [endpointStops(reasons)];
}

function changedFacts(olds: Facts, news: Facts): (keyof Facts)[] {
  return (Object.keys(consequences) as (keyof Facts)[]).filter((name) => olds[name] !== news[name]);
}

function accessProblems(before: unknown, now: unknown): Problem[] {
  return typeof before !== "string" || typeof now !== "string" || before === now ? [] : [accessIsFixed(before, now)];
}

/** The resources of the program, by their storage bucket prefixes, as `s3://bucket/prefix`. */
class DeclaredPrefixes {
  readonly owners = new Map<string, string>();
}

/** Endpoints on one bucket need prefixes that do not overlap. */
function declarePrefix(
  urn: string | undefined,
  { bucketName, prefix }: Record<string, unknown>,
  memory: RunMemory,
): Problem[] {
  if (urn === undefined) return [];
  if ([bucketName, prefix, urn].some((value) => typeof value !== "string" || isUnknown(value))) return [];
  const own = place({ bucketName, prefix } as StorageBucketRegistrationInputs);
  const { owners } = memory.notes(DeclaredPrefixes);
  const other = [...owners].find(
    ([declared, owner]) => owner !== urn && (declared.startsWith(own) || own.startsWith(declared)),
  );
  if (other !== undefined) return [overlap(own, ...other)];
  owners.set(own, urn);
  return [];
}

function diff(state: StorageBucketRegistrationInputs, inputs: StorageBucketRegistrationInputs): Difference {
  const isSame = changedFacts(state, inputs).length === 0;
  return isSame ? { kind: "none", ...silent } : { kind: "update", ...silent };
}

/** Where the endpoint is. A place contains another one if the other's text begins with its own. */
function place({ bucketName, prefix }: StorageBucketRegistrationInputs): string {
  return `s3://${bucketName}/${prefix}`;
}
