/** The three policy documents, as plain functions, for security reviews and for the tests that simulate them. */

/** `ReadOnly`: the service reads objects. `ReadWrite`: it also writes and deletes objects. */
export type StorageBucketMode = "ReadOnly" | "ReadWrite";

/** `Any`: the service can set every ACL. `OwnerOnly`: only one that gives nobody access but the owners of the object and the bucket. */
export type PutAclMode = "Any" | "OwnerOnly";

/** A statement of a policy. */
export interface PolicyStatement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Principal?: "*" | { AWS: string };
  Action: string | string[];
  Resource?: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** A policy in the JSON form of AWS. */
export interface PolicyDocument {
  Version: "2012-10-17";
  Statement: PolicyStatement[];
}

/** Who can assume the role. */
export interface Trust {
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  partition: string;
  /** The AWS account ID of the service: 12 digits. */
  serviceAccountId: string;
  /** The External ID that the service sends. */
  externalId: string;
}

/** What the role can access. */
export interface Scope {
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  partition: string;
  access: StorageBucketMode;
  bucketName: string;
  /** The region of the bucket. */
  region: string;
  /** A folder with a trailing slash; empty for the whole bucket. */
  prefix: string;
  /** The KMS key that encrypts the objects; undefined for the keys of S3. */
  kmsKeyArn: string | undefined;
  /** The ACLs that a writer can set. Default: `Any`. */
  putAcl?: PutAclMode | undefined;
}

/**
 * The trust policy of the role: the account of the service, and only with the External ID.
 * `StringEquals` also denies a request without an External ID. `StringEqualsIfExists` would allow it.
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

/** The policy of the role: no access outside the prefix, and no changes of the bucket. */
export function accessPolicy(scope: Scope): PolicyDocument {
  const { access, kmsKeyArn, partition, putAcl } = scope;
  const objects = `${bucketArn(partition, scope.bucketName)}/${scope.prefix}*`;
  const isLimited = access === "ReadWrite" && putAcl === "OwnerOnly";
  const actions = objectActions[access].filter((action) => action !== putAclAction || !isLimited);
  return policy(
    // This action has no resource: it lists tag keys, not the tagged resources.
    ...(access === "ReadOnly" ? [allow("ListTagKeys", "tag:GetTagKeys", "*")] : []),
    allow("LocateBucket", "s3:GetBucketLocation", bucketArn(partition, scope.bucketName)),
    listBucket(scope),
    allow("UseObjects", actions, objects),
    ...(isLimited ? [putOwnerAcl(objects)] : []),
    ...(kmsKeyArn === undefined ? [] : [useKey(scope, kmsKeyArn)]),
  );
}

/** The policy of a new bucket, which denies unencrypted connections. */
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

const putAclAction = "s3:PutObjectAcl";

const objectActions: Record<StorageBucketMode, string[]> = {
  ReadOnly: ["s3:GetObject"],
  ReadWrite: [
    "s3:GetObject",
    "s3:PutObject",
    putAclAction,
    "s3:ListMultipartUploadParts",
    // Without this, the parts of a canceled upload stay and cost money.
    "s3:AbortMultipartUpload",
    // Deletes only the current version, so a versioned bucket keeps the object.
    "s3:DeleteObject",
  ],
};

const keyActions: Record<StorageBucketMode, string[]> = {
  ReadOnly: ["kms:Decrypt"],
  // S3 decrypts the parts of an upload to combine them.
  ReadWrite: ["kms:Decrypt", "kms:GenerateDataKey"],
};

function listBucket({ partition, bucketName, prefix }: Scope): PolicyStatement {
  const statement = allow("ListBucket", "s3:ListBucket", bucketArn(partition, bucketName));
  return prefix === "" ? statement : { ...statement, Condition: { StringLike: { "s3:prefix": `${prefix}*` } } };
}

/**
 * Allows the ACLs that give no other account access. S3 refuses grants beside such an ACL, and a request without one, whose grants
 * can be in its body, does not meet the condition.
 */
function putOwnerAcl(objects: string): PolicyStatement {
  return {
    ...allow("PutOwnerAcl", putAclAction, objects),
    Condition: { StringEquals: { "s3:x-amz-acl": ["bucket-owner-full-control", "private"] } },
  };
}

/** The domains of services outside `amazonaws.com`, as AWS's SDKs have them. Services in China can have either domain. */
const serviceDomains: Partial<Record<string, readonly string[]>> = {
  "aws-cn": ["amazonaws.com", "amazonaws.com.cn"],
  "aws-eusc": ["amazonaws.eu"],
  "aws-iso": ["c2s.ic.gov"],
  "aws-iso-b": ["sc2s.sgov.gov"],
  "aws-iso-e": ["cloud.adc-e.uk"],
  "aws-iso-f": ["csp.hci.ic.gov"],
};

/** Allows the use of the key through S3, but not directly. */
function useKey({ access, partition, region }: Scope, kmsKeyArn: string): PolicyStatement {
  const domains = (serviceDomains[partition] ?? ["amazonaws.com"]).map((domain) => `s3.${region}.${domain}`);
  const via = domains.length === 1 ? domains.join() : domains;
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
