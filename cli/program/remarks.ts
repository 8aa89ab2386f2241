/** What an export tells the user besides its files. */

/** Something that the user should know about the exported program. */
export interface Remark {
  /**
   * - `skipped`: the program does not declare it
   * - `converted`: V2 needs other words than V1 returned
   * - `unclear`: V1 does not say enough to be sure that the program means the same
   */
  kind: "skipped" | "converted" | "unclear";
  /** What it is about. */
  subject: Subject;
  /** Why. Continues a sentence, has no period at the end, and contains text of the account as it came. */
  reason: string;
}

/** A thing in the account. */
export interface Subject {
  type: "Virtual Tag" | "Metadata of Virtual Tag" | "Notification endpoint";
  id: string;
  name: string;
}

/** A remark that something is not declared. */
export function skipped(subject: Subject, reason: string): Remark {
  return { kind: "skipped", subject, reason };
}
