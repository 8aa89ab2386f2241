/** The real lifecycles, behind the fronts that an engine calls. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import * as calls from "../../plugin/calls";
import { type PluginResource, pluginResources } from "../../plugin/resources";
import { dynamicProvider, urnProperty } from "../../provider/engine/dynamic";
import type { Host } from "../../provider/shared/operations";
import type { Context } from "../../provider/shared/lifecycle";
import { notificationEndpointLifecycle } from "../../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle } from "../../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata/lifecycle";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1/lifecycle";
import { type PluginKind, pluginTypeOf } from "../../stack/state/kinds";
import { plainJson } from "../../stack/state/plainJson";
import type { FrontName } from "../support/workspace";
import type { Providers } from "./engine";

/** The providers as the engine gets them, in a process of their own. */
export function providersOn(context: Context, settings: ReturnType<Host["settings"]>, front: FrontName): Providers {
  const { log, memory } = context;
  const host: Host = {
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => settings,
    memory,
    log,
    context: (urn) => ({ ...context, urn }),
  };
  const tagV1 = dynamicProvider(virtualTagV1Lifecycle, host);
  if (front === "plugin") {
    const resources = pluginResources(host);
    const of = (kind: PluginKind): dynamic.ResourceProvider =>
      throughPlugin(resources.get(pluginTypeOf(kind)) as PluginResource);
    return { tag: of("VirtualTag"), tagV1, metadata: of("VirtualTagMetadata"), endpoint: of("NotificationEndpoint") };
  }
  return {
    tag: dynamicProvider(virtualTagLifecycle, host),
    tagV1,
    metadata: dynamicProvider(virtualTagMetadataLifecycle, host),
    endpoint: dynamicProvider(notificationEndpointLifecycle, host),
  };
}

type Properties = Record<string, unknown>;

/**
 * The calls of the plugin, as the engine of these tests makes them. States and arguments have the API's form outside, and the
 * schema's form in the plugin.
 */
function throughPlugin(resource: PluginResource): dynamic.ResourceProvider<Properties, Properties> {
  const subjectOf = ({ [urnProperty]: urn }: Properties) => ({ urn: String(urn), resource });
  const given = (inputs: Properties): Properties => {
    const args = Object.entries(inputs).filter(([name]) => name !== urnProperty && name !== "__ignoreChanges");
    return resource.inSchema(Object.fromEntries(args));
  };
  const ignoredIn = ({ __ignoreChanges: ignored = [] }: Properties): string[] => ignored as string[];
  const api = resource.fromSchema;
  return {
    check: async (olds, news) => {
      const { inputs, failures } = await calls.check(subjectOf(news), given(olds), given(news));
      const { [urnProperty]: urn } = news;
      const failed = failures.map(({ message }) => ({ property: "", reason: message.text }));
      const ignored = ignoredIn(news);
      const own = { [urnProperty]: urn, ...(ignored.length > 0 ? { __ignoreChanges: ignored } : {}) };
      return { inputs: { ...api(inputs), ...own }, failures: failed };
    },
    diff: async (id, olds, news) => {
      const state = resource.inSchema(olds);
      const answer = await calls.diff(subjectOf(news), id, {
        state,
        oldInputs: {},
        news: given(news),
        ignored: ignoredIn(news),
      });
      return { ...answer, replaces: [...answer.replaces] };
    },
    create: async (inputs) => {
      const { id, properties } = await calls.create(subjectOf(inputs), given(inputs), false);
      return { id, outs: api(properties) };
    },
    read: async (id, olds = {}) => {
      const unread = { unread: true };
      const known = { state: resource.inSchema(olds), inputs: unread };
      const found = await calls.read(subjectOf(olds), id, known);
      if (found === undefined) return {};
      const { [urnProperty]: urn, __ignoreChanges: ignored } = olds;
      const isRead = found.inputs["unread"] === undefined;
      return {
        id,
        props: api(found.properties),
        ...(isRead
          ? { inputs: plainJson({ ...api(found.inputs), [urnProperty]: urn, __ignoreChanges: ignored }) }
          : {}),
      };
    },
    update: async (id, olds, news) => {
      const known = { state: resource.inSchema(olds), news: given(news), ignored: ignoredIn(news), isPreview: false };
      return { outs: api(await calls.update(subjectOf(news), id, known)) };
    },
    delete: (id, olds) => calls.remove(subjectOf(olds), id, resource.inSchema(olds)),
  };
}
