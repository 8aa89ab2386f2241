import type { CostAllocationClient, SendOptions } from "../client";
import type { Settings } from "../client/settings";
import type { Problem } from "../rules/validate";

/** Messages to the person at the engine, attached to the resource of that URN. */
export interface Log {
  info(message: string, urn: string | undefined): void;
  warning(message: string, urn: string | undefined): void;
  /** Something that holds for the moment only, such as a wait: shown in the status line where there is one. */
  status(message: string, urn: string | undefined): void;
}

/** What a lifecycle may use. It knows no engine. */
export interface Context {
  client: CostAllocationClient;
  /** Where `metadataMerge` is not given, it is `values`. */
  settings: Pick<Settings, "driftPolicy"> & Partial<Pick<Settings, "metadataMerge">>;
  log: Log;
  /** Who declares what in this run. */
  claims: Claims;
  /** Aborted when no new request may start. */
  signal: AbortSignal;
  /** What every request is sent with: that signal, and an ear for its waits, which shows them beside the resource. */
  request: SendOptions;
  /** Waits that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/**
 * Who declares what in this run: one entry for each thing that can be declared once only. Lives as long as the process, so
 * it knows the resources of one program on one account.
 */
export type Claims = Map<string, string>;

/** A resource that is in the state and in the program as well, and where to note that for the rest of the run. */
export interface Declared {
  id: string;
  claims: Claims;
}

/** The outcome of `check`: the arguments as they are to be kept, what is wrong with them, and what looks like a mistake. */
export interface Checked {
  inputs: Record<string, unknown>;
  problems: Problem[];
  warnings: Problem[];
}

/**
 * The outcome of `diff`. A difference that needs no replacement has empty `replaces`; `warnings` are what a person should
 * know before it is carried out.
 */
export type Difference =
  | "none"
  | {
      replaces: string[];
      deleteBeforeReplace: boolean;
      warnings?: string[];
      /** The arguments are the same as in the state: only what it remembers beside them differs. */
      isRemembered?: boolean;
    };

/**
 * What the engine calls for one kind of resource, over plain inputs and state. `check` and `diff` need no network.
 *
 * `Uses` is what the others get to work with: undefined for a kind that has nothing in the service.
 */
export interface Lifecycle<Inputs extends object, State extends Inputs, Uses = Context> {
  /** The words of the resource's class, for messages. */
  readonly kind: string;
  /**
   * Whether arguments may be sent, and in which form they are kept. Values that are not known yet pass.
   *
   * @param settings the settings, as far as they are known in a preview
   * @param olds the arguments of the last update; empty where there was none
   */
  check(
    news: Record<string, unknown>,
    claims: Claims,
    settings?: Partial<Settings>,
    olds?: Record<string, unknown>,
  ): Checked;
  /**
   * Whether the declared arguments ask for something else than the state holds.
   *
   * @param declared what the program declares hereby: no other resource of this run may delete it
   */
  diff(state: State, inputs: Inputs, declared?: Declared): Difference;
  /** Makes the resource, once. */
  create(inputs: Inputs, context: Uses): Promise<{ id: string; state: State }>;
  /** What the service holds now; undefined when the resource is gone. */
  read(id: string, state: Partial<State>, context: Uses): Promise<{ inputs: Inputs; state: State } | undefined>;
  /** Makes the service hold what is declared. */
  update(id: string, state: State, inputs: Inputs, context: Uses): Promise<State>;
  /** Removes the resource; one that is gone already is fine. */
  delete(id: string, state: State, context: Uses): Promise<void>;
}
