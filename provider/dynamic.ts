/**
 * One front of the lifecycles: the shape in which Pulumi's dynamic provider calls them, with the host's peculiarities
 * kept in this file.
 */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { Settings } from "../client/settings";
import type { Claims, Context, Lifecycle, Log } from "./lifecycle";
import { toPlainObject } from "./plain";

/** What a lifecycle gets to work with, once the settings are known. */
export interface Host<Uses = Context> {
  /** Takes the settings. Called once for each kind of resource, always with the same values. */
  configure(config: dynamic.Config): void;
  /** What is wrong with the settings, in words; undefined when nothing is, or when it can't be known yet. */
  settingsProblem(): string | undefined;
  /** The settings; none while they are wrong, or can't be known yet. */
  settings(): Partial<Settings>;
  /** Who declares what in this run. */
  readonly claims: Claims;
  readonly log: Log;
  /**
   * What the lifecycles use: one client for the whole process, whose waits show beside the resource of that URN.
   *
   * @throws {InvalidSettings} when the settings are missing or malformed
   */
  context(urn: string | undefined): Uses;
}

/** That host for a kind of resource that has nothing in the service: a stack without credentials can have one. */
export function withoutAccount(host: Host): Host<undefined> {
  return { ...host, settingsProblem: () => undefined, context: () => undefined };
}

/** The name under which the engine keeps the stub, among the inputs and in the state. */
const stubProperty = "__provider";

/** Adapts a lifecycle to the dynamic provider. */
export function dynamicProvider<Inputs extends object, State extends Inputs, Uses = Context>(
  lifecycle: Lifecycle<Inputs, State, Uses>,
  host: Host<Uses>,
): dynamic.ResourceProvider {
  return {
    // The host calls the others before this has ended, and as if it had succeeded when it failed: so it only takes notes.
    configure: ({ config }) => {
      host.configure(config);
      return Promise.resolve();
    },
    check: (olds: object, news: object) =>
      cleanly(() => {
        const { inputs, problems, warnings } = lifecycle.check(
          withoutStub(news),
          host.claims,
          host.settings(),
          withoutStub(olds),
        );
        for (const { path, message } of warnings) host.log.warning(`${path} ${message}`, urnOf(news));
        // With a property of its own, a failure prints that property's value, which may be a secret.
        const failures = problems.map(({ path, message }) => ({ property: "", reason: `${path} ${message}` }));
        const settingsProblem = host.settingsProblem();
        if (settingsProblem !== undefined) failures.push({ property: "", reason: settingsProblem });
        return Promise.resolve({ inputs: toPlainObject(inputs), failures });
      }),
    diff: (id: string, state: object, inputs: object) =>
      cleanly((): Promise<dynamic.DiffResult> => {
        const declared = { id, claims: host.claims };
        const difference = lifecycle.diff(withoutStub(state) as State, withoutStub(inputs) as Inputs, declared);
        if (difference === "none") return Promise.resolve({ changes: false });
        const { replaces, deleteBeforeReplace, warnings = [], isRemembered = false } = difference;
        for (const warning of warnings) host.log.warning(warning, urnOf(inputs));
        // Only without an answer does the engine compare the inputs itself, and print what exactly differs.
        return Promise.resolve({ ...(isRemembered ? { changes: true } : {}), replaces, deleteBeforeReplace });
      }),
    create: (inputs: object) =>
      cleanly(async () => {
        const { id, state } = await lifecycle.create(withoutStub(inputs) as Inputs, host.context(urnOf(inputs)));
        return { id, outs: toPlainObject(state) };
      }),
    read: (id: string, state: object = {}) =>
      cleanly(async () => {
        const found = await lifecycle.read(id, withoutStub(state) as Partial<State>, host.context(urnOf(state)));
        if (found === undefined && isFirstLook(state)) throw new Error(nothingThere(lifecycle.kind, id));
        // No id means that the resource is gone. Without inputs, the engine would not see what has changed.
        return found === undefined
          ? {}
          : { id, props: toPlainObject(found.state), inputs: toPlainObject(found.inputs) };
      }),
    update: (id: string, state: object, inputs: object) =>
      cleanly(async () => ({
        outs: toPlainObject(
          await lifecycle.update(
            id,
            withoutStub(state) as State,
            withoutStub(inputs) as Inputs,
            host.context(urnOf(inputs)),
          ),
        ),
      })),
    delete: (id: string, state: object) =>
      cleanly(() => lifecycle.delete(id, withoutStub(state) as State, host.context(urnOf(state)))),
  };
}

/** Whether a program asks for what is there already, by `get`: nothing is known of it but what the class puts in itself. */
function isFirstLook(state: object): boolean {
  const [name, ...more] = Object.keys(withoutStub(state));
  return name === "resourceUrn" && more.length === 0;
}

/** The host answers with outputs in any case, so the engine would go on with a resource that has none. */
function nothingThere(kind: string, id: string): string {
  return (
    `There is no ${kind} to read by the ID "${id}" in this account. Check the ID, costallocation:baseUrl and the ` +
    "credentials."
  );
}

/** The URN that the class has put among the inputs. */
function urnOf(inputs: object): string | undefined {
  const { resourceUrn } = inputs as { resourceUrn?: unknown };
  return typeof resourceUrn === "string" ? resourceUrn : undefined;
}

function withoutStub(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== stubProperty));
}

/**
 * Lets nothing but a message through. The host prints an error's stack, and takes any error with a text `id` for the news
 * that a resource of that id was made.
 */
async function cleanly<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const clean = new Error(error instanceof Error ? error.message : String(error));
    clean.name = "cost allocation";
    clean.stack = "";
    throw clean;
  }
}
