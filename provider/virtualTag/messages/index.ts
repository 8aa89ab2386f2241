/** The messages about a Virtual Tag. docs/messages.md lists their codes. */
import type { Version, VirtualTag } from "../../../client";
import { argument, engine, renamedFrom, words } from "../../../client/hostWords";
import { ownerOf, resourceNameOf } from "../../../client/ownershipMark";
import { originOf, printable, quoted } from "../../../client/printable";
import { shellWord } from "../../../client/recoveryCommand";
import type { ContentDiff } from "../../../rules/ruleDiff";
import { diffText } from "../../../rules/ruleDiffText";
import type { Problem } from "../../../rules/validate";
import type { Drift } from "../../../stack/state/report";
import {
  command,
  commandVariables,
  type Message,
  message,
  madeBy,
  nothingWritten,
  ownerText,
  resourceText,
  stateDelete,
  titleOf,
  ways,
} from "../../shared/message";
import { driftText, driftTexts, restoreText } from "./drift";
import { referenceTexts } from "./references";

/** The part of a tag that messages need. */
type Tag = Pick<VirtualTag, "id" | "name"> & Partial<VirtualTag>;

/** A tag that is taken over. `staysLive`: its live content, which others saved, stays live. */
interface TakenOver {
  tag: Tag;
  owner: string | undefined;
  overwrites: Drift | undefined;
  staysLive: boolean;
}

/** A message as data: its name and its facts. */
export type Say = {
  [Name in keyof typeof texts]: readonly [Name, Parameters<(typeof texts)[Name]>[0]];
}[keyof typeof texts];

/** The messages by name. */
export const texts = {
  ...driftTexts,
  ...referenceTexts,

  // Refusals of a create.
  alreadyExists: ({ tag }: { tag: Tag }) =>
    message(
      "CA2001",
      `${titleOf(tag)} already exists. ${madeBy(tag)} created it, and no VirtualTag owns it.`,
      nothingWritten,
      ...ways(
        `To adopt it, set ${argument("adopt", "true")}. The declared content then replaces what is live.`,
        "Otherwise, change `name`.",
      ),
    ),
  ownedByOther: ({ tag, owner, mark }: { tag: Tag; owner: string; mark: string }) =>
    message(
      "CA2002",
      `${titleOf(tag)} already exists and is owned by ${ownerText(owner)}.`,
      nothingWritten,
      ...ways(
        `If you renamed this resource, ${renamedFrom(quoted(resourceNameOf(owner)))}.`,
        isSameStack(owner, mark)
          ? `To move it to this resource, set ${argument("adopt", "true")}.`
          : `To move it to this ${words.stack}, set ${argument("adopt", "true")} and run ${engine("up")}. Only then remove the resource from the other ${words.program}: ` +
              "removed earlier, the tag is deleted.",
        "Otherwise, change `name`.",
      ),
    ),
  importedFromOther: ({ tag, owner }: { tag: Pick<Tag, "id" | "name">; owner: string }) =>
    message(
      "CA2007",
      `${titleOf(tag)} can't be imported: it is owned by ${ownerText(owner)}.`,
      nothingWritten,
      ...ways(
        `To move it to this ${words.stack}, declare it with ${argument("adoptId", quoted(tag.id))}, with or without the option ${words.import}, but ` +
          `without ${words.ignoreChanges}, and run ${engine("up")}. Only then remove the resource from the other ${words.program}: removed earlier, the tag is deleted.`,
        `To only read it, use ${words.read}.`,
      ),
    ),
  severalNamed: ({ name, named }: { name: string; named: readonly Tag[] }) =>
    message(
      "CA2003",
      `The account has ${named.length} Virtual Tags named ${quoted(name)}: ${listed(named)}.`,
      nothingWritten,
      `Set ${words.adoptId} to the ID of the one you mean, or choose another name.`,
    ),
  adoptNotFound: ({ id }: { id: string }) =>
    message(
      "CA2004",
      `${printable(id)} can't be adopted: this account has no Virtual Tag with this ID.`,
      nothingWritten,
      `Check the ID and the account. To create a new tag, remove ${words.adoptId}.`,
    ),
  adoptNamesOther: ({ id, name, named }: { id: string; name: string; named: readonly Tag[] }) =>
    message(
      "CA2005",
      `${printable(id)} can't be adopted: the name ${quoted(name)} belongs to ${listed(named)}.`,
      nothingWritten,
      `Set ${words.adoptId} to the ID of the tag you mean, or choose another name.`,
    ),

  // Refusals of an update.
  notFound: ({ id, name }: { id: string; name: string }) =>
    message(
      "CA2011",
      `${titleOf({ id, name })} was not found: it was deleted, or the ${words.stack} uses another account.`,
      nothingWritten,
      ...ways(
        "Check `costallocation:baseUrl` and the credentials.",
        `If the tag is deleted for good, run ${engine("refresh")}. The next ${engine("up")} creates it again. For a tag that ` +
          `VirtualTagV1 made, run ${engine("forget")} for the resource instead.`,
      ),
    ),
  takenOverByOther: ({ tag, owner, urn }: { tag: Tag; owner: string; urn?: string | undefined }) =>
    message(
      "CA2012",
      `${titleOf(tag)} is now owned by ${ownerText(owner)}, which took it over.`,
      nothingWritten,
      ...ways(
        `To leave it there, remove the resource from this ${words.program}.`,
        `To have it here, remove it from the other ${words.program} without destroying it, run ${stateDelete(urn)} here, and then ` +
          `${engine("up")} with ${argument("adopt", "true")}.`,
        `If ${ownerText(owner)} is an old name of this resource, give the resource that name again, with ${words.alias} for its present ` +
          `name, and run ${engine("up")}. Then rename it with ${words.aliases}.`,
      ),
    ),

  // Refusals of both.
  heldInRun: ({ tag, holder }: { tag: Tag; holder: string }) =>
    message(
      "CA2021",
      `${titleOf(tag)} is managed by another resource of this ${words.program}, ${resourceText(holder)}.`,
      nothingWritten,
      ...ways(
        `If this run renames or deletes the tag of that resource, run ${engine("up")} again, or set ${words.dependsOn}.`,
        "Otherwise, declare another tag in one of the two.",
      ),
    ),
  nameTaken: ({ tag, name, others, isHeld }: { tag: Tag; name: string; others: readonly Tag[]; isHeld: boolean }) =>
    message(
      "CA2022",
      `${titleOf(tag)} can't be renamed to ${quoted(name)}: that is the name of ${listed(others)}.`,
      nothingWritten,
      ...(isHeld
        ? ways(
            `If this run renames or deletes the tag that has the name, run ${engine("up")} again, or set ${words.dependsOn}.`,
            "If two resources swap their names, give one of them a third name first.",
          )
        : ["Choose another name, or rename the other tag first."]),
    ),
  importedBeforeLive: ({ tag }: { tag: Pick<Tag, "id" | "name"> }) =>
    message(
      "CA2034",
      `${titleOf(tag)} can't be imported: it has no live version, so nothing tells what to import.`,
      nothingWritten,
      ...ways(
        `To manage it, declare it with ${argument("adoptId", quoted(tag.id))} instead of the import.`,
        "To import what is staged, promote it first: save it as live in the application.",
      ),
    ),
  unsupported: ({ tag, reason }: { tag: Tag; reason: string }) =>
    message(
      "CA2023",
      `V2 of the API can't save ${titleOf(tag)}: ${printable(reason)}.`,
      nothingWritten,
      "Manage it in the application, or declare a new tag with another name.",
    ),
  listTooSlow: ({ name }: { name: string }) =>
    message(
      "CA2025",
      `The service takes longer than three seconds to list the Virtual Tags, so the provider can't tell whether ${quoted(name)} is free.`,
      nothingWritten,
      `Run ${engine("up")} again. If the list stays slow, ask the service's support.`,
    ),
  noUrn: () =>
    message(
      "CA2024",
      "This VirtualTag has no `__resourceUrn`.",
      "Create it with the class VirtualTag of this package.",
    ),

  // Warnings.
  ownedByOtherNow: ({ tag, owner }: { tag: Tag; owner: string }) =>
    message(
      "CA2105",
      `${titleOf(tag)} is now owned by ${ownerText(owner)}. This ${words.stack} will neither save nor delete it.`,
      `Remove the resource from one of the two ${words.program}s.`,
    ),
  stagedNotFound: ({ tag, versionId }: { tag: Tag; versionId: string }) =>
    message(
      "CA2106",
      `The staged version ${printable(versionId)} of ${titleOf(tag)} was not found. The service keeps 100 versions, for one year.`,
      `The next ${engine("up")} stages it again.`,
    ),
  leftToOwner: ({ tag, owner }: { tag: Tag; owner: string }) =>
    message("CA2107", `${titleOf(tag)} was not deleted: it is now owned by ${ownerText(owner)}.`),
  leftToDeclarer: ({ tag, keeper }: { tag: Tag; keeper: string }) =>
    message("CA2108", `${titleOf(tag)} was not deleted: ${resourceText(keeper)} declares it in this run.`),
  leftUnsaved: ({ tag }: { tag: Tag }) =>
    message(
      "CA2109",
      `${titleOf(tag)} was not deleted: this ${words.stack} adopted it and never saved it, so it may belong to others.`,
    ),
  manyVersions: ({ tag, count, oldest }: { tag: Tag; count: number; oldest: Version }) =>
    message(
      "CA2111",
      `With this save, ${titleOf(tag)} has ${count} versions. The service keeps 100. Beyond that, each save removes the oldest one that is not live.`,
      `To keep a copy of the oldest one, saved at ${printable(oldest.createdAt)}: \`${command(`versions show ${shellWord(tag.id)} ${shellWord(oldest.id)}`)}\`.`,
      commandVariables,
    ),

  twoNamed: ({ tag, others }: { tag: Tag; others: readonly Tag[] }) =>
    message(
      "CA2112",
      `${titleOf(tag)} is not the only tag with this name: ${listed([tag, ...others])}.`,
      "Reports can't tell them apart. Somebody may have created one at the same moment.",
      "Rename or delete all but one of them in the application.",
    ),

  // Information.
  takenBack: ({ tag }: { tag: Tag }) =>
    message(
      "CA2201",
      `${titleOf(tag)} has the ownership mark of this resource, but was not in its state. This run takes it back.`,
    ),
  adopted: ({ tag }: { tag: Tag }) => message("CA2202", `${titleOf(tag)} is adopted. Its content is as declared.`),
  takenOver: ({ tag, owner, overwrites, staysLive }: TakenOver) => {
    const what = `${titleOf(tag)} is taken over${owner === undefined ? "" : ` from ${ownerText(owner)}`}.`;
    if (overwrites === undefined)
      return message("CA2203", `${what} One save with the same content adds the ownership mark.`);
    const saved = driftText(overwrites);
    if (staysLive) return message("CA2204", `${what} Its live content, saved ${saved}, stays live. Yours is staged.`);
    return message("CA2205", `${what} Its content, saved ${saved}, is overwritten.`, ...restoreText(tag, overwrites));
  },
  interruptedRun: ({ tag }: { tag: Tag }) =>
    message("CA2206", `${titleOf(tag)} was saved by an interrupted run of this resource. That is no drift.`),
  nothingToDelete: ({ id, name }: { id: string; name: string }) =>
    message("CA2207", `${titleOf({ id, name })} was not found: there is nothing to delete.`),
  toBeTakenOver: ({ tag, owner }: { tag: Pick<Tag, "id" | "name">; owner: string }) =>
    message(
      "CA2209",
      `${titleOf(tag)} is owned by ${ownerText(owner)}. This import takes it over, with a save that adds the ownership mark.`,
    ),
  markOnly: ({ tag, owner }: { tag: Tag; owner: string }) =>
    message(
      "CA2208",
      `${titleOf(tag)}: ownership mark only. The tag was saved as ${ownerText(owner)}, and the resource, the ${words.stack} or the project ` +
        "has another name now.",
      "One save updates the mark. The name and the content of the tag stay as they are.",
    ),
  rulesShift: ({ tag, diff, urn }: { tag: Tag; diff: ContentDiff; urn: string }) =>
    message(
      "CA2210",
      `${titleOf(tag)}: ${diffText(diff)}.`,
      `${engine("previewDiff")} compares rules by their position. To see the changes: \`${command(`review --stack ${shellWord(stackIn(urn))}`)}\``,
    ),
} satisfies Record<string, (facts: never) => Message>;

/** The stack in a URN. */
const stackIn = (urn: string): string => /^urn:pulumi:(.+?)::/u.exec(urn)?.[1] ?? "";

/** Makes a message. */
export function textOf([name, facts]: Say): Message {
  return texts[name](facts as never);
}

function isSameStack(owner: string, mark: string): boolean {
  return ownerOf(owner).split("#")[0] === ownerOf(mark).split("#")[0];
}

function listed(tags: readonly Tag[]): string {
  return tags.map((tag) => `${printable(tag.id)} (${printable(originOf(tag))})`).join(", ");
}

/** A name has white space around it. */
export const whiteSpaceAround: Problem = {
  path: "name",
  message:
    "must not begin or end with white space: if the service trims names, the tag would be created twice. To adopt a tag that " +
    `has such a name, set ${words.adoptId} to its ID and declare the name without the white space`,
  code: "CA2301",
};

/** Two resources of one program declare the same name. */
export function sameName(one: string, other: string, name: string): Problem {
  return sameInProgram("CA2302", one, other, `have the same name ${quoted(name)}. Names must be unique.`);
}

/** Two resources of one program adopt the same tag. */
export function sameAdoption(one: string, other: string, id: string): Problem {
  return sameInProgram("CA2303", one, other, `adopt the same tag ${printable(id)}. Adopt it in one of them.`);
}

function sameInProgram(code: string, one: string, other: string, what: string): Problem {
  return { path: "", message: `VirtualTags ${resourceText(one)} and ${resourceText(other)} ${what}`, code };
}
