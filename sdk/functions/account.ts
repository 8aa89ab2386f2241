import * as pulumi from "@pulumi/pulumi";
import type * as clients from "../../client";
import { type AccountFunction, refuseArguments } from "../../client/functions/accountFunction";
import { isObject } from "../../client/json";
import { credentialSource, readSettings, settingDefinitions, unknownVariables } from "../../client/settings";
import { refuseUnknownConfig } from "../config";
import { providerFor } from "./options";

/** Shows waits in Pulumi's status line. One listener for all calls, because a shared client keeps every listener that it gets. */
const onWait = ({ message }: { message: string }): void => {
  void pulumi.log.info(message, undefined, undefined, true);
};

/**
 * The result of a function: what it reads of the account. In a unit test with mocks (`pulumi.runtime.setMocks`), it is what their
 * `call` returns, and no request is sent.
 */
export async function readAccount<Args extends object, Result extends object>(
  from: AccountFunction<Args, Result>,
  args: Args,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  refuseArguments(from, args);
  const mocks = mocksOfTest();
  // A copy, because the program may sort or change it. What the client returns is frozen.
  if (mocks === undefined) return structuredClone(await from.read(await accountClient(from.name, opts), args));
  const provider = await pulumi.ProviderResource.register(providerFor(from.name, opts));
  const token = `costallocation:index:${from.name}`;
  const result: unknown = await mocks.call({ token, inputs: args, ...(provider === undefined ? {} : { provider }) });
  const isList = from.list !== undefined;
  if (isList ? Array.isArray(result) : isObject(result)) return result as Result;
  throw new Error(`The mocks of this test must return ${isList ? "an array" : "an object"} for ${token}.`);
}

/** The mocks of a unit test. Pulumi's own invoke, which asks them, can't return an array. */
function mocksOfTest(): pulumi.runtime.Mocks | undefined {
  const monitor: unknown = pulumi.runtime.hasMonitor() ? pulumi.runtime.getMonitor() : undefined;
  const { mocks } = (monitor ?? {}) as { mocks?: Partial<pulumi.runtime.Mocks> };
  return typeof mocks?.call === "function" ? (mocks as pulumi.runtime.Mocks) : undefined;
}

/**
 * The client for the account that a function reads. All functions of the program share it, so that they stay within the
 * account's rate limits together. It does not keep the process alive.
 *
 * @throws {InvalidSettings} If settings are missing or invalid, with where to set them.
 * @throws {RunError} If the stack config has a key that is not a setting.
 * @throws {Error} If an option can't be honored.
 */
async function accountClient(
  functionName: string,
  opts: pulumi.InvokeOptions | undefined,
): Promise<clients.CostAllocationClient> {
  refuseUnknownConfig();
  warnOnce();
  const provider = providerFor(functionName, opts);
  const given = provider === undefined ? await stackConfig() : await valueOf(provider.settings);
  const { settings, sources } = readSettings(
    (name) => given[name],
    process.env,
    provider === undefined ? undefined : (name) => `the Provider's argument ${name}`,
  );
  // Loaded on demand, because the client loads an HTTP library, which a program that only declares resources does not need.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the main entry point
  const { sharedClient } = require("../../client") as typeof clients;
  return sharedClient({ ...settings, credentialSource: credentialSource(sources), onWait });
}

let hasWarned = false;

/** Warns about misspelled variables: the provider, which is another process, may not run at all. */
function warnOnce(): void {
  if (hasWarned) return;
  hasWarned = true;
  for (const warning of unknownVariables(process.env)) void pulumi.log.warn(warning);
}

/** All settings in the stack config. */
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
 * @throws {Error} If the value is unknown until deployment, because `apply` would never call back.
 */
async function valueOf<Value>(output: pulumi.Output<Value>): Promise<Value> {
  // Pulumi's types don't have this property.
  const { isKnown } = output as unknown as { isKnown: Promise<boolean> };
  if (await isKnown) return new Promise((resolve) => output.apply(resolve));
  throw new Error(
    "The Provider's settings depend on a resource that is not created yet, so the account can't be read now. " +
      "Use the function's Output form, whose result is then unknown until deployment.",
  );
}
