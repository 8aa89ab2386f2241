/** What commands print with `--json`. `npm run api` writes a schema of each to schemas/. */
import type { Version, VersionWithData } from "../../client";
import type { driftJson } from "../../cli/commands/drift";
import type { versionDiffJson } from "../../cli/commands/versions/diff";
import type { restoredJson } from "../../cli/commands/versions/restore";
import type { Analysis } from "../../cli/studies/analysis";
import type { Unmanaged } from "../../cli/studies/unmanaged";
import type { checkJson } from "../../cli/words/check";
import type { explanationJson } from "../../cli/words/explain";
import type { exportedJson } from "../../cli/words/export";
import type { ListedCheck } from "../../cli/words/review/checkList";
import type { reviewJson } from "../../cli/words/review/reviewJson";
import type { SnapshotJson } from "../../cli/words/snapshot";
import type { ListedTag } from "../../cli/words/tags";

/** By command. A function stands for what it returns. */
export interface JsonOutputs {
  /** What a preview would change, by meaning, and the money that this moves; or with `--list-checks` all checks. Rules count from 0. */
  review: typeof reviewJson | ListedCheck[];
  /** What was changed outside Pulumi, or with `--unmanaged` the tags that no stack manages. Rules count from 0. */
  drift: typeof driftJson | Unmanaged;
  /** Keys, values and tags that the account does not have. Rules count from 0. */
  check: typeof checkJson;
  /** Rules that can't have an effect. Rules count from 0. */
  analyze: Analysis["findings"];
  /** Which rule decides a record, and why. Rules count from 0. */
  explain: typeof explanationJson;
  /** The program that was written, or with `--snapshot` alone the copy of the account. */
  export: typeof exportedJson | { snapshot: SnapshotJson };
  /** The Virtual Tags of the account. */
  tags: ListedTag[];
  /** The versions of a tag as the API returns them, newest first. */
  "versions-list": Version[];
  /** A version as the API returns it. */
  "versions-show": VersionWithData;
  /** The differences between two versions. Rules count from 0. */
  "versions-diff": typeof versionDiffJson;
  /** What was saved again. Rules count from 0. */
  "versions-restore": typeof restoredJson;
}

/** Fields that say the same everywhere, for types whose fields have no comment of their own. */
export interface CommonFields {
  /** The ID in the service. */
  id: unknown;
  /** The name in the service. */
  name: unknown;
  /** The URN of the resource. */
  urn: unknown;
  /** The name of the resource in the program. */
  resourceName: unknown;
  /** The tag. */
  tag: unknown;
  /** The Virtual Tags. */
  tags: unknown;
  /** The tag. */
  virtualTag: unknown;
  /** The metadata resources that change. */
  metadata: unknown;
  /** One sentence about the whole. */
  summary: unknown;
  /** What the figures take for granted, one sentence each. */
  assumptions: unknown;
  /** What the cost data says about itself. */
  costData: unknown;
  /** The exports that the cost data was made of. */
  exports: unknown;
  /** The months that are closed. */
  closedMonths: unknown;
  /** Whether this is not known. */
  unknown: unknown;
  /** The cost: an exact decimal number in the unit of the currency. */
  cost: unknown;
  /** Why the cost is not known. */
  costUnknown: unknown;
  /** The currency, such as `USD`. */
  currency: unknown;
  /** The sum of all costs. */
  total: unknown;
  /** The sum of each record's absolute cost. */
  gross: unknown;
  /** The most that may move, if that depends on what the cost data can't tell. */
  movedAtMost: unknown;
  /** How many records there are. */
  records: unknown;
  /** What there is before the change. */
  before: unknown;
  /** What there is after the change. */
  after: unknown;
  /** The value; null if there is none. */
  value: unknown;
  /** What happens to it. */
  change: unknown;
  /** The index of the rule before, from 0. */
  beforeIndex: unknown;
  /** The index of the rule after, from 0. */
  afterIndex: unknown;
  /** What was not checked, and why. */
  notChecked: unknown;
  /** The tags that no stack manages. */
  unmanaged: unknown;
  /** The kind. */
  kind: unknown;
  /** The type. */
  type: unknown;
  /** The reason. */
  reason: unknown;
  /** Why it was not decided. */
  because: unknown;
  /** The values of the record by key. */
  record: unknown;
  /** The moment: ISO 8601. */
  at: unknown;
  /** Who did it. */
  by: unknown;
  /** Who created it. */
  createdBy: unknown;
  /** Who updated it last. */
  updatedBy: unknown;
  /** When it was updated last: ISO 8601. */
  updatedAt: unknown;
  /** What the change means for records. */
  effect: unknown;
  /** The values that the record may get. */
  could: unknown;
  /** The owner by the ownership mark: `project/stack#resource`. */
  owner: unknown;
  /** The paths of the fields. */
  paths: unknown;
  /** The path. */
  path: unknown;
  /** Whether it is certain. */
  isCertain: unknown;
  /** The first line of the message. */
  text: unknown;
  /** The gate. */
  gate: unknown;
  /** Whether the gate passes. */
  passed: unknown;
  /** Whether there is drift; null if nothing was compared. */
  drift: unknown;
  /** The stack. */
  stack: unknown;
  /** The key. */
  key: unknown;
  /** The cost center of the key. */
  costCenter: unknown;
  /** The file. */
  file: unknown;
  /** The files. */
  files: unknown;
  /** The column. */
  column: unknown;
  /** The commands that set the secrets. */
  secrets: unknown;
  /** The file that imports it. */
  importedBy: unknown;
}
