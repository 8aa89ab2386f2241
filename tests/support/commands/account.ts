/** An account in an emulator, with a command to run on it. */
import { versionsCommand } from "../../../cli/commands/versions";
import { CostAllocationClient, type Version, type VirtualTag } from "../../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import type { TagContent } from "../../../rules/types";
import { type Ended, type MakeCommand, runCommand, type RunOptions } from "./runCommand";

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
  versions: (tag: VirtualTag) => Promise<readonly Version[]>;
  /** How many writes the service received. */
  writes: () => number;
  stop: () => Promise<void>;
}

/**
 * Starts an emulator whose clock stands still at 2026-03-01T00:00:00Z.
 *
 * @param command what to run. Default: `cost-allocation versions`
 */
export async function startAccount(
  options: EmulatorOptions = {},
  command: MakeCommand = versionsCommand,
): Promise<Account> {
  const emulator = await startEmulator({ limits: { enabled: false }, ...options });
  const { control, url, clientId, secretKey } = emulator;
  control.freezeClock();
  control.setClock("2026-03-01T00:00:00Z");
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey, listMaxAgeSeconds: 0 });
  const hour = 60 * 60 * 1000;
  const described = (changeDescription: string | undefined): object =>
    changeDescription === undefined ? {} : { versionMetadata: { changeDescription } };
  const versions = (tag: VirtualTag): Promise<readonly Version[]> =>
    client.virtualTagVersions.firstPage(tag.id, { pageSize: 100 });

  return {
    emulator,
    client,
    versions,
    run: (args, runOptions) =>
      runCommand(command, args, {
        env: {
          COST_ALLOCATION_BASE_URL: url,
          COST_ALLOCATION_CLIENT_ID: clientId,
          COST_ALLOCATION_SECRET_KEY: secretKey,
          COST_ALLOCATION_REQUEST_TIMEOUT_SECONDS: "2",
        },
        ...runOptions,
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

/** The account of the current test, in a file that calls {@link accountForEachTest}. */
export let account: Account;

/** Starts an account for each test of a file. */
export function accountForEachTest(command?: MakeCommand, options: EmulatorOptions = {}): void {
  beforeEach(async () => {
    account = await startAccount(options, command);
  });
  afterEach(() => account.stop());
}
