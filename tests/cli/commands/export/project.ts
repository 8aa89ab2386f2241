/** An account, and the folder that it is exported into, again and again. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { exportCommand } from "../../../../cli/commands/export";
import { type Account, startAccount } from "../../../support/commands/account";

/** The account and the folder of the current test. */
export let project: { account: Account; folder: string };

export async function startProject(): Promise<void> {
  const account = await startAccount({}, exportCommand);
  const folder = path.join(fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "export-")), "project");
  project = { account, folder };
}

export async function stopProject(): Promise<void> {
  await project.account.stop();
  fs.rmSync(path.dirname(project.folder), { recursive: true, force: true });
}

export interface Result {
  code: number;
  files: Record<string, string>;
  leftOver: { path: string; importedBy: string[] }[];
  remarks: { kind: string; subject: { name: string }; reason: string }[];
  diffs: Record<string, string>;
}

export async function runExport(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await project.account.run(["--out", project.folder, "--json", ...args]);
  expect(stderr).toBe("");
  const { files, leftOver, remarks } = JSON.parse(stdout) as {
    files: { path: string; status: string; diff?: string }[];
    leftOver: Result["leftOver"];
    remarks: Result["remarks"];
  };
  return {
    code,
    files: Object.fromEntries(files.map(({ path: name, status }) => [name, status])),
    leftOver,
    remarks,
    diffs: Object.fromEntries(files.flatMap(({ path: name, diff }) => (diff === undefined ? [] : [[name, diff]]))),
  };
}

export const read = (name: string): string => fs.readFileSync(path.join(project.folder, name), "utf8");
export const write = (name: string, text: string): void => {
  fs.writeFileSync(path.join(project.folder, name), text);
};
export const changed = ({ files }: Result): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([, status]) => status !== "unchanged"));
