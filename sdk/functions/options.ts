import * as pulumi from "@pulumi/pulumi";
import { typeOf } from "../../stack/state/kinds";
import { Provider } from "../provider";

/** Any type token of this package: Pulumi finds the provider that a child inherits by the package in the token. */
const typeToken = typeOf("VirtualTag");

const notAPlugin = "the function runs in your program, not in a plugin";

/** Why a function can't honor an option of Pulumi's. An option that has no effect must not look as if it had one. */
const refusals: Readonly<Record<string, string>> = {
  dependsOn: "a promise can't wait for resources. Use the Output form of the function",
  version: notAPlugin,
  pluginDownloadURL: notAPlugin,
  async: "the function is always asynchronous",
};

/**
 * Checks the options of a function, and finds the provider of the account that it reads.
 *
 * @param name The name of the function, for messages.
 * @param opts The options.
 * @param accepted The options that this form of the function has in addition to `parent`, `provider` and `async: true`.
 * @returns The provider; undefined for the stack's own account.
 * @throws {Error} If an option can't be honored.
 */
export function providerFor(
  name: string,
  opts: pulumi.InvokeOptions | undefined,
  accepted: readonly string[] = [],
): Provider | undefined {
  const { parent, provider, ...others } = opts ?? {};
  for (const [option, value] of Object.entries(others as Record<string, unknown>)) {
    const isHonored = value === undefined || accepted.includes(option) || (option === "async" && value === true);
    if (isHonored) continue;
    throw new Error(`${name} can't honor the option ${option}: ${refusals[option] ?? "functions don't have it"}.`);
  }
  if (parent !== undefined && !isResource(parent)) {
    throw new Error(`${name}: the option parent must be a resource.`);
  }
  if (provider !== undefined) return ownProvider(name, provider, "provider");
  const inherited = parent?.getProvider(typeToken);
  return inherited === undefined
    ? undefined
    : ownProvider(name, inherited, "the provider that it inherits from parent");
}

/** JavaScript programs can pass anything. */
function isResource(value: unknown): boolean {
  return pulumi.Resource.isInstance(value);
}

function ownProvider(name: string, provider: pulumi.ProviderResource, what: string): Provider {
  if (Provider.isInstance(provider)) return provider;
  throw new Error(`${name}: ${what} must be a Provider of pulumi-cost-allocation.`);
}
