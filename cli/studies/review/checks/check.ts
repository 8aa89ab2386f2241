/** What a check is, and what it finds. */
import type { AcknowledgedChange } from "../../../../cost/impact/gateFile";
import type { GateResult } from "../../../../cost/impact/gates";
import type { Stop } from "../../../sources/plan/plan";
import type { ReviewCost } from "../../money/reviewCost";
import type { Consequence } from "../consequences";
import type { Follower, RenamedValue } from "../renamed";
import type { EndpointReview, MetadataReview, NewFinding, Review, TagName, TagReview } from "../review";

/** What a check promises, and the name under which all checks of one promise are asked for. */
export type Category = "references" | "rules" | "ownership" | "allocation" | "closed-books";

/** What a check needs. Without it, the check is skipped, and never passed. */
export type Need = "plan" | "account" | "costData";

/** How much a finding matters to a reader. It never decides about the exit code. */
export type Level = "error" | "warning" | "note";

/** What a review knows, which checks read. */
export interface Facts {
  review: Review;
  /** Absent without cost data. */
  cost?: ReviewCost | undefined;
  /** The consequences of the changes, the worst first. */
  consequences: readonly Consequence[];
  /** The values that the change renames. */
  renamed: readonly RenamedValue[];
}

/** What a finding is about, as reports say it. */
export type Subject =
  | { kind: "consequence"; consequence: Consequence }
  /** The run leaves the tag as it is, and it breaks because of others. */
  | { kind: "left"; consequence: Consequence }
  | { kind: "analysis"; finding: NewFinding }
  | { kind: "stop"; stop: Stop; of: "tag" | MetadataReview | EndpointReview }
  | { kind: "undone"; of: TagReview | MetadataReview }
  | { kind: "renamed"; value: RenamedValue }
  | { kind: "gate"; result: GateResult };

/** One thing that a check finds. */
export interface Found {
  /** The key of the tag's review; of metadata and endpoints, the URN. */
  key: string;
  /** The tag; of an endpoint, its URN and name. */
  tag: TagName;
  /** The place in the tag, as in a program: `rules[2]`. */
  path?: string;
  /** Whether it comes about for certain. What may come about fails a gate, too. */
  isCertain: boolean;
  subject: Subject;
  /** What it is about, which the fingerprint covers beside the check and the tag. Undefined if that is not known, so that nobody can answer for it. */
  about: unknown;
}

/** One row of the catalogue. */
export interface Check {
  category: Category;
  level: Level;
  needs: Need;
  /** What it finds, in a few words that continue "finds". */
  title: string;
  /** It has a limit, without which it finds nothing. Its name is that of the gate. */
  hasLimit?: true;
  find: (facts: Facts) => Found[];
  /** The tags of which nobody knows whether it would find something. Default: none */
  undecided?: (facts: Facts) => TagName[];
}

/** What a finding does to the exit code. `shown`: nothing. */
export type Outcome = "fails" | "warns" | "acknowledged" | "shown";

/** A finding of a review. */
export interface ReviewFinding extends Found {
  /** The name of the check. */
  check: string;
  /** The category of the check. */
  category: Category;
  /** How much it matters to a reader. It never decides about the exit code. */
  level: Level;
  /** What it does to the exit code. */
  outcome: Outcome;
  /** The ID of its cause. */
  cause: string;
  /** The fingerprint of the finding that it follows from directly. */
  because?: string;
  /** 12 hexadecimal digits, which stay the same while the change does. If what changes is not known, nobody can answer for it. */
  fingerprint: string;
  /** The conditions that have to be written in its tag, if the value of another one was renamed. */
  fixes?: Follower[];
  /** Who answers for it, also if that has ended. */
  acknowledgment?: AcknowledgedChange;
}

/** The tag that the change edits, from which findings follow. */
export interface Cause {
  /** The IDs of its tags, with a comma between. */
  id: string;
  /** The edited tag. */
  tag: TagName;
  /** Others that are edited, if a finding follows from several. */
  others?: TagName[];
}

/** The tags of a cause. */
export const tagsOf = ({ tag, others = [] }: Cause): TagName[] => [tag, ...others];

/** How one check ended. */
export interface CheckResult {
  /** The name of the check. */
  id: string;
  /** Whether it found something. A check that lacks what it needs never passes. */
  status: "passed" | "found" | "undecided" | "skipped";
  /** With `skipped`: what it needs. `limit`: no gate has one. */
  needs?: Exclude<Need, "plan"> | "limit";
  /** It has a level, for some tag or for all, so that it decides about the exit code. */
  isGate?: true;
  /** The tags of which nobody knows whether it would find something. */
  undecided?: Undecided[];
}

/** A tag of which nobody knows whether a check would find something. */
export interface Undecided {
  /** The tag. */
  tag: TagName;
  /** What it does to the exit code. */
  outcome: Exclude<Outcome, "acknowledged">;
}

/** What all checks found. */
export interface Checked {
  /** One for each check, in the order of the catalogue. */
  checks: CheckResult[];
  /** Those of the first check come first. */
  findings: ReviewFinding[];
  causes: Cause[];
  /** The values that the change renames. */
  renamed: readonly RenamedValue[];
  /** The results of limits, with the acknowledgments of changes and the levels of checks. */
  gates: { result: GateResult; finding?: ReviewFinding }[];
  /** The fingerprints of acknowledgments that fit nothing. */
  unused: string[];
}
