/** Compiles the command, for tests that run it as a process. */
import * as fs from "node:fs";
import * as path from "node:path";
import { transformFileSync } from "@swc/core";

const root = path.resolve(__dirname, "..", "..", "..");

/**
 * Compiles the folders that the command needs to CommonJS. The output is below node_modules, so that packages are found.
 *
 * @returns the path of the command, and a function that removes the output
 */
export function buildCommand(): { main: string; remove: () => void } {
  const cache = path.join(root, "node_modules", ".cache");
  fs.mkdirSync(cache, { recursive: true });
  const out = fs.mkdtempSync(path.join(cache, "cli-test-"));
  for (const folder of ["rules", "cost", "client", "stack", "provider", "emulator", "cli"]) {
    for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) {
        continue;
      }
      const target = path.join(out, folder, file.replace(/\.ts$/, ".js"));
      fs.mkdirSync(path.dirname(target), { recursive: true });
      const { code } = transformFileSync(path.join(root, folder, file), {
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "commonjs" },
      });
      fs.writeFileSync(target, code);
    }
  }
  return {
    main: path.join(out, "cli", "main.js"),
    remove: () => {
      fs.rmSync(out, { recursive: true, force: true });
    },
  };
}
