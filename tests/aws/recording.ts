/** Records what a program registers, with Pulumi's mocks. */
import * as pulumi from "@pulumi/pulumi";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

/** A registered resource. */
export interface Asked {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  /** The type of the parent. */
  parent: string;
  protect: boolean;
  retainOnDelete: boolean;
  /** The reference to an explicit provider; empty for the default provider. */
  provider: string;
  /** The types of the resources that it depends on. */
  after: string[];
}

/** The resources of a program in the order of their registration, and its outputs. */
export interface Recording {
  asked: Asked[];
  /** The tokens of the called functions, with their providers. */
  called: [token: string, provider: string][];
  outputs: Record<string, unknown>;
  /** The inputs of the only resource with a type. */
  inputs: (type: string) => Record<string, unknown>;
}

/** The AWS account of the resources. */
export const ownerAccountId = "111122223333";
/** A region of each partition. */
export const regions: Readonly<Record<string, string>> = {
  aws: "eu-central-1",
  "aws-cn": "cn-north-1",
  "aws-eusc": "eusc-de-east-1",
  "aws-iso": "us-iso-east-1",
  "aws-iso-b": "us-isob-east-1",
  "aws-iso-e": "eu-isoe-west-1",
  "aws-iso-f": "us-isof-south-1",
  "aws-us-gov": "us-gov-west-1",
};
const regionIn = (partition: string): string => regions[partition] ?? "";
/** The name of a bucket that AWS does not have. */
export const missingBucket = "missing-exports";
const buckets: Record<string, string> = { "shared-exports": "us-west-2" };

/**
 * Runs a program with mocks that return what AWS would return in a partition.
 *
 * @param asked receives the resources, also if the program fails
 */
export async function record(program: () => object, partition = "aws", asked: Asked[] = []): Promise<Recording> {
  const calls: Recording["called"] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => ({
        id: `${name}-id`,
        state: { ...(inputs as object), ...computed(type, name, inputs as Record<string, unknown>, partition) },
      }),
      call: ({ token, inputs, provider = "" }) => {
        calls.push([token, provider]);
        return called(token, inputs as Record<string, string>, partition);
      },
    },
    "bill",
    "dev",
    false,
  );
  listen((request) => asked.push(request));
  // If the program throws, Pulumi rejects a promise that can't be caught here.
  const failures: unknown[] = [];
  const outputs: unknown = await pulumi.runtime.runInPulumiStack(() => {
    try {
      return Promise.resolve(program());
    } catch (error) {
      failures.push(error);
      return Promise.resolve({});
    }
  });
  await pulumi.runtime.disconnect();
  if (failures.length > 0) throw failures[0];
  return {
    asked,
    called: calls,
    outputs: (await resolved(outputs)) as Record<string, unknown>,
    inputs: (type) => {
      const found = asked.filter((resource) => resource.type === type);
      if (found.length !== 1) throw new Error(`The program registers ${found.length} resources of the type ${type}.`);
      return found[0]?.inputs ?? {};
    },
  };
}

/** The mocks don't get the parents and options. */
function listen(onRequest: (asked: Asked) => void): void {
  const monitor = pulumi.runtime.getMonitor() as unknown as {
    registerResource(request: RegisterResourceRequest, callback: unknown): Promise<void>;
  };
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, callback) => {
    onRequest({
      type: request.getType(),
      name: request.getName(),
      inputs: request.getObject()?.toJavaScript() as Record<string, unknown>,
      parent: typeIn(request.getParent()),
      protect: request.getProtect() === true,
      retainOnDelete: request.getRetainondelete() === true,
      provider: request.getProvider(),
      after: request.getDependenciesList().map(typeIn),
    });
    return register(request, callback);
  };
}

function typeIn(urn: string): string {
  return urn.split("::").at(2)?.split("$").at(-1) ?? "";
}

function computed(type: string, name: string, inputs: Record<string, unknown>, partition: string): object {
  if (type === "aws:s3/bucket:Bucket")
    return { bucket: inputs["bucket"] ?? `${name}-1a2b3c4`, bucketRegion: regionIn(partition) };
  if (type !== "aws:iam/role:Role") return {};
  const { name: roleName = `${name}-1a2b3c4`, path = "/" } = inputs as { name?: string; path?: string };
  return { name: roleName, arn: `arn:${partition}:iam::${ownerAccountId}:role${path}${roleName}` };
}

function called(token: string, inputs: Record<string, string>, partition: string): Record<string, unknown> {
  if (token === "aws:index/getPartition:getPartition") return { partition };
  if (token === "aws:index/getRegion:getRegion") return { region: regionIn(partition) };
  if (token === "aws:s3/getBucket:getBucket") {
    if (inputs["bucket"] === missingBucket)
      throw engineError(`reading S3 Bucket (${missingBucket}): couldn't find resource`);
    return { bucket: inputs["bucket"], bucketRegion: buckets[inputs["bucket"] ?? ""] ?? regionIn(partition) };
  }
  throw new Error(`The function ${token} has no mock.`);
}

/** An error as the engine reports one of the AWS provider. */
function engineError(reason: string): Error {
  const details = `invocation of aws:s3/getBucket:getBucket returned an error: 1 error occurred:\n\t* ${reason}\n\n`;
  return Object.assign(new Error(details), { details });
}

function resolved(value: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    (pulumi.output(value) as pulumi.Output<unknown>).apply(resolve);
  });
}
