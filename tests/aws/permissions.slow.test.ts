/**
 * The permissions as a table for security reviews: docs/storage-bucket-permissions.txt. After an intended change, update it with
 * `UPDATE_GOLDEN=1 npx jest tests/aws/permissions --selectProjects slow`, and review the difference.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorageBucketAccess, type StorageBucketAccessArgs, type StorageBucketMode } from "../../sdk/aws";
import { assumptions, type Attempt, attempts, place } from "./permissions";
import { record } from "./recording";
import { type Documents, mayAssume, mayDo } from "./simulator";

const modes: StorageBucketMode[] = ["ReadOnly", "ReadWrite"];
const goldenFile = join(__dirname, "../../docs/storage-bucket-permissions.txt");

async function documentsOf(access: StorageBucketMode, more: Partial<StorageBucketAccessArgs> = {}): Promise<Documents> {
  const { inputs } = await record(() => {
    const { bucket: name, externalId, kmsKeyArn, prefix, roleName, serviceAccountId } = place;
    const bucket = { name };
    const args = { access, bucket, externalId, kmsKeyArn, prefix, roleName, serviceAccountId, ...more };
    new StorageBucketAccess("it", args);
    return {};
  });
  const parsed = (type: string, name: string): unknown => JSON.parse(inputs(type)[name] as string);
  return {
    trust: parsed("aws:iam/role:Role", "assumeRolePolicy"),
    role: parsed("aws:iam/rolePolicy:RolePolicy", "policy"),
    bucket: parsed("aws:s3/bucketPolicy:BucketPolicy", "policy"),
  };
}

let documents: Record<StorageBucketMode, Documents>;

beforeAll(async () => {
  documents = { ReadOnly: await documentsOf("ReadOnly"), ReadWrite: await documentsOf("ReadWrite") };
});

const all = Object.values(attempts).flat();

test.each(modes.flatMap((mode) => all.map((attempt) => [mode, attempt.what, attempt] as const)))(
  "%s: %s",
  async (mode, _what, attempt) => {
    expect(await mayDo(attempt, documents[mode])).toBe(attempt.allowed.includes(mode));
  },
);

test.each(assumptions.map((assumption) => [assumption.what, assumption] as const))(
  "assuming the role: %s",
  async (_what, assumption) => {
    for (const mode of modes) expect(await mayAssume(assumption, documents[mode])).toBe(assumption.allowed);
  },
);

test("docs/storage-bucket-permissions.txt matches the policies", async () => {
  const table = await render();
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(goldenFile, table);
  expect(table).toBe(readFileSync(goldenFile, "utf8"));
});

test("no policy has a wildcard action or allows to delete a bucket", () => {
  for (const mode of modes) {
    const { role } = documents[mode] as { role: { Statement: { Action: string | string[]; Effect: string }[] } };
    const actions = role.Statement.flatMap(({ Action }) => Action);
    expect(role.Statement.map(({ Effect }) => Effect)).toEqual(role.Statement.map(() => "Allow"));
    expect(actions.filter((action) => action.includes("*") || action === "s3:DeleteBucket")).toEqual([]);
    // The table has every allowed action, so a review covers them all.
    const shown = all.filter(({ allowed }) => allowed.includes(mode)).map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(shown));
  }
});

describe("putAcl: OwnerOnly", () => {
  const inside = `arn:aws:s3:::${place.bucket}/daily/eu/costs.parquet`;
  const stranger = 'id="the canonical ID of another account"';
  const putAcl = (context: Record<string, string>): Attempt => ({
    what: "put an ACL",
    action: "s3:PutObjectAcl",
    resource: inside,
    context,
    allowed: [],
  });
  let ownerOnly: Documents;

  beforeAll(async () => {
    ownerOnly = await documentsOf("ReadWrite", { putAcl: "OwnerOnly" });
  });

  test.each([
    ["an ACL that makes the object public", { "s3:x-amz-acl": "public-read" }],
    ["an ACL for all AWS accounts", { "s3:x-amz-acl": "authenticated-read" }],
    ["a grant to another account", { "s3:x-amz-grant-read": stranger }],
    ["full control for another account", { "s3:x-amz-grant-full-control": stranger }],
    ["grants in the body, which no condition shows", {}],
  ])("denies %s, which is allowed without it", async (_what, context) => {
    expect(await mayDo(putAcl(context), documents.ReadWrite)).toBe(true);
    expect(await mayDo(putAcl(context), ownerOnly)).toBe(false);
  });

  test.each(["bucket-owner-full-control", "private"])("allows %s", async (acl) => {
    expect(await mayDo(putAcl({ "s3:x-amz-acl": acl }), ownerOnly)).toBe(true);
  });

  // The test of the endpoint writes and deletes a file.
  test.each(
    all.filter(({ action }) => action !== "s3:PutObjectAcl").map((attempt) => [attempt.what, attempt] as const),
  )("changes nothing else: %s", async (_what, attempt) => {
    expect(await mayDo(attempt, ownerOnly)).toBe(attempt.allowed.includes("ReadWrite"));
  });

  test("is for ReadWrite", async () => {
    await expect(documentsOf("ReadOnly", { putAcl: "OwnerOnly" })).rejects.toThrow(/putAcl/);
    await expect(documentsOf("ReadWrite", { putAcl: "None" as "Any" })).rejects.toThrow(/putAcl/);
  });
});

test("the simulator finds a trust policy that does not require an External ID", async () => {
  const without = assumptions.find(({ what }) => what === "the service, without an External ID");
  if (without === undefined) throw new Error("The row was not found.");
  const text = JSON.stringify(documents.ReadOnly.trust);
  const mutant = text.replace('"StringEquals"', '"StringEqualsIfExists"');
  expect(mutant).not.toBe(text);
  expect(await mayAssume(without, { ...documents.ReadOnly, trust: JSON.parse(mutant) })).toBe(true);
});

async function render(): Promise<string> {
  const { bucket, externalId, kmsKeyArn, ownerAccountId, prefix, serviceAccountId } = place;
  const word = (allowed: boolean): string => (allowed ? "yes" : "-");
  const width = (texts: string[]): number => Math.max(...texts.map(({ length }) => length)) + 2;
  const lines = [
    "What the role of a StorageBucketAccess can do, according to a simulation of its policies.",
    "",
    `bucket            ${bucket}, created by the component`,
    `prefix            ${prefix}`,
    `KMS key           ${kmsKeyArn}`,
    `your account      ${ownerAccountId}`,
    `the service's     ${serviceAccountId}`,
    `External ID       ${externalId}`,
    "",
    "Who can assume the role",
  ];
  const first = width([...assumptions, ...all].map(({ what }) => what));
  for (const assumption of assumptions) {
    const allowed = await mayAssume(assumption, documents.ReadOnly);
    lines.push(`  ${assumption.what.padEnd(first)}${word(allowed)}`);
  }
  const second = width(all.map(({ action }) => action));
  for (const [heading, list] of Object.entries(attempts)) {
    lines.push("", `${heading.padEnd(first + 2)}ReadOnly  ReadWrite`);
    for (const attempt of list) {
      const columns = [attempt.what.padEnd(first)];
      for (const mode of modes) columns.push(word(await mayDo(attempt, documents[mode])).padEnd(mode.length + 2));
      lines.push(`  ${columns.join("")}${attempt.action.padEnd(second)}${resourceText(attempt)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A short form of the resource and the conditions. */
function resourceText({
  resource,
  context = {},
}: {
  resource: string;
  context?: Readonly<Record<string, string>>;
}): string {
  const short = resource.replace("arn:aws:s3:::", "").replace(/^arn:aws:\w+:[\w-]*:\d+:/u, "");
  const conditions = Object.entries(context).map(([name, value]) => `${name.replace(/^\w+:/u, "")}="${value}"`);
  return [short, ...conditions].join(" ");
}
