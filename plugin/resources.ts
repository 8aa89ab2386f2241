/** The resources of the plugin: for each type of the schema, its lifecycle and its forms. */
import { isObject } from "../client/json";
import { notificationEndpointLifecycle } from "../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle } from "../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import type { Lifecycle } from "../provider/shared/lifecycle";
import { type Host, type Operations, operationsOf, type Properties } from "../provider/shared/operations";
import { maybeNotCreated } from "../provider/shared/operationMessages";
import type { Problem } from "../rules/validate";
import type { AnyFields } from "../stack/state/fields";
import { type PluginKind, pluginTypeOf } from "../stack/state/kinds";
import { notificationEndpointFields } from "../stack/state/notificationEndpoint";
import { fromSchemaForm, inSchemaForm, schemaPath, withoutNulls } from "../stack/state/schemaForm";
import { virtualTagFields } from "../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../stack/state/virtualTagMetadata";

/** A resource of the plugin. */
export interface PluginResource {
  kind: PluginKind;
  fields: AnyFields;
  /** Its lifecycle, which takes and returns the API's form. */
  carryOut: Operations;
  /** What a program gives, without the properties that it leaves out as null. A state may have nulls. */
  givenBy: (news: Properties) => Properties;
  fromSchema: typeof fromSchemaForm;
  inSchema: typeof inSchemaForm;
}

/** The resources by their types. */
export function pluginResources(host: Host): ReadonlyMap<string, PluginResource> {
  const resource = (
    kind: PluginKind,
    fields: AnyFields,
    lifecycle: Lifecycle<object, object>,
    { shown = withAdvice, ...forms }: Partial<PluginResource> & { shown?: typeof problemInSchema } = {},
  ): [string, PluginResource] => {
    const inApi = { givenBy: withoutOwnNulls, fromSchema: asItIs, inSchema: asItIs };
    return [pluginTypeOf(kind), { kind, fields, carryOut: operationsOf(lifecycle, host, shown), ...inApi, ...forms }];
  };
  const inSchema = {
    givenBy: withoutNulls,
    fromSchema: fromSchemaForm,
    inSchema: inSchemaForm,
    shown: problemInSchema,
  };
  return new Map([
    resource("VirtualTag", virtualTagFields, virtualTagLifecycle, inSchema),
    resource("VirtualTagMetadata", virtualTagMetadataFields, virtualTagMetadataLifecycle, { givenBy: metadataGivenBy }),
    resource("NotificationEndpoint", notificationEndpointFields, notificationEndpointLifecycle),
  ]);
}

const asItIs = (properties: Properties): Properties => properties;

/** A problem of a tag in the API's form, as the program has it. */
function problemInSchema(problem: Problem, api: Properties): Problem {
  return { ...withAdvice(problem, api), path: schemaPath(problem.path, api) };
}

/** Metadata as a program gives it. Its custom metadata may have nulls. */
function metadataGivenBy(news: Properties): Properties {
  const given = withoutOwnNulls(news);
  const { metadata } = given;
  if (!isObject(metadata)) return given;
  const values = Object.entries(metadata).map(([name, value]) => [
    name,
    isObject(value) ? withoutOwnNulls(value) : value,
  ]);
  return { ...given, metadata: Object.fromEntries(values) as Properties };
}

function withoutOwnNulls(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

/** The names of the properties that are always secrets. */
export function secretsOf({ fields }: PluginResource): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.secret === true);
}

/**
 * A problem, with advice if the argument has no value: without a class, the engine passes a value of a resource that the run does not
 * create as one that the program does not give. A check does not know whether it is in a preview, where that can't be.
 */
export function withAdvice(problem: Problem, properties: object): Problem {
  return valueAt(problem.path, properties) === undefined ? { ...problem, advice: maybeNotCreated } : problem;
}

/** The value at a path such as `rules[3].to` or `metadata["a.b"].groups`. */
function valueAt(path: string, properties: object): unknown {
  const steps = path.matchAll(/\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/gu);
  return [...steps].reduce((value: unknown, [, quoted, plain = ""]) => {
    const name = quoted === undefined ? plain : (JSON.parse(quoted) as string);
    return (Object(value) as Record<string, unknown>)[name];
  }, properties);
}
