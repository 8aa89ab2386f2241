/** The sentences about what changes. */
import { diffText } from "../../../rules/ruleDiffText";
import { placeOf, sentenceOf } from "../../../rules/analysis";
import { capitalized, counted, given, joined, type Phrase, say } from "../../document/document";
import { effectPhrase } from "../effect";
import {
  type ChangeKind,
  conditionOf,
  type EndpointReview,
  type Followed,
  type MetadataReview,
  type NewFinding,
  type Review,
  type TagFacts,
  type TagReview,
} from "../../studies/review/review";
import type { LiveComparison } from "../../sources/account/liveTags";
import { metadataTitle, takenText, takingPhrases } from "./existingTags";
import { namePhrase } from "./names";
import { goneText } from "./consequences";
import { overwrittenPhrase, undoneFields } from "./overwritten";
import { referrersPhrase } from "./referrers";
import { stagedSentence } from "./staged";

/** The whole review in one sentence. */
export function headline({ tags, metadata, endpoints, unchanged }: Review): string {
  const own = tags.filter(({ change, facts }) => change !== "follows" && facts.mayFollow !== true);
  const kinds = [...new Set(own.map(({ change }) => change))];
  const counts = kinds.map((kind) => `${own.filter(({ change }) => change === kind).length} ${kind}`).join(", ");
  // If it is not known whether the other tag changes, nor is whether this one follows.
  const isCertain = ({ isLiveUnknown, mayStay }: Followed): boolean => isLiveUnknown !== true && mayStay !== true;
  const following = tags.filter(({ change, facts }) => change === "follows" && facts.follows?.some(isCertain));
  const followers = following.length;
  const outside = following.filter(({ facts }) => facts.isOutside === true).length;
  const hidden = tags.length - own.length - followers;
  const others = given(
    followers > 0 &&
      `${followers} ${followers === 1 ? "follows" : "follow"}${outside === 0 ? "" : ` (${outside} outside this stack)`}`,
    hidden > 0 && `${hidden} may follow`,
    metadata.length > 0 && `metadata of ${counted(metadata.length, "tag")}`,
    endpoints.length > 0 && counted(endpoints.length, "notification endpoint"),
    unchanged > 0 && `${unchanged} unchanged`,
  );
  const first =
    own.length === 0
      ? "No Virtual Tag changes"
      : `${counted(own.length, "Virtual Tag")} ${own.length === 1 ? "changes" : "change"}: ${counts}`;
  return others.length === 0 ? `${first}.` : `${first}. ${capitalized(others.join(", "))}.`;
}

/** Said once if tags that follow may be missing. */
export const incompleteNotice =
  "The plan has no unchanged resources, so tags that follow a change may be missing. Run the preview with --show-sames.";

/** What happens to the rules of a tag, in short; undefined if nothing is known about them. */
export function rulesText({ after, change, diff, facts }: TagReview): string | undefined {
  if (change === "promoted" && facts.live?.result !== "compared")
    return (
      after && `${counted(after.rules.length, "rule")} ${facts.isLiveUnknown === true ? "that may" : "to"} go live`
    );
  if (diff === undefined || change === "follows") return undefined;
  if (change === "deleted" || change === "created") return counted(diff.rules.length, "rule");
  return diffText(diff);
}

/** What happens besides, one phrase for each fact. */
export function factPhrases(review: TagReview, names?: Review["names"]): Phrase[] {
  const { change, name, facts } = review;
  const {
    renamedFrom,
    owner,
    isStaged,
    isLiveUnknown,
    replacedId,
    leavesStack,
    mayStay,
    adopts,
    live,
    v1,
    isCaseSensitive,
    unreadable,
    follows,
    mayFollow,
    overwrites,
    isBesideStaged,
    isOutside,
    referrers,
  } = facts;
  return [
    ...given(
      renamedFrom !== undefined &&
        (isStaged === true || isLiveUnknown === true
          ? say`The save names it ${name}, and not ${renamedFrom}.`
          : say`Renamed from ${renamedFrom} to ${name}.`),
      replacedId !== undefined &&
        (mayStay === true
          ? say`May be replaced: whether the tag with the ID ${replacedId} stays is not known.`
          : say`Replaced: the tag with the ID ${replacedId} is deleted, and ${[facts.takesOver === true ? takenText : "a new one with another ID is created"]}.`),
      referrers && referrersPhrase(referrers),
      ...takingPhrases(facts),
      change === "promoted" && isLiveUnknown !== true && ["The staged content goes live."],
      live && overwrites?.kind !== "deleted" && livePhrase(change, live, adopts),
      overwrites && overwrites.kind !== "notRead" && sentence(overwrittenPhrase(overwrites, review)),
      isStaged && [stagedSentence(review)],
      isLiveUnknown && ["Whether the save goes live is unknown until deployment."],
      owner && say`Ownership moves from ${owner.before} to ${owner.after}.`,
      mayStay &&
        change === "deleted" && [
          "May be deleted: it stays if this stack never saved it. No version of it has the mark of a stack.",
        ],
      leavesStack &&
        overwrites?.kind !== "owner" &&
        overwrites?.kind !== "deleted" && ["Leaves the stack and stays in the account."],
      v1 && [v1Sentences[v1]],
      isCaseSensitive !== undefined && [caseSentence(isCaseSensitive)],
      unreadable && [unreadableSentences[unreadable]],
      isBesideStaged && ["This is what stays live beside the staged save."],
      isOutside && ["In the account, and not in this stack."],
      mayFollow && ["It doesn't change itself, but may refer to a tag that does."],
    ),
    ...(follows ?? []).map((followed) => followPhrase(followed, conditionOf(review) === "staged")),
    ...proofPhrases(review, names),
  ];
}

/** A part of a sentence as a whole one. */
function sentence(part: Phrase): Phrase {
  const [first = "", ...others] = part.filter((span) => span !== "");
  return [typeof first === "string" ? capitalized(first) : first, ...others, "."];
}

function livePhrase(change: ChangeKind, live: LiveComparison, adopts: TagFacts["adopts"]): Phrase {
  const content = change === "adopted" ? "The adopted content" : "What is live now";
  switch (live.result) {
    case "notCompared":
      return [`${content} is not compared. To compare it, use --live.`];
    case "nothingLive":
      return ["The service lists no live version."];
    case "missing":
      if (adopts === undefined) return ["It is no longer in the account."];
      return [
        adopts === true
          ? "The account has no tag with this name, so it is created."
          : "The account has no tag with this ID.",
      ];
    case "several":
      return [`The account has ${live.count} tags with this name. Adopt one by its ID.`];
    case "unsupported":
      return [`${content} can't be compared: it is not made of rules that can be read.`];
    case "notRead":
      return [`${content} can't be read.`];
    case "compared":
      return [change === "deleted" ? "Its staged version is deleted, too." : "Compared with the live content."];
  }
}

const caseSentence = (counts: boolean): string =>
  `The case of cost centers and keys in rules ${counts ? "counts from now on" : "no longer counts"}.`;

const v1Sentences: Readonly<Record<NonNullable<TagFacts["v1"]>, string>> = {
  managed: "Managed by V1, which ends on 2027-03-31.",
  leaves: "Moves from V1 to V2 and keeps its ID.",
  returns: "Moves from V2 back to V1, which ends on 2027-03-31.",
};

const unreadableSentences: Readonly<Record<NonNullable<TagFacts["unreadable"]>, string>> = {
  secret: "The plan hides the content, because it contains a secret.",
  unknown: "Values are unknown until deployment.",
  unsupported: "The content has a shape that V2 of the API does not have.",
};

function followPhrase(followed: Followed, isStaged: boolean): Phrase {
  const { name, through, isGone, isLiveUnknown, mayStay } = followed;
  if (isGone)
    return say`${[isStaged ? "If it goes live, it refers" : "Refers"]} to ${name}, which ${[goneText(followed)]}.`;
  const verb = isLiveUnknown === true || mayStay === true ? "May follow" : "Follows";
  return through === undefined ? say`${[verb]} ${name}.` : say`${[verb]} ${name} through ${through.name}.`;
}

/** How many new findings are named. JSON has all. */
const namedFindings = 5;

/** What the change means for records, and the findings that it brings. */
export function proofPhrases(
  { effect, diff, facts, newFindings = [] }: TagReview,
  names: Review["names"] = new Map(),
): Phrase[] {
  const isMove = diff?.rules.every(({ change }) => change === "moved" || change === "unchanged") === true;
  const how =
    facts.isStaged === true || facts.isLiveUnknown === true
      ? "staged"
      : isMove && diff.defaultValue === undefined
        ? "moved"
        : undefined;
  const told = withoutConditionsOfDeadRules(newFindings);
  const more = told.length - namedFindings;
  // Other sentences say that a content is not compared, or can't be read.
  const isSaid = effect?.kind === "not-decided" && (facts.live ?? facts.unreadable) !== undefined;
  return given(
    effect && !isSaid && effectPhrase(effect, how),
    ...told.slice(0, namedFindings).map((finding) => findingPhrase(finding, names)),
    more > 0 && [`Warning: ${counted(more, "more new finding")}. To see all, use --json.`],
  );
}

/** Of a rule that never matches, its conditions say nothing more. */
function withoutConditionsOfDeadRules(findings: readonly NewFinding[]): NewFinding[] {
  const dead = findings.flatMap(({ kind, path, rule }) =>
    kind === "never-matches" && path === undefined ? [rule] : [],
  );
  return findings.filter(({ path, rule }) => path === undefined || !dead.includes(rule));
}

function findingPhrase(finding: NewFinding, names: Review["names"]): Phrase {
  const { value, key, before } = finding;
  if (value !== undefined && key !== undefined) {
    const gives = before === "fine" ? "no longer gives" : "does not give";
    return say`Warning: ${[placeOf(finding, "people")]} has ${value}, which ${names.get(key) ?? key} ${[gives]}. Other values of the condition still match.`;
  }
  return [`Warning: ${placeOf(finding, "people")} ${sentenceOf(finding, "people")}.`];
}

/** A metadata resource with what happens to it. */
export function metadataSummary(metadata: MetadataReview): Phrase {
  const { change, settings, values } = metadata;
  return say`${metadataTitle(metadata)} ${[change]}: ${[counted(values.length, "value"), ...settings.map(({ path }) => `, ${path}`)]}`;
}

/** A metadata resource in one sentence. */
export function metadataPhrase(metadata: MetadataReview): Phrase {
  const { isHidden, leavesUnwritten } = metadata;
  const parts = given(
    metadataSummary(metadata),
    isHidden && ["secrets or unknown values hide the values"],
    undoneFields(metadata),
    leavesUnwritten && ["what this stack found and never wrote stays with the tag"],
  );
  return joined(parts, "; ");
}

/** A notification endpoint in one sentence, without its destination. */
export function endpointPhrase({ type, name, change, before }: EndpointReview): Phrase {
  const title = say`Notification endpoint ${name} (${type}) ${[change]}`;
  if (change === "created") return say`${title}, unless the account has the same one`;
  const stays = say`The old one stays in the service.`;
  if (change === "deleted") return say`${title}. ${stays}`;
  // The arguments are the type, the name and the destination.
  const what =
    before === undefined
      ? say`its destination changes, or is unknown until deployment`
      : say`before, it was ${before.name} (${before.type})`;
  return say`${title}: ${what}. ${stays}`;
}

/** Everything about a tag's change in one phrase. */
export function changePhrase(review: TagReview, names?: Review["names"]): Phrase {
  const rules = rulesText(review);
  return joined(given(rules !== undefined && [`${capitalized(rules)}.`], ...factPhrases(review, names)), " ");
}

/** A tag with what happens to its rules. */
export function titlePhrase(tag: TagReview, review: Review): Phrase {
  const rules = rulesText(tag);
  const title = say`${namePhrase(tag, review)} ${[tag.change]}`;
  return rules === undefined ? title : say`${title}: ${[rules]}`;
}
