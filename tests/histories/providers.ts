/** The real lifecycles, behind the front that an engine calls. */
import { dynamicProvider, type Host } from "../../provider/dynamic";
import type { Context } from "../../provider/lifecycle";
import { notificationEndpointLifecycle } from "../../provider/notificationEndpoint";
import { virtualTagLifecycle } from "../../provider/virtualTag";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import type { Providers } from "./engine";

/** The providers as the engine gets them, in a process of their own. */
export function providersOn(context: Context, settings: ReturnType<Host["settings"]>): Providers {
  const { claims, log } = context;
  const host: Host = {
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => settings,
    claims,
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
