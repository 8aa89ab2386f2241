/** The three policy documents, as plain functions: what a security reviewer reads, and what the tests simulate. */

/** `ReadOnly`: the service reads what is in the bucket. `ReadWrite`: it puts files there and removes them, too. */
export type StorageBucketMode = "ReadOnly" | "ReadWrite";

/** One statement of a policy. */
export interface PolicyStatement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Principal?: "*" | { AWS: string };
  Action: string | string[];
  Resource?: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** A policy, as AWS takes it in JSON. */
export interface PolicyDocument {
  Version: "2012-10-17";
  Statement: PolicyStatement[];
}

/** Who may assume the role. */
export interface Trust {
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  partition: string;
  /** The service's own AWS account: 12 digits. */
  serviceAccountId: string;
  /** The External ID that the service sends. */
  externalId: string;
}

/** What the role may reach. */
export interface Scope {
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  partition: string;
  access: StorageBucketMode;
  bucketName: string;
  /** Region of the bucket. */
  region: string;
  /** A folder with a slash at its end; empty for the whole bucket. */
  prefix: string;
  /** The key that the bucket's objects are encrypted with, where it is one of your own. */
  kmsKeyArn: string | undefined;
}

/**
 * The trust policy of the role: the service's account, and only with the External ID (API document, section 2.10, rule 1).
 * `StringEquals` fails where no External ID is sent at all; its `IfExists` form would not.
 */
export function trustPolicy({ partition, serviceAccountId, externalId }: Trust): PolicyDocument {
  return policy({
    Sid: "CostAllocationService",
    Effect: "Allow",
    Principal: { AWS: `arn:${partition}:iam::${serviceAccountId}:root` },
    Action: "sts:AssumeRole",
    Condition: { StringEquals: { "sts:ExternalId": externalId } },
  });
}

/** What the role may do (API document, section 2.10, rule 2): nothing outside the prefix, and never anything to the bucket. */
export function accessPolicy(scope: Scope): PolicyDocument {
  const { access, kmsKeyArn, partition } = scope;
  return policy(
    // The action knows no resource: it lists keys of tags, not what bears them.
    ...(access === "ReadOnly" ? [allow("ListTagKeys", "tag:GetTagKeys", "*")] : []),
    allow("LocateBucket", "s3:GetBucketLocation", bucketArn(partition, scope.bucketName)),
    listBucket(scope),
    allow("UseObjects", objectActions[access], `${bucketArn(partition, scope.bucketName)}/${scope.prefix}*`),
    ...(kmsKeyArn === undefined ? [] : [useKey(scope, kmsKeyArn)]),
  );
}

/** The policy of a new bucket: nobody reads or writes it over an unencrypted connection. */
export function tlsOnlyPolicy(partition: string, bucketName: string): PolicyDocument {
  const bucket = bucketArn(partition, bucketName);
  return policy({
    Sid: "OnlyOverTls",
    Effect: "Deny",
    Principal: "*",
    Action: "s3:*",
    Resource: [bucket, `${bucket}/*`],
    Condition: { Bool: { "aws:SecureTransport": "false" } },
  });
}

const objectActions: Record<StorageBucketMode, string[]> = {
  ReadOnly: ["s3:GetObject"],
  ReadWrite: [
    "s3:GetObject",
    "s3:PutObject",
    "s3:PutObjectAcl",
    "s3:ListMultipartUploadParts",
    // Whoever uploads in parts must be able to give up, or the parts stay and cost.
    "s3:AbortMultipartUpload",
    // The current version only: of a versioned bucket, nothing is lost.
    "s3:DeleteObject",
  ],
};

const keyActions: Record<StorageBucketMode, string[]> = {
  ReadOnly: ["kms:Decrypt"],
  // Parts of an upload are decrypted when they are put together.
  ReadWrite: ["kms:Decrypt", "kms:GenerateDataKey"],
};

function listBucket({ partition, bucketName, prefix }: Scope): PolicyStatement {
  const statement = allow("ListBucket", "s3:ListBucket", bucketArn(partition, bucketName));
  return prefix === "" ? statement : { ...statement, Condition: { StringLike: { "s3:prefix": `${prefix}*` } } };
}

/** The key may be used by way of S3 only, not directly. */
function useKey({ access, partition, region }: Scope, kmsKeyArn: string): PolicyStatement {
  const s3 = `s3.${region}.amazonaws.com`;
  // China's services are named by both domains.
  const via = partition === "aws-cn" ? [s3, `${s3}.cn`] : s3;
  return {
    ...allow("UseKeyByWayOfS3", keyActions[access], kmsKeyArn),
    Condition: { StringEquals: { "kms:ViaService": via } },
  };
}

function bucketArn(partition: string, bucketName: string): string {
  return `arn:${partition}:s3:::${bucketName}`;
}

function allow(sid: string, action: string | string[], resource: string): PolicyStatement {
  return { Sid: sid, Effect: "Allow", Action: action, Resource: resource };
}

function policy(...statements: PolicyStatement[]): PolicyDocument {
  return { Version: "2012-10-17", Statement: statements };
}
