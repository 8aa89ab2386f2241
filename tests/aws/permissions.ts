/** What the role can and can't do, as rows. Each row is simulated, and also tried if moto evaluates it. */
import type { StorageBucketMode } from "../../sdk/aws";

/** The bucket, the prefix and the accounts of the rows. */
export const place = {
  bucket: "exports",
  prefix: "daily/eu",
  ownerAccountId: "111122223333",
  serviceAccountId: "999988887777",
  externalId: "ext-1234",
  roleName: "exports",
  kmsKeyArn: "arn:aws:kms:eu-central-1:111122223333:key/mrk-1",
} as const;

/** A request with the role. */
export interface Attempt {
  /** A unique description. */
  what: string;
  action: string;
  /** The ARN, or `*` for an action without a resource. */
  resource: string;
  context?: Readonly<Record<string, string>>;
  /** The modes in which the request must be allowed. In any other, it must be denied. */
  allowed: readonly StorageBucketMode[];
}

const both = ["ReadOnly", "ReadWrite"] as const;
const reader = ["ReadOnly"] as const;
const writer = ["ReadWrite"] as const;
const nobody = [] as const;

const bucket = `arn:aws:s3:::${place.bucket}`;
const other = "arn:aws:s3:::payroll";
const inside = `${bucket}/daily/eu/costs.parquet`;
const role = `arn:aws:iam::${place.ownerAccountId}:role/${place.roleName}`;
const plain = { "aws:SecureTransport": "false" };
const throughS3 = { "kms:ViaService": "s3.eu-central-1.amazonaws.com" };
const anotherKey = place.kmsKeyArn.replace("mrk-1", "mrk-2");

type Row = [what: string, action: string, resource: string, allowed: Attempt["allowed"], context?: Attempt["context"]];

const rows: Record<string, Row[]> = {
  "What the service requires": [
    ["list tag keys", "tag:GetTagKeys", "*", reader],
    ["get the region of the bucket", "s3:GetBucketLocation", bucket, both],
    ["list the prefix", "s3:ListBucket", bucket, both, { "s3:prefix": "daily/eu/" }],
    ["list a folder of the prefix", "s3:ListBucket", bucket, both, { "s3:prefix": "daily/eu/2026-11/" }],
    ["read an object", "s3:GetObject", inside, both],
    ["read an object in a folder", "s3:GetObject", `${bucket}/daily/eu/2026-11/costs.parquet`, both],
    ["put an object", "s3:PutObject", inside, writer],
    ["put the ACL of an object", "s3:PutObjectAcl", inside, writer],
    ["list the parts of an upload", "s3:ListMultipartUploadParts", inside, writer],
    ["abort an upload", "s3:AbortMultipartUpload", inside, writer],
    ["delete an object", "s3:DeleteObject", inside, writer],
    ["decrypt through S3", "kms:Decrypt", place.kmsKeyArn, both, throughS3],
    ["encrypt through S3", "kms:GenerateDataKey", place.kmsKeyArn, writer, throughS3],
  ],
  "Outside the prefix": [
    ["read in another folder", "s3:GetObject", `${bucket}/daily/us/costs.parquet`, nobody],
    ["read in the parent folder", "s3:GetObject", `${bucket}/daily/costs.parquet`, nobody],
    [
      "read in a folder that begins with the same letters",
      "s3:GetObject",
      `${bucket}/daily/europe/costs.parquet`,
      nobody,
    ],
    ["read at the root", "s3:GetObject", `${bucket}/costs.parquet`, nobody],
    ["put in another folder", "s3:PutObject", `${bucket}/daily/us/costs.parquet`, nobody],
    ["delete in another folder", "s3:DeleteObject", `${bucket}/daily/us/costs.parquet`, nobody],
    ["put an ACL in another folder", "s3:PutObjectAcl", `${bucket}/daily/us/costs.parquet`, nobody],
    ["list the whole bucket", "s3:ListBucket", bucket, nobody],
    // AWS checks HeadBucket as a listing without a prefix.
    ["find out whether the bucket exists (HeadBucket)", "s3:ListBucket", bucket, nobody],
    ["list with an empty prefix", "s3:ListBucket", bucket, nobody, { "s3:prefix": "" }],
    ["list the parent folder", "s3:ListBucket", bucket, nobody, { "s3:prefix": "daily/" }],
    ["list everything that begins with the same letters", "s3:ListBucket", bucket, nobody, { "s3:prefix": "daily/eu" }],
    ["list another folder", "s3:ListBucket", bucket, nobody, { "s3:prefix": "daily/us/" }],
  ],
  "Another bucket": [
    ["read another bucket", "s3:GetObject", `${other}/daily/eu/costs.parquet`, nobody],
    ["list another bucket", "s3:ListBucket", other, nobody, { "s3:prefix": "daily/eu/" }],
    ["put in another bucket", "s3:PutObject", `${other}/daily/eu/costs.parquet`, nobody],
    ["delete in another bucket", "s3:DeleteObject", `${other}/daily/eu/costs.parquet`, nobody],
    ["list the buckets", "s3:ListAllMyBuckets", "*", nobody],
    ["create a bucket", "s3:CreateBucket", other, nobody],
  ],
  "The bucket itself, and its old versions": [
    ["delete the bucket", "s3:DeleteBucket", bucket, nobody],
    ["read the bucket's policy", "s3:GetBucketPolicy", bucket, nobody],
    ["change the bucket's policy", "s3:PutBucketPolicy", bucket, nobody],
    ["delete the bucket's policy", "s3:DeleteBucketPolicy", bucket, nobody],
    ["change the bucket's ACL", "s3:PutBucketAcl", bucket, nobody],
    ["change the public access block", "s3:PutBucketPublicAccessBlock", bucket, nobody],
    ["change the bucket's ownership", "s3:PutBucketOwnershipControls", bucket, nobody],
    ["change the bucket's encryption", "s3:PutEncryptionConfiguration", bucket, nobody],
    ["stop the bucket's versioning", "s3:PutBucketVersioning", bucket, nobody],
    ["change the lifecycle rules", "s3:PutLifecycleConfiguration", bucket, nobody],
    ["change the replication", "s3:PutReplicationConfiguration", bucket, nobody],
    ["list old versions", "s3:ListBucketVersions", bucket, nobody, { "s3:prefix": "daily/eu/" }],
    ["read an old version", "s3:GetObjectVersion", inside, nobody],
    ["delete a version permanently", "s3:DeleteObjectVersion", inside, nobody],
  ],
  "Without TLS": [
    ["read without TLS", "s3:GetObject", inside, nobody, plain],
    ["list without TLS", "s3:ListBucket", bucket, nobody, { ...plain, "s3:prefix": "daily/eu/" }],
    ["put without TLS", "s3:PutObject", inside, nobody, plain],
    ["delete without TLS", "s3:DeleteObject", inside, nobody, plain],
  ],
  "Keys, tags and IAM": [
    ["decrypt directly", "kms:Decrypt", place.kmsKeyArn, nobody],
    [
      "decrypt through another service",
      "kms:Decrypt",
      place.kmsKeyArn,
      nobody,
      {
        "kms:ViaService": "secretsmanager.eu-central-1.amazonaws.com",
      },
    ],
    ["decrypt with another key", "kms:Decrypt", anotherKey, nobody, throughS3],
    ["delete the key", "kms:ScheduleKeyDeletion", place.kmsKeyArn, nobody],
    ["list tag values", "tag:GetTagValues", "*", nobody],
    ["list tagged resources", "tag:GetResources", "*", nobody],
    ["tag resources", "tag:TagResources", "*", nobody],
    ["change its own policy", "iam:PutRolePolicy", role, nobody],
    ["change its own trust policy", "iam:UpdateAssumeRolePolicy", role, nobody],
    ["assume another role", "sts:AssumeRole", `arn:aws:iam::${place.ownerAccountId}:role/admin`, nobody],
  ],
};

/** The requests with the role, by heading. */
export const attempts: Readonly<Record<string, readonly Attempt[]>> = Object.fromEntries(
  Object.entries(rows).map(([heading, list]) => [
    heading,
    list.map(([what, action, resource, allowed, context]) => ({
      what,
      action,
      resource,
      allowed,
      ...(context === undefined ? {} : { context }),
    })),
  ]),
);

/** An attempt to assume the role. */
export interface Assumption {
  /** A unique description. */
  what: string;
  principal: string;
  /** The External ID in the request; undefined if there is none. */
  externalId: string | undefined;
  allowed: boolean;
}

const service = `arn:aws:iam::${place.serviceAccountId}:role/collector`;

/** The attempts to assume the role. */
export const assumptions: readonly Assumption[] = [
  { what: "the service, with your External ID", principal: service, externalId: place.externalId, allowed: true },
  { what: "the service, for another customer", principal: service, externalId: "ext-9999", allowed: false },
  {
    what: "the service, with the External ID in uppercase",
    principal: service,
    externalId: "EXT-1234",
    allowed: false,
  },
  { what: "the service, with a wildcard", principal: service, externalId: "ext-*", allowed: false },
  { what: "the service, with an empty External ID", principal: service, externalId: "", allowed: false },
  { what: "the service, without an External ID", principal: service, externalId: undefined, allowed: false },
  {
    what: "another account, with your External ID",
    principal: "arn:aws:iam::444455556666:role/collector",
    externalId: place.externalId,
    allowed: false,
  },
  {
    what: "another account, without an External ID",
    principal: "arn:aws:iam::444455556666:role/collector",
    externalId: undefined,
    allowed: false,
  },
];
