import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";
import { Workspace, type WorkspaceOptions } from "../../support/workspace";

/** The test double of the AWS plugin, ready for the engine to start. */
interface BuiltPlugin {
  /** Entries of `plugins.providers` in Pulumi.yaml. A state that names another version of the plugin is content with them. */
  providers: { name: string; version: string; path: string }[];
  remove: () => void;
}

const sources = join(__dirname, "plugin");
const modules = resolve(__dirname, "../../../node_modules");

/** Turns the plugin into JavaScript, in a folder under node_modules, where packages are found from. */
function buildPlugin(): BuiltPlugin {
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
  writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${join(path, "memory.js")}" "$@"\n`);
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

/** A workspace for programs with `@pulumi/aws`. */
export interface AwsScene {
  workspace: Workspace;
  dispose: () => Promise<void>;
}

/** Makes a workspace whose AWS plugin is a test double. */
export async function startAws({ project = "e2e", ...options }: WorkspaceOptions): Promise<AwsScene> {
  const plugin = buildPlugin();
  const workspace = await Workspace.create({ ...options, project, packages: ["@pulumi/aws"] });
  const runtime = { name: "nodejs", options: { typescript: true } };
  const plugins = { providers: plugin.providers };
  workspace.write("Pulumi.yaml", JSON.stringify({ name: project, main: ".", runtime, plugins }));
  const dispose = async (): Promise<void> => {
    await workspace.dispose();
    plugin.remove();
  };
  return { workspace, dispose };
}
