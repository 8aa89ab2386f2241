/** The comments of a pull request. */

/** A comment of a double. */
export interface Stored {
  id: number;
  body: string;
  author: number;
  isHidden: boolean;
}

/** The user whose the token is. */
export const self = 42;

const other = 1;

/** The comments of a pull request, and whose the token is. */
export class Store {
  comments: Stored[] = [];
  /** What lists show instead of the comments. */
  lagging: readonly Stored[] | undefined;
  readonly isPerson: boolean;
  readonly mayWrite: boolean;
  #last = 0;

  constructor({ isPerson = false, mayWrite = true }: { isPerson?: boolean; mayWrite?: boolean }) {
    this.isPerson = isPerson;
    this.mayWrite = mayWrite;
  }

  /** Posts a comment. */
  post(body: string, author = self): Stored {
    const comment = { id: ++this.#last, body, author, isHidden: false };
    this.comments.push(comment);
    return comment;
  }

  /** Another person posts a comment. */
  byOther(body: string): void {
    this.post(body, other);
  }

  /** The texts of the visible comments of the pipeline. */
  own(): string[] {
    return this.comments.filter(({ author, isHidden }) => author === self && !isHidden).map(({ body }) => body);
  }

  /** What a list shows. A copy of the database may lag behind. */
  listed(): readonly Stored[] {
    return this.lagging ?? this.comments;
  }

  /** The comment with this ID. Whoever may write may also change comments of others. */
  find(id: number): Stored | undefined {
    return this.comments.find((comment) => comment.id === id);
  }

  /** Deletes a comment. */
  remove(id: number): void {
    this.comments = this.comments.filter((comment) => comment.id !== id);
  }
}
