/**
 * Arguments that are refused while Pulumi waits for values: the program ends with one message, and nothing that depends on the
 * value is registered. The programs run one after the other in a process of their own, because each ends with a rejection that nothing
 * handles.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";
import { missingBucket } from "./recording";

const root = resolve(__dirname, "../..");

const missingBuckets = [`{ bucket: "${missingBucket}" }`, `{ bucket: pulumi.output("${missingBucket}") }`];
const key = "arn:aws:kms:eu-central-1:111122223333:key/a";
const otherRegions: [string, string][] = [
  ["an existing bucket", `{ bucket: "shared-exports", kmsKeyArn: "${key}" }`],
  ["a new bucket", `{ bucket: {}, kmsKeyArn: "${key.replace("central", "west")}" }`],
  [
    "a new bucket whose region a transform sets",
    `{ bucket: {}, transform: { bucket: { region: "eu-west-1" } }, kmsKeyArn: "${key}" }`,
  ],
  ["a new bucket in another partition", `{ bucket: {}, kmsKeyArn: "${key.replace("aws", "aws-cn")}" }`],
];
const wrongOutputs: [string, string][] = [
  ["roleName", '{ bucket: {}, roleName: pulumi.output("a role") }'],
  ["bucket.forceDestroy", '{ bucket: { forceDestroy: pulumi.output("no") } }'],
  ["tags", '{ bucket: {}, tags: pulumi.output("owner") }'],
  ["tags.owner", "{ bucket: {}, tags: pulumi.output({ owner: 1 }) }"],
  ["tags.owner", "{ bucket: {}, tags: { owner: Promise.resolve(1) } }"],
];
const valid = `{ bucket: { forceDestroy: pulumi.output(true) }, tags: pulumi.output({ owner: "a" }), kmsKeyArn: pulumi.output("${key}") }`;
const programs = [...missingBuckets, ...[...otherRegions, ...wrongOutputs].map(([, program]) => program), valid];

interface Result {
  types: string[];
  errors: string[];
}
let folder: string;
let results: Result[];

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
     const service = { access: "ReadOnly", externalId: "ext-1234", serviceAccountId: "999988887777" };
     const [programs, results] = [JSON.parse(process.argv[2]), []];
     let asked, errors;
     process.on("unhandledRejection", (error) => errors.add(error));
     const start = (changes) => {
       [asked, errors] = [[], new Set()];
       const args = Function("pulumi", "return " + changes)(pulumi);
       const program = () => ({ it: new StorageBucketAccess("exports", { ...service, ...args }) && 1 });
       record(program, "aws", asked).catch((error) => errors.add(error));
     };
     // Whenever nothing is left to happen, a program has ended.
     process.on("beforeExit", () => {
       const types = asked.map(({ type }) => type.split(":").at(-1));
       results.push({ types, errors: [...errors].map(({ message }) => message) });
       if (results.length < programs.length) setImmediate(start, programs[results.length]);
       else writeSync(1, JSON.stringify(results));
     });
     start(programs[0]);`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.js"), JSON.stringify(programs)], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  results = JSON.parse(stdout) as Result[];
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const resultOf = (program: string): Result => results[programs.indexOf(program)] as Result;

test.each(missingBuckets)(
  "a bucket that AWS does not have, %s: one message names component and argument, and nothing was created",
  (program) => {
    const { errors, types } = resultOf(program);
    expect(types).toEqual(["Stack", "StorageBucketAccess"]);
    expect(errors).toEqual([
      expect.stringMatching(/^StorageBucketAccess "exports": bucket "missing-exports" .* couldn't find resource$/u),
    ]);
    expect(errors[0]).not.toContain("getBucket");
  },
);

test.each(otherRegions)("a key in another region than that of %s is refused", (_what, program) => {
  const { errors, types } = resultOf(program);
  expect(errors).toEqual([
    expect.stringMatching(/^StorageBucketAccess "exports": kmsKeyArn must be a key in the region of the bucket/u),
  ]);
  expect(types).not.toContain("RolePolicy");
  expect(types).not.toContain("BucketServerSideEncryptionConfiguration");
});

test.each(wrongOutputs)("%s, if it is an output: %s", (argument, program) => {
  const { errors } = resultOf(program);
  expect(errors).toEqual([expect.stringMatching(new RegExp(`^StorageBucketAccess "exports": ${argument} must `, "u"))]);
});

test("the programs above pass with valid arguments", () => {
  const { errors, types } = resultOf(valid);
  expect(errors).toEqual([]);
  expect(types).toHaveLength(12);
});
