#!/usr/bin/env node
/** The `cost-allocation` command. Each subcommand is one module beside this one. */
import { Command, CommanderError } from "@commander-js/extra-typings";
import { createRequire } from "node:module";
import pc from "picocolors";
import { bucketFormCommand } from "./bucketForm";
import { emulatorCommand } from "./emulator";
import { versionsCommand } from "./versions";

/** This package's own description: by its name, since its place relative to this file is the build's affair. */
const { version } = createRequire(__filename)("pulumi-cost-allocation/package.json") as { version: string };

async function main(): Promise<void> {
  const program = new Command("cost-allocation")
    .description("Tools of pulumi-cost-allocation")
    .version(version)
    // As in `versions`: a missing or unknown subcommand is a mistake in the arguments, 2.
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new CommanderError(2, error.code, error.message);
    })
    .addCommand(bucketFormCommand())
    .addCommand(emulatorCommand())
    .addCommand(versionsCommand());
  await program.parseAsync();
}

main().catch((error: unknown) => {
  // Commander has printed it already.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  console.error(`${pc.red("error:")} ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
