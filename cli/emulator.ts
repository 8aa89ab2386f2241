/** `cost-allocation emulator`: the emulator as a process of its own. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { isatty } from "node:tty";
import picocolors from "picocolors";
import { openApiDocument, startEmulator, type Emulator, type Switches } from "../emulator/index";
import { defaultSwitches } from "../emulator/options";

// In a pipe, CI alone would turn colours on.
const pc = picocolors.createColors(isatty(1) && (process.env["NO_COLOR"] ?? "") === "");

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("A port is a number from 0 (a free one) to 65535.");
  }
  return port;
}

/** Adds one `name=value`; values are JSON where they can be read as such, else text. Names are checked at the start. */
function addSwitch(text: string, switches: Partial<Switches>): Partial<Switches> {
  const [, name, value = ""] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError("Give it as name=value.");
  }
  let read: unknown = value;
  try {
    read = JSON.parse(value);
  } catch {
    // Text: most switches are words.
  }
  return { ...switches, [name]: read };
}

/** What to type so that a stack talks to this emulator. The secret is named by where it comes from, never shown. */
function directions(emulator: Emulator, secretIsDefault: boolean): string {
  const secret = secretIsDefault ? "emulator-secret" : "<the secret key you chose>";
  return [
    `Cost Allocation Service emulator on ${pc.bold(emulator.url)}`,
    "",
    "Point a stack at it:",
    `  pulumi config set costallocation:baseUrl ${emulator.url}`,
    `  pulumi config set costallocation:clientId ${emulator.clientId}`,
    `  pulumi config set --secret costallocation:secretKey ${secret}`,
    "or a shell:",
    `  export COST_ALLOCATION_BASE_URL=${emulator.url}`,
    `  export COST_ALLOCATION_CLIENT_ID=${emulator.clientId}`,
    `  export COST_ALLOCATION_SECRET_KEY=${secret}`,
    "",
    "Ctrl-C ends it.",
  ].join("\n");
}

/** Resolves at the first signal to end; a second one ends the process at once, as if nobody listened. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => {
      resolve();
    });
    process.once("SIGTERM", () => {
      resolve();
    });
  });
}

const defaultSecret = "emulator-secret";

/** Each switch as it would be typed, with its default. */
function switchLines(): string {
  const entries: [string, unknown][] = Object.entries(defaultSwitches);
  return entries.map(([name, value]) => `  ${name}=${String(value)}`).join("\n");
}

const help = `
The whole service in one process, on 127.0.0.1 only: strict about what it accepts, with real state behind it. It prints its
address, and what to type so that a stack talks to it. Faults, its clock and its request log are controlled over HTTP below
/_emulator (docs/emulator.md).

Switches, with their defaults (docs/emulator.md says what each decides, and its other values):
${switchLines()}

Exit code: 0 when it was ended by Ctrl-C or SIGTERM, 1 after an error, 2 for a mistake in the arguments.

Examples:
  cost-allocation emulator --port 4010 --data .emulator
  cost-allocation emulator --no-limits --seed
  cost-allocation emulator --switch dates=iso --switch maxRules=50
  cost-allocation emulator --openapi > openapi.json`;

/** The subcommand. */
export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Run the Cost Allocation Service in a process on this machine, to test against")
    .option("-p, --port <number>", "port on 127.0.0.1; 0 is a free one", portNumber, 0)
    .option("-d, --data <folder>", "keep the data in this folder, through restarts and kills")
    .addOption(
      new Option("--client-id <id>", "client ID that is accepted")
        .env("COST_ALLOCATION_EMULATOR_CLIENT_ID")
        .default("emulator"),
    )
    .addOption(
      new Option("--secret-key <key>", "secret key that is accepted (better given by the environment)")
        .env("COST_ALLOCATION_EMULATOR_SECRET_KEY")
        .default(defaultSecret),
    )
    .option("--account <id>", "account that the credential belongs to", "account-1")
    .option("--user <email>", "user that the credential belongs to", "emulator@example.com")
    .option(
      "--switch <name=value>",
      "what the service does where its API document is silent (repeatable)",
      addSwitch,
      {},
    )
    .option("--no-limits", "refuse no request for coming too often; the rate-limit headers say that there is room")
    .option("--seed", "begin with some tags and notification endpoints, if there are no tags yet")
    .option("--openapi", "print the OpenAPI document of the service, and end")
    .addHelpText("after", help)
    .action(async ({ data, switch: switches, limits, seed, openapi, ...options }) => {
      if (openapi === true) {
        console.log(JSON.stringify(openApiDocument(switches), null, 2));
        return;
      }
      const ended = untilSignal();
      const emulator = await startEmulator({
        ...options,
        ...(data === undefined ? {} : { dataFolder: data }),
        switches,
        limits: { enabled: limits },
      });
      if (seed === true && emulator.control.exportState().accounts.every(({ tags }) => tags.length === 0)) {
        emulator.control.seed();
      }
      console.log(directions(emulator, options.secretKey === defaultSecret));
      await ended;
      await emulator.stop();
    });
}
