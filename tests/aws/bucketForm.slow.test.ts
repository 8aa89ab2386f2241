/** `cost-allocation bucket-form`: the form's fields in the application's words, from a stack's output. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import { bucketFormCommand } from "../../cli/bucketForm";
import type { Terminal } from "../../cli/terminal";
import { StorageBucketAccess } from "../../sdk/aws";
import { buildCommand } from "../cli/built";
import { record } from "./recording";

const form = {
  "Endpoint Name": "Exports",
  "Bucket Access": "Read Only",
  "Role ARN": "arn:aws:iam::111122223333:role/vendors/reader",
  "Bucket Name": "my-exports",
  Region: "eu-central-1",
};

async function run(input: unknown, args: string[] = []): Promise<string> {
  const printed: string[] = [];
  const terminal = {
    colors: pc.createColors(false),
    print: (text: string) => printed.push(text),
  } as unknown as Terminal;
  const text = typeof input === "string" ? input : JSON.stringify(input);
  await bucketFormCommand(terminal, () => Promise.resolve(text)).parseAsync(args, { from: "user" });
  return printed.join("\n");
}

test("prints each field in the form's words and order, and what to click", async () => {
  expect(await run({ ...form, "S3 Path Prefix": "daily/" })).toBe(`Storage bucket endpoint "Exports"

  1. In the application, add a storage bucket endpoint. Its External ID must be the one that the program was given
     (externalId): the role trusts no other.
  2. Fill in the form:

     Endpoint Name   Exports
     Description     (leave it empty)
     Bucket Access   Read Only  select it; it is fixed from then on
     Role ARN        arn:aws:iam::111122223333:role/vendors/reader
     Bucket Name     my-exports
     S3 Path Prefix  daily/  with the slash at its end
     Region          eu-central-1

  3. Test the endpoint: it reads from the bucket.
  4. Save it. An endpoint can't be edited afterwards.`);
  expect(await run({ ...form, "Bucket Access": "Read and Write" })).toContain("reads, writes and deletes a test file");
});

test.each(["ReadOnly", "ReadWrite"] as const)(
  "what a component of %s hands over is what the command takes",
  async (access) => {
    const { outputs } = await record(() => {
      const ids = { externalId: "ext-1234", serviceAccountId: "999988887777" };
      const it = new StorageBucketAccess("it", { access, bucket: {}, prefix: "a", description: "Why", ...ids });
      return { registration: it.registration };
    });
    const printed = await run(outputs["registration"]);
    expect(printed).toContain("     Description     Why\n");
    expect(printed).toContain("     S3 Path Prefix  a/  with");
  },
);

test("finds every registration among a stack's outputs", async () => {
  const printed = await run({ tags: { team: "1" }, writer: { ...form, "Endpoint Name": "W" }, readers: [form] });
  expect(printed.match(/^Storage bucket endpoint .*$/gmu)).toEqual([
    'Storage bucket endpoint "W"',
    'Storage bucket endpoint "Exports"',
  ]);
});

test.each([
  [
    "no JSON",
    "nothing",
    "That is not JSON. Run: pulumi stack output registration --json | cost-allocation bucket-form",
  ],
  ["something else", { roleArn: "arn" }, "There is no registration"],
  ["a secret", '"[secret]"', 'add "--show-secrets"'],
  ["a secret field", { ...form, "Role ARN": "[secret]" }, '"Role ARN" is hidden: add "--show-secrets"'],
  ["missing fields", { "Bucket Access": "Read Only" }, '"Endpoint Name" is missing; "Role ARN" is missing;'],
  ["an empty field", { ...form, "Endpoint Name": " " }, '"Endpoint Name" is empty'],
  ["another mode", { ...form, "Bucket Access": "ReadOnly" }, '"Bucket Access" can\'t be "ReadOnly"'],
  ["no role", { ...form, "Role ARN": "reader" }, '"Role ARN" can\'t be "reader"'],
  ["a number", { ...form, Region: 1 }, '"Region" is no text'],
  ["an unknown field", { ...form, Bucket: "b" }, '"Bucket" is no field of the form'],
  ["a nested mistake", { a: { b: { ...form, Region: "x" } } }, "The registration a.b is not what"],
])("%s: an error that says what to do", async (_what, input, message) => {
  await expect(run(input)).rejects.toThrow(message);
});

test("what a stack holds does nothing to the terminal", async () => {
  expect(await run({ ...form, "Endpoint Name": "\u001b[2J" })).not.toContain("\u001b");
});

test("as a process: from a pipe, from a file, and an error in one line", () => {
  const { main, remove } = buildCommand();
  const folder = mkdtempSync(join(tmpdir(), "bucket-form-"));
  try {
    const start = (args: string[], input: string): { status: number | null; stdout: string; stderr: string } =>
      spawnSync(process.execPath, [main, "bucket-form", ...args], { input, encoding: "utf8", env: {} });
    const piped = start([], JSON.stringify(form));
    expect(piped).toMatchObject({ status: 0, stderr: "" });
    expect(piped.stdout).toContain("     Region          eu-central-1\n");
    const file = join(folder, "outputs.json");
    writeFileSync(file, JSON.stringify(form));
    expect(start([file], "")).toMatchObject({ status: 0, stdout: piped.stdout });
    expect(start([], "{}")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: .*\n$/u) as string,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
});
