import * as pulumi from "@pulumi/pulumi";
import { type Settings, settingDefinitions } from "../client/settings";
import { givenArgs } from "./givenArgs";

/**
 * A second account, beside the one in the stack's config. The credentials must be given: they are never mixed with those
 * of the stack. Any other setting that is not given here is taken from the stack's config, then from the environment.
 */
export type ProviderArgs = { [Name in "clientId" | "secretKey"]: pulumi.Input<string> } & {
  [Name in Exclude<keyof Settings, "clientId" | "secretKey">]?: pulumi.Input<Settings[Name]>;
};

/**
 * An account of the service, for resources that are not in the stack's own: pass it as their `provider` option.
 *
 * The credentials are secrets in the stack's state.
 */
export class Provider extends pulumi.ProviderResource {
  /** The settings by their names, as texts, for the functions that read this account. Secret, as the credentials are. */
  readonly settings: pulumi.Output<Record<string, string | undefined>>;

  /**
   * @param name the resource's name in the program
   * @param args the account's settings
   * @param opts Pulumi's resource options
   * @throws {Error} when a credential is missing
   */
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const settings = settingsIn(name, givenArgs(args));
    // The host of a dynamic provider sees its own inputs only, under the names of the stack config.
    const inputs = Object.entries(settings).map(([setting, value]) => [`costallocation:${setting}`, value]);
    super("pulumi-nodejs", name, Object.fromEntries(inputs) as pulumi.Inputs, opts);
    this.settings = pulumi.output(settings);
  }
}

/** The settings that are given, or else in the stack's config, as texts. */
function settingsIn(name: string, args: Partial<ProviderArgs>): Record<string, pulumi.Output<string> | undefined> {
  const credential = (setting: "clientId" | "secretKey"): pulumi.Output<string> => {
    // Without one, the environment's would take its place, which belongs to the stack's own account.
    const missing = `Provider "${name}" needs ${setting}: the credentials of a second account are never mixed with the stack's.`;
    const value = args[setting];
    if (value === undefined || value === "") throw new Error(missing);
    return pulumi.secret(value).apply((text) => {
      if (text.trim() === "") throw new Error(missing);
      return text;
    });
  };
  const config = new pulumi.Config("costallocation");
  return Object.fromEntries(
    settingDefinitions.map(({ name: setting }) => {
      if (setting === "clientId" || setting === "secretKey") return [setting, credential(setting)];
      const value = args[setting] ?? config.get(setting);
      return [setting, value === undefined ? undefined : pulumi.output(value).apply(String)];
    }),
  );
}
