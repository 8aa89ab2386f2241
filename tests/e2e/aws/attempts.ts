/** The rows of the permission table that moto evaluates, as calls of AWS's SDK. */
import * as iam from "@aws-sdk/client-iam";
import * as s3 from "@aws-sdk/client-s3";

/** The clients of whoever tries. */
export interface Hands {
  s3: s3.S3Client;
  iam: iam.IAMClient;
}

/** What has to be there before: objects in both buckets, and an upload that is not finished. */
export interface Scene {
  uploadId: string;
}

const bucket = "exports";
const inside = "daily/eu/costs.parquet";
const beside = "daily/us/costs.parquet";

type Call = (hands: Hands, scene: Scene) => Promise<unknown>;

const get =
  (Key: string, Bucket = bucket): Call =>
  ({ s3: client }) =>
    client.send(new s3.GetObjectCommand({ Bucket, Key }));
const put =
  (Key: string, Bucket = bucket): Call =>
  ({ s3: client }) =>
    client.send(new s3.PutObjectCommand({ Bucket, Key, Body: "cost" }));
const putAcl =
  (Key: string): Call =>
  ({ s3: client }) =>
    client.send(new s3.PutObjectAclCommand({ Bucket: bucket, Key, ACL: "bucket-owner-full-control" }));
const remove =
  (Key: string, Bucket = bucket): Call =>
  ({ s3: client }) =>
    client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
const list =
  (Bucket: string): Call =>
  ({ s3: client }) =>
    client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: "daily/eu/" }));

/**
 * By the words of the row. moto evaluates neither conditions (prefixes of a listing, TLS, External ID) nor some actions on
 * the bucket itself; those rows are the simulator's alone.
 */
export const calls: Readonly<Record<string, Call>> = {
  "get the region of the bucket": ({ s3: client }) => client.send(new s3.GetBucketLocationCommand({ Bucket: bucket })),
  "list the prefix": list(bucket),
  "read an object": get(inside),
  "read an object in a folder": get("daily/eu/2026-11/costs.parquet"),
  "put an object": put("daily/eu/new.parquet"),
  "put the ACL of an object": putAcl(inside),
  "list the parts of an upload": ({ s3: client }, { uploadId: UploadId }) =>
    client.send(new s3.ListPartsCommand({ Bucket: bucket, Key: "daily/eu/upload", UploadId })),
  "abort an upload": ({ s3: client }, { uploadId: UploadId }) =>
    client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key: "daily/eu/upload", UploadId })),
  "delete an object": remove(inside),
  "read in another folder": get(beside),
  "read in the parent folder": get("daily/costs.parquet"),
  "read in a folder that begins with the same letters": get("daily/europe/costs.parquet"),
  "read at the root": get("costs.parquet"),
  "put in another folder": put(beside),
  "delete in another folder": remove(beside),
  "put an ACL in another folder": putAcl(beside),
  "read another bucket": get(inside, "payroll"),
  "list another bucket": list("payroll"),
  "put in another bucket": put(inside, "payroll"),
  "delete in another bucket": remove(inside, "payroll"),
  "list the buckets": ({ s3: client }) => client.send(new s3.ListBucketsCommand({})),
  "create a bucket": ({ s3: client }) =>
    client.send(
      new s3.CreateBucketCommand({
        Bucket: "another",
        CreateBucketConfiguration: { LocationConstraint: "eu-central-1" },
      }),
    ),
  "delete the bucket": ({ s3: client }) => client.send(new s3.DeleteBucketCommand({ Bucket: bucket })),
  "read the bucket's policy": ({ s3: client }) => client.send(new s3.GetBucketPolicyCommand({ Bucket: bucket })),
  "change the bucket's policy": ({ s3: client }) =>
    client.send(new s3.PutBucketPolicyCommand({ Bucket: bucket, Policy: '{"Version":"2012-10-17","Statement":[]}' })),
  "delete the bucket's policy": ({ s3: client }) => client.send(new s3.DeleteBucketPolicyCommand({ Bucket: bucket })),
  "change the bucket's ACL": ({ s3: client }) =>
    client.send(new s3.PutBucketAclCommand({ Bucket: bucket, ACL: "public-read" })),
  "stop the bucket's versioning": ({ s3: client }) =>
    client.send(
      new s3.PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Suspended" } }),
    ),
  "change its own policy": ({ iam: client }) =>
    client.send(new iam.PutRolePolicyCommand({ RoleName: "exports", PolicyName: "more", PolicyDocument: "{}" })),
  "change its own trust policy": ({ iam: client }) =>
    client.send(new iam.UpdateAssumeRolePolicyCommand({ RoleName: "exports", PolicyDocument: "{}" })),
};
