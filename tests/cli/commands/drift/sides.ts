/** A tag on both sides: as a state declares it, and as the service shows it. */
import type { Version } from "../../../../client";
import type { ReadTag } from "../../../../stack/facts/seen";
import { declarationsIn, type DeclaredTag } from "../../../../cli/sources/declared";
import { stateIn } from "../../../../cli/sources/stackState";
import type { TagContent } from "../../../../rules/types";
import { exportOf, markOfResource, type Resource } from "./state";
import { teamRule } from "../../../support/rules";

/** What the stack wrote. */
export const written: TagContent = {
  rules: [teamRule("Web", "web", "shop"), teamRule("Search", "search")],
  defaultValue: "x",
};
/** What others made of it. */
export const theirs: TagContent = { ...written, defaultValue: "theirs" };
/** The mark of the resource. */
export const own = markOfResource("team");

/** The tag as a state declares it. */
export function declared(
  outputs: object = {},
  inputs: object = {},
  kind: Resource["kind"] = "VirtualTag",
): DeclaredTag {
  const seen = { updatedAt: "2026-03-01T01:00:00.000Z", updatedBy: "emulator@example.com" };
  const state = exportOf([
    { kind, id: "t", inputs: { name: "Team", ...written, ...inputs }, outputs: { ...seen, ...outputs } },
  ]);
  const [tag] = declarationsIn(stateIn(state, "test")).tags;
  if (tag === undefined) throw new Error("no tag");
  return tag;
}

/** A version of the tag. */
export interface Row {
  id: string;
  content?: TagContent;
  description?: string | undefined;
  isLive?: boolean;
  /** When it was saved. Default: `at ` and the ID. */
  createdAt?: string;
}

/** The service, with versions from the newest to the oldest. */
export function seen(rows: readonly Row[], name = "Team"): ReadTag {
  const versions = rows.map(({ id, createdAt = `at ${id}`, description, isLive = false }): Version => ({
    id,
    createdAt,
    createdBy: `by ${id}`,
    isLive,
    ...(description === undefined ? {} : { changeDescription: description }),
  }));
  const contents = new Map(rows.flatMap(({ id, content }) => (content === undefined ? [] : [[id, content] as const])));
  return { kind: "read", tag: { id: "t", name }, versions, live: versions.find(({ isLive }) => isLive), contents };
}

/** The outputs of a state in which a refresh has found drift. */
export const found = (drift: object): object => ({ __report: { account: "a", drift } });

/** The output of a state with a staged version. */
export const stagedBy = (id: string): object => ({ stagedVersionId: id });
