/** The resources of a recording as Terraform writes them: the language in which checkov knows most of AWS. */
import type { Asked } from "../../aws/recording";

/** Names of the types at Terraform: those at Pulumi are made from them. */
const types: Readonly<Record<string, string>> = {
  "aws:s3/bucket:Bucket": "aws_s3_bucket",
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": "aws_s3_bucket_public_access_block",
  "aws:s3/bucketOwnershipControls:BucketOwnershipControls": "aws_s3_bucket_ownership_controls",
  "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration":
    "aws_s3_bucket_server_side_encryption_configuration",
  "aws:s3/bucketVersioning:BucketVersioning": "aws_s3_bucket_versioning",
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": "aws_s3_bucket_lifecycle_configuration",
  "aws:s3/bucketPolicy:BucketPolicy": "aws_s3_bucket_policy",
  "aws:iam/role:Role": "aws_iam_role",
  "aws:iam/rolePolicy:RolePolicy": "aws_iam_role_policy",
};

const snake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** Blocks that Terraform names in the singular. */
const blocks: Readonly<Record<string, string>> = { rules: "rule" };

/** Settings that are a map of the program's own names, and no block. */
const maps = ["tags"];

function body(properties: object): string {
  return Object.entries(properties)
    .map(([name, value]: [string, unknown]) => {
      const terraformName = blocks[name] ?? snake(name);
      const isBlock = typeof value === "object" && value !== null && !maps.includes(name);
      if (!isBlock) return `${terraformName} = ${JSON.stringify(value)}`;
      const all = Array.isArray(value) ? (value as object[]) : [value];
      return all.map((one) => `${terraformName} {\n${body(one)}\n}`).join("\n");
    })
    .join("\n");
}

/** A program as the text of a `main.tf`. Settings refer to their bucket, as they do where Terraform is written. */
export function asTerraform(asked: readonly Asked[]): string {
  return asked
    .flatMap(({ type, name, inputs }) => {
      const terraformType = types[type];
      if (terraformType === undefined) return [];
      const settings = Object.entries(inputs).filter(([input]) => referred(type, input) === undefined);
      const references = Object.keys(inputs).flatMap((input) => referred(type, input) ?? []);
      const lines = [...references, body(Object.fromEntries(settings))].join("\n");
      return [`resource "${terraformType}" "${name}" {\n${lines}\n}\n`];
    })
    .join("\n");
}

function referred(type: string, input: string): string | undefined {
  if (input === "bucket" && type !== "aws:s3/bucket:Bucket") return "bucket = aws_s3_bucket.it.id";
  return input === "role" ? "role = aws_iam_role.it.id" : undefined;
}
