import * as pulumi from "@pulumi/pulumi";
import { settingDefinitions } from "../client/settings";
import { dynamicPackage } from "../stack/state/kinds";
import { refuseUnknownConfig } from "./config";
import { refuseUnknownNames } from "./argumentChecks";
import { givenArgs } from "./givenArgs";

/**
 * The arguments of a {@link Provider}. `clientId` and `secretKey` are required: they are never taken from the stack's own
 * account. Every other setting that you omit comes from the stack config, then from its environment variable, then from its
 * default. A value that is not valid fails in preview, with the name of the argument and what is expected.
 */
export interface ProviderArgs {
  /**
   * Client ID of the account's API credentials. A secret in the state. It is an error if it is missing or empty.
   * `COST_ALLOCATION_CLIENT_ID` is not used.
   */
  clientId: pulumi.Input<string>;
  /**
   * Secret key of the account's API credentials. A secret in the state. It is an error if it is missing or empty.
   * `COST_ALLOCATION_SECRET_KEY` is not used.
   */
  secretKey: pulumi.Input<string>;
  /**
   * URL of the service without a query, such as `https://api.example.com`. Must be https, except for loopback addresses. No
   * default. Environment variable: `COST_ALLOCATION_BASE_URL`.
   */
  baseUrl?: pulumi.Input<string>;
  /**
   * Name of the HTTP header with the client ID. Default: `x-service-client-id`. Environment variable:
   * `COST_ALLOCATION_CLIENT_ID_HEADER`.
   */
  clientIdHeader?: pulumi.Input<string>;
  /**
   * Name of the HTTP header with the secret key. Default: `x-service-secret-key`. Environment variable:
   * `COST_ALLOCATION_SECRET_KEY_HEADER`.
   */
  secretKeyHeader?: pulumi.Input<string>;
  /**
   * Maximum number of requests in flight at the same time: a whole number from 1 to 100. Default: 5. Environment variable:
   * `COST_ALLOCATION_MAX_CONCURRENCY`.
   */
  maxConcurrency?: pulumi.Input<number>;
  /**
   * What an update does with drift: `refuse` fails and writes nothing; `overwrite` replaces what was changed outside Pulumi, with
   * a warning. Default: `refuse`. Environment variable: `COST_ALLOCATION_DRIFT_POLICY`.
   */
  driftPolicy?: pulumi.Input<"overwrite" | "refuse">;
  /**
   * What a delete does with a Virtual Tag that other tags of the account refer to: `refuse` fails and deletes nothing; `ignore`
   * deletes it, with a warning. Default: `refuse`. Environment variable: `COST_ALLOCATION_REFERENCE_POLICY`.
   */
  referencePolicy?: pulumi.Input<"ignore" | "refuse">;
  /**
   * What a preview does about rules that can't have an effect: `warn`, report them as an `error`, or `off`, not look for them.
   * Default: `warn`. Environment variable: `COST_ALLOCATION_RULE_ANALYSIS`.
   */
  ruleAnalysis?: pulumi.Input<"warn" | "error" | "off">;
  /**
   * Where a request to save metadata has `mergeValuesAndMetadata`: at the `root` of its body, or in each value (`perValue`).
   * Default: `root`. Environment variable: `COST_ALLOCATION_METADATA_NESTING`.
   */
  metadataNesting?: pulumi.Input<"root" | "perValue">;
  /**
   * Path of the list of scans, beginning with `/`. Default: `/v1/cost-guard/scans`. Environment variable:
   * `COST_ALLOCATION_SCANS_PATH`.
   */
  scansPath?: pulumi.Input<string>;
  /**
   * Path of the scan recommendations, beginning with `/`. Default: `/v1/cost-guard/scans-recommendations`. Environment
   * variable: `COST_ALLOCATION_SCAN_RECOMMENDATIONS_PATH`.
   */
  scanRecommendationsPath?: pulumi.Input<string>;
  /**
   * Timeout for opening a connection, in seconds: from 0.01 to 3600. Default: 10. Environment variable:
   * `COST_ALLOCATION_CONNECT_TIMEOUT_SECONDS`.
   */
  connectTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Timeout for one response, in seconds: a whole number from 1 to 3600. Default: 60. Environment variable:
   * `COST_ALLOCATION_REQUEST_TIMEOUT_SECONDS`.
   */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /**
   * Timeout for one operation with its waits and retries, in seconds: a whole number from 1 to 86400. Default: 900.
   * Environment variable: `COST_ALLOCATION_DEADLINE_SECONDS`.
   */
  deadlineSeconds?: pulumi.Input<number>;
  /**
   * How long a refresh reads tags one by one after their list was refused or could not be read, in seconds: from 0 to 3600.
   * Default: 10. How old a list may be that a resource or a function relies on is fixed: this doesn't change it. Environment
   * variable: `COST_ALLOCATION_LIST_MAX_AGE_SECONDS`.
   */
  listMaxAgeSeconds?: pulumi.Input<number>;
  /**
   * Maximum size of a response, in bytes after decompression: a whole number from 1024 to 1073741824. The list of all Virtual
   * Tags must fit. Default: 67108864 (64 MiB). Environment variable: `COST_ALLOCATION_MAX_RESPONSE_BYTES`.
   */
  maxResponseBytes?: pulumi.Input<number>;
  /**
   * Whether requests to the V1 routes of Virtual Tags are allowed after their end of life on 2027-03-31: `refuse` fails without a
   * request. Only the resource `VirtualTagV1` sends such requests.
   * Default: `refuse`. Environment variable: `COST_ALLOCATION_V1_AFTER_END_OF_LIFE`.
   */
  v1AfterEndOfLife?: pulumi.Input<"refuse" | "allow">;
}

/**
 * A second account, in addition to the one in the stack config. Pass it as the `provider` option of resources and functions.
 *
 * Its credentials are secrets in the state of the stack.
 */
export class Provider extends pulumi.ProviderResource {
  /** The settings by name, as strings. Functions use them to read this account. A secret, because of the credentials. */
  readonly settings: pulumi.Output<Record<string, string | undefined>>;

  /**
   * Declares a second account.
   *
   * @param name The name of the resource in the program.
   * @param args The settings of the account.
   * @param opts Pulumi's resource options.
   * @throws {Error} If a credential is missing or empty, or if an argument is not known.
   */
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    refuseUnknownConfig();
    const settings = settingsFrom(name, givenArgs(args));
    // A dynamic provider's process receives only these inputs, which must be named as in the stack config.
    const inputs = Object.entries(settings).map(([setting, value]) => [`costallocation:${setting}`, value]);
    super(dynamicPackage, name, Object.fromEntries(inputs) as pulumi.Inputs, opts);
    this.settings = pulumi.output(settings);
  }

  /** Whether a value is a Provider of this package, also of another copy of the package. */
  static override isInstance(value: unknown): value is Provider {
    return (
      pulumi.CustomResource.isInstance(value) &&
      (value as { __pulumiType?: string }).__pulumiType === `pulumi:providers:${dynamicPackage}` &&
      pulumi.Output.isInstance((value as { settings?: unknown }).settings)
    );
  }
}

/** All settings as strings, from the arguments or else from the stack config. */
function settingsFrom(name: string, args: Partial<ProviderArgs>): Record<string, pulumi.Output<string> | undefined> {
  const credential = (setting: "clientId" | "secretKey"): pulumi.Output<string> => {
    // Otherwise the environment variable would apply, which belongs to the stack's own account.
    const missing = `Provider "${name}" requires ${setting}. The credentials of a second account are never combined with those of the stack.`;
    const value = args[setting];
    if (value === undefined || value === "") throw new Error(missing);
    return pulumi.secret(value).apply((text) => {
      if (text.trim() === "") throw new Error(missing);
      return text;
    });
  };
  refuseUnknownNames(`Provider "${name}"`, args, Object.fromEntries(settingDefinitions.map((one) => [one.name, true])));
  const config = new pulumi.Config("costallocation");
  return Object.fromEntries(
    settingDefinitions.map(({ name: setting }) => {
      if (setting === "clientId" || setting === "secretKey") return [setting, credential(setting)];
      // Does not compile while ProviderArgs lacks a setting. tests/sdk/types.test.ts compares the types too.
      const value = args[setting] ?? config.get(setting);
      return [setting, value === undefined ? undefined : pulumi.output(value).apply(String)];
    }),
  );
}
