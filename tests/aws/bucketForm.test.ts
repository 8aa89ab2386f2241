/** `cost-allocation bucket-form` prints the fields of the application's form from the outputs of a stack. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import { bucketFormCommand } from "../../cli/commands/bucketForm";
import type { Terminal } from "../../cli/console/terminal";
import { StorageBucketAccess } from "../../sdk/aws";
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

test.each(["ReadOnly", "ReadWrite"] as const)(
  "the command reads the registration of a %s component",
  async (access) => {
    const { outputs } = await record(() => {
      const ids = { externalId: "ext-1234", serviceAccountId: "999988887777" };
      const it = new StorageBucketAccess("it", { access, bucket: {}, prefix: "a", description: "Why", ...ids });
      return { registration: it.registration };
    });
    const printed = await run(outputs["registration"]);
    expect(printed).toContain("     Description     Why\n");
    expect(printed).toContain("     S3 Path Prefix  a/  ");
  },
);

test("reads a file that PowerShell writes: UTF-16 with a byte order mark", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bucket-form-"));
  const file = join(folder, "outputs.json");
  writeFileSync(file, Buffer.from(`\ufeff${JSON.stringify(form)}`, "utf16le"));
  expect(await run("", [file])).toContain("my-exports");
  rmSync(folder, { recursive: true });
});

test.each([
  [
    "invalid JSON",
    "nothing",
    "not JSON. Run: pulumi stack output registration --json | npx cost-allocation bucket-form",
  ],
  ["missing fields", { "Bucket Access": "Read Only" }, '"Endpoint Name" is missing; "Role ARN" is missing;'],
  ["an empty field", { ...form, "Endpoint Name": " " }, '"Endpoint Name" is empty'],
  ["an unknown mode", { ...form, "Bucket Access": "ReadOnly" }, '"Bucket Access" can\'t be "ReadOnly"'],
  ["an invalid role", { ...form, "Role ARN": "reader" }, '"Role ARN" can\'t be "reader"'],
  ["a number", { ...form, Region: 1 }, '"Region" is not a string'],
  ["an unknown field", { ...form, Bucket: "b" }, '"Bucket" is not a field of the form'],
  ["a nested error", { a: { b: { ...form, Region: "x" } } }, "The registration a.b is not"],
])("%s is an error that says what is wrong", async (_what, input, message) => {
  await expect(run(input)).rejects.toThrow(message);
});
