/** Pulumi's dynamic provider in front of the lifecycles. Only this file knows the peculiarities of its host. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { isDeepStrictEqual } from "node:util";
import { printableLines } from "../../client/printable";
import { messageOf } from "../../rules/shared/messageOf";
import { fromSchemaForm } from "../../stack/state/schemaForm";
import type { Context, Lifecycle } from "../shared/lifecycle";
import { type Host, operationsOf, type Properties, succeeded } from "../shared/operations";

/** The host for a kind of resource that has nothing in the service. It works without credentials. */
export function withoutAccount(host: Host): Host<undefined> {
  return { ...host, settingsProblem: () => undefined, context: () => undefined };
}

/** The name under which the engine keeps the stub, in the inputs and in the state. */
const stubProperty = "__provider";

/** The name of the input in which the class passes the resource's URN. */
export const urnProperty = "__resourceUrn";

/** Adapts a lifecycle to the dynamic provider. */
export function dynamicProvider<Uses = Context>(
  lifecycle: Lifecycle<object, object, Uses>,
  host: Host<Uses>,
): dynamic.ResourceProvider {
  const carryOut = operationsOf(lifecycle, host);
  return {
    // The host calls the other functions before this one has ended, and also if it fails. So this only stores the settings.
    configure: ({ config }) => {
      host.configure(config);
      return Promise.resolve();
    },
    check: (olds: object, news: object) =>
      cleanly(async () => {
        const asked = { urn: urnOf(news), inputs: withoutStub(news), olds: stateOf(olds) };
        const { inputs, failures } = succeeded(await carryOut({ kind: "check", ...asked }));
        // For a failure with a property, the engine prints the property's value, which may be a secret.
        const reasons = failures.map(({ message }) => ({ property: "", reason: printableLines(message.text) }));
        return { inputs, failures: reasons };
      }),
    diff: (id: string, olds: object, news: object) =>
      cleanly(async () => {
        const [state, inputs] = [stateOf(olds), withoutStub(news)];
        const { difference } = succeeded(await carryOut({ kind: "diff", urn: urnOf(news), id, state, inputs }));
        // In a refresh, the arguments are those of the last update.
        const summary = host.memory.hasChecked(urnOf(news)) ? difference.summary?.() : undefined;
        if (summary !== undefined) host.log.info(summary, urnOf(news));
        // An update, which saves nothing, gives outputs of the plugin this front's form.
        if (difference.kind === "none") return { changes: !isDeepStrictEqual(state, withoutStub(olds)) };
        return {
          // The engine compares the inputs and prints the differences only if `changes` is absent.
          ...(difference.kind === "remember" ? { changes: true } : {}),
          replaces: difference.kind === "replace" ? difference.because : [],
          // A refused create then loses nothing.
          deleteBeforeReplace: false,
        };
      }),
    create: (news: object) =>
      cleanly(async () => {
        const created = await carryOut({ kind: "create", urn: urnOf(news), inputs: withoutStub(news) });
        const { id, state } = succeeded(created);
        return { id, outs: state };
      }),
    read: (id: string, olds: object = {}) =>
      cleanly(async () => {
        const found = succeeded(await carryOut({ kind: "read", urn: urnOf(olds), id, state: stateOf(olds) }));
        // No ID means that the resource was deleted.
        if (found.kind === "deleted") return {};
        // Without inputs, the engine keeps the old ones. With them, it sees what changed.
        return found.inputs === undefined ? { id, props: olds } : { id, props: found.state, inputs: found.inputs };
      }),
    update: (id: string, olds: object, news: object) =>
      cleanly(async () => {
        const asked = { urn: urnOf(news), id, state: stateOf(olds), inputs: withoutStub(news) };
        return { outs: succeeded(await carryOut({ kind: "update", ...asked })).state };
      }),
    delete: (id: string, olds: object) =>
      cleanly(async () => {
        succeeded(await carryOut({ kind: "delete", urn: urnOf(olds), id, state: stateOf(olds) }));
      }),
  };
}

function urnOf(inputs: object): string | undefined {
  const { [urnProperty]: urn } = inputs as { [urnProperty]?: unknown };
  return typeof urn === "string" ? urn : undefined;
}

/** A state, also one that the plugin saved. */
function stateOf(properties: object): Properties {
  return fromSchemaForm(withoutStub(properties));
}

function withoutStub(properties: object): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== stubProperty));
}

/**
 * Replaces an error by one with only its message. The host prints an error's stack, and takes an error with an `id` to mean that a
 * resource with that ID was created.
 */
async function cleanly<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const clean = new Error(printableLines(messageOf(error)));
    clean.name = "cost allocation";
    clean.stack = "";
    throw clean;
  }
}
