/** The resources of the plugin: for each type of the schema, the calls that the dynamic front has, too. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { isObject } from "../client/json";
import { dynamicProvider, type Host } from "../provider/engine/dynamic";
import { notificationEndpointLifecycle } from "../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle } from "../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import type { RunMemory } from "../provider/shared/runMemory";
import type { Problem } from "../rules/validate";
import type { AnyFields } from "../stack/state/fields";
import { type PluginKind, pluginTypeOf } from "../stack/state/kinds";
import { notificationEndpointFields } from "../stack/state/notificationEndpoint";
import { fromSchemaForm, inSchemaForm, schemaPath, withoutNulls } from "../stack/state/schemaForm";
import { virtualTagFields } from "../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../stack/state/virtualTagMetadata";
import { withAdvice } from "./advice";
import { type Imported, importEndpoint, type Importing, importMetadata, importVirtualTag } from "./imports";

type Properties = Record<string, unknown>;

/** The calls of the engine that the dynamic front answers, all of which it has. */
type Calls = Required<Omit<dynamic.ResourceProvider<Properties, Properties>, "configure">>;

/** A resource of the plugin. */
export interface PluginResource {
  kind: PluginKind;
  fields: AnyFields;
  /** Its lifecycle behind the calls of the engine. It takes and returns the API's form. */
  calls: Calls;
  importOf: Importing;
  /** What this run imports, by the URNs of the resources. */
  imported: Map<string, Imported>;
  /** What this run knows of the other resources. */
  memory: RunMemory;
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
  const resources: Omit<PluginResource, "memory" | "imported">[] = [
    {
      kind: "VirtualTag",
      fields: virtualTagFields,
      calls: callsOf(dynamicProvider(virtualTagLifecycle, host, problemInSchema)),
      importOf: importVirtualTag,
      givenBy: withoutNulls,
      fromSchema: fromSchemaForm,
      inSchema: inSchemaForm,
    },
    {
      kind: "VirtualTagMetadata",
      fields: virtualTagMetadataFields,
      calls: callsOf(dynamicProvider(virtualTagMetadataLifecycle, host, withAdvice)),
      importOf: importMetadata,
      ...asInApi,
      givenBy: metadataGivenBy,
    },
    {
      kind: "NotificationEndpoint",
      fields: notificationEndpointFields,
      calls: callsOf(dynamicProvider(notificationEndpointLifecycle, host, withAdvice)),
      importOf: importEndpoint,
      ...asInApi,
    },
  ];
  const { memory } = host;
  return new Map(
    resources.map((resource) => [
      pluginTypeOf(resource.kind),
      {
        ...resource,
        memory,
        imported: new Map(),
      },
    ]),
  );
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

function callsOf(provider: dynamic.ResourceProvider): Calls {
  return provider as Calls;
}
