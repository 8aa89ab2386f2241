import type { CostAllocationClient, SendOptions, Wait } from "../../client";
import type { Settings } from "../../client/settings";
import type { Problem } from "../../rules/validate";
import type { FoundTag } from "../../stack/facts/seen";
import type { Message } from "./message";
import type { RunMemory } from "./runMemory";

/** Shows messages to the user, beside the resource with that URN. */
export interface Log {
  info(message: Message, urn: string | undefined): void;
  warning(message: Message, urn: string | undefined): void;
  /** Shows a wait in the status line, for a while. */
  status(wait: Wait, urn: string | undefined): void;
}

/** The settings that decisions depend on. */
export type Policy = Pick<Settings, "driftPolicy" | "referencePolicy">;

/** What an operation decides, whatever its kind. `release`: leave the resource to others, or accept that it was deleted. */
export type Decided =
  "refuse" | "keep" | "create" | "save" | "stage" | "promote" | "takeOver" | "merge" | "replace" | "release" | "delete";

/** What a lifecycle uses. It knows nothing of the engine. */
export interface Context {
  client: CostAllocationClient;
  /** The URN of the resource: in a read or a delete by the dynamic host, that in its state. Undefined for functions. */
  urn?: string | undefined;
  /** Identifies the client's account (see `accountOf`); undefined if accounts are not compared. */
  account?: string | undefined;
  policy: Policy;
  log: Log;
  /** What this run knows of the program's resources. */
  memory: RunMemory;
  /** The options of every request: a signal that ends the run, and a listener that shows waits beside the resource. */
  request: SendOptions;
  /** Told of each decision before it is carried out, and of the tag that it rests on. A retry decides again. */
  decided?: (decided: Decided, tag?: FoundTag) => void;
  /** Waits that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** The result of `check`. */
export interface Checked {
  /** The arguments as the state keeps them. */
  inputs: Record<string, unknown>;
  /** Errors in the arguments. */
  problems: Problem[];
  /** What is probably a mistake. */
  warnings: Problem[];
}

/** What `check` may use besides the arguments. */
export interface CheckContext {
  /** The URN of the resource. */
  urn?: string | undefined;
  memory: RunMemory;
  /** The settings that are known in a preview. */
  settings?: Partial<Settings>;
  /** The arguments of the last update; empty if there was none. */
  olds?: Record<string, unknown>;
  /** What this run has read to import the resource. */
  imported?: Imported | undefined;
}

/** The result of `diff`: what to do, and the messages about it. */
export type Difference = {
  warnings: Message[];
  notes: Message[];
  /** What an engine that compares position by position does not show. */
  summary?: (() => Message | undefined) | undefined;
} & (
  | { kind: "none" }
  /** `remember`: the arguments are as in the state, and only what the provider remembers differs. */
  | { kind: "remember" | "update" }
  | { kind: "replace"; because: string[] }
);

/** A difference without messages. */
export const silent: Pick<Difference, "warnings" | "notes"> = { warnings: [], notes: [] };

/** What `diff` may know besides the state and the arguments. */
export interface DiffContext {
  /** The ID of the resource. */
  id?: string;
  /** The account, as in {@link Context}. */
  account?: string | undefined;
  driftPolicy?: Policy["driftPolicy"] | undefined;
  /** The resource of the program that has the tag in this run, if it is known yet. */
  holder?: string | undefined;
  /** The URN of the resource. */
  urn?: string | undefined;
}

/** The result of a read: the arguments as the service has them, and the state. */
export interface Found<Inputs, State> {
  inputs: Inputs;
  state: State;
}

/** What was read for an import. */
export interface Imported<Inputs = object, State = object> extends Found<Inputs, State> {
  id: string;
  /** The message that refuses it. */
  refusal?: Message | undefined;
  /** The tag and its owner, if that is another resource. Then only `adopt` allows it, which only a program can give. */
  fromOther?: { tag: { id: string; name: string }; owner: string } | undefined;
}

/**
 * What the engine calls for one kind of resource, with plain inputs and state. `check` and `diff` use no network, and `diff` has
 * no side effects.
 *
 * `Uses` is what the other functions use. It is undefined for a kind that has nothing in the service.
 */
export interface Lifecycle<Inputs extends object, State extends Inputs, Uses = Context> {
  /** The name of the resource's class, for messages. */
  readonly kind: string;
  /** Checks the arguments, and returns them in the form that the state keeps. Unknown values are valid. */
  check(news: Record<string, unknown>, context: CheckContext): Checked;
  /** Whether the declared arguments differ from the state. */
  diff(state: State, inputs: Inputs, about?: DiffContext): Difference;
  /**
   * Whether a replacement keeps what the service has, so that its create is an update and its delete does nothing. Default: it never does.
   */
  isKept?(state: State, inputs: Inputs): boolean;
  /** Refuses a replacement if the state is of another account, which still has the resource. */
  confirm?(id: string, state: State, context: Uses): Promise<void>;
  /** Creates the resource, once. */
  create(inputs: Inputs, context: Uses): Promise<{ id: string; state: State }>;
  /** What the service holds now; undefined if the resource was not found. */
  read(id: string, state: Partial<State>, context: Uses): Promise<Found<Inputs, State> | undefined>;
  /** Reads what the state does not have, for an import. Nothing is saved. Undefined if the resource was not found. */
  import?(id: string, context: Uses): Promise<Imported<Inputs, State> | undefined>;
  /** Refuses an update in a preview, or says something about it. Default: the preview sends nothing. */
  preview?(id: string, state: State, inputs: Inputs, context: () => Uses): Promise<void>;
  /** Brings the service to what is declared. */
  update(id: string, state: State, inputs: Inputs, context: Uses): Promise<State>;
  /** Removes the resource, if it exists. */
  delete(id: string, state: State, context: Uses): Promise<void>;
}
