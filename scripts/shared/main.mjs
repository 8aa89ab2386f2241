import { messageOf } from "./messageOf.mjs";

/**
 * Runs a command. If it throws, prints the error message and sets exit code 1.
 *
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
