/** Evaluates the policies with a policy simulator. */
import { runSimulation } from "@cloud-copilot/iam-simulate";
import { type Assumption, type Attempt, place } from "./permissions";

/** The policies of the component, as it sends them to AWS. */
export interface Documents {
  trust: unknown;
  role: unknown;
  bucket: unknown;
}

const roleArn = `arn:aws:iam::${place.ownerAccountId}:role/${place.roleName}`;
const noBoundaries = { serviceControlPolicies: [], resourceControlPolicies: [] };

/** Whether the role is allowed to do something, with TLS unless the attempt says otherwise. */
export async function mayDo({ action, resource, context }: Attempt, documents: Documents): Promise<boolean> {
  const concernsBucket = resource.startsWith(`arn:aws:s3:::${place.bucket}`);
  return isAllowed({
    request: {
      principal: roleArn,
      action,
      resource: { resource, accountId: place.ownerAccountId },
      contextVariables: { "aws:SecureTransport": "true", ...context },
    },
    identityPolicies: [{ name: "role", policy: documents.role }],
    // A KMS key requires a key policy. This one delegates to IAM, like the default key policy of AWS.
    resourcePolicy: action.startsWith("kms:") ? delegateToIam : concernsBucket ? documents.bucket : undefined,
    ...noBoundaries,
  });
}

/** Whether a caller can assume the role. The caller's own account allows it to assume any role. */
export async function mayAssume({ principal, externalId }: Assumption, documents: Documents): Promise<boolean> {
  const anyRole = { Effect: "Allow", Action: "sts:AssumeRole", Resource: "*" };
  return isAllowed({
    request: {
      principal,
      action: "sts:AssumeRole",
      resource: { resource: roleArn, accountId: place.ownerAccountId },
      contextVariables: externalId === undefined ? {} : { "sts:ExternalId": externalId },
    },
    identityPolicies: [{ name: "own", policy: { Version: "2012-10-17", Statement: [anyRole] } }],
    resourcePolicy: documents.trust,
    ...noBoundaries,
  });
}

const delegateToIam = {
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Principal: { AWS: `arn:aws:iam::${place.ownerAccountId}:root` },
      Action: "kms:*",
      Resource: "*",
    },
  ],
};

async function isAllowed(simulation: Parameters<typeof runSimulation>[0]): Promise<boolean> {
  const result = await runSimulation(simulation, {});
  // An unknown action or document is an error in the test, not a denial.
  if (result.resultType === "error") throw new Error(JSON.stringify([simulation.request, result.errors]));
  return result.overallResult === "Allowed";
}
