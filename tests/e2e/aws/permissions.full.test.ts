// Promise: With the role of a StorageBucketAccess, the service can do what the table of permissions says, and nothing else.
/** What moto does not evaluate is left to the simulator (tests/aws/permissions.slow.test.ts), by name of the row. */
import * as iam from "@aws-sdk/client-iam";
import * as s3 from "@aws-sdk/client-s3";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import type { StorageBucketMode } from "../../../sdk/aws";
import { accessPolicy, trustPolicy } from "../../../sdk/aws/policies";
import { attempts, place } from "../../aws/permissions";
import { calls, type Hands, type Scene } from "./attempts";
import { type Moto, startMoto } from "./moto";
import { describeWithPython } from "./python";

const rows = Object.values(attempts).flat();
const tried = rows.filter(({ what }) => what in calls);
const { bucket: Bucket, externalId, serviceAccountId } = place;
const partition = "aws";

describeWithPython("against moto", () => {
  let moto: Moto;
  let admin: Hands;
  const handsMade: Hands[] = [];

  function handsOf(credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }): Hands {
    const common = { endpoint: moto.url, region: moto.region, credentials, maxAttempts: 1 };
    const hands = { s3: new s3.S3Client({ ...common, forcePathStyle: true }), iam: new iam.IAMClient(common) };
    handsMade.push(hands);
    return hands;
  }

  /** Becomes the role, as the service does. */
  async function assume(): Promise<Hands> {
    const { url: endpoint, region, service: credentials } = moto;
    const sts = new STSClient({ endpoint, region, credentials });
    const RoleArn = `arn:aws:iam::123456789012:role/${place.roleName}`;
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({ RoleArn, RoleSessionName: "service", ExternalId: externalId }),
    );
    sts.destroy();
    const { AccessKeyId = "", SecretAccessKey = "", SessionToken = "" } = Credentials ?? {};
    return handsOf({ accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken });
  }

  /** Two buckets with objects in them, and an upload under way. Made anew before each attempt: some succeed. */
  async function setScene(): Promise<Scene> {
    const objects = [
      [Bucket, "daily/eu/costs.parquet"],
      [Bucket, "daily/eu/2026-11/costs.parquet"],
      [Bucket, "daily/us/costs.parquet"],
      [Bucket, "daily/europe/costs.parquet"],
      [Bucket, "daily/costs.parquet"],
      [Bucket, "costs.parquet"],
      ["payroll", "daily/eu/costs.parquet"],
    ] as const;
    for (const [name, Key] of objects) await admin.s3.send(new s3.PutObjectCommand({ Bucket: name, Key, Body: "c" }));
    const upload = await admin.s3.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: "daily/eu/upload" }));
    return { uploadId: upload.UploadId ?? "" };
  }

  beforeAll(async () => {
    moto = await startMoto(serviceAccountId);
    admin = handsOf(moto.administrator);
    const CreateBucketConfiguration = { LocationConstraint: moto.region as s3.BucketLocationConstraint };
    for (const name of [Bucket, "payroll"]) {
      await admin.s3.send(new s3.CreateBucketCommand({ Bucket: name, CreateBucketConfiguration }));
    }
    const AssumeRolePolicyDocument = JSON.stringify(trustPolicy({ partition, serviceAccountId, externalId }));
    await admin.iam.send(new iam.CreateRoleCommand({ RoleName: place.roleName, AssumeRolePolicyDocument }));
  }, 300_000);

  afterAll(async () => {
    for (const hands of handsMade) {
      hands.s3.destroy();
      hands.iam.destroy();
    }
    await moto.stop();
  });

  test("every call is one of the table's rows", () => {
    expect(tried).toHaveLength(Object.keys(calls).length);
    expect(tried.length).toBeGreaterThanOrEqual(30);
  });

  describe.each<StorageBucketMode>(["ReadOnly", "ReadWrite"])("%s", (access) => {
    let service: Hands;

    beforeAll(async () => {
      const scope = { partition, access, bucketName: Bucket, region: moto.region, prefix: "daily/eu/" };
      const PolicyDocument = JSON.stringify(accessPolicy({ ...scope, kmsKeyArn: undefined }));
      const policy = { RoleName: place.roleName, PolicyName: "access", PolicyDocument };
      await admin.iam.send(new iam.PutRolePolicyCommand(policy));
      service = await assume();
    });

    test.each(
      tried.map((attempt) => [attempt.allowed.includes(access) ? "may" : "may not", attempt.what, attempt] as const),
    )("%s %s", async (_may, what, attempt) => {
      const scene = await setScene();
      const outcome = await (calls[what] ?? (() => Promise.resolve()))(service, scene).then(
        () => "allowed",
        (error: unknown) => (error as Error).name,
      );
      expect(outcome).toMatch(attempt.allowed.includes(access) ? /^allowed$/u : /^AccessDenied(?:Exception)?$/u);
    });
  });

  test("without the role's credentials nothing is allowed", async () => {
    const stranger = handsOf({ accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "nothing" });
    const list = stranger.s3.send(new s3.ListObjectsV2Command({ Bucket }));
    await expect(list).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
  });
});
