#!/usr/bin/env node
/** The `cost-allocation` command. Each subcommand has its own module. */
import { CommanderError } from "@commander-js/extra-typings";
import { createRequire } from "node:module";
import { isatty } from "node:tty";
import picocolors from "picocolors";
import { printableLines } from "../client/printable";
import { messageOf } from "../rules/shared/messageOf";
import { commandLine } from "./commandLine";

// Without isatty, the variable CI would turn colors on in a pipe.
const pc = picocolors.createColors(isatty(2) && (process.env["NO_COLOR"] ?? "") === "");

/** The package.json, found by name: its path relative to this file is different in the build. */
const { version } = createRequire(__filename)("pulumi-cost-allocation/package.json") as { version: string };

async function main(): Promise<void> {
  await commandLine(version).parseAsync();
}

main().catch((error: unknown) => {
  // Commander has already printed it.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  console.error(`${pc.red("error:")} ${printableLines(messageOf(error))}`);
  process.exitCode = 1;
});
