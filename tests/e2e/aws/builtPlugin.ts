import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";

/** The test double of the AWS plugin, ready for the engine to start. */
export interface BuiltPlugin {
  /** Entries of `plugins.providers` in Pulumi.yaml. A state that names another version of the plugin is content with them. */
  providers: { name: string; version: string; path: string }[];
  remove: () => void;
}

const sources = join(__dirname, "plugin");
const modules = resolve(__dirname, "../../../node_modules");

/** Turns the plugin into JavaScript, in a folder under node_modules, where packages are found from. */
export function buildPlugin(): BuiltPlugin {
  const cache = join(modules, ".cache");
  mkdirSync(cache, { recursive: true });
  const path = mkdtempSync(join(cache, "aws-plugin-"));
  for (const file of readdirSync(sources)) {
    const { code } = transformFileSync(join(sources, file), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    writeFileSync(join(path, file.replace(/\.ts$/u, ".js")), code);
  }
  const launcher = join(path, "pulumi-resource-aws");
  writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${join(path, "main.js")}" "$@"\n`);
  chmodSync(launcher, 0o755);
  const { version } = JSON.parse(readFileSync(join(modules, "@pulumi/aws/package.json"), "utf8")) as {
    version: string;
  };
  return {
    providers: [{ name: "aws", version, path }],
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
