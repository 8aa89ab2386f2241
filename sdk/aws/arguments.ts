/** The arguments of a `StorageBucketAccess`, and their validation. */
import * as s3 from "@pulumi/aws/s3";
import type * as iam from "@pulumi/aws/iam";
import * as pulumi from "@pulumi/pulumi";
import { didYouMean, withHint } from "../../rules/closestName";
import { numberHint } from "../../rules/shared/leadingZeros";
import { outputProblem } from "../../rules/outputText";
import { type NamesOf, unknownNames } from "../argumentChecks";
import { givenArgs } from "../givenArgs";
import type { PutAclMode, StorageBucketMode } from "./policies";
import { prefixProblem } from "./prefix";
import { refusal } from "./refusal";
import type { Transform } from "./transform";

/** The arguments of a new bucket. To set anything else, use `transform.bucket`. */
export interface NewBucketArgs {
  /**
   * The name of the bucket, unique in AWS: 3 to 63 lowercase letters, digits, dots and hyphens. Default: generated from the name
   * of the component.
   */
  name?: pulumi.Input<string>;
  /** Whether Pulumi refuses to delete the bucket. Default: the component's `protect` option, or else `true`. */
  protect?: boolean;
  /** Whether deleting the bucket also deletes its objects. Default: `false`, so AWS refuses to delete a bucket with objects. */
  forceDestroy?: pulumi.Input<boolean>;
}

/** Transforms for the resources of the component. */
export interface StorageBucketAccessTransforms {
  /** For a new bucket. */
  bucket?: Transform<s3.BucketArgs>;
  /** For the public access block of a new bucket. */
  publicAccessBlock?: Transform<s3.BucketPublicAccessBlockArgs>;
  /** For the object ownership of a new bucket. */
  ownershipControls?: Transform<s3.BucketOwnershipControlsArgs>;
  /** For the encryption of a new bucket. */
  encryption?: Transform<s3.BucketServerSideEncryptionConfigurationArgs>;
  /** For the versioning of a new bucket. */
  versioning?: Transform<s3.BucketVersioningArgs>;
  /** For the lifecycle rules of a new bucket. */
  lifecycle?: Transform<s3.BucketLifecycleConfigurationArgs>;
  /** For the policy of a new bucket. */
  bucketPolicy?: Transform<s3.BucketPolicyArgs>;
  /** For the role that the service assumes. */
  role?: Transform<iam.RoleArgs>;
  /** For the policy of the role. */
  rolePolicy?: Transform<iam.RolePolicyArgs>;
}

/** The arguments of a {@link StorageBucketAccess}. */
export interface StorageBucketAccessArgs {
  /**
   * What the service can do below the prefix: `ReadOnly`, or `ReadWrite` to also write and delete. It can't change later, because
   * an endpoint can't change it.
   */
  access: StorageBucketMode;
  /**
   * The External ID from the application: 2 to 1224 letters, digits and `_+=,.@:/-`. Without it, any customer of the service
   * could have the service assume this role. It is not a password: AWS shows it in the trust policy.
   */
  externalId: pulumi.Input<string>;
  /** The AWS account ID of the service, from the application: 12 digits. */
  serviceAccountId: pulumi.Input<string>;
  /**
   * The bucket: the name of an existing one, an `aws.s3.Bucket`, or the arguments of a new one (`{}` is enough). The settings of
   * an existing bucket never change.
   */
  bucket: pulumi.Input<string> | s3.Bucket | NewBucketArgs;
  /**
   * The folder in the bucket that the service can access, such as `exports/daily`. The prefixes of endpoints on one bucket must
   * not overlap. Default: the whole bucket.
   */
  prefix?: pulumi.Input<string>;
  /**
   * The ACLs that the service can set on objects, for `ReadWrite`: `Any`, or `OwnerOnly` for those that give no other account access.
   * Test the endpoint afterwards. Default: `Any`, because the service requires put ACL and does not say which ones it sets.
   */
  putAcl?: PutAclMode;
  /** The name of the endpoint in the application. Default: the name of the component. */
  endpointName?: pulumi.Input<string>;
  /** The description of the endpoint in the application. Default: none. */
  description?: pulumi.Input<string>;
  /** The name of the role: 1 to 64 letters, digits and `_+=,.@-`. Default: generated from the name of the component. */
  roleName?: pulumi.Input<string>;
  /** The path of the role, such as `/vendors/`. Default: `/`. */
  path?: pulumi.Input<string>;
  /** The ARN of the permissions boundary of the role. Default: none. */
  permissionsBoundary?: pulumi.Input<string>;
  /**
   * The ARN of the KMS key that encrypts the objects, in the region of the bucket. A new bucket uses it, and the role gets
   * permission to use it. The key policy is not changed. Default: the keys of S3, which require no permission.
   */
  kmsKeyArn?: pulumi.Input<string>;
  /** The AWS tags of a new bucket and of the role. Default: none. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Changes to the resources of the component before they are created. Default: none. */
  transform?: StorageBucketAccessTransforms;
}

/** Says what is wrong with a value; undefined if it is valid. */
type Rule = (value: string) => string | undefined;

/** Refuses an argument, by its path. */
type Refuse = (path: string, problem: string) => never;

/** Checks an argument: immediately, or when its value is known. */
type Check = (path: string, value: pulumi.Input<string>, rule: Rule) => pulumi.Input<string>;

const matching =
  (pattern: RegExp, words: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : words;

const required = ["access", "externalId", "serviceAccountId", "bucket"] as const;

/** The arguments that are strings. */
const rules = {
  externalId: matching(
    /^[\w+=,.@:/-]{2,1224}$/u,
    "must be the External ID from the application: 2 to 1224 letters, digits and _+=,.@:/-",
  ),
  serviceAccountId: (id) => {
    if (/^\d{12}$/u.test(id)) return undefined;
    const hint = /^\d{1,11}$/u.test(id) ? numberHint(Number(id)) : "";
    return `must be the AWS account ID of the service, from the application: 12 digits${hint}`;
  },
  prefix: prefixProblem,
  endpointName: matching(/\S/u, "must not be empty, because the application requires a name"),
  description: () => undefined,
  roleName: matching(/^[\w+=,.@-]{1,64}$/u, "must be 1 to 64 letters, digits and _+=,.@-"),
  path: matching(/^\/(?:[!-.0-~]+\/)*$/u, "must begin and end with a slash, such as /vendors/"),
  permissionsBoundary: matching(/^arn:[\w-]+:iam::(?:aws|\d{12}):policy\/\S+$/u, "must be the ARN of an IAM policy"),
  kmsKeyArn: matching(
    // A policy would read other characters as wildcards or variables.
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/u,
    "must be the ARN of one KMS key (arn:...:key/...), because a policy can't give access to an alias",
  ),
} satisfies Record<string, Rule>;

const bucketName = matching(
  /^(?=.{3,63}$)(?!.*\.\.)(?!\d+(?:\.\d+){3}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])$/u,
  "must be the name of a bucket: 3 to 63 lowercase letters, digits, single dots and hyphens, and not an IP address",
);

const known: NamesOf<StorageBucketAccessArgs> = {
  access: true,
  externalId: true,
  serviceAccountId: true,
  bucket: true,
  prefix: true,
  putAcl: true,
  endpointName: true,
  description: true,
  roleName: true,
  path: true,
  permissionsBoundary: true,
  kmsKeyArn: true,
  tags: true,
  transform: true,
};

const knownOfBucket: NamesOf<NewBucketArgs> = { name: true, protect: true, forceDestroy: true };

/** The children that can be transformed. */
const transforms: NamesOf<StorageBucketAccessTransforms> = {
  bucket: true,
  publicAccessBlock: true,
  ownershipControls: true,
  encryption: true,
  versioning: true,
  lifecycle: true,
  bucketPolicy: true,
  role: true,
  rolePolicy: true,
};

/**
 * Validates the arguments. A string that is not known yet is checked when it is, before any resource uses it.
 *
 * @returns The arguments. Their unknown strings fail later if they are not valid.
 * @throws {RunError} If an argument is not valid, with its name.
 */
export function checkedArguments(
  component: string,
  declared: StorageBucketAccessArgs | undefined,
): StorageBucketAccessArgs {
  const args = givenArgs(declared) as StorageBucketAccessArgs;
  const refuse: Refuse = (path, problem) => {
    throw refusal(`StorageBucketAccess "${component}": ${path} ${problem}${problem.endsWith("?") ? "" : "."}`);
  };
  const checked: Check = (path, value, rule) =>
    whenKnown(value, (text: unknown) => {
      if (typeof text !== "string") return refuse(path, `must be a string${numberHint(text)}`);
      const problem = outputProblem(text) ?? rule(text);
      return problem === undefined ? text : refuse(path, problem);
    });

  for (const name of unknownNames(args, known)) refuse(name, withHint("is not an argument", name, Object.keys(known)));
  for (const name of required) {
    if (((args as Partial<StorageBucketAccessArgs>)[name] ?? undefined) === undefined) refuse(name, "is missing");
  }
  if (!["ReadOnly", "ReadWrite"].includes(args.access)) refuse("access", 'must be "ReadOnly" or "ReadWrite"');
  checkPutAcl(args, refuse);
  const texts = (Object.keys(rules) as (keyof typeof rules)[]).flatMap((name) => {
    const value = args[name];
    return value === undefined ? [] : [[name, checked(name, value, rules[name])] as const];
  });
  checkTransform(args.transform, refuse);
  return {
    ...args,
    ...Object.fromEntries(texts),
    ...(args.tags === undefined ? {} : { tags: checkedTags(args.tags, checked, refuse) }),
    bucket: checkedBucket(args.bucket, checked, refuse),
  };
}

function checkPutAcl({ access, putAcl }: StorageBucketAccessArgs, refuse: Refuse): void {
  if (putAcl === undefined) return;
  if (!["Any", "OwnerOnly"].includes(putAcl)) refuse("putAcl", 'must be "Any" or "OwnerOnly"');
  if (access === "ReadOnly") refuse("putAcl", "is only for ReadWrite");
}

function checkedBucket(
  bucket: StorageBucketAccessArgs["bucket"],
  checked: Check,
  refuse: Refuse,
): StorageBucketAccessArgs["bucket"] {
  if (isName(bucket)) return checked("bucket", bucket, bucketName);
  if (s3.Bucket.isInstance(bucket)) return bucket;
  if (!isPlainObject(bucket) || pulumi.Resource.isInstance(bucket)) {
    return refuse("bucket", "must be the name of a bucket, an aws.s3.Bucket, or the arguments of a new bucket");
  }
  for (const unknown of unknownNames(bucket, knownOfBucket)) {
    const hint = didYouMean(unknown, Object.keys(knownOfBucket));
    const inTransform = "is not an argument. Set it with transform.bucket";
    refuse(`bucket.${unknown}`, hint === "" ? inTransform : `is not an argument.${hint}`);
  }
  const { name, protect, forceDestroy } = bucket;
  if (protect !== undefined && typeof protect !== "boolean") refuse("bucket.protect", "must be true or false");
  return {
    ...bucket,
    ...(name === undefined ? {} : { name: checked("bucket.name", name, bucketName) }),
    ...(forceDestroy === undefined
      ? {}
      : {
          forceDestroy: whenKnown(forceDestroy, (value: unknown) =>
            typeof value === "boolean" ? value : refuse("bucket.forceDestroy", "must be true or false"),
          ),
        }),
  };
}

function checkedTags(
  tags: NonNullable<StorageBucketAccessArgs["tags"]>,
  checked: Check,
  refuse: Refuse,
): NonNullable<StorageBucketAccessArgs["tags"]> {
  return whenKnown(tags, (object: unknown) => {
    if (!isPlainObject(object)) return refuse("tags", "must be an object of strings");
    const given = Object.entries(object as Record<string, pulumi.Input<string> | undefined>);
    return Object.fromEntries(
      given.flatMap(([key, value]) => {
        const path = /^[\w-]+$/u.test(key) ? `tags.${key}` : `tags[${JSON.stringify(key)}]`;
        return value === undefined ? [] : [[key, checked(path, value, () => undefined)] as const];
      }),
    );
  });
}

function checkTransform(transform: unknown, refuse: Refuse): void {
  if (transform === undefined) return;
  if (!isPlainObject(transform)) return refuse("transform", "must be an object with a transform for each child");
  for (const [child, change] of Object.entries(transform)) {
    if (!Object.hasOwn(transforms, child)) {
      refuse(`transform.${child}`, withHint("is not a child", child, Object.keys(transforms)));
    }
    if (change !== undefined && typeof change !== "function" && !isPlainObject(change)) {
      refuse(`transform.${child}`, "must be an object of arguments, or a function");
    }
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isLater(value);
}

/** Checks a value: immediately, or when it is known. */
function whenKnown<Value>(value: pulumi.Input<Value>, check: (known: unknown) => Value): pulumi.Input<Value> {
  return isLater(value) ? pulumi.output(value).apply((known) => check(known)) : check(value);
}

/** Whether the bucket is given by name. */
export function isName(bucket: StorageBucketAccessArgs["bucket"]): bucket is pulumi.Input<string> {
  return typeof bucket === "string" || isLater(bucket);
}

function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
