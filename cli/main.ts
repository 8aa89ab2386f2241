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

const help = `
"versions" works on an account of the service, whose address and credentials come from the environment:
  COST_ALLOCATION_BASE_URL      address of the service (or the option --base-url)
  COST_ALLOCATION_CLIENT_ID     client ID of the API credentials
  COST_ALLOCATION_SECRET_KEY    secret key of the API credentials
The other settings of the provider have a variable as well (docs/provider.md). A stack's config is not read.
The credentials have no option, since other users of the machine can see a command's arguments.

NO_COLOR turns colours off; in a pipe there are none.

Exit code: 0 when all is well, 2 for a mistake in the arguments; what 1 and 2 are besides is told by each command's help.

Examples:
  cost-allocation versions list Team
  cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  cost-allocation emulator --port 4010
  pulumi stack output registration --json | cost-allocation bucket-form
  cost-allocation versions restore --help`;

async function main(): Promise<void> {
  const program = new Command("cost-allocation")
    .description("The history of Virtual Tags, an emulator of the service, and the form of a storage bucket endpoint")
    .version(version)
    .addHelpText("after", help)
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
