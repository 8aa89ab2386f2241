/** All commands of `cost-allocation`, in the order of its help. */
import { Command } from "@commander-js/extra-typings";
import { analyzeCommand } from "./commands/analyze";
import { bucketFormCommand } from "./commands/bucketForm";
import { catalogCommand } from "./commands/catalog";
import { checkCommand } from "./commands/check";
import { commentCommand } from "./commands/comment";
import { cubeCommand } from "./commands/cube";
import { driftCommand } from "./commands/drift";
import { emulatorCommand } from "./commands/emulator";
import { explainCommand } from "./commands/explain";
import { exportCommand } from "./commands/export";
import { reportCommand } from "./commands/report";
import { reviewCommand } from "./commands/review";
import { tagsCommand } from "./commands/tags";
import { versionsCommand } from "./commands/versions";
import { withCodeTwo } from "./console/onTerminal";
import { processTerminal } from "./console/terminal";

const help = `
"bucket-form", "comment" and "emulator" need no account. The other commands take its address and credentials from the config
of the stack that --stack names, and otherwise from the environment:
  COST_ALLOCATION_BASE_URL      address of the service (or the option --base-url)
  COST_ALLOCATION_CLIENT_ID     client ID of the API credentials
  COST_ALLOCATION_SECRET_KEY    secret key of the API credentials
The provider's other settings have variables too (docs/provider.md). There are no options for the
credentials, because other users of the machine can see the arguments of a command.

NO_COLOR turns colors off. Output to a pipe has none.

Exit code: 0 on success, 2 for wrong arguments. For other codes, see the help of each command.

Examples:
  npx cost-allocation export --out cost-allocation
  npx cost-allocation versions list Team
  npx cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  npx cost-allocation drift --stack production
  npx cost-allocation review --stack production
  npx cost-allocation explain Team --record AWS:tag:team=cart
  npx cost-allocation emulator --port 4010
  pulumi stack output registration --json | npx cost-allocation bucket-form
  npx cost-allocation versions restore --help`;

/**
 * The command line.
 *
 * @param version what `--version` prints
 */
export function commandLine(version: string): Command {
  const program = new Command("cost-allocation")
    .description(
      "Virtual Tags on the command line: move in, review, find drift, compare and restore versions; an emulator",
    )
    .version(version)
    .addHelpText("after", help)
    // As in `versions`, a missing or unknown subcommand exits with 2.
    .exitOverride(withCodeTwo);
  // One for all: each listens to errors of stdout. These commands have settings of their own.
  const terminal = processTerminal();
  const commands = [
    exportCommand,
    reviewCommand,
    commentCommand,
    reportCommand,
    cubeCommand,
    explainCommand,
    analyzeCommand,
    checkCommand,
    driftCommand,
    catalogCommand,
    tagsCommand,
    versionsCommand,
  ];
  for (const command of commands) program.addCommand(command(terminal));
  for (const command of [bucketFormCommand(), emulatorCommand()]) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}
