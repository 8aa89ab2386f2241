/** What keeps a new bucket, and its settings, from being deleted. */
import type * as pulumi from "@pulumi/pulumi";
import { StorageBucketAccess, type StorageBucketAccessArgs } from "../../sdk/aws";
import { type Asked, record } from "./recording";

async function children(
  changes: Partial<StorageBucketAccessArgs>,
  opts?: pulumi.ComponentResourceOptions,
): Promise<Asked[]> {
  const { asked } = await record(() => {
    const service = { externalId: "ext-1234", serviceAccountId: "999988887777" };
    new StorageBucketAccess("exports", { ...service, access: "ReadOnly", bucket: {}, ...changes }, opts);
    return {};
  });
  return asked.filter(({ parent }) => parent.endsWith(":StorageBucketAccess"));
}

const bucketType = "aws:s3/bucket:Bucket";
const isSetting = ({ type }: Asked): boolean => type.startsWith("aws:s3/") && type !== bucketType;

test("the protect option of the component applies to the bucket, unless the bucket has its own", async () => {
  const protects = async (protect: boolean, bucket = {}): Promise<boolean | undefined> =>
    (await children({ bucket }, { protect })).find(({ type }) => type === bucketType)?.protect;
  expect(await protects(false)).toBe(false);
  expect(await protects(true)).toBe(true);
  expect(await protects(true, { protect: false })).toBe(false);
});

test.each([true, false])(
  "protect %p: Pulumi never deletes a setting in AWS, where it ends with its bucket and not before",
  async (protect) => {
    const all = await children({ bucket: { protect } });
    const retained = all.filter(({ retainOnDelete }) => retainOnDelete);
    expect(retained).toHaveLength(6);
    expect(retained).toEqual(all.filter(isSetting));
  },
);

test("a transform can decide otherwise for a setting", async () => {
  const retainOnDelete = async (retain: boolean): Promise<boolean | undefined> => {
    const transform: StorageBucketAccessArgs["transform"] = {
      ownershipControls: (_args, opts) => {
        opts.retainOnDelete = retain;
      },
    };
    const all = await children({ transform });
    return all.find(({ type }) => type.endsWith(":BucketOwnershipControls"))?.retainOnDelete;
  };
  expect(await retainOnDelete(true)).toBe(true);
  expect(await retainOnDelete(false)).toBe(false);
});
