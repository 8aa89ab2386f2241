import * as pulumi from "@pulumi/pulumi";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Kind, packageName, providerModule, stubOf } from "../stack/state/kinds";

/** Where Pulumi runs the program. The process of dynamic resources starts there, too, and loads the package by its name. */
const programFolder = process.cwd();
let isInstalled = false;

/**
 * The `__provider` of a resource.
 *
 * @throws {RunError} If Pulumi can't load the package: it is a dependency of a dependency only, or bundled with the program.
 */
export function installedStub(kind: Kind): string {
  // Only Pulumi's own process sets it. Unit tests need no provider, and the folder of an inline program is not known.
  if (!isInstalled && process.env["PULUMI_NODEJS_MONITOR"] !== undefined) refuseMissingPackage();
  return stubOf(kind);
}

function refuseMissingPackage(): void {
  try {
    createRequire(join(programFolder, "index.js")).resolve(providerModule);
    isInstalled = true;
  } catch {
    throw new pulumi.RunError(
      `Pulumi can't load the provider of ${packageName} from ${programFolder}: add ${packageName} to the dependencies in ` +
        `${packageJsonOf(programFolder) ?? join(programFolder, "package.json")}, and install them.`,
    );
  }
}

function packageJsonOf(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : packageJsonOf(dirname(folder));
}
