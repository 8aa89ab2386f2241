import type { NotificationEndpoint, NotificationEndpointBody } from "../client";
import { inTurn } from "./inTurn";
import type { Context, Difference, Lifecycle } from "./lifecycle";
import { checkNotificationEndpoint } from "./notificationEndpointCheck";
import {
  endpointState,
  type NotificationEndpointInputs,
  type NotificationEndpointState,
  sameDestination,
  shownDestination,
} from "./notificationEndpointState";
import { settle } from "./settle";
import { containsUnknown } from "./unknown";

/**
 * The lifecycle of a notification endpoint. The API lists and creates, no more (API document, section 4.5): so what is
 * there is used, since a double could never be removed; every change is another endpoint; and nothing is ever deleted.
 */
export const notificationEndpointLifecycle: Lifecycle<NotificationEndpointInputs, NotificationEndpointState> = {
  kind: "NotificationEndpoint",
  check: checkNotificationEndpoint,
  diff,
  create,
  read,
  update,
  delete: leave,
};

function diff(state: NotificationEndpointState, inputs: NotificationEndpointInputs): Difference {
  const { type, name, configuration } = inputs;
  const changed = {
    type: type !== state.type,
    name: name !== state.name,
    configuration:
      containsUnknown([type, configuration]) || !sameDestination(type, configuration?.to, state.configuration?.to),
  };
  const replaces = Object.keys(changed).filter((property) => changed[property as keyof typeof changed]);
  if (replaces.length === 0) return "none";
  // The new one comes first: whatever refers to the endpoint is moved over before the old one is let go.
  return {
    replaces,
    deleteBeforeReplace: false,
    warnings: [
      `The service can't change a notification endpoint: another one is made, and the old one, ${state.type} "${state.name}", ` +
        "stays in the service. Remove it in the application once nothing uses it any more.",
    ],
  };
}

async function create(
  inputs: NotificationEndpointInputs,
  context: Context,
): Promise<{ id: string; state: NotificationEndpointState }> {
  // Two of the same in one program must find each other, so none may look while another one is being made.
  return inTurn(context.client, "notification endpoints", async () => {
    const existing = await findSame(inputs, context);
    if (existing !== undefined) {
      context.log.info(
        `The ${existing.type} endpoint "${existing.name}" (${existing.id}) leads to this destination already: it is used, ` +
          "not made a second time.",
        inputs.resourceUrn,
      );
      return { id: existing.id, state: endpointState(existing, inputs) };
    }
    const { client, request } = context;
    const lookAgain = async (): Promise<void> => {
      const meanwhile = await findSame(inputs, context);
      if (meanwhile === undefined) return;
      throw new Error(
        `The ${inputs.type} endpoint "${inputs.name}" (${meanwhile.id}) was made by someone else while this one waited for its ` +
          'turn. Nothing was written. Run "pulumi up" again, which uses that one.',
      );
    };
    const made = await settle(
      () => client.notificationEndpoints.create(bodyOf(inputs), { ...request, lookAgain }),
      () => findSame(inputs, context),
      context,
    );
    return { id: made.id, state: endpointState(made, inputs) };
  });
}

/**
 * The endpoint of that type, name and destination; undefined when there is none.
 *
 * @throws {Error} when it can't be told, since the service does not show the destination of one of that name
 */
async function findSame(
  { type, name, configuration }: NotificationEndpointInputs,
  { client, request }: Context,
): Promise<NotificationEndpoint | undefined> {
  const named = (await client.notificationEndpoints.list(request)).filter(
    (endpoint) => endpoint.type === type && endpoint.name === name,
  );
  const same = named.find((endpoint) => sameDestination(type, endpoint.configuration?.to, configuration?.to));
  const hidden = named.find((endpoint) => shownDestination(endpoint) === undefined);
  if (same !== undefined || hidden === undefined) return same;
  throw new Error(
    `The account has a ${type} endpoint named "${name}" (${hidden.id}) whose destination the service does not show, so it ` +
      "can't be told whether it is the declared one. Nothing was written, since a double could never be removed. Use the one " +
      `that is there by getNotificationEndpoint({ type: "${type}", name: "..." }), or choose another name.`,
  );
}

function bodyOf({ type, name, configuration }: NotificationEndpointInputs): NotificationEndpointBody {
  // `check` has let through nothing but what the body can hold.
  return { type: type as NotificationEndpointBody["type"], name, configuration: { to: configuration?.to ?? "" } };
}

async function read(
  id: string,
  state: Partial<NotificationEndpointState>,
  { client, request }: Context,
): Promise<{ inputs: NotificationEndpointInputs; state: NotificationEndpointState } | undefined> {
  const endpoint = (await client.notificationEndpoints.list(request)).find((candidate) => candidate.id === id);
  if (endpoint === undefined) return undefined;
  const { type, name } = endpoint;
  const { resourceUrn, configuration: declared } = state;
  const shown = shownDestination(endpoint);
  const keep = shown === undefined || sameDestination(type, shown, declared?.to);
  const configuration = keep ? declared : { to: shown };
  const inputs: NotificationEndpointInputs = {
    type,
    name,
    ...(configuration === undefined ? {} : { configuration }),
    ...(resourceUrn === undefined ? {} : { resourceUrn }),
  };
  return { inputs, state: endpointState(endpoint, inputs, state) };
}

/** There is nothing to update: `diff` asks for a replacement, whatever has changed. */
function update(
  id: string,
  state: NotificationEndpointState,
  inputs: NotificationEndpointInputs,
): Promise<NotificationEndpointState> {
  const difference = diff(state, inputs);
  if (difference === "none") return Promise.resolve({ ...state, ...inputs });
  return Promise.reject(
    new Error(
      `The service can't change the notification endpoint "${state.name}" (${id}). Nothing was written. ` +
        "Declare the changed endpoint as a resource of another name.",
    ),
  );
}

function leave(id: string, { type, name, resourceUrn }: NotificationEndpointState, { log }: Context): Promise<void> {
  log.warning(
    `The ${type} endpoint "${name}" (${id}) stays in the service, whose API can't delete it: this stack has only let go of it. ` +
      "Remove it in the application once nothing uses it any more.",
    resourceUrn,
  );
  return Promise.resolve();
}
