/** `cost-allocation emulator`: runs the emulator as a process. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { isatty } from "node:tty";
import picocolors from "picocolors";
import { isLoopback } from "../../client/settings";
import { shellWord } from "../../client/recoveryCommand";
import { openApiDocument, startEmulator, type Emulator, type Switches } from "../../emulator/index";
import { defaultSwitches } from "../../emulator/options";

// Without isatty, the variable CI would turn colors on in a pipe.
const pc = picocolors.createColors(isatty(1) && (process.env["NO_COLOR"] ?? "") === "");

const defaultSecret = "emulator-secret";

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("It must be a number from 0 (any free port) to 65535.");
  }
  return port;
}

/** Adds one `name=value`. A value is JSON if it parses, otherwise text. The emulator checks the names when it starts. */
function addSwitch(text: string, switches: Partial<Switches>): Partial<Switches> {
  const [, name, value = ""] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError("Use the form name=value.");
  }
  let read: unknown = value;
  try {
    read = JSON.parse(value);
  } catch {
    // Most values are plain words.
  }
  return { ...switches, [name]: read };
}

/** How to configure a stack or a shell to use this emulator. Each command runs as it is. A secret that you chose is not shown. */
function directions(emulator: Emulator, isDefaultSecret: boolean): string {
  const clientId = shellWord(emulator.clientId);
  // Without a value, both commands ask for it.
  const secret = isDefaultSecret
    ? { config: ` ${defaultSecret}`, shell: `export COST_ALLOCATION_SECRET_KEY=${defaultSecret}` }
    : { config: "", shell: "read -rs COST_ALLOCATION_SECRET_KEY && export COST_ALLOCATION_SECRET_KEY" };
  return [
    `Cost Allocation Service emulator on ${pc.bold(emulator.url)}`,
    "",
    "To use it in a stack:",
    `  pulumi config set costallocation:baseUrl ${emulator.url}`,
    `  pulumi config set costallocation:clientId ${clientId}`,
    `  pulumi config set --secret costallocation:secretKey${secret.config}`,
    "To use it in a shell:",
    `  export COST_ALLOCATION_BASE_URL=${emulator.url}`,
    `  export COST_ALLOCATION_CLIENT_ID=${clientId}`,
    `  ${secret.shell}`,
    ...(isDefaultSecret ? [] : ["Two of these commands wait for you to type the secret key that you chose."]),
    "",
    "Press Ctrl-C to stop it.",
  ].join("\n");
}

/** Resolves at the first signal to end. A second one ends the process at once. */
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

/** Warns of an address that others can reach. */
function warnOf(host: string): void {
  if (isLoopback(host.includes(":") ? `[${host}]` : host)) return;
  const who = `everybody who can reach ${host} can read and change what this emulator has, and control it without credentials`;
  console.error(`${pc.yellow("warning:")} ${who}.`);
}

/** Each switch as a person types it, with its default. */
function switchLines(): string {
  const entries: [string, unknown][] = Object.entries(defaultSwitches);
  return entries.map(([name, value]) => `  ${name}=${String(value)}`).join("\n");
}

const help = `
Emulates the whole service in one process, on 127.0.0.1 unless --host says otherwise. It validates requests strictly and
keeps real state. It prints its address, and how to configure a stack to use it. You control faults, its clock and its
request log over HTTP, at /_emulator (docs/emulator-control.md).

Switches, with their defaults (docs/emulator-switches.md describes each of them):
${switchLines()}

Exit code: 0 if Ctrl-C or SIGTERM ended it, 1 after an error, 2 for wrong arguments.

Examples:
  npx cost-allocation emulator --port 4010 --data .emulator
  npx cost-allocation emulator --no-limits --seed
  npx cost-allocation emulator --copy account.json
  npx cost-allocation emulator --switch dates=iso --switch maxRules=50
  npx cost-allocation emulator --openapi > openapi.json`;

/** The subcommand. */
export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Run an emulator of the Cost Allocation Service on this machine")
    .option("--host <address>", "address to listen on; 0.0.0.0 in a container", "127.0.0.1")
    .option("-p, --port <number>", "port (0: any free port)", portNumber, 0)
    .option("-d, --data <folder>", "keep the data in this folder, across restarts")
    .addOption(
      new Option(
        "--copy <file>",
        'start with a copy of an account, which "export --snapshot" writes (with --data, the folder must be empty)',
      ).conflicts("seed"),
    )
    .addOption(
      new Option("--client-id <id>", "client ID that is accepted")
        .env("COST_ALLOCATION_EMULATOR_CLIENT_ID")
        .default("emulator"),
    )
    .addOption(
      new Option("--secret-key <key>", "secret key that is accepted (prefer the environment variable)")
        .env("COST_ALLOCATION_EMULATOR_SECRET_KEY")
        .default(defaultSecret),
    )
    .option("--account <id>", "account that the credential belongs to", "account-1")
    .option("--user <email>", "user that the credential belongs to", "emulator@example.com")
    .option(
      "--switch <name=value>",
      "how the emulator behaves where the API documentation is silent (repeatable)",
      addSwitch,
      {},
    )
    .option("--no-limits", "turn rate limits off")
    .option("--seed", "create some tags and notification endpoints if there are no tags yet")
    .option("--openapi", "print the OpenAPI document of the service and exit")
    .addHelpText("after", help)
    .action(async ({ data, copy, switch: switches, limits, seed, openapi, ...options }) => {
      if (openapi === true) {
        console.log(JSON.stringify(openApiDocument(switches), null, 2));
        return;
      }
      const ended = untilSignal();
      const emulator = await startEmulator({
        ...options,
        ...(data === undefined ? {} : { dataFolder: data }),
        ...(copy === undefined ? {} : { copyFile: copy }),
        switches,
        limits: { enabled: limits },
      });
      if (seed === true && emulator.control.exportState().accounts.every(({ tags }) => tags.length === 0)) {
        emulator.control.seed();
      }
      warnOf(options.host);
      console.log(directions(emulator, options.secretKey === defaultSecret));
      await ended;
      await emulator.stop();
    });
}
