/** The real lifecycles, behind the front that an engine calls. */
import { dynamicProvider, type Host } from "../../provider/engine/dynamic";
import type { Context } from "../../provider/shared/lifecycle";
import { notificationEndpointLifecycle } from "../../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle } from "../../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata/lifecycle";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1/lifecycle";
import type { Providers } from "./engine";

/** The providers as the engine gets them, in a process of their own. */
export function providersOn(context: Context, settings: ReturnType<Host["settings"]>): Providers {
  const { log, memory } = context;
  const host: Host = {
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => settings,
    memory,
    log,
    context: () => context,
  };
  return {
    tag: dynamicProvider(virtualTagLifecycle, host),
    tagV1: dynamicProvider(virtualTagV1Lifecycle, host),
    metadata: dynamicProvider(virtualTagMetadataLifecycle, host),
    endpoint: dynamicProvider(notificationEndpointLifecycle, host),
  };
}
