/** The schema of the plugin, made of the declarations of the TypeScript package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { comments, optional } from "./differences.mjs";
import { Declarations } from "./declarations.mjs";

/** @typedef {import("./nodes.mjs").Spec} Spec */
/** @typedef {import("../../client/settings.js").SettingDefinition} SettingDefinition */
/** @typedef {Record<string, import("../../client/functions/accountFunction.js").AccountFunction<object, object>>} AccountFunctions */

/** What functions read: `client/functions/` has what they do, and `sdk/functions/` their declarations. */
const subjects = ["virtualTags", "notificationEndpoints", "catalog"];

const sources = [
  "sdk/provider.ts",
  "sdk/virtualTag.ts",
  "sdk/virtualTagMetadata.ts",
  "sdk/notificationEndpoint.ts",
  "sdk/ruleArgs.ts",
  "rules/types.ts",
  ...subjects.map((subject) => `sdk/functions/${subject}.ts`),
  "client/wire.ts",
];

/** Settings that only resources of TypeScript have. The plugin ignores them, because a stack can have programs in both. */
const onlyInTypeScript = ["v1AfterEndOfLife"];

/**
 * A module of dist/, which has the tables of settings and of fields.
 *
 * @param {string} file
 * @returns {unknown}
 */
function built(file) {
  return createRequire(import.meta.url)(join(checkout, "dist", file));
}

/** The text of plugin/schema.json. */
export function writtenSchema() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const { settingDefinitions } = /** @type {{ settingDefinitions: readonly SettingDefinition[] }} */ (
    built("client/settings.js")
  );
  return `${JSON.stringify(schemaOf(version, settingDefinitions), null, 2)}\n`;
}

/**
 * @param {string} version
 * @param {readonly SettingDefinition[]} settings
 */
function schemaOf(version, settings) {
  const { pluginKinds, typeOf } = /** @type {{ pluginKinds: readonly string[], typeOf: (kind: string) => string }} */ (
    built("stack/state/kinds.js")
  );
  const declarations = new Declarations(sources.map((file) => join(checkout, file)));
  // First, because settings that variables can set are texts, and remove the enumerations that this finds.
  const { required: requiredInputs } = declarations.propertiesOf("ProviderArgs");
  const schema = {
    name: "costallocation",
    displayName: "Cost Allocation Service",
    version,
    description: "Virtual Tags, their metadata and report destinations of the Cost Allocation Service.",
    keywords: ["category/cloud", "kind/native", "finops", "cost-allocation"],
    license: "Apache-2.0",
    meta: { moduleFormat: "(.*)" },
    language: {
      nodejs: { respectSchemaVersion: true },
      python: { respectSchemaVersion: true, pyproject: { enabled: true } },
      // Without a path, it would follow from the repository, and change when the plugin names one.
      go: { respectSchemaVersion: true, importBasePath: "example.com/pulumi-costallocation/sdk/go/costallocation" },
      csharp: { respectSchemaVersion: true, rootNamespace: "CostAllocation" },
      java: {},
    },
    config: { variables: variables(declarations, settings, true) },
    provider: {
      description: declarations.descriptionOf("Provider"),
      inputProperties: variables(declarations, settings, false),
      requiredInputs,
    },
    resources: Object.fromEntries(
      pluginKinds.map((kind) => [
        `costallocation:index:${kind}`,
        // A stack that moves from TypeScript would otherwise delete what it has.
        {
          ...resourceOf(declarations, kind),
          // Metadata belongs to a tag: there is no list of it.
          ...(kind === "VirtualTagMetadata" ? {} : { listInputs: { type: "object" } }),
          aliases: [{ type: typeOf(kind) }],
        },
      ]),
    ),
    functions: Object.fromEntries(
      subjects
        .flatMap((subject) => Object.values(/** @type {AccountFunctions} */ (built(`client/functions/${subject}.js`))))
        .map(({ name, list }) => [`costallocation:index:${name}`, functionOf(declarations, name, list)]),
    ),
  };
  const types = [...declarations.types].sort(([one], [other]) => (one < other ? -1 : 1));
  const whole = { ...schema, types: Object.fromEntries(types) };
  for (const [place, words] of Object.entries(comments)) comment(whole, place, words);
  for (const [place, names] of Object.entries(optional)) leaveOut(whole, place, names);
  return whole;
}

/**
 * Replaces comments.
 *
 * @param {Record<string, unknown>} schema
 * @param {string} place
 * @param {Readonly<Record<string, string>>} words
 */
function comment(schema, place, words) {
  const spec = specAt(schema, place);
  const { inputProperties, inputs, properties } = /** @type {Record<string, Record<string, Spec>>} */ (spec);
  const all = /** @type {Record<string, Spec>} */ (inputProperties ?? inputs?.["properties"] ?? properties);
  for (const [property, description] of Object.entries(words)) {
    if (all[property] === undefined) throw new Error(`${place} has no ${property}.`);
    all[property] = { ...all[property], description };
  }
}

/**
 * Requires less of a result.
 *
 * @param {Record<string, unknown>} schema
 * @param {string} place
 * @param {readonly string[]} names
 */
function leaveOut(schema, place, names) {
  const spec = specAt(schema, place);
  const result = /** @type {{ required?: string[] }} */ (spec["outputs"] ?? spec);
  const missing = names.filter((name) => result.required?.includes(name) !== true);
  if (missing.length > 0) throw new Error(`${place} does not require ${missing.join(" and ")}.`);
  const required = (result.required ?? []).filter((name) => !names.includes(name));
  if (required.length > 0) result.required = required;
  else delete result.required;
}

/**
 * @param {Record<string, unknown>} schema
 * @param {string} place a part of the schema and a name in it
 */
function specAt(schema, place) {
  const [part = "", name = ""] = place.split("/");
  const { [`costallocation:index:${name}`]: spec } = /** @type {Record<string, Spec>} */ (schema[part]);
  if (spec === undefined) throw new Error(`The schema has no ${place}.`);
  return spec;
}

/**
 * The settings.
 *
 * @param {Declarations} declarations
 * @param {readonly SettingDefinition[]} settings
 * @param {boolean} isConfig of the stack config. Otherwise, of a second account, for which the variables of the credentials do not
 *   count: they belong to the stack's own account
 */
function variables(declarations, settings, isConfig) {
  const { properties } = declarations.propertiesOf("ProviderArgs");
  const all = settings.map(({ name, env, secret, parse }) => {
    const spec = properties[name];
    if (spec === undefined) throw new Error(`ProviderArgs lacks ${name}.`);
    const hasVariable = isConfig || !secret;
    const [first] = String(spec["description"]).split(". ");
    const words = isConfig && secret ? { description: `${first}. Environment variable: \`${env}\`.` } : {};
    // For a number, Python writes `5.0` into a variable.
    const isWhole = spec["type"] === "number" && parse("5.0") === undefined;
    return {
      name,
      spec: {
        ...(hasVariable ? asText(declarations, spec) : spec),
        ...(isWhole ? { type: "integer" } : {}),
        ...words,
        ...(secret ? { secret: true } : {}),
        ...(hasVariable ? { defaultInfo: { environment: [env] } } : {}),
      },
    };
  });
  return Object.fromEntries(all.flatMap(({ name, spec }) => (onlyInTypeScript.includes(name) ? [] : [[name, spec]])));
}

/**
 * What a variable can set can't be an enumeration: the class that Pulumi's generator for Go makes assigns the variable's text to it, and
 * does not compile.
 *
 * @param {Declarations} declarations
 * @param {Spec} spec
 */
function asText({ types }, { $ref, ...rest }) {
  if (typeof $ref !== "string") return rest;
  types.delete($ref.replace("#/types/", ""));
  return { type: "string", ...rest };
}

/**
 * @param {Declarations} declarations
 * @param {string} kind
 */
function resourceOf(declarations, kind) {
  const args = declarations.propertiesOf(`${kind}Args`, kind);
  const outputs = declarations.propertiesOf(kind, kind);
  const name = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  const tables = /** @type {Record<string, Record<string, { secret?: boolean }>>} */ (built(`stack/state/${name}.js`));
  const fields = tables[`${name}Fields`] ?? {};
  /** @param {Record<string, Spec>} properties */
  const withSecrets = (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([property, spec]) => [
        property,
        fields[property]?.secret === true ? { ...spec, secret: true } : spec,
      ]),
    );
  return {
    description: declarations.descriptionOf(kind),
    properties: withSecrets(outputs.properties),
    ...(outputs.required.length > 0 ? { required: outputs.required } : {}),
    inputProperties: withSecrets(args.properties),
    ...(args.required.length > 0 ? { requiredInputs: args.required } : {}),
  };
}

/**
 * @param {Declarations} declarations
 * @param {string} name
 * @param {string | undefined} list
 */
function functionOf(declarations, name, list) {
  const base = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const inputs = declarations.has(`${base}Args`) ? declarations.propertiesOf(`${base}Args`) : undefined;
  const outputs =
    list === undefined
      ? declarations.propertiesOf(`${base}Result`)
      : { properties: { [list]: listOf(declarations, `${base}Result`) }, required: [list] };
  return {
    description: declarations.descriptionOf(name),
    ...(inputs === undefined ? {} : { inputs: { type: "object", ...withoutEmpty(inputs) } }),
    outputs: { type: "object", ...withoutEmpty(outputs) },
  };
}

/**
 * @param {Declarations} declarations
 * @param {string} name
 */
function listOf(declarations, name) {
  return { ...declarations.specOf(name), description: declarations.descriptionOf(name) };
}

/** @param {{ properties: Record<string, Spec>, required: string[] }} object */
function withoutEmpty({ properties, required }) {
  return { properties, ...(required.length > 0 ? { required } : {}) };
}
