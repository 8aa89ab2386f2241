/** The tags that `analyze` looks at. */
import type { VirtualTag } from "../../client";
import type { AnalyzedTag } from "../../rules/analysis";
import { oddPart } from "./contentShape";
import type { InputTag } from "./inputTag";
import { liveContents } from "../studies/liveContents";
import type { Plan, Unreadable } from "./plan/plan";
import { containsUnknown } from "./plan/placeholders";
import { withKnownIds } from "./tagKeys";
import { quoted } from "../console/terminal";

/** Tags, and what the person should know about the source. */
export interface AnalyzedInput {
  /** The tags to analyze. Their IDs are those in the service. */
  tags: readonly AnalyzedTag[];
  /** What is live, by the keys that references have. */
  live: readonly AnalyzedTag[];
  warnings: string[];
  /** Whether a part of a rule contains a value that is unknown until deployment. */
  isUnknown: (part: unknown) => boolean;
}

const isNever = (): boolean => false;

/** The tags of a file. */
export function fromFile(tags: readonly InputTag[]): AnalyzedInput {
  return { tags, live: tags, warnings: [], isUnknown: isNever };
}

/** The tags of the account. Leaves out those that have another shape than the API document describes. */
export function fromAccount(all: readonly (Partial<VirtualTag> & Pick<VirtualTag, "id" | "name">)[]): AnalyzedInput {
  const isOdd = (tag: (typeof all)[number]): boolean => oddPart(tag) !== undefined;
  const readable = all.filter((tag): tag is VirtualTag => !isOdd(tag));
  const tags = readable.map(withKnownIds(readable.map(({ id }) => id)));
  return {
    tags,
    live: tags,
    warnings: all
      .filter(isOdd)
      .map(({ name }) => `Virtual Tag ${quoted(name)} is left out: the service shows it in a form that can't be read.`),
    isUnknown: isNever,
  };
}

/** The tags of a plan as they will be after the update. Leaves out those that can't be read. */
export function fromPlan({ tags, isComplete }: Plan): AnalyzedInput {
  const present = tags.filter(({ op }) => op !== "delete" && op !== "forget");
  const left = present.filter(({ after }) => after === undefined);
  return {
    tags: present.flatMap(({ after }) => after ?? []),
    // No proof knows a tag of V1 that ignores the case of keys.
    live: liveContents(tags).after.filter(({ ignoresCase }) => !ignoresCase),
    warnings: [
      ...(isComplete ? [] : ["The plan was made without --show-sames, so it lacks the tags that don't change."]),
      ...left.map(
        ({ resourceName, unreadable = "unsupported" }) =>
          `The resource ${quoted(resourceName)} is left out: its rules ${reasons[unreadable]}.`,
      ),
    ],
    isUnknown: containsUnknown,
  };
}

const reasons: Record<Unreadable, string> = {
  secret: "contain a secret",
  unknown: "are unknown until deployment",
  unsupported: "can't be read from the plan",
};
