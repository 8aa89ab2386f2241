/** The state of a stack, as `pulumi stack export` prints it. Secrets are encrypted, unless they are asked for: then the text stays in memory. */
import { field, isObject, type JsonObject, parseJson } from "../../client/json";
import { exportStack } from "./pulumi";
import { inputTitle, readInput } from "./textFile";
import { quoted, type Terminal } from "../console/terminal";

/** Where a state comes from: a stack, or a file (`-` is stdin). */
export type StateSource = { stack: string } | { file: string };

/** A resource of a state. Nothing in `inputs` and `outputs` has been checked. */
export interface StateResource {
  urn: string;
  type: string;
  id: string | undefined;
  /** The URN of its provider, and the provider's ID. */
  provider: string | undefined;
  inputs: JsonObject;
  outputs: JsonObject;
  /** The option `ignoreChanges`. */
  ignored?: unknown;
}

/** What a comparison uses of a state. */
export interface StackState {
  /** The resources that the stack manages. */
  resources: StateResource[];
  /** The URNs of resources whose last operation was interrupted. */
  pending: string[];
}

/**
 * Reads a state. With its secrets, it must stay in memory.
 *
 * @throws {Error} if there is none, or something else instead
 */
export async function readStackState(
  source: StateSource,
  terminal: Terminal,
  ...options: readonly "--show-secrets"[]
): Promise<StackState> {
  if ("stack" in source)
    return stateIn(await exportStack(source.stack, { ...terminal.env }, ...options), `stack ${quoted(source.stack)}`);
  const { file } = source;
  return stateIn(await readInput(file), inputTitle(file));
}

/**
 * The state in an export.
 *
 * @param place where the text comes from, for the error
 * @throws {Error} if the text is not the output of `pulumi stack export`
 */
export function stateIn(exported: string, place: string): StackState {
  const deployment = field(parseJson(exported), "deployment");
  // A new stack has no resources.
  const resources = field(deployment, "resources") ?? [];
  if (!isObject(deployment) || !Array.isArray(resources)) {
    throw new Error(`${place}: this is not the output of \`pulumi stack export\`: "deployment.resources" is missing.`);
  }
  const pending = field(deployment, "pending_operations") ?? [];
  const interrupted = [
    ...(Array.isArray(pending) ? (pending as unknown[]) : []).map((operation) => field(operation, "resource")),
    // The stack itself has deleted these, and then could not create the replacement.
    ...(resources as unknown[]).filter((resource) => field(resource, "pendingReplacement") === true),
  ];
  return {
    resources: resources.filter(isManaged).flatMap((resource) => resourceIn(resource) ?? []),
    pending: interrupted.flatMap((resource) => {
      const urn = field(resource, "urn");
      return typeof urn === "string" ? [urn] : [];
    }),
  };
}

/** Whether the stack manages a resource. It doesn't if the program only reads it (`external`), or if it was replaced (`delete`). */
function isManaged(resource: unknown): boolean {
  return field(resource, "external") !== true && field(resource, "delete") !== true;
}

function resourceIn(resource: unknown): StateResource | undefined {
  const [urn, type, id, provider, inputs, outputs, ignored] = [
    "urn",
    "type",
    "id",
    "provider",
    "inputs",
    "outputs",
    "ignoreChanges",
  ].map((name) => field(resource, name));
  if (typeof urn !== "string" || typeof type !== "string") return undefined;
  return {
    urn,
    type,
    id: typeof id === "string" ? id : undefined,
    provider: typeof provider === "string" ? provider : undefined,
    inputs: isObject(inputs) ? inputs : {},
    outputs: isObject(outputs) ? outputs : {},
    ...(ignored === undefined ? {} : { ignored }),
  };
}

/** The type and the name of a resource: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. A name may hold colons. */
export function partsOf(urn: string): { type: string; name: string } {
  const [, , types = "", ...name] = urn.split("::");
  return { type: types.split("$").at(-1) ?? "", name: name.join("::") };
}
