import type { CostAllocationClient, SendOptions } from "../../client";
import type { Settings } from "../../client/settings";
import type { Problem } from "../../rules/validate";
import type { Message } from "./message";
import type { RunMemory } from "./runMemory";

/** Messages to the person at the engine, attached to the resource of that URN. */
export interface Log {
  info(message: Message, urn: string | undefined): void;
  warning(message: Message, urn: string | undefined): void;
  /** Something that is true for the moment only, such as a wait: shown in the status line if there is one. */
  status(text: string, urn: string | undefined): void;
}

/** What the provider decides by, apart from what it observes. */
export type Policy = Pick<Settings, "driftPolicy">;

/** What a lifecycle may use. It knows no engine. */
export interface Context {
  client: CostAllocationClient;
  /** What distinguishes the client's account from others (see `accountOf`); undefined if nothing is to be compared. */
  account?: string | undefined;
  policy: Policy;
  log: Log;
  /** What this run knows of the program's resources. */
  memory: RunMemory;
  /** Options of every request: the signal that ends the run, and what shows waits beside the resource. */
  request: SendOptions;
  /** Waits that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** The result of `check`. */
export interface Checked {
  /** The arguments as they are kept. */
  inputs: Record<string, unknown>;
  /** What is wrong with them. */
  problems: Problem[];
  /** What looks like a mistake. */
  warnings: Problem[];
}

/** What `check` may use besides the arguments. */
export interface CheckContext {
  memory: RunMemory;
  /** The settings, as far as they are known in a preview. */
  settings?: Partial<Settings>;
  /** The arguments of the last update; empty if there was none. */
  olds?: Record<string, unknown>;
}

/** The result of `diff`: what is to be done, and what a person should know before. */
export type Difference = { warnings: Message[]; notes: Message[] } & (
  | { kind: "none" }
  /** `remember`: the arguments are the same as in the state, and only what the provider remembers differs. */
  | { kind: "remember" | "update"; first: First }
  | { kind: "replace"; first: First; because: string[] }
);

/** What comes first in a replacement. The option `replaceOnChanges` makes one of an update, too. */
type First = "delete" | "create";

/** What a difference says if there is nothing to say. */
export const silent: Pick<Difference, "warnings" | "notes"> = { warnings: [], notes: [] };

/** What `diff` may know besides the state and the arguments. */
export interface DiffContext {
  /** The ID of the resource. */
  id?: string;
  /** The account, as in {@link Context}. */
  account?: string | undefined;
  driftPolicy?: Policy["driftPolicy"] | undefined;
}

/** What a read found: the arguments as the service has them, and the state. */
export interface Found<Inputs, State> {
  inputs: Inputs;
  state: State;
}

/**
 * What the engine calls for one kind of resource, with plain inputs and state. `check` and `diff` use no network, and `diff` has
 * no side effects.
 *
 * `Uses` is what the others may use: undefined for a kind that has nothing in the service.
 */
export interface Lifecycle<Inputs extends object, State extends Inputs, Uses = Context> {
  /** The name of the resource's class, for messages. */
  readonly kind: string;
  /** Whether arguments may be sent, and in which form they are kept. Values that are not known yet pass. */
  check(news: Record<string, unknown>, context: CheckContext): Checked;
  /** Whether the declared arguments differ from the state. */
  diff(state: State, inputs: Inputs, about?: DiffContext): Difference;
  /** Makes the resource, once. */
  create(inputs: Inputs, context: Uses): Promise<{ id: string; state: State }>;
  /** What the service holds now; undefined if the resource was not found. */
  read(id: string, state: Partial<State>, context: Uses): Promise<Found<Inputs, State> | undefined>;
  /** Makes the service hold what is declared. */
  update(id: string, state: State, inputs: Inputs, context: Uses): Promise<State>;
  /** Removes the resource, if it exists. */
  delete(id: string, state: State, context: Uses): Promise<void>;
}
