/** An account in an emulator, with a command to run on it. */
import { type Command, CommanderError } from "@commander-js/extra-typings";
import pc from "picocolors";
import { type Terminal, terminalText } from "../../../cli/terminal";
import { versionsCommand } from "../../../cli/versions/command";
import { CostAllocationClient, type Version, type VirtualTag } from "../../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import type { TagContent } from "../../../rules/types";

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** How a command is run. */
export interface RunOptions {
  /** What the person answers. Without it, there is no terminal. */
  answer?: string;
  /** What happens before the answer. */
  meanwhile?: () => Promise<unknown>;
  /** What happens while the command waits before it looks again, after a lost response. */
  whileWaiting?: () => Promise<unknown>;
  env?: Record<string, string>;
  colors?: boolean;
}

/** An account of the service, and the command on it. */
export interface Account {
  emulator: Emulator;
  client: CostAllocationClient;
  /** Runs the command with these arguments. */
  run: (args: string[], options?: RunOptions) => Promise<Ended>;
  /** Creates a tag, an hour after the last save. */
  create: (name: string, content: TagContent, changeDescription?: string) => Promise<VirtualTag>;
  /** Saves a tag, an hour after the last save. Returns the new version. */
  save: (
    tag: VirtualTag,
    content: TagContent,
    changeDescription?: string,
    options?: { setAsLive?: boolean },
  ) => Promise<Version>;
  /** All versions, newest first. */
  versions: (tag: VirtualTag) => Promise<Version[]>;
  /** How many writes the service received. */
  writes: () => number;
  stop: () => Promise<void>;
}

/**
 * Starts an emulator whose clock stands still at 2026-03-01T00:00:00Z.
 *
 * @param command makes the command. Default: `cost-allocation versions`
 */
export async function startAccount(
  options: EmulatorOptions = {},
  command: (terminal: Terminal) => Command = versionsCommand,
): Promise<Account> {
  const emulator = await startEmulator({ limits: { enabled: false }, ...options });
  const { control, url, clientId, secretKey } = emulator;
  control.freezeClock();
  control.setClock("2026-03-01T00:00:00Z");
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey, listMaxAgeSeconds: 0 });
  const hour = 60 * 60 * 1000;
  const described = (changeDescription: string | undefined): object =>
    changeDescription === undefined ? {} : { versionMetadata: { changeDescription } };
  const versions = (tag: VirtualTag): Promise<Version[]> =>
    client.virtualTagVersions.firstPage(tag.id, { pageSize: 100 });

  return {
    emulator,
    client,
    versions,
    run: (args, runOptions) =>
      run(command, args, runOptions, {
        COST_ALLOCATION_BASE_URL: url,
        COST_ALLOCATION_CLIENT_ID: clientId,
        COST_ALLOCATION_SECRET_KEY: secretKey,
        COST_ALLOCATION_REQUEST_TIMEOUT_SECONDS: "2",
      }),
    create: (name, content, changeDescription) => {
      control.advanceClock(hour);
      return client.virtualTags.create({ name, ...content, ...described(changeDescription) });
    },
    save: async (tag, content, changeDescription, saveOptions) => {
      control.advanceClock(hour);
      await client.virtualTags.update(
        tag.id,
        { name: tag.name, ...content, ...described(changeDescription) },
        saveOptions,
      );
      return (await versions(tag))[0] as Version;
    },
    writes: () => control.requests().filter(({ method }) => method !== "GET").length,
    stop: async () => {
      client.close();
      await emulator.stop();
    },
  };
}

async function run(
  command: (terminal: Terminal) => Command,
  args: string[],
  { answer, meanwhile, whileWaiting, env, colors = false }: RunOptions = {},
  accountEnv: Record<string, string>,
): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: "", stderr: "" };
  const terminal: Terminal = {
    env: env ?? accountEnv,
    isInteractive: answer !== undefined,
    colors: pc.createColors(colors),
    print: (text) => (ended.stdout += `${terminalText(text)}\n`),
    note: (text) => (ended.stderr += `${terminalText(text)}\n`),
    ask: async (question) => {
      ended.stdout += question;
      await meanwhile?.();
      return answer ?? "";
    },
    // No test waits for real.
    pause: async () => {
      await whileWaiting?.();
    },
    end: (code) => (ended.code = code),
  };
  try {
    await command(terminal).parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  return ended;
}

/** A rule that assigns a team by these values of the AWS tag `team`. */
export function teamRule(team: string, ...values: string[]): TagContent["rules"][number] {
  return { to: team, filters: { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: values } };
}
