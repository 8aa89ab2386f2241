/** The prefixes of endpoints on one bucket must not overlap. */
import type * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";
import { StorageBucketAccess, type StorageBucketAccessArgs } from "../../sdk/aws";
import { normalizedPrefix } from "../../sdk/aws/prefix";
import { record } from "./recording";

test.each([
  ["", ""],
  ["/", ""],
  ["a", "a/"],
  ["/a/b/", "a/b/"],
  ["//a", "a/"],
])("%p is normalized to %p", (given, normalized) => {
  expect(normalizedPrefix(given)).toBe(normalized);
});

const args = { access: "ReadOnly", externalId: "ext-1234", serviceAccountId: "999988887777" } as const;
const two = (bucket: StorageBucketAccessArgs["bucket"], one: pulumi.Input<string>, other: string): Promise<unknown> =>
  record(() => {
    new StorageBucketAccess("one", { ...args, bucket, prefix: one });
    new StorageBucketAccess("other", { ...args, bucket, prefix: other });
    return {};
  });

test.each([
  ["a", "a"],
  ["a", "/a/"],
  ["a", "a/b"],
  ["a/b", "a"],
  ["", "a"],
  ["a", ""],
  ["", ""],
])("overlapping prefixes %p and %p on one bucket are an error while the program runs", async (one, other) => {
  await expect(two("shared-exports", one, other)).rejects.toThrow(
    /^StorageBucketAccess "other": prefix .* overlaps with prefix .* of "one"/su,
  );
});

test.each([
  ["a", "b"],
  ["a", "ab"],
  ["a/b", "a/c"],
])("prefixes %p and %p do not overlap", async (one, other) => {
  await expect(two("shared-exports", one, other)).resolves.toBeDefined();
});

test("overlaps are found for a bucket resource, a name, and the name of a new bucket", async () => {
  const conflict = /"other": prefix \(the whole bucket\) overlaps with prefix "a\/" of "one"/u;
  const program = (bucket: () => StorageBucketAccessArgs["bucket"], second: (one: StorageBucketAccess) => unknown) =>
    record(() => {
      const one = new StorageBucketAccess("one", { ...args, bucket: bucket(), prefix: "a" });
      new StorageBucketAccess("other", { ...args, bucket: second(one) as s3.Bucket });
      return {};
    });
  await expect(
    program(
      () => ({}),
      (one) => one.bucket,
    ),
  ).rejects.toThrow(conflict);
  await expect(
    program(
      () => ({ name: "made-here" }),
      () => "made-here",
    ),
  ).rejects.toThrow(conflict);
  await expect(
    program(
      () => "one-bucket",
      () => "another-bucket",
    ),
  ).resolves.toBeDefined();
});

test("the check of the registration handles a prefix that is not known yet", async () => {
  await expect(two("shared-exports", pulumi.output("a"), "a")).resolves.toBeDefined();
});

test("one process can run a program twice", async () => {
  const program = (): object => {
    new StorageBucketAccess("one", { ...args, bucket: "shared-exports" });
    return {};
  };
  await record(program);
  await expect(record(program)).resolves.toBeDefined();
});
