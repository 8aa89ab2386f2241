/** The sentences about work of others that a plan undoes. */
import { type Block, counted, firstOf, given, joined, type Phrase, say } from "../../document/document";
import type { Checked } from "../../studies/review/checks/check";
import type {
  EditOfOthers,
  MetadataReview,
  Overwritten,
  Review,
  TagPart,
  TagReview,
} from "../../studies/review/review";
import { metadataTitle, stopPhrases } from "./existingTags";
import { namePhrase } from "./names";
import { deleteNotice } from "./referrers";

/** How many tags a notice names. */
const mostNamed = 10;

/** What a change undoes of the work of others. */
export function undonePhrase(of: TagReview | MetadataReview, review: Review): Phrase {
  if ("values" in of) return say`${metadataTitle(of)}: ${undoneFields(of) ?? []}.`;
  const { overwrites } = of.facts;
  return overwrites === undefined ? [] : say`${namePhrase(of, review)}: ${overwrittenPhrase(overwrites, of)}.`;
}

/** What a change of metadata undoes, as the part of a sentence; undefined if nothing is known of it. A run that was interrupted leaves no mark. */
export function undoneFields({ change, overwrites }: MetadataReview): Phrase | undefined {
  if (overwrites === undefined || overwrites.kind === "notRead") return undefined;
  if (overwrites.kind === "notKnown") return [overwritesNotKnown];
  const { kind, paths, isCertain } = overwrites;
  const [does, may] = verbs[change === "deleted" || change === "replaced" ? "delete" : kind];
  const fields = paths.map((path) => [{ plain: path }]);
  const which = paths.length === 0 ? [] : say` (${joined(firstOf(fields, mostNamed), ", ")})`;
  return say`${[isCertain ? does : may]} changes of others or of an interrupted run${which}; the service does not say who made them`;
}

const verbs = {
  edit: ["reverts", "may revert"],
  adopted: ["overwrites", "may overwrite"],
  delete: ["deletes", "may delete"],
} as const;

const overwritesNotKnown = "whether it overwrites changes of others is not known";

/** A moved resource adopts its tag, and so doesn't stop at an edit. */
function kindOf({ facts: { isMove, overwrites } }: TagReview): Overwritten["kind"] | undefined {
  return isMove === true && overwrites?.kind === "edit" ? "adopted" : overwrites?.kind;
}

/** What is said once of the whole review. */
export function accountNotices(review: Review, checked: Checked): Block[] {
  const { tags, metadata, changed, hasOutside, isComplete, mayHideFollowers, outsideNotRead, stack } = review;
  const named = (kind: Overwritten["kind"], without: readonly (TagReview | MetadataReview)[] = []): Phrase[] => [
    ...tags.flatMap((tag) => (!without.includes(tag) && kindOf(tag) === kind ? [namePhrase(tag, review)] : [])),
    ...metadata.flatMap((one) => (!without.includes(one) && one.overwrites?.kind === kind ? [metadataTitle(one)] : [])),
  ];
  // Whether it stops there is known, so the provider's own words say all.
  const stopping = [
    ...tags.filter(({ facts }) => facts.stop?.isCertain === true),
    ...metadata.filter(({ stop }) => stop?.isCertain === true),
  ];
  const ignored = tags.filter(
    (tag) =>
      tag.facts.isMove !== true &&
      tag.facts.overwrites?.kind === "edit" &&
      tag.facts.overwrites.isIgnored &&
      !stopping.includes(tag),
  );
  const ignoredNames = ignored.map((tag) => namePhrase(tag, review));
  const edited = named("edit", [...ignored, ...stopping]);
  const has = (kind: Overwritten["kind"]): boolean => named(kind).length > 0;
  const unknown = given(
    has("notRead") && "whether this overwrites changes of others",
    !hasOutside && isComplete && stack !== undefined && changed.length > 0 && "which tags outside this stack follow it",
  );
  return [
    ...given(
      unknown.length > 0 &&
        say`Not known without the account: ${[unknown.join(", and ")]}. To read it, use ${{ command: "--live" }}.`,
      outsideNotRead.length > 0 &&
        say`Not read: ${[counted(outsideNotRead.length, "tag")]} outside this stack may follow (${joined(
          firstOf(
            outsideNotRead.map((name) => say`${name}`),
            mostNamed,
          ),
          ", ",
        )}).`,
      mayHideFollowers === true && [
        "Not known: whether more tags outside this stack follow, by live rules that a staged version hides in the account's list.",
      ],
      edited.length > 0 &&
        say`${{ command: "pulumi up" }} stops before it undoes a change of others (${joined(firstOf(edited, mostNamed), ", ")}), unless ${{ command: "costallocation:driftPolicy" }} is ${{ command: "overwrite" }}.`,
      ignored.length > 0 &&
        say`${{ command: "pulumi up" }} stops before it undoes a change of others in what ${{ command: "ignoreChanges" }} lists (${joined(firstOf(ignoredNames, mostNamed), ", ")}), whatever ${{ command: "costallocation:driftPolicy" }} is. Run ${{ command: "pulumi refresh" }} first.`,
      has("adopted") && ["An adoption overwrites without stopping."],
      ...stopPhrases(review, checked),
      deleteNotice(review),
    ),
  ].map((text): Block => ({ kind: "paragraph", text }));
}

/** What the change of one tag undoes, as the part of a sentence. */
export function overwrittenPhrase(overwritten: Overwritten, { change, facts }: TagReview): Phrase {
  switch (overwritten.kind) {
    case "edit": {
      const { isCertain } = overwritten;
      const edit = editPhrase(overwritten);
      if (change === "deleted" || facts.replacedId !== undefined)
        return say`${[facts.mayStay === true ? "may delete" : "deletes"]} ${edit}`;
      if (facts.isLiveUnknown === true) return say`may revert ${edit}; whether the save goes live is not known`;
      return isCertain ? say`reverts ${edit}` : say`may revert ${edit}; what the stack wrote before is not known`;
    }
    case "adopted":
      return say`${[facts.isLiveUnknown === true ? "may overwrite" : "overwrites"]} ${byWhom(overwritten, "version")}${partsPhrase(overwritten.parts)}`;
    case "owner":
      if (facts.leavesStack === true) return say`leaves the stack and stays (owned by ${overwritten.owner})`;
      return say`${overwritten.owner} owns the tag now, by ${byWhom(overwritten, "save")}`;
    case "deleted":
      return [`the tag is no longer in the account${change === "created" ? ", so it is created again" : ""}`];
    case "notRead":
    case "notKnown":
      return [overwritesNotKnown];
  }
}

/** One person's change, or changes of several. The differences since the stack's last save are those of all of them together. */
function editPhrase({ parts, isOnlySave, isPromotion, ...saved }: EditOfOthers): Phrase {
  const what = partsPhrase(parts);
  if (isOnlySave) return say`${byWhom(saved, "change")}${what}`;
  if (isPromotion === true) return say`the staged version that somebody else made live${what}`;
  const { by, at } = saved;
  if (by === undefined && at === undefined) return say`changes of others${what}`;
  const who = by === undefined ? [] : say` by ${{ plain: by }}`;
  const when = at === undefined ? [] : say` at ${{ plain: moment(at) }}`;
  return say`changes of others${what}, last saved${who}${when}`;
}

/** `ines@example.com's change of 2026-11-23 16:06 UTC`. */
function byWhom({ by, at }: { by: string | undefined; at: string | undefined }, what: string): Phrase {
  const when = at === undefined ? "at an unknown time" : `of ${moment(at)}`;
  const whose = by === undefined ? [`an unknown user's ${what} `] : say`${{ plain: by }}'s ${[what]} `;
  return say`${whose}${{ plain: when }}`;
}

/** To the minute. The service's moments are in ISO 8601. */
function moment(at: string): string {
  const { date, time } = /^(?<date>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d)\S*Z$/u.exec(at)?.groups ?? {};
  return date === undefined || time === undefined ? at : `${date} ${time} UTC`;
}

const partNames: Readonly<Record<TagPart, string>> = { name: "name", rules: "rules", defaultValue: "default value" };

const partsPhrase = (parts: readonly TagPart[]): Phrase =>
  parts.length === 0 ? [] : [` (${parts.map((part) => partNames[part]).join(", ")})`];
