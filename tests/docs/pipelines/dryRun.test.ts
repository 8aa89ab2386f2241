/** The dry run of docs/dry-run.md, with a `pulumi` and an emulator that only note what they are told. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { file, folder } from "../../support/folder";
import { dryRun } from "./readyMade";

function script(name: string, text: string): void {
  chmodSync(file(name, `#!/bin/sh\necho "$1" >> calls\n${text}\n`), 0o755);
}

test.each([
  ["", 0, ["emulator", "stack", "up", "preview", "destroy"]],
  ["up", 1, ["emulator", "stack", "up"]],
  ["preview", 1, ["emulator", "stack", "up", "preview"]],
])("where %p fails, the dry run ends with %i, and with it the emulator", (failing, code, calls) => {
  mkdirSync(join(folder(), "node_modules", ".bin"), { recursive: true });
  mkdirSync(join(folder(), "bin"));
  script("bin/pulumi", 'touch Pulumi.dry-run.yaml; [ "$1" != "$FAILING" ]');
  // Its output ends only when it does, so the dry run would take too long otherwise.
  script("node_modules/.bin/cost-allocation", "echo The emulator listens on http://127.0.0.1:1\nexec sleep 60");
  const PATH = [join(folder(), "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, FAILING: failing };
  const { status } = spawnSync("bash", ["-c", dryRun], { cwd: folder(), env, timeout: 30_000 });
  expect(status).toBe(code);
  expect(readFileSync(join(folder(), "calls"), "utf8").trimEnd().split("\n").sort()).toEqual(calls.sort());
  expect(readdirSync(folder())).not.toContain("Pulumi.dry-run.yaml");
});
