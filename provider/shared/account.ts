import { engine, words } from "../../client/hostWords";
import { printable, quoted } from "../../client/printable";
import { type AnyFields, argumentsIn } from "../../stack/state/fields";
import type { Context, Difference, Lifecycle } from "./lifecycle";
import type { PublicMemory } from "../../stack/state/report";
import { type Message, message, nothingWritten, Refused, stateDelete, ways } from "./message";

/** The part of a state that concerns its account. */
interface Remembered {
  name?: string | undefined;
  __memory?: { account?: string | undefined } | undefined;
  __report?: PublicMemory | undefined;
}

/** What is needed to bind a lifecycle to an account. */
interface Binding {
  /** Whether the account has a resource with that ID. */
  exists: (id: string, context: Context) => Promise<boolean>;
  fields: AnyFields;
}

/**
 * Binds each state to the account that it was written in. In another account, "not found" does not mean that the resource was
 * deleted. If the address or the client ID has changed, an update first looks for the resource by its ID. If it finds it, these
 * are new credentials of the same account.
 */
export function boundToAccount<Inputs extends object, State extends Inputs & Remembered>(
  lifecycle: Lifecycle<Inputs, State>,
  { exists, fields }: Binding,
): Lifecycle<Inputs, State> {
  const { kind } = lifecycle;
  const mustExist = async (goal: Goal, id: string, state: State, context: Context): Promise<void> => {
    if (!isOther(state, context.account) || (await exists(id, context))) return;
    const urn = context.memory.urnInState(context.urn);
    throw new Refused(texts.otherAccount({ kind, id, name: state.name, urn, goal }));
  };
  return {
    ...lifecycle,
    diff: (state, inputs, about = {}): Difference => {
      const difference = lifecycle.diff(state, inputs, about);
      if (!isOther(state, about.account) || difference.kind !== "none") return difference;
      const notes = [texts.accountOnly({ kind, id: about.id ?? "", name: state.name })];
      return { ...difference, kind: "remember", notes };
    },
    confirm: (id, state, context) => mustExist("update", id, state, context),
    create: async (inputs, context) => {
      const { id, state } = await lifecycle.create(inputs, context);
      return { id, state: remember(state, context.account) };
    },
    import: async (id, context) => {
      const found = await lifecycle.import?.(id, context);
      return found && { ...found, state: remember(found.state, context.account) };
    },
    read: async (id, state, context) => {
      const found = await lifecycle.read(id, state, context);
      // If a state has no account, for example in an old backup, its account is the one that shows the resource. `get` remembers
      // nothing.
      const account = state.__memory === undefined ? undefined : (state.__memory.account ?? context.account);
      // A read adds no `__report` to a state without one: that would show as a change in every refresh.
      const isReported = state.__report !== undefined || found?.state.__report !== undefined;
      if (found !== undefined) return { ...found, state: remember(found.state, account, isReported) };
      if (!isOther(state, context.account)) return undefined;
      // The first error stops the refresh. The other resources keep their states.
      if (context.memory.isFirst("otherAccountFound")) throw new Refused(texts.otherAccountFound({ kind, id }));
      return { inputs: argumentsIn<Inputs>(fields, state) as Inputs, state: state as State };
    },
    update: async (id, state, inputs, context) => {
      await mustExist("update", id, state, context);
      return remember(await lifecycle.update(id, state, inputs, context), context.account);
    },
    delete: async (id, state, context) => {
      await mustExist("delete", id, state, context);
      await lifecycle.delete(id, state, context);
    },
  };
}

function isOther({ __memory: memory }: Remembered, account: string | undefined): boolean {
  return account !== undefined && memory?.account !== undefined && memory.account !== account;
}

function remember<State extends Remembered>(state: State, account: string | undefined, isReported = true): State {
  if (account === undefined) return state;
  const remembered = { ...state, __memory: { ...state.__memory, account } };
  return isReported ? { ...remembered, __report: { ...state.__report, account } } : remembered;
}

/** What an operation does with a resource in the state. */
type Goal = "update" | "delete";

/** A resource of any kind. */
interface Subject {
  kind: string;
  id: string;
  name?: string | undefined;
}

/** The messages by name. docs/messages.md lists their codes. */
export const texts = {
  otherAccount: ({ goal, urn, ...subject }: Subject & { goal: Goal; urn: string | undefined }) =>
    message(
      "CA1002",
      `${titleOf(subject)} was not found in this account. It was last saved with another address or other credentials.`,
      nothingWritten,
      ...ways(
        "If `provider`, `costallocation:baseUrl` or the credentials changed by mistake, change them back.",
        goal === "delete"
          ? `To leave it in the other account, or if it was deleted there, remove it from the state: ${stateDelete(urn)}.`
          : `To move it to this account, or if it was deleted there, remove it from the state and run ${engine("up")}, which creates it ` +
              `here: ${stateDelete(urn)}. What is in the other account stays there.`,
      ),
    ),
  otherAccountFound: (subject: Subject) =>
    message(
      "CA1003",
      `${titleOf(subject)} was not found in this account. It was last saved with another address or other credentials.`,
      "The refresh was stopped, and nothing was removed from the state.",
      ...ways(
        "If `provider`, `costallocation:baseUrl` or the credentials are wrong, correct them.",
        `If these are new credentials of the same account, run ${engine("up")} without ${words.refreshFirst}: it looks for each resource by ` +
          "its ID and remembers the new credentials, without a save. Then refresh.",
      ),
    ),
  accountOnly: (subject: Subject) =>
    message(
      "CA1201",
      `${titleOf(subject)}: address or credentials only. They differ from those of the last save.`,
      `${engine("preview")} does not try them: ${engine("up")} looks for it in this account by its ID, and saves nothing. ` +
        `To try them first: ${engine("refreshPreview")}.`,
    ),
} satisfies Record<string, (facts: never) => Message>;

function titleOf({ kind, id, name }: Subject): string {
  return `${kind}${name === undefined ? "" : ` ${quoted(name)}`} (${printable(id)})`;
}
