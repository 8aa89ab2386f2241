/** Every command that runs in this process. The only file of this folder that imports modules of the command line. */
import { analyzeCommand } from "../../../cli/commands/analyze";
import { bucketFormCommand } from "../../../cli/commands/bucketForm";
import { catalogCommand } from "../../../cli/commands/catalog";
import { checkCommand } from "../../../cli/commands/check";
import { cubeCommand } from "../../../cli/commands/cube";
import { driftCommand } from "../../../cli/commands/drift";
import { explainCommand } from "../../../cli/commands/explain";
import { exportCommand } from "../../../cli/commands/export";
import { reportCommand } from "../../../cli/commands/report";
import { reviewCommand } from "../../../cli/commands/review";
import { tagsCommand } from "../../../cli/commands/tags";
import { versionsCommand } from "../../../cli/commands/versions";
import { type Ended, type MakeCommand, runCommand, type RunOptions } from "../../support/commands/runCommand";

const commands = {
  analyze: analyzeCommand,
  "bucket-form": bucketFormCommand,
  catalog: catalogCommand,
  check: checkCommand,
  cube: cubeCommand,
  drift: driftCommand,
  explain: explainCommand,
  export: exportCommand,
  report: reportCommand,
  review: reviewCommand,
  tags: tagsCommand,
  versions: versionsCommand,
} satisfies Record<string, MakeCommand>;

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** Runs a command. An error that it throws ends it as in `cli/main.ts`. */
export async function run(name: CommandName, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  try {
    return await runCommand(commands[name], args, options);
  } catch (error) {
    return { code: 1, stdout: "", stderr: `error: ${error instanceof Error ? error.message : String(error)}\n` };
  }
}
