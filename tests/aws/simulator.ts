/** Asks a policy simulator what the documents mean. */
import { runSimulation } from "@cloud-copilot/iam-simulate";
import { type Assumption, type Attempt, place } from "./permissions";

/** The documents that the component makes, as it sends them to AWS. */
export interface Documents {
  trust: unknown;
  role: unknown;
  bucket: unknown;
}

const roleArn = `arn:aws:iam::${place.ownerAccountId}:role/${place.roleName}`;
const noBoundaries = { serviceControlPolicies: [], resourceControlPolicies: [] };

/** Whether the role may do that. Over TLS, unless the attempt says otherwise. */
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
    // A KMS key's own policy decides; this one leaves it to IAM, as AWS's default key policy does.
    resourcePolicy: action.startsWith("kms:") ? leaveToIam : concernsBucket ? documents.bucket : undefined,
    ...noBoundaries,
  });
}

/** Whether that caller, whose own account lets it assume any role, may assume this one. */
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

const leaveToIam = {
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
  // An action or a document that it does not know is an error of the test, not a denial.
  if (result.resultType === "error") throw new Error(JSON.stringify([simulation.request, result.errors]));
  return result.overallResult === "Allowed";
}
