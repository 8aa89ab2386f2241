import * as pulumi from "@pulumi/pulumi";
import type * as clients from "../../client";
import { credentialSource, readSettings, settingDefinitions } from "../../client/settings";
import type { Provider } from "../provider";

/** Options of every function that reads the account. */
export interface FunctionOptions {
  /** The account to read. Default: the one in the stack's config, or else in the environment. */
  provider?: Provider | undefined;
}

/** Waits show in the engine's status line. One listener for all calls: a shared client keeps each that it gets. */
const onWait = ({ message }: { message: string }): void => {
  void pulumi.log.info(message, undefined, undefined, true);
};

/**
 * A client on the account, the same one for all functions of the program, so that they keep the account's limits together.
 * It ends with the program: its sockets and timers hold no process.
 *
 * @throws {InvalidSettings} when settings are missing or malformed, with where to put them
 */
export async function accountClient({ provider }: FunctionOptions): Promise<clients.CostAllocationClient> {
  const given = provider === undefined ? await stackConfig() : await valueOf(provider.settings);
  const { settings, sources } = readSettings(
    (name) => given[name],
    process.env,
    provider === undefined ? undefined : "the Provider's argument <name>",
  );
  // Only now: it brings an HTTP library along, which a program that only declares resources has no use for.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the main entry point
  const { sharedClient } = require("../../client") as typeof clients;
  return sharedClient({ ...settings, credentialSource: credentialSource(sources), onWait });
}

/** All settings that the stack's config has. */
async function stackConfig(): Promise<Record<string, string | undefined>> {
  const config = new pulumi.Config("costallocation");
  const values = settingDefinitions.map(async ({ name, secret }): Promise<[string, string | undefined]> => {
    const hidden = secret ? config.getSecret(name) : undefined;
    return [name, hidden === undefined ? config.get(name) : await valueOf(hidden)];
  });
  return Object.fromEntries(await Promise.all(values));
}

/**
 * The value of an output, for use in this process only.
 *
 * @throws {Error} when it is not known before something else has been made: `apply` would never call back
 */
async function valueOf<Value>(output: pulumi.Output<Value>): Promise<Value> {
  // Pulumi leaves this promise out of its types.
  const { isKnown } = output as unknown as { isKnown: Promise<boolean> };
  if (await isKnown) return new Promise((resolve) => output.apply(resolve));
  throw new Error(
    "The Provider's settings depend on a resource that is yet to be made, so the account can't be read now. " +
      "Use the function's Output form, whose result is then not known either.",
  );
}
