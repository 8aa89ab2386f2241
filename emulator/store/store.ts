/** The state with its journal: the one place where something is written. */
import { openJournal, type Journal } from "./journal";
import { accountOf, applyChange, emptyState, type Change, type State, type StoredAccount } from "./state";

/** The state, altered by {@link Store.commit} alone. */
export class Store {
  readonly state: State = emptyState();
  readonly #journal: Journal | undefined;

  /** @param dataFolder Folder of the journal; undefined keeps everything in memory. */
  constructor(dataFolder: string | undefined) {
    this.#journal =
      dataFolder === undefined
        ? undefined
        : openJournal(dataFolder, (change) => {
            applyChange(this.state, change);
          });
  }

  /** Writes the change to the journal, then carries it out. */
  commit(change: Change): void {
    this.#journal?.append(change);
    applyChange(this.state, change);
  }

  account(id: string): StoredAccount {
    return accountOf(this.state, id);
  }

  close(): void {
    this.#journal?.close();
  }
}
