/** The state of an emulator, and its journal. */
import { openJournal, type Journal } from "./journal";
import { accountOf, applyChange, emptyState, type Change, type State, type StoredAccount } from "./state";

/** Stores the state. Only {@link Store.commit} changes it. */
export class Store {
  readonly state: State = emptyState();
  readonly #journal: Journal | undefined;

  /** @param dataFolder Folder of the journal. If undefined, the state is kept only in memory. */
  constructor(dataFolder: string | undefined) {
    this.#journal =
      dataFolder === undefined
        ? undefined
        : openJournal(dataFolder, (change) => {
            applyChange(this.state, change);
          });
  }

  /** Writes a change to the journal, then applies it. */
  commit(change: Change): void {
    this.#journal?.append(change);
    applyChange(this.state, change);
  }

  /** Returns the account with this ID, and creates it if necessary. */
  account(id: string): StoredAccount {
    return accountOf(this.state, id);
  }

  close(): void {
    this.#journal?.close();
  }
}
