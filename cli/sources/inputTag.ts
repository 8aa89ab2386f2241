import type { Rule, TagValue } from "../../rules/types";

/** A Virtual Tag as commands that work without an account take it: from a file, or from the plan of a preview. */
export interface InputTag {
  /** The ID in the service. Absent for a tag that does not exist yet. */
  id?: string;
  /** The name in the application. */
  name: string;
  /** The rules, in order: the first that matches a record decides its value. */
  rules: readonly Rule[];
  /** The value of the records that no rule matches. */
  defaultValue: TagValue;
}
