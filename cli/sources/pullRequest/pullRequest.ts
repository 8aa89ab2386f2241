/** What the pull requests of GitHub, GitLab and Azure DevOps have in common: comments on the whole. */

/** A comment as the system has it. */
export interface PostedComment {
  id: string;
  /** Who wrote it, as {@link PullRequest.author} names the owner of the token. */
  author: string;
  body: string;
  /** The ID in another API of the system, if hiding needs it. */
  nodeId?: string;
}

/** The pull request of a job. Each method retries on its own, and throws an `Error` that names no secret. */
export interface PullRequest {
  /** The system, for messages: `GitHub`. */
  system: string;
  /** The most that a comment can have. Counted in bytes here, which are never fewer than characters. */
  largestComment: number;
  /** The page of the job; undefined if the job does not know it. */
  jobPage: string | undefined;
  /** Whom the system shows as the author of comments that are made with the token. */
  author: () => Promise<string>;
  /** All comments, the oldest first. */
  comments: () => Promise<PostedComment[]>;
  /** Sends a comment once. Undefined if it is unknown whether it was posted. */
  create: (body: string) => Promise<PostedComment | undefined>;
  /** Replaces the text of a comment. False if the comment is not there anymore. */
  update: (comment: PostedComment, body: string) => Promise<boolean>;
  /** Deletes a comment, if it is still there. */
  remove: (comment: PostedComment) => Promise<void>;
  /** Folds comments as outdated. Undefined if the system can't. */
  hide: ((comments: readonly PostedComment[]) => Promise<void>) | undefined;
}

/** What a person says of the pull request. It wins over what the job says. */
export interface Place {
  /** The number that people see. */
  number?: string | undefined;
  /** GitHub: owner and name. Azure DevOps: the name or the ID of the repository. */
  repository?: string | undefined;
  /** GitLab and Azure DevOps: the name or the ID of the project. */
  project?: string | undefined;
}

/** The variables of a job. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What opening a pull request needs of the terminal. */
export interface Surroundings {
  env: Variables;
  /** Waits for some milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Reports a wait. */
  note: (text: string) => void;
}
