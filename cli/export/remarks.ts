/** What an export tells the user, in the terminal, in EXPORT.md and as JSON. */

/** Something in the account that the program does not declare, or declares in other words. */
export interface Remark {
  /** `skipped`: the program does not declare it. `changed`: it does, in other words than the service. */
  kind: "skipped" | "changed";
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
