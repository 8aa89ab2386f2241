// Promise: Nothing that checkov finds in the bucket and the role of a StorageBucketAccess is without a documented reason.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageBucketAccess, type StorageBucketAccessArgs } from "../../../sdk/aws";
import { place } from "../../aws/permissions";
import { record } from "../../aws/recording";
import { describeWithPython, pythonProgram } from "./python";
import { asTerraform } from "./terraform";

const programs = {
  readOnly: { access: "ReadOnly" },
  readWriteWithKey: { access: "ReadWrite", kmsKeyArn: place.kmsKeyArn },
} satisfies Record<string, Partial<StorageBucketAccessArgs>>;

/** What checkov would have otherwise, in which program, and why it is not. */
const exceptions: readonly [check: string, programs: (keyof typeof programs)[], reason: string][] = [
  [
    "CKV_AWS_61",
    ["readOnly", "readWriteWithKey"],
    "The role trusts an account, not a principal in it: the service names its account only (API documentation, 2.10), and the " +
      "External ID is required.",
  ],
  [
    "CKV_AWS_18",
    ["readOnly", "readWriteWithKey"],
    "Access logs need a second bucket, which only the program can choose; CloudTrail's data events are the other way.",
  ],
  ["CKV2_AWS_62", ["readOnly", "readWriteWithKey"], "Nobody listens: the service asks by itself."],
  [
    "CKV_AWS_144",
    ["readOnly", "readWriteWithKey"],
    "Exports can be made again; a copy in another region is the program's choice.",
  ],
  [
    "CKV_AWS_145",
    ["readOnly"],
    "Encrypted with S3's own keys, unless kmsKeyArn names one: a key costs, and its policy is yours.",
  ],
  [
    "CKV2_AWS_65",
    ["readWriteWithKey"],
    "The service puts ACLs in read-write mode (API documentation, 2.10); the owner is preferred and public ACLs are blocked.",
  ],
];

interface Finding {
  check_id: string;
  file_path: string;
}

async function asked({ access, ...more }: (typeof programs)[keyof typeof programs]): Promise<string> {
  const recording = await record(() => {
    const { externalId, prefix, serviceAccountId } = place;
    const bucket = { name: "exports" };
    new StorageBucketAccess("it", { access, bucket, externalId, prefix, serviceAccountId, ...more });
    return {};
  });
  return asTerraform(recording.asked);
}

describeWithPython("checkov", () => {
  test("has nothing to say but what is answered", async () => {
    const checkov = await pythonProgram("checkov");
    const folder = mkdtempSync(join(tmpdir(), "checkov-"));
    try {
      for (const [name, program] of Object.entries(programs)) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, "main.tf"), await asked(program));
      }
      const args = [
        "--directory",
        folder,
        "--framework",
        "terraform",
        "--output",
        "json",
        "--quiet",
        "--skip-download",
      ];
      const { stdout, stderr } = spawnSync(checkov, args, { encoding: "utf8" });
      if (!stdout.includes('"failed_checks"')) throw new Error(`checkov did not read it:\n${stdout}${stderr}`);
      const { results, summary } = JSON.parse(stdout) as {
        results: { failed_checks: Finding[] };
        summary: { passed: number; resource_count: number; parsing_errors: number };
      };
      const said = results.failed_checks.map(
        ({ check_id, file_path }) => `${file_path.split("/")[1] ?? ""}: ${check_id}`,
      );
      const answered = exceptions.flatMap(([check, where]) => where.map((program) => `${program}: ${check}`));
      expect(said.sort()).toEqual(answered.sort());
      // Had it not understood the resources, it would have nothing to say either.
      expect(summary).toMatchObject({ parsing_errors: 0, resource_count: 18 });
      expect(summary.passed).toBeGreaterThan(50);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 600_000);
});
