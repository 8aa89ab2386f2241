/**
 * What a program of an end-to-end test imports as "pulumi-cost-allocation" if it runs through the plugin: the package, with resources of
 * the plugin in place of its classes. They register as the classes that Pulumi generates from the schema. A workspace copies this file
 * into the program's folder, in which Pulumi's SDK is the program's own.
 */
import * as pulumi from "@pulumi/pulumi";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as schemaForm from "../../../stack/state/schemaForm";

export * from "pulumi-cost-allocation";

type Properties = Record<string, unknown>;
type Secrets = Record<string, { secret?: boolean }>;

const ofPackage = join(__dirname, "node_modules", "pulumi-cost-allocation", "dist");
const { inSchemaForm } = createRequire(__filename)(
  join(ofPackage, "stack", "state", "schemaForm.js"),
) as typeof schemaForm;
const schema = JSON.parse(readFileSync(join(ofPackage, "plugin", "schema.json"), "utf8")) as {
  resources: Record<string, { properties: Secrets; inputProperties: Secrets }>;
  provider: { inputProperties: Secrets };
};

/** Arguments in the schema's form, whose outputs and promises stay where they are. */
function argumentsOf(args: Properties): Properties {
  const later = new Map<unknown, unknown>();
  const given = JSON.stringify(args, function (this: Properties, name, value: unknown) {
    const part = this[name];
    if (!pulumi.Output.isInstance(part) && !(part instanceof Promise)) return value;
    later.set(`later ${later.size}`, part);
    return `later ${later.size - 1}`;
  });
  const form = JSON.stringify(inSchemaForm(JSON.parse(given) as Properties));
  return JSON.parse(form, (_, value: unknown) => later.get(value) ?? value) as Properties;
}

/** Arguments of which those are secrets that the schema says. */
function withSecrets(args: Properties, properties: Secrets): Properties {
  const isSecret = (name: string): boolean => properties[name]?.secret === true;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isSecret(name) ? pulumi.secret(value) : value]),
  );
}

/** The class of a resource of the schema. */
function classOf(type: string) {
  const { properties = {}, inputProperties = {} } = schema.resources[type] ?? {};
  const secrets = Object.keys(properties).filter((name) => properties[name]?.secret === true);
  return class extends pulumi.CustomResource {
    constructor(name: string, args: Properties, opts: pulumi.CustomResourceOptions = {}) {
      const outputs = Object.fromEntries(Object.keys(properties).map((output) => [output, undefined]));
      const given = { ...outputs, ...withSecrets(argumentsOf(args), inputProperties) };
      super(type, name, given, pulumi.mergeOptions({ additionalSecretOutputs: secrets }, opts));
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource {
      return new this(name, {}, { ...opts, id });
    }
  };
}

export const VirtualTag = classOf("costallocation:index:VirtualTag");
export const VirtualTagMetadata = classOf("costallocation:index:VirtualTagMetadata");
export const NotificationEndpoint = classOf("costallocation:index:NotificationEndpoint");

/** A second account. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: Properties, opts?: pulumi.ResourceOptions) {
    super("costallocation", name, withSecrets(args, schema.provider.inputProperties), opts);
  }
}
