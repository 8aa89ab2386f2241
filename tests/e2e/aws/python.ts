import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Whether there is a Python that can make an environment of its own. It is no condition for working on this project. */
export const hasPython =
  spawnSync(process.platform === "win32" ? "python" : "python3", ["-c", "import venv, ensurepip"]).status === 0;

/** `describe` where there is such a Python; elsewhere the tests are left out, and jest counts them as skipped. */
export const describeWithPython = hasPython ? describe : describe.skip;

/** The path of a program that scripts/e2e/python-tool.mjs installs, once for all checkouts. */
export function pythonProgram(name: "moto" | "checkov" | "zizmor"): Promise<string> {
  return new Promise((done, failed) => {
    const script = resolve(__dirname, "../../../scripts/e2e/python-tool.mjs");
    const child = spawn(process.execPath, [script, name], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.on("error", failed);
    child.on("close", (code) => {
      if (code === 0) done(out.trim());
      else failed(new Error(`scripts/e2e/python-tool.mjs could not make ${name} ready: see what it said.`));
    });
  });
}
