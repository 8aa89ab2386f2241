import { sameDestination, shownDestination } from "../../client/resources/validateEndpoint";
import type { NotificationEndpoint, NotificationEndpointBody } from "../../client";
import { knownSpelling } from "../../rules/names";
import { boundToAccount } from "../shared/account";
import { inTurn } from "../shared/inTurn";
import { type Context, type Difference, type Found, type Lifecycle, silent } from "../shared/lifecycle";
import { Refused } from "../shared/message";
import { settle } from "../../client/settle";
import { differingFields } from "../../stack/state/fields";
import { plainJson } from "../../stack/state/plainJson";
import { observeAndWrite, type Slot, timed } from "../shared/writeLoop";
import { checkNotificationEndpoint } from "./check";
import { type Decision, decide } from "./decide";
import { texts } from "./messages";
import {
  endpointState,
  notificationEndpointFields,
  type NotificationEndpointInputs,
  type NotificationEndpointState,
} from "../../stack/state/notificationEndpoint";

/**
 * The lifecycle of a notification endpoint. The API can only list and create endpoints. So this uses
 * an existing endpoint, because a duplicate could never be deleted. A change creates another endpoint, and a delete only warns.
 */
export const notificationEndpointLifecycle: Lifecycle<NotificationEndpointInputs, NotificationEndpointState> =
  boundToAccount(
    {
      kind: "NotificationEndpoint",
      check: checkNotificationEndpoint,
      diff,
      create: async (inputs, context) => {
        const endpoint = await findOrCreate(inputs, context);
        return { id: endpoint.id, state: endpointState(endpoint, inputs) };
      },
      import: async (id, context) => {
        const found = await read(id, {}, context);
        return found && { id, ...found };
      },
      read,
      update: async (id, state, inputs) => {
        if (diff(state, inputs).kind === "none") return Promise.resolve({ ...state, ...inputs });
        return Promise.reject(new Refused(texts.cannotChange({ ...state, id })));
      },
      delete: async (id, state, { decided, log, urn }) => {
        decided?.("release");
        log.warning(texts.staysInService({ ...state, id }), urn);
        return Promise.resolve();
      },
    },
    {
      exists: async (id, context) => (await observe(context)).some((endpoint) => endpoint.id === id),
      fields: notificationEndpointFields,
    },
  );

function diff(state: NotificationEndpointState, inputs: NotificationEndpointInputs): Difference {
  const because = differingFields(notificationEndpointFields, inputs, state);
  if (because.length === 0) return { kind: "none", ...silent };
  return { kind: "replace", because, warnings: [texts.replaced(state)], notes: [] };
}

/** Decides with what this run knows of the resource. */
function decideIn(
  { memory, urn }: Context,
  endpoints: readonly NotificationEndpoint[],
  inputs: NotificationEndpointInputs,
): Decision {
  return decide(endpoints, inputs, memory.replacedIdOf(urn));
}

/** Finds or creates an endpoint. One at a time, so that of two equal resources the second one finds what the first one created. */
async function findOrCreate(inputs: NotificationEndpointInputs, context: Context): Promise<NotificationEndpoint> {
  return inTurn(context.client, "notification endpoints", async () =>
    observeAndWrite(route, context, async () => {
      const { oldest, request } = timed(context);
      const decision = decideIn(context, await observe({ ...context, request }), inputs);
      context.decided?.(decision.kind);
      return {
        route: decision.kind === "create" ? route : undefined,
        observedAt: oldest(),
        act: async (slot) => act(decision, inputs, context, slot),
      };
    }),
  );
}

const route = "POST /v1/endpoints";

function observe({ client, request }: Context): Promise<readonly NotificationEndpoint[]> {
  return client.notificationEndpoints.list(request);
}

/** Carries a decision out. */
async function act(
  decision: Decision,
  inputs: NotificationEndpointInputs,
  context: Context,
  slot: Slot,
): Promise<NotificationEndpoint> {
  if (decision.kind === "refuse") throw new Refused(texts[decision.because](decision.endpoint));
  if (decision.kind === "keep") {
    context.log.info(texts.alreadyExists(decision.endpoint), context.urn);
    return decision.endpoint;
  }
  return settle(
    () => context.client.notificationEndpoints.create(bodyOf(inputs), slot),
    async () => {
      const now = decideIn(context, await observe(context), inputs);
      return now.kind === "keep" ? now.endpoint : undefined;
    },
    context,
  );
}

/** The arguments that the service does not have. */
type Local = "allowSameName" | "__resourceUrn";

function bodyOf({ type, name, configuration }: NotificationEndpointInputs): NotificationEndpointBody {
  // `check` has refused all other types.
  return {
    type: type as NotificationEndpointBody["type"],
    name,
    configuration: { to: configuration?.to ?? "" },
  } satisfies Record<Exclude<keyof NotificationEndpointInputs, Local>, unknown>;
}

/** What the service holds now; undefined if the endpoint was not found. */
async function read(
  id: string,
  state: Partial<NotificationEndpointState>,
  context: Context,
): Promise<Found<NotificationEndpointInputs, NotificationEndpointState> | undefined> {
  const endpoint = (await observe(context)).find((candidate) => candidate.id === id);
  if (endpoint === undefined) return undefined;
  const { type, name } = endpoint;
  const { __resourceUrn, allowSameName, configuration: declared, name: declaredName } = state;
  const shown = shownDestination(endpoint);
  const isKept = shown === undefined || sameDestination(type, shown, declared?.to);
  const configuration = isKept ? declared : { to: shown };
  const shownName = knownSpelling([declaredName], name);
  const inputs = plainJson({
    type,
    name: shownName,
    configuration,
    allowSameName,
    __resourceUrn,
  } satisfies Record<keyof NotificationEndpointInputs, unknown>) as unknown as NotificationEndpointInputs;
  return { inputs, state: endpointState(endpoint, inputs, state) };
}
