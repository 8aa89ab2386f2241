/** The command as a process runs it: the sources turned into JavaScript, for tests that need a process to kill. */
import * as fs from "node:fs";
import * as path from "node:path";
import { transformFileSync } from "@swc/core";

const root = path.resolve(__dirname, "..", "..");

/**
 * Turns the rooms that the command is made of into CommonJS, in a folder of its own under node_modules (where packages
 * are found from), and tells the path of the command and how to take it away.
 */
export function buildCommand(): { main: string; remove: () => void } {
  const cache = path.join(root, "node_modules", ".cache");
  fs.mkdirSync(cache, { recursive: true });
  const out = fs.mkdtempSync(path.join(cache, "cli-test-"));
  for (const room of ["rules", "client", "emulator", "cli"]) {
    for (const file of fs.readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) {
        continue;
      }
      const target = path.join(out, room, file.replace(/\.ts$/, ".js"));
      fs.mkdirSync(path.dirname(target), { recursive: true });
      const { code } = transformFileSync(path.join(root, room, file), {
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
