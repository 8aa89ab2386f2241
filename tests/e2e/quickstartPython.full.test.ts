// Promise: The quick start in Python works where there is neither Node.js nor Pulumi.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { startEmulator } from "../../emulator";

const checkout = resolve(__dirname, "../..");
const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasTools = isThere("go", "version") && isThere("python3", "-c", "import venv, ensurepip");
if (!hasTools) console.warn("Skipped: the quick start in Python, which requires Go and python3 with venv.");

(hasTools ? test : test.skip)(
  "setup and tour bring tags up, change, import and destroy them, without Node.js",
  async () => {
    const bin = mkdtempSync(join(tmpdir(), "cost-allocation-path-"));
    try {
      const python = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
      symlinkSync(python, join(bin, "python3"));
      const folders = (process.env["PATH"] ?? "").split(delimiter);
      for (const tool of ["git", "go", "tar", "gzip", "sh", "uname", "env"]) {
        const folder = folders.find((one) => existsSync(join(one, tool)));
        if (folder !== undefined) symlinkSync(join(folder, tool), join(bin, tool));
      }
      const env = { ...process.env, PATH: bin };
      expect(spawnSync("node", ["--version"], { env }).error).toMatchObject({ code: "ENOENT" });
      const start = (command: string): string =>
        execFileSync("python3", ["examples/python/start.py", command], {
          cwd: checkout,
          env,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "inherit"],
        });
      const setup = start("setup");
      expect(setup).toContain("PYTHONPATH");
      // The PATH that it prints has a host for Python beside the CLI that generates no classes.
      env.PATH = [/export PATH='(.+)':/u.exec(setup)?.[1], bin].join(delimiter);
      expect(start("setup")).toContain("PYTHONPATH");
      const codes = start("tour").match(/CA\d{4}/gu) ?? [];
      // Of the imported tag, which the destroy leaves alone. Nothing else is to be said.
      expect([...new Set(codes)]).toEqual(["CA2109"]);
      const emulator = await startEmulator({ dataFolder: join(checkout, ".quickstart", "python", "emulator") });
      const { tags = [] } = emulator.control.exportState().accounts[0] ?? {};
      await emulator.stop();
      expect(tags.map(({ versions }) => versions.length)).toEqual([1]);
    } finally {
      rmSync(bin, { recursive: true });
    }
  },
  1_500_000,
);
