/** The resources of the plugin: for each type of the schema, its lifecycle and its forms. */
import { isObject } from "../client/json";
import { notificationEndpointLifecycle } from "../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle } from "../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import { type Host, type Operations, operationsOf, type Properties } from "../provider/shared/operations";
import type { Problem } from "../rules/validate";
import type { AnyFields } from "../stack/state/fields";
import { type PluginKind, pluginTypeOf } from "../stack/state/kinds";
import { notificationEndpointFields } from "../stack/state/notificationEndpoint";
import { fromSchemaForm, inSchemaForm, schemaPath, withoutNulls } from "../stack/state/schemaForm";
import { virtualTagFields } from "../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../stack/state/virtualTagMetadata";
import { withAdvice } from "./advice";

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
  const asInApi = {
    givenBy: withoutOwnNulls,
    fromSchema: (properties: Properties): Properties => properties,
    inSchema: (api: Properties): Properties => api,
  };
  const resources: PluginResource[] = [
    {
      kind: "VirtualTag",
      fields: virtualTagFields,
      carryOut: operationsOf(virtualTagLifecycle, host, problemInSchema),
      givenBy: withoutNulls,
      fromSchema: fromSchemaForm,
      inSchema: inSchemaForm,
    },
    {
      kind: "VirtualTagMetadata",
      fields: virtualTagMetadataFields,
      carryOut: operationsOf(virtualTagMetadataLifecycle, host, withAdvice),
      ...asInApi,
      givenBy: metadataGivenBy,
    },
    {
      kind: "NotificationEndpoint",
      fields: notificationEndpointFields,
      carryOut: operationsOf(notificationEndpointLifecycle, host, withAdvice),
      ...asInApi,
    },
  ];
  return new Map(resources.map((resource) => [pluginTypeOf(resource.kind), resource]));
}

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
