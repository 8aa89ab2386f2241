/** What a `StorageBucketAccess` is made of, and what is wrong with it where something is. */
import * as s3 from "@pulumi/aws/s3";
import type * as iam from "@pulumi/aws/iam";
import * as pulumi from "@pulumi/pulumi";
import { givenArgs } from "../givenArgs";
import type { StorageBucketMode } from "./policies";
import { prefixProblem } from "./prefix";
import { refusal } from "./refusal";
import type { Transform } from "./transform";

/** A bucket that is yet to be made. Anything else about it is set by `transform.bucket`. */
export interface NewBucketArgs {
  /** Its name, unique in all of AWS: 3 to 63 lower-case letters, digits, dots and hyphens. Default: made from the component's. */
  name?: pulumi.Input<string>;
  /** Whether Pulumi refuses to delete it. Default: `true`, or what the component's own `protect` option says. */
  protect?: boolean;
  /** Whether deleting it deletes all that is in it. Default: `false`, so that a bucket that holds anything stays. */
  forceDestroy?: pulumi.Input<boolean>;
}

/** A last word on each resource that the component makes. */
export interface StorageBucketAccessTransforms {
  /** On a new bucket. */
  bucket?: Transform<s3.BucketArgs>;
  /** On what keeps a new bucket from the public. */
  publicAccessBlock?: Transform<s3.BucketPublicAccessBlockArgs>;
  /** On who owns the objects in a new bucket. */
  ownershipControls?: Transform<s3.BucketOwnershipControlsArgs>;
  /** On a new bucket's encryption. */
  encryption?: Transform<s3.BucketServerSideEncryptionConfigurationArgs>;
  /** On a new bucket's versioning. */
  versioning?: Transform<s3.BucketVersioningArgs>;
  /** On what a new bucket clears away. */
  lifecycle?: Transform<s3.BucketLifecycleConfigurationArgs>;
  /** On a new bucket's policy. */
  bucketPolicy?: Transform<s3.BucketPolicyArgs>;
  /** On the role that the service takes on. */
  role?: Transform<iam.RoleArgs>;
  /** On what that role may do. */
  rolePolicy?: Transform<iam.RolePolicyArgs>;
}

/** What a {@link StorageBucketAccess} is made of. */
export interface StorageBucketAccessArgs {
  /**
   * `ReadOnly` lets the service read the bucket, `ReadWrite` also write and delete below the prefix. Fixed for ever: an
   * endpoint can't switch (API document, section 2.10, rule 4).
   */
  access: StorageBucketMode;
  /**
   * The External ID that the application shows: 2 to 1224 letters, digits and `_+=,.@:/-`. Without it, anybody whom the
   * service serves could have the service assume this role. It is not a password: AWS shows it in the trust policy.
   */
  externalId: pulumi.Input<string>;
  /** The service's own AWS account, which the application shows: 12 digits. */
  serviceAccountId: pulumi.Input<string>;
  /**
   * The bucket: the name of one that exists, an `aws.s3.Bucket`, or arguments to make a new one (`{}` is enough). The
   * settings of a bucket that exists are never touched.
   */
  bucket: pulumi.Input<string> | s3.Bucket | NewBucketArgs;
  /**
   * The folder inside the bucket that the service may reach, such as `exports/daily`. Default: all of the bucket. Prefixes
   * on one bucket must not contain one another.
   */
  prefix?: pulumi.Input<string>;
  /** Name of the endpoint in the application. Default: the component's name. */
  endpointName?: pulumi.Input<string>;
  /** Description of the endpoint in the application. Default: none. */
  description?: pulumi.Input<string>;
  /** Name of the role: 1 to 64 letters, digits and `_+=,.@-`. Default: made from the component's. */
  roleName?: pulumi.Input<string>;
  /** Path of the role, such as `/vendors/`. Default: `/`. */
  path?: pulumi.Input<string>;
  /** ARN of a policy that bounds what the role may do. Default: none. */
  permissionsBoundary?: pulumi.Input<string>;
  /**
   * ARN of the KMS key that the objects are encrypted with. A new bucket encrypts with it; the role may use it; the key's own
   * policy is yours. Default: S3's own keys, which need no permission.
   */
  kmsKeyArn?: pulumi.Input<string>;
  /** Tags of a new bucket and of the role. Default: none. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** A last word on each resource that the component makes. */
  transform?: StorageBucketAccessTransforms;
}

/** What is wrong with a value, in words; undefined when nothing is. */
type Rule = (value: string) => string | undefined;

/** Holds an argument to a rule: at once, or when its value is known. */
type Check = (name: string, value: pulumi.Input<string>, rule: Rule) => pulumi.Input<string>;

const matching =
  (pattern: RegExp, words: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : words;

const required = ["access", "externalId", "serviceAccountId", "bucket"] as const;

/** The arguments that are texts. */
const rules = {
  externalId: matching(
    /^[\w+=,.@:/-]{2,1224}$/u,
    "must be the External ID that the application shows: 2 to 1224 letters, digits and _+=,.@:/-",
  ),
  serviceAccountId: matching(/^\d{12}$/u, "must be the service's AWS account ID that the application shows: 12 digits"),
  prefix: prefixProblem,
  endpointName: matching(/\S/u, "must not be empty: the application's form requires it"),
  description: () => undefined,
  roleName: matching(/^[\w+=,.@-]{1,64}$/u, "must be 1 to 64 letters, digits and _+=,.@-"),
  path: matching(/^\/(?:[!-.0-~]+\/)*$/u, "must begin and end with a slash, such as /vendors/"),
  permissionsBoundary: matching(/^arn:[\w-]+:iam::(?:aws|\d{12}):policy\/\S+$/u, "must be the ARN of an IAM policy"),
  kmsKeyArn: matching(
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/\S+$/u,
    "must be the ARN of a KMS key (arn:...:key/...): a policy gives no access by an alias",
  ),
} satisfies Record<string, Rule>;

const bucketName = matching(
  /^(?=.{3,63}$)(?!.*\.\.)(?!\d+(?:\.\d+){3}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])$/u,
  "must be the name of a bucket: 3 to 63 lower-case letters, digits, single dots and hyphens, and no IP address",
);

const known = [...required, ...Object.keys(rules), "tags", "transform"];

/**
 * Refuses arguments that can't be meant, each by its name. A text that is known later is checked then, before anything is
 * made of it.
 *
 * @returns the arguments, whose later texts fail where they break a rule
 * @throws RunError
 */
export function checkedArguments(
  component: string,
  declared: StorageBucketAccessArgs | undefined,
): StorageBucketAccessArgs {
  const args = givenArgs(declared) as StorageBucketAccessArgs;
  const refuse = (name: string, problem: string): never => {
    throw refusal(`StorageBucketAccess "${component}": ${name} ${problem}.`);
  };
  const checked: Check = (name, value, rule) => {
    const check = (text: unknown): string => {
      if (typeof text !== "string") return refuse(name, "must be a text");
      const problem = rule(text);
      return problem === undefined ? text : refuse(name, problem);
    };
    return isLater(value) ? pulumi.output(value).apply(check) : check(value);
  };

  for (const name of Object.keys(args)) if (!known.includes(name)) refuse(name, "is not an argument");
  for (const name of required) {
    if (((args as Partial<StorageBucketAccessArgs>)[name] ?? undefined) === undefined) refuse(name, "is missing");
  }
  if (!["ReadOnly", "ReadWrite"].includes(args.access)) refuse("access", 'must be "ReadOnly" or "ReadWrite"');
  const texts = (Object.keys(rules) as (keyof typeof rules)[]).flatMap((name) => {
    const value = args[name];
    return value === undefined ? [] : [[name, checked(name, value, rules[name])] as const];
  });
  return { ...args, ...Object.fromEntries(texts), bucket: checkedBucket(args.bucket, checked, refuse) };
}

function checkedBucket(
  bucket: StorageBucketAccessArgs["bucket"],
  checked: Check,
  refuse: (name: string, problem: string) => never,
): StorageBucketAccessArgs["bucket"] {
  if (isName(bucket)) return checked("bucket", bucket, bucketName);
  if (s3.Bucket.isInstance(bucket)) return bucket;
  if (typeof bucket !== "object" || pulumi.Resource.isInstance(bucket)) {
    return refuse("bucket", "must be a bucket's name, an aws.s3.Bucket, or arguments to make one");
  }
  for (const name of Object.keys(bucket)) {
    if (!["name", "protect", "forceDestroy"].includes(name)) {
      refuse(`bucket.${name}`, "is not an argument; set it by transform.bucket");
    }
  }
  return bucket.name === undefined ? bucket : { ...bucket, name: checked("bucket.name", bucket.name, bucketName) };
}

/** Whether the bucket is given by its name. */
export function isName(bucket: StorageBucketAccessArgs["bucket"]): bucket is pulumi.Input<string> {
  return typeof bucket === "string" || isLater(bucket);
}

function isLater(value: unknown): value is pulumi.Output<string> | Promise<string> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
