/** The lifecycles as the dynamic host calls them: it gets the URN among the inputs, or from the state. */
import type { Context, Lifecycle } from "../../provider/shared/lifecycle";
import { notificationEndpointLifecycle as endpoint } from "../../provider/notificationEndpoint/lifecycle";
import { virtualTagLifecycle as tag } from "../../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle as metadata } from "../../provider/virtualTagMetadata/lifecycle";

const urnIn = (properties: object): { urn: string | undefined } => ({
  urn: (properties as { __resourceUrn?: string }).__resourceUrn,
});

/** A lifecycle that takes the URN from the inputs or the state. */
export function byInput<Inputs extends object, State extends Inputs>(
  lifecycle: Lifecycle<Inputs, State>,
): Lifecycle<Inputs, State> {
  const of = (context: Context, properties: object): Context => ({ ...context, ...urnIn(properties) });
  return {
    ...lifecycle,
    check: (news, context) => lifecycle.check(news, { ...context, ...urnIn(news) }),
    diff: (state, inputs, about) => lifecycle.diff(state, inputs, { ...about, ...urnIn(inputs) }),
    create: (inputs, context) => lifecycle.create(inputs, of(context, inputs)),
    read: (id, state, context) => lifecycle.read(id, state, of(context, state)),
    update: (id, state, inputs, context) => lifecycle.update(id, state, inputs, of(context, inputs)),
    delete: (id, state, context) => lifecycle.delete(id, state, of(context, state)),
  };
}

export const notificationEndpointLifecycle = byInput(endpoint);
export const virtualTagLifecycle = byInput(tag);
export const virtualTagMetadataLifecycle = byInput(metadata);
