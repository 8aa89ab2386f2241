import type { Checked, Claims, Difference, Lifecycle } from "./lifecycle";
import { isUnknown } from "./unknown";

/** What an endpoint in the application was made with, and would not work without. All of them are texts. */
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
  resourceUrn: string;
}

/**
 * The memory of a `StorageBucketAccess`: a component has no state of its own. There is nothing behind it in the service,
 * whose API knows no storage bucket endpoints, so it needs no account. It is here to speak in preview.
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

/** Why a change of each ends the endpoint. */
const consequences = {
  externalId: "the role is going to trust another External ID than the one that the service sends for your account",
  serviceAccountId: "the role is going to trust another AWS account than the one that the endpoint was made for",
  roleArn: "the endpoint holds the ARN of the role that goes",
  bucketName: "the endpoint holds the name of the former bucket",
  region: "the endpoint holds the former region",
  prefix: "the endpoint holds the former prefix, which the role may no longer reach",
} satisfies Partial<Record<keyof StorageBucketRegistrationInputs, string>>;

function check(
  news: Record<string, unknown>,
  claims: Claims,
  _settings?: unknown,
  olds: Record<string, unknown> = {},
): Checked {
  const problems = [...refuseOtherAccess(olds["access"], news["access"]), ...claimPrefix(news, claims)];
  return { inputs: news, problems, warnings: [] };
}

function refuseOtherAccess(old: unknown, access: unknown): Checked["problems"] {
  if (typeof old !== "string" || typeof access !== "string" || old === access) return [];
  return [
    {
      path: "access",
      message:
        `can't change from ${old} to ${access}: Bucket Access is fixed once the endpoint is made in the ` +
        "application. Leave this StorageBucketAccess as it is, and declare a second one with another prefix.",
    },
  ];
}

/** Endpoints on one bucket need prefixes apart (API document, section 2.10, rule 5). */
function claimPrefix(news: Record<string, unknown>, claims: Claims): Checked["problems"] {
  const { bucketName, prefix, resourceUrn } = news;
  if ([bucketName, prefix, resourceUrn].some((value) => typeof value !== "string" || isUnknown(value))) return [];
  const own = place({ bucketName, prefix } as StorageBucketRegistrationInputs);
  const other = [...claims].find(
    ([claim, owner]) =>
      owner !== resourceUrn && claim.startsWith(scheme) && (claim.startsWith(own) || own.startsWith(claim)),
  );
  if (other === undefined) {
    claims.set(own, resourceUrn as string);
    return [];
  }
  return [
    {
      path: "prefix",
      message:
        `conflicts: ${own} and ${other[0]}, which ${other[1]} declares, contain one another. Prefixes of endpoints on one ` +
        "bucket must be apart.",
    },
  ];
}

function diff(state: StorageBucketRegistrationInputs, inputs: StorageBucketRegistrationInputs): Difference {
  const changed = (Object.keys(consequences) as (keyof typeof consequences)[]).filter(
    (name) => state[name] !== inputs[name],
  );
  if (changed.length === 0) return "none";
  const reasons = changed.map(
    (name) => `${name} ${isUnknown(inputs[name]) ? "may change" : "changes"}: ${consequences[name]}`,
  );
  const warning =
    `The endpoint in the application stops working (${reasons.join("; ")}). It can't be edited: once this is ` +
    'carried out, make a new one with what "cost-allocation bucket-form" prints, and remove the old one.';
  return { replaces: [], deleteBeforeReplace: false, warnings: [warning] };
}

const scheme = "s3://";

/** Where the endpoint is: one place contains another exactly when its text begins with the other's. */
function place({ bucketName, prefix }: StorageBucketRegistrationInputs): string {
  return `${scheme}${bucketName}/${prefix}`;
}
