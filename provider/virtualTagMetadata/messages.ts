/** The messages about metadata. None shows the content of a field. docs/messages.md lists their codes. */
import { argument, engine, words } from "../../client/hostWords";
import { printable, printableList, quoted } from "../../client/printable";
import type { Problem } from "../../rules/validate";
import {
  type Message,
  message,
  nothingWritten,
  overwriteOnce,
  refusedByPolicy,
  resourceText,
  stateDelete,
  ways,
} from "../shared/message";

/** A message as data: its name and its facts. */
export type Say = {
  [Name in keyof typeof texts]: readonly [Name, Parameters<(typeof texts)[Name]>[0]];
}[keyof typeof texts];

/** The tag, and the paths of the fields in question. */
interface Fields {
  id: string;
  paths: readonly string[];
}

/** What others entered and what prevents a write. `isPartial`: the operation has written before. */
interface Blocked extends Fields {
  isPartial: boolean;
}

/** Fields that others changed. `urn` is the resource's. */
interface Drifted extends Fields {
  urn?: string | undefined;
}

/** The tag, and the values whose metadata others entered. `isLost`: a write would overwrite it. */
interface Values {
  id: string;
  values: readonly string[];
  isLost: boolean;
}

/** The messages by name. */
export const texts = {
  // Refusals.
  wholeExists: ({ id, values, isLost }: Values) =>
    message(
      "CA3001",
      `${subject(id)} already exists. Others entered it for ${printableList(values.map(quoted))}.`,
      nothingWritten,
      ...ways(
        `To keep it beside yours, set ${argument("mergeValuesAndMetadata", "true")}.`,
        isLost
          ? `To replace all metadata of this tag, and remove what you don't declare, set ${argument("adopt", "true")}. The service keeps no history of it.`
          : `To manage it with this resource, which then deletes what is no longer declared, set ${argument("adopt", "true")}.`,
        renamed,
      ),
    ),
  fieldsExist: ({ id, paths }: Fields) =>
    message(
      "CA3002",
      `${subject(id)} already exists. Others entered something else than is declared: ${printableList(paths)}.`,
      nothingWritten,
      ...ways(
        `To overwrite these fields, set ${argument("adopt", "true")}. The service keeps no history of them.`,
        `To leave them alone, remove them from the ${words.program}.`,
        renamed,
      ),
    ),
  driftNotOverwritten: ({ id, paths, urn }: Drifted) =>
    message("CA3003", changed(id, paths), refusedByPolicy, ...ways(...seeDrift, overwriteOnce(urn))),
  tagMissing: ({ id }: { id: string }) =>
    message(
      "CA3004",
      `${subject(id)} can't be written: the account has no Virtual Tag with this ID.`,
      nothingWritten,
      ...ways(
        "If `virtualTagId` is wrong, correct it.",
        `If the tag was deleted in the application, run ${engine("refreshAndUp")}: it takes this resource out of the state, and creates a tag that ` +
          `the ${words.program} declares again.`,
      ),
    ),
  unknownFields: ({ id, paths, isPartial }: Blocked) =>
    message(
      "CA3005",
      `${subject(id)} has a form that this version of the provider does not know: ${printableList(paths)}.`,
      isPartial ? partlyWritten : "Nothing was written, because a write could change it.",
      "Install a newer version of pulumi-cost-allocation, or correct the metadata in the application.",
    ),
  notAccepted: ({ id, paths, isPartial, reason, urn }: Blocked & { reason: string; urn: string }) =>
    message(
      "CA3006",
      `${subject(id)} contains something that others entered and the API refuses: ${printableList(paths)}.`,
      isPartial ? partlyWritten : nothingWritten,
      `The write must contain it, so the service refuses the write: ${reason}`,
      ...ways(
        `Rename or remove it in the application, and run ${engine("up")} again.`,
        `To remove fields of this resource only, remove them in the application. ${engine("up")} then writes nothing.`,
        `To leave everything in the service, remove the resource from the state: ${stateDelete(urn)}.`,
      ),
    ),

  // Warnings.
  driftOverwritten: ({ id, paths }: Fields) =>
    message(
      "CA3101",
      `${changed(id, paths)} The declared metadata overwrites the change. The service keeps no history of metadata.`,
    ),
  driftFound: ({ id, paths, isRefused, urn }: Drifted & { isRefused: boolean }) =>
    message(
      "CA3102",
      changed(id, paths),
      isRefused
        ? `${engine("up")} stops before it overwrites the change, because \`costallocation:driftPolicy\` is \`refuse\`.`
        : `${engine("up")} will overwrite the change with the declared metadata. The service keeps no history of metadata.`,
      ...ways(...seeDrift, ...(isRefused ? [overwriteOnce(urn)] : [])),
    ),
  leftToOthers: ({ id, paths, isPartial }: Fields & { isPartial: boolean }) =>
    message(
      "CA3103",
      `${changed(id, paths)} The change is left alone, because this resource no longer declares these fields.` +
        (isPartial ? " Only what it declared is removed." : ""),
    ),
  writtenAtTheSameTime: ({ id }: { id: string }) =>
    message(
      "CA3104",
      `${subject(id)} was changed outside ${words.engine} while this resource wrote it.`,
      "The declared metadata was written again, and part of the other change may be lost. Check it in the application.",
    ),
  differsAfterwards: ({ id }: { id: string }) =>
    message(
      "CA3105",
      `${subject(id)} differs from what was written: the service, or somebody else, changed it.`,
      `Run ${engine("refresh")} to see the difference.`,
    ),
  leftUnwritten: ({ id, paths }: Fields) =>
    message(
      "CA3106",
      `${subject(id)} was not deleted, because the state does not show that this resource wrote it: ${printableList(paths)}.`,
      "It may belong to others. If nobody needs it, remove it in the application.",
    ),
  leftBlocked: ({ id, paths, left }: Fields & { left: readonly string[] }) =>
    message(
      "CA3107",
      `${subject(id)} was not deleted: ${printableList(left)}.`,
      `To delete it, the provider would have to write back what others entered, which the service may refuse: ${printableList(paths)}.`,
      "If nobody needs the fields that are left, remove them in the application.",
    ),

  // Information.
  wholeTakenOver: ({ id, values, isLost }: Values) =>
    message(
      "CA3201",
      `${subject(id)} is taken over. What others entered for ${printableList(values.map(quoted))} ` +
        (isLost ? "is overwritten." : "now belongs to this resource."),
    ),
  fieldsTakenOver: ({ id, paths }: Fields) =>
    message(
      "CA3202",
      `${subject(id)} is taken over, and these fields of others are overwritten: ${printableList(paths)}.`,
    ),
  leftToDeclarer: ({ id, declarer }: { id: string; declarer: string }) =>
    message("CA3203", `${subject(id)} was not deleted: ${resourceText(declarer)} declares it in this run.`),
  nothingToDelete: ({ id }: { id: string }) =>
    message("CA3204", `Virtual Tag ${printable(id)} was not found, so it has no metadata to delete.`),
  foundAsDeclared: ({ id, paths }: Fields) =>
    message(
      "CA3205",
      `${subject(id)} already has what is declared: ${printableList(paths)}.`,
      "That needs no write. Until this resource writes it, a destroy leaves it alone.",
    ),
} satisfies Record<string, (facts: never) => Message>;

/** Makes a message. */
export function textOf([name, facts]: Say): Message {
  return texts[name](facts as never);
}

/** Two resources of one program declare metadata of one tag, and one of them owns the whole map. */
export function sameTag(other: string): Problem {
  return {
    path: "virtualTagId",
    message:
      `is also declared by ${resourceText(other)}, and one of the two owns the whole map. Set ` +
      `mergeValuesAndMetadata: true in both, and declare different values in each`,
    code: "CA3301",
  };
}

/** Two resources of one program declare the same value. */
export function declaredTwice(one: string, other: string, value: string): Problem {
  return {
    path: `metadata[${quoted(value)}]`,
    message: `is declared by both ${resourceText(one)} and ${resourceText(other)}. Declare each value in one of them`,
    code: "CA3302",
  };
}

/** A value or a key is named `__proto__`. */
export function namedProto(path: string): Problem {
  return { path, message: `can't be stored: ${words.engine} loses a property of this name`, code: "CA3303" };
}

const partlyWritten = "Only a part was written: the fields that the service can merge.";

const renamed = `If you renamed this resource, give it its old name with the ${words.aliases} option.`;

const seeDrift = [
  `To keep the change, put it into your ${words.program}: ${engine("previewRefreshed")} shows it. ${engine("up")} then writes nothing.`,
  `To undo it, enter in the application what your ${words.program} declares.`,
];

function subject(id: string): string {
  return `Metadata of Virtual Tag ${printable(id)}`;
}

function changed(id: string, paths: readonly string[]): string {
  return `${subject(id)} was changed outside ${words.engine}: ${printableList(paths)}.`;
}
