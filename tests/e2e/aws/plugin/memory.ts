/** The double without AWS: what is made is as the program says, nothing may change, and a setting of a bucket may not end. */
import { type Kind, serve } from "./server";

const refuse = (): Promise<never> => Promise.reject(new Error("Nothing may change, and no setting may end here."));

/** A kind whose ID is the property of this name. */
function kind(named: string, isAutonamed: boolean, arn?: string): Kind {
  const region = process.env["AWS_REGION"];
  return {
    ...(isAutonamed ? { autonamed: named } : {}),
    create: (inputs) => Promise.resolve(inputs[named] as string),
    read: (id, inputs) =>
      Promise.resolve({ inputs, outputs: { arn: arn && `${arn}${id}`, bucketRegion: region, region } }),
    update: refuse,
    delete: isAutonamed ? () => Promise.resolve() : refuse,
  };
}

serve({
  "aws:s3/bucket:Bucket": kind("bucket", true, "arn:aws:s3:::"),
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": kind("bucket", false),
  "aws:s3/bucketOwnershipControls:BucketOwnershipControls": kind("bucket", false),
  "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": kind("bucket", false),
  "aws:s3/bucketVersioning:BucketVersioning": kind("bucket", false),
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": kind("bucket", false),
  "aws:s3/bucketPolicy:BucketPolicy": kind("bucket", false),
  "aws:iam/role:Role": kind("name", true, "arn:aws:iam::123456789012:role/"),
  "aws:iam/rolePolicy:RolePolicy": kind("name", true),
});
