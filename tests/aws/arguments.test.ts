/** Invalid arguments are errors while the program runs. Each message names the argument. */
import * as iam from "@pulumi/aws/iam";
import * as pulumi from "@pulumi/pulumi";
import { StorageBucketAccess, type StorageBucketAccessArgs } from "../../sdk/aws";
import { checkedArguments } from "../../sdk/aws/arguments";
import { record } from "./recording";

const good: StorageBucketAccessArgs = {
  access: "ReadOnly",
  externalId: "ext-1234",
  serviceAccountId: "999988887777",
  bucket: "shared-exports",
};
const refusal = (changes: object): string => {
  try {
    checkedArguments("exports", { ...good, ...changes });
  } catch (error) {
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    // Pulumi on Node.js 20 can take half a minute to print a stack trace.
    expect((error as Error).stack).toBe("");
    return (error as Error).message;
  }
  return "accepted";
};

test.each<[argument: string, value: unknown]>([
  ["access", "ReadAndWrite"],
  ["access", undefined],
  ["externalId", "x"],
  ["externalId", "a b"],
  ["externalId", "x".repeat(1225)],
  ["externalId", ""],
  ["externalId", undefined],
  ["externalId", null],
  ["externalId", 1234],
  ["serviceAccountId", "99998888777"],
  ["serviceAccountId", 999988887777],
  ["serviceAccountId", "99998888777x"],
  ["serviceAccountId", undefined],
  ["bucket", undefined],
  ["bucket", null],
  ["bucket", "My_Bucket"],
  ["bucket", "ab"],
  ["bucket", "arn:aws:s3:::exports"],
  ["bucket", "a..b"],
  ["bucket", "192.168.5.4"],
  ["bucket", 7],
  ["bucket.name", { name: "-bad-" }],
  ["bucket", []],
  ["bucket.acl", { acl: "public-read" }],
  ["bucket.protect", { protect: "no" }],
  ["bucket.protect", { protect: null }],
  ["bucket.protect", { protect: pulumi.output(true) }],
  ["bucket.forceDestroy", { forceDestroy: "true" }],
  ["prefix", "../up"],
  ["prefix", "a/./b"],
  ["prefix", "a//b"],
  ["prefix", "a/*"],
  ["prefix", "${aws:username}"],
  ["prefix", "a?"],
  ["prefix", "a\\b"],
  ["prefix", "a\nb"],
  ["prefix", "отчёты/daily"],
  ["prefix", "ſ"],
  ["prefix", "ü".repeat(256)],
  ["endpointName", " "],
  ["roleName", "a role"],
  ["roleName", "x".repeat(65)],
  ["path", "vendors/"],
  ["path", "/vendors"],
  ["permissionsBoundary", "boundary"],
  ["kmsKeyArn", "arn:aws:kms:eu-central-1:111122223333:alias/mine"],
  ["kmsKeyArn", "arn:aws:kms:eu-central-1:111122223333:key/*"],
  ["kmsKeyArn", "arn:aws:kms:eu-central-1:111122223333:key/mrk-?"],
  ["kmsKeyArn", "arn:aws:kms:eu-central-1:111122223333:key/${aws:PrincipalTag/key}"],
  ["kmsKeyArn", "arn:aws:kms:eu-central-1:111122223333:key/a/b"],
  ["tags", "owner=finops"],
  ["tags", ["owner"]],
  ["tags", null],
  ["tags.owner", { owner: 1 }],
  ["tags.owner", { team: "a", owner: null }],
  ['tags["cost center"]', { "cost center": ["a"] }],
  ["transform", () => undefined],
  ["transform", [{}]],
  ["transform", "role"],
  ["transform.rol", { rol: {} }],
  ["transform.__proto__", JSON.parse('{"__proto__": {}}')],
  ["transform.role", { role: "admin" }],
  ["transform.rolePolicy", { rolePolicy: [] }],
  ["transform.bucket", { bucket: null }],
  ["prefx", "a typo"],
])("the message for %s: %p names the argument", (argument, value) => {
  const name = argument.split(/[.[]/u)[0] ?? "";
  const path = argument.replace(/[.[\]]/gu, "\\$&");
  expect(refusal({ [name]: value })).toMatch(
    new RegExp(`^StorageBucketAccess "exports": ${path} (?:must|is) .+[.?]$`, "su"),
  );
});

test.each([12345678901, "12345678901"])(
  "an account ID that lost its leading zeros gets a hint: %p",
  (serviceAccountId) => {
    expect(refusal({ serviceAccountId })).toContain("leading zeros");
  },
);

test.each(["prefix", "endpointName", "description", "tags.owner"])("%s that contains an Output is refused", (path) => {
  const text =
    "exports of Calling [toString] on an [Output<T>] is not supported.\n\nTo get the value of an Output<T>, consider";
  const [name = "", key] = path.split(".");
  expect(refusal({ [name]: key === undefined ? text : { [key]: text } })).toContain(`: ${path} contains an Output`);
});

test.each<[change: object, meant: string]>([
  [{ prefx: "daily" }, "prefx is not an argument. Did you mean prefix?"],
  [{ service_account_id: "1", account: "1" }, "service_account_id is not an argument. Did you mean serviceAccountId?"],
  [{ Tags: undefined }, "accepted"],
  [{ zzz: 1 }, "zzz is not an argument. Known: access, "],
  [{ bucket: { Protect: true } }, "bucket.Protect is not an argument. Did you mean protect?"],
  [{ bucket: { forcedestroy: undefined } }, "accepted"],
  [{ bucket: { acl: "private" } }, "bucket.acl is not an argument. Set it with transform.bucket."],
  [{ transform: { rol: {} } }, "transform.rol is not a child. Did you mean role?"],
  [{ transform: { user: {} } }, "transform.user is not a child. Known: bucket, "],
])("unknown names get the nearest one: %p", (change, meant) => {
  expect(refusal(change)).toContain(meant);
});

test("a stack config with a key that is not a setting is refused", async () => {
  const recording = await record(() => {
    pulumi.runtime.setAllConfig({ "costallocation:driftPolcy": "refuse" });
    try {
      expect(() => new StorageBucketAccess("exports", good)).toThrow(
        "costallocation:driftPolcy, which is not a setting. Did you mean driftPolicy?",
      );
    } finally {
      pulumi.runtime.setAllConfig({});
    }
    return {};
  });
  expect(recording.asked.map(({ type }) => type)).toEqual(["pulumi:pulumi:Stack"]);
});

test("a resource that is not a bucket is refused", async () => {
  await record(() => {
    expect(refusal({ bucket: new iam.User("someone") })).toContain(
      "bucket must be the name of a bucket, an aws.s3.Bucket",
    );
    return {};
  });
});

test.each<[argument: string, value: unknown]>([
  ["externalId", "ab"],
  ["externalId", "Az09_+=,.@:/-".repeat(94)],
  ["bucket", "a.b-c"],
  ["prefix", ""],
  ["prefix", "/"],
  ["prefix", "Größe/year=2026 (daily)"],
  ["path", "/"],
  ["path", "/a/b/"],
  ["permissionsBoundary", "arn:aws:iam::aws:policy/ReadOnlyAccess"],
  ["kmsKeyArn", "arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/mrk-1"],
  ["bucket", { protect: undefined, forceDestroy: undefined }],
  ["bucket", { protect: false, forceDestroy: pulumi.output(true) }],
  ["tags", undefined],
  ["tags", { owner: "finops", "cost center": "", absent: undefined, later: pulumi.output("x") }],
  ["transform", undefined],
  ["transform", { role: {}, bucket: () => undefined, bucketPolicy: undefined }],
])("%s: %p is accepted", (argument, value) => {
  expect(refusal({ [argument]: value })).toBe("accepted");
});

test("a JavaScript program without arguments gets an error for the first required one", () => {
  const none = undefined as unknown as StorageBucketAccessArgs;
  expect(() => new StorageBucketAccess("exports", none)).toThrow('StorageBucketAccess "exports": access is missing.');
});

test("an invalid argument registers no resource", async () => {
  const recording = await record(() => {
    expect(() => new StorageBucketAccess("exports", { ...good, prefix: ".." })).toThrow("prefix must not contain");
    return {};
  });
  expect(recording.asked.map(({ type }) => type)).toEqual(["pulumi:pulumi:Stack"]);
});
