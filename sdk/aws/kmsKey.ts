/** S3 can use only a KMS key in the region of the bucket. */
import { getRegionOutput } from "@pulumi/aws/getRegion";
import * as pulumi from "@pulumi/pulumi";
import { refusal } from "./refusal";

/** Where a key must be. */
interface Place {
  /** The name of the component. */
  name: string;
  partition: pulumi.Output<string>;
  /** The region of the bucket. Default: the one of the AWS provider. */
  region: pulumi.Input<string | undefined> | undefined;
  /** The resource whose AWS provider that is. */
  parent: pulumi.Resource;
}

/** Returns the ARN of a key. It fails, as soon as both are known, if the key is in another region than the bucket. */
export function keyInRegion(
  kmsKeyArn: pulumi.Input<string> | undefined,
  { name, partition, region, parent }: Place,
): pulumi.Output<string> | undefined {
  if (kmsKeyArn === undefined) return undefined;
  const ofBucket = pulumi.output(region).apply((known) => known ?? getRegionOutput({}, { parent }).region);
  return pulumi.all([kmsKeyArn, partition, ofBucket]).apply(([arn, expectedPartition, expected]) => {
    const [, ofKey = "", , keyRegion = ""] = arn.split(":");
    if (ofKey === expectedPartition && keyRegion === expected) return arn;
    throw refusal(
      `StorageBucketAccess "${name}": kmsKeyArn must be a key in the region of the bucket, ${expected} (${expectedPartition}), ` +
        `but the key is in ${keyRegion} (${ofKey}). S3 can't use a key of another region.`,
    );
  });
}
