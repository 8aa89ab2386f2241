/** The seven kinds of S3 that the component makes. */
import * as s3 from "@aws-sdk/client-s3";
import { type Kind, orGone, type Properties, sameDocument } from "./kind";

const client = new s3.S3Client({ forcePathStyle: true });

type Tags = Record<string, string>;

const bucket: Kind = {
  autonamed: "bucket",
  replaces: ["bucket"],
  create: async (inputs) => {
    const Bucket = inputs["bucket"] as string;
    const LocationConstraint = process.env["AWS_REGION"] as s3.BucketLocationConstraint;
    await client.send(new s3.CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint } }));
    await tagBucket(Bucket, inputs["tags"] as Tags | undefined);
    return Bucket;
  },
  read: async (id) => {
    const found = await orGone(client.send(new s3.GetBucketLocationCommand({ Bucket: id })));
    if (found === undefined) return undefined;
    const bucketRegion = found.LocationConstraint ?? "us-east-1";
    const tagging = await orGone(client.send(new s3.GetBucketTaggingCommand({ Bucket: id })));
    const tags = Object.fromEntries((tagging?.TagSet ?? []).map(({ Key = "", Value }) => [Key, Value]));
    return {
      inputs: { bucket: id, ...(Object.keys(tags).length === 0 ? {} : { tags }) },
      outputs: { arn: `arn:aws:s3:::${id}`, bucketRegion, region: process.env["AWS_REGION"] },
    };
  },
  update: (id, inputs) => tagBucket(id, inputs["tags"] as Tags | undefined),
  delete: async (id) => {
    await client.send(new s3.DeleteBucketCommand({ Bucket: id }));
  },
};

async function tagBucket(Bucket: string, tags: Tags | undefined): Promise<void> {
  if (tags === undefined) return;
  const TagSet = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new s3.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }));
}

/** A setting of a bucket is a resource of its own, whose ID is the bucket's name. */
function setting(parts: {
  put: (Bucket: string, inputs: Properties) => Promise<unknown>;
  get: (Bucket: string, inputs: Properties) => Promise<Properties | undefined>;
  remove: (Bucket: string) => Promise<unknown>;
}): Kind {
  return {
    replaces: ["bucket"],
    create: async (inputs) => {
      const name = inputs["bucket"] as string;
      await parts.put(name, inputs);
      return name;
    },
    read: async (id, inputs) => {
      const found = await parts.get(id, inputs);
      return found === undefined ? undefined : { inputs: { bucket: id, ...found }, outputs: {} };
    },
    update: async (id, inputs) => {
      await parts.put(id, inputs);
    },
    delete: async (id) => {
      await orGone(parts.remove(id));
    },
  };
}

const publicAccessBlock = setting({
  put: (Bucket, inputs) =>
    client.send(
      new s3.PutPublicAccessBlockCommand({
        Bucket,
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: inputs["blockPublicAcls"] as boolean,
          BlockPublicPolicy: inputs["blockPublicPolicy"] as boolean,
          IgnorePublicAcls: inputs["ignorePublicAcls"] as boolean,
          RestrictPublicBuckets: inputs["restrictPublicBuckets"] as boolean,
        },
      }),
    ),
  get: async (Bucket) => {
    const found = await orGone(client.send(new s3.GetPublicAccessBlockCommand({ Bucket })));
    const held = found?.PublicAccessBlockConfiguration;
    if (held === undefined) return undefined;
    return {
      blockPublicAcls: held.BlockPublicAcls,
      blockPublicPolicy: held.BlockPublicPolicy,
      ignorePublicAcls: held.IgnorePublicAcls,
      restrictPublicBuckets: held.RestrictPublicBuckets,
    };
  },
  remove: (Bucket) => client.send(new s3.DeletePublicAccessBlockCommand({ Bucket })),
});

const ownershipControls = setting({
  put: (Bucket, inputs) => {
    const { objectOwnership } = inputs["rule"] as { objectOwnership: s3.ObjectOwnership };
    const OwnershipControls = { Rules: [{ ObjectOwnership: objectOwnership }] };
    return client.send(new s3.PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls }));
  },
  get: async (Bucket) => {
    const found = await orGone(client.send(new s3.GetBucketOwnershipControlsCommand({ Bucket })));
    const objectOwnership = found?.OwnershipControls?.Rules?.[0]?.ObjectOwnership;
    return objectOwnership === undefined ? undefined : { rule: { objectOwnership } };
  },
  remove: (Bucket) => client.send(new s3.DeleteBucketOwnershipControlsCommand({ Bucket })),
});

interface EncryptionRule {
  applyServerSideEncryptionByDefault: { sseAlgorithm: s3.ServerSideEncryption; kmsMasterKeyId?: string };
  bucketKeyEnabled: boolean;
}

const encryption = setting({
  put: (Bucket, inputs) => {
    const Rules = (inputs["rules"] as EncryptionRule[]).map((rule) => {
      const { sseAlgorithm, kmsMasterKeyId } = rule.applyServerSideEncryptionByDefault;
      return {
        ApplyServerSideEncryptionByDefault: { SSEAlgorithm: sseAlgorithm, KMSMasterKeyID: kmsMasterKeyId },
        BucketKeyEnabled: rule.bucketKeyEnabled,
      };
    });
    const ServerSideEncryptionConfiguration = { Rules };
    return client.send(new s3.PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration }));
  },
  get: async (Bucket) => {
    const found = await orGone(client.send(new s3.GetBucketEncryptionCommand({ Bucket })));
    const rules = found?.ServerSideEncryptionConfiguration?.Rules?.map((rule) => {
      const { SSEAlgorithm, KMSMasterKeyID } = rule.ApplyServerSideEncryptionByDefault ?? {};
      const key = KMSMasterKeyID === undefined ? {} : { kmsMasterKeyId: KMSMasterKeyID };
      return {
        applyServerSideEncryptionByDefault: { sseAlgorithm: SSEAlgorithm, ...key },
        bucketKeyEnabled: rule.BucketKeyEnabled ?? false,
      };
    });
    return rules === undefined ? undefined : { rules };
  },
  remove: (Bucket) => client.send(new s3.DeleteBucketEncryptionCommand({ Bucket })),
});

const versioning = setting({
  put: (Bucket, inputs) => {
    const { status } = inputs["versioningConfiguration"] as { status: s3.BucketVersioningStatus };
    return client.send(new s3.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: status } }));
  },
  get: async (Bucket) => {
    const found = await orGone(client.send(new s3.GetBucketVersioningCommand({ Bucket })));
    return found?.Status === undefined ? undefined : { versioningConfiguration: { status: found.Status } };
  },
  remove: (Bucket) =>
    client.send(new s3.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Suspended" } })),
});

interface LifecycleRule {
  id: string;
  status: s3.ExpirationStatus;
  abortIncompleteMultipartUpload: { daysAfterInitiation: number };
}

const lifecycle = setting({
  put: (Bucket, inputs) => {
    const Rules = (inputs["rules"] as LifecycleRule[]).map(({ id, status, abortIncompleteMultipartUpload }) => ({
      ID: id,
      Status: status,
      // A filter that is empty stands for every object.
      Filter: { Prefix: "" },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortIncompleteMultipartUpload.daysAfterInitiation },
    }));
    const LifecycleConfiguration = { Rules };
    return client.send(new s3.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
  },
  get: async (Bucket) => {
    const found = await orGone(client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket })));
    const rules = found?.Rules?.map((rule) => ({
      id: rule.ID,
      status: rule.Status,
      filter: (rule.Filter?.Prefix ?? "") === "" ? {} : { prefix: rule.Filter?.Prefix },
      abortIncompleteMultipartUpload: { daysAfterInitiation: rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation },
    }));
    return rules === undefined ? undefined : { rules };
  },
  remove: (Bucket) => client.send(new s3.DeleteBucketLifecycleCommand({ Bucket })),
});

const bucketPolicy = setting({
  put: (Bucket, inputs) => client.send(new s3.PutBucketPolicyCommand({ Bucket, Policy: inputs["policy"] as string })),
  get: async (Bucket, inputs) => {
    const found = await orGone(client.send(new s3.GetBucketPolicyCommand({ Bucket })));
    return found?.Policy === undefined ? undefined : { policy: sameDocument(found.Policy, inputs["policy"]) };
  },
  remove: (Bucket) => client.send(new s3.DeleteBucketPolicyCommand({ Bucket })),
});

/** By their tokens. */
export const s3Kinds: Readonly<Record<string, Kind>> = {
  "aws:s3/bucket:Bucket": bucket,
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": publicAccessBlock,
  "aws:s3/bucketOwnershipControls:BucketOwnershipControls": ownershipControls,
  "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": encryption,
  "aws:s3/bucketVersioning:BucketVersioning": versioning,
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": lifecycle,
  "aws:s3/bucketPolicy:BucketPolicy": bucketPolicy,
};

/** What `aws.s3.getBucket` answers. */
export async function getBucket({ bucket: name }: Properties): Promise<Properties> {
  const found = await bucket.read(name as string, {});
  if (found === undefined) throw new Error(`reading S3 Bucket (${String(name)}): couldn't find resource`);
  return { ...found.inputs, ...found.outputs, id: name };
}
