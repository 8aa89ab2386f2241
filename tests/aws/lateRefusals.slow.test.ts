/**
 * Arguments that are refused while Pulumi waits for values: the program ends with one message, and nothing that depends on the
 * value is registered. Each program is a process of its own, because it ends with a rejection that nothing handles.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";
import { missingBucket } from "./recording";

const root = resolve(__dirname, "../..");
let folder: string;

beforeAll(() => {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "aws-program-"));
  // Everything that the component may import.
  const sources = ["rules", "client", "stack", "sdk"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(name, file)),
  );
  for (const file of [...sources, "tests/aws/recording.ts"]) {
    const { code } = transformFileSync(join(root, file), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    const target = join(folder, file.replace(/\.ts$/u, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  writeFileSync(
    join(folder, "main.js"),
    `const pulumi = require("@pulumi/pulumi");
     const { writeSync } = require("node:fs");
     const { StorageBucketAccess } = require("./sdk/aws");
     const { record } = require("./tests/aws/recording");
     const asked = [];
     const errors = new Set();
     process.on("unhandledRejection", (error) => errors.add(error));
     process.on("exit", () => {
       const types = asked.map(({ type }) => type.split(":").at(-1));
       writeSync(1, JSON.stringify({ types, errors: [...errors].map(({ message }) => message) }));
     });
     const service = { access: "ReadOnly", externalId: "ext-1234", serviceAccountId: "999988887777" };
     const changes = Function("pulumi", "return " + process.argv[2])(pulumi);
     const program = () => ({ it: new StorageBucketAccess("exports", { ...service, ...changes }) && 1 });
     record(program, "aws", asked).catch((error) => errors.add(error));`,
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(changes: string): { types: string[]; errors: string[] } {
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.js"), changes], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as { types: string[]; errors: string[] };
}

test.each([`"${missingBucket}"`, `pulumi.output("${missingBucket}")`])(
  "a bucket %s that AWS does not have: one message names component and argument, and nothing was created",
  (bucket) => {
    const { errors, types } = run(`{ bucket: ${bucket} }`);
    expect(types).toEqual(["Stack", "StorageBucketAccess"]);
    expect(errors).toEqual([
      expect.stringMatching(/^StorageBucketAccess "exports": bucket "missing-exports" .* couldn't find resource$/u),
    ]);
    expect(errors[0]).not.toContain("getBucket");
  },
);

const key = "arn:aws:kms:eu-central-1:111122223333:key/a";

test.each([
  ["an existing bucket", '"shared-exports"', key],
  ["a new bucket", "{}", key.replace("central", "west")],
  ["a new bucket whose region a transform sets", '{}, transform: { bucket: { region: "eu-west-1" } }', key],
  ["a new bucket in another partition", "{}", key.replace("aws", "aws-cn")],
])("a key in another region than that of %s is refused", (_what, bucket, kmsKeyArn) => {
  const { errors, types } = run(`{ bucket: ${bucket}, kmsKeyArn: "${kmsKeyArn}" }`);
  expect(errors).toEqual([
    expect.stringMatching(/^StorageBucketAccess "exports": kmsKeyArn must be a key in the region of the bucket/u),
  ]);
  expect(types).not.toContain("RolePolicy");
  expect(types).not.toContain("BucketServerSideEncryptionConfiguration");
});

test.each([
  ["roleName", '{ bucket: {}, roleName: pulumi.output("a role") }'],
  ["bucket.forceDestroy", '{ bucket: { forceDestroy: pulumi.output("no") } }'],
  ["tags", '{ bucket: {}, tags: pulumi.output("owner") }'],
  ["tags.owner", "{ bucket: {}, tags: pulumi.output({ owner: 1 }) }"],
  ["tags.owner", "{ bucket: {}, tags: { owner: Promise.resolve(1) } }"],
])("%s, if it is an output: %s", (argument, changes) => {
  const { errors } = run(changes);
  expect(errors).toEqual([expect.stringMatching(new RegExp(`^StorageBucketAccess "exports": ${argument} must `, "u"))]);
});

test("the programs above pass with valid arguments", () => {
  const { errors, types } = run(
    `{ bucket: { forceDestroy: pulumi.output(true) }, tags: pulumi.output({ owner: "a" }), kmsKeyArn: pulumi.output("${key}") }`,
  );
  expect(errors).toEqual([]);
  expect(types).toHaveLength(12);
});
