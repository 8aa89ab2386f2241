/** The results of an export: in the terminal, in EXPORT.md and as JSON. */
import { shellWord } from "../../client/recoveryCommand";
import { printable, quoted, type Terminal } from "../console/terminal";
import { type GeneratedFile, markdownFile } from "../program/generated";
import type { FileStatus, PlannedFile } from "../program/folder";
import type { Project } from "../program/project";
import { secretCommands } from "../program/projectFiles";
import type { Remark, Subject } from "../program/remarks";

/** An export that is done. */
export interface Exported {
  /** The folder, as the user gave it. */
  folder: string;
  project: Project;
  /** How many tags were selected. */
  selected: number;
  /** The selected tags in the program. */
  declared: Project["tags"];
  remarks: readonly Remark[];
  files: readonly PlannedFile[];
}

const titleOf = ({ type, id, name }: Subject): string => `${type} ${quoted(name)} (${printable(id)})`;

/** What would be a link, a mention or HTML in Markdown. Other punctuation stays readable in an editor. */
const active = /[<>&`\\[\]*_@#~|!$]|:(?=\/\/)|(?<=www)\./giu;

const readable = (text: string): string =>
  printable(text).replaceAll(active, (character) => `&#${character.charCodeAt(0)};`);

/** The titles of remarks, and what they ask of the user. */
const titles = {
  skipped: "Not declared",
  converted: "Converted from V1",
  unclear: "Please check: V1 doesn't say which key it means",
} as const;

const kinds = ["skipped", "unclear", "converted"] as const;

/** `EXPORT.md`: what the program does not declare, and what to do next. */
export function reportFile(
  remarks: readonly Remark[],
  endpoints: Project["endpoints"],
  leftOver: Project["leftOver"],
): Promise<GeneratedFile> {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""];
  const code = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["```sh", ...lines, "```"]);
  const list = (kind: Remark["kind"]): string[] =>
    remarks
      .filter((remark) => remark.kind === kind)
      .map(({ subject, reason }) => `- ${readable(titleOf(subject))}: ${readable(reason)}`);
  const text = [
    "# Export",
    "",
    "This project declares what the account had when it was exported. The first `pulumi up` adopts it and saves nothing, except that " +
      "it saves each tag of another stack once, to take it over.",
    "",
    ...kinds.flatMap((kind) => section(titles[kind], list(kind))),
    ...section(
      "Deleted in the account",
      leftOver.map((file) => `- ${readable(leftOverText(file))}`),
    ),
    ...section("Secrets to set", code(secretCommands(endpoints))),
    ...section("Export again", [
      "The next export updates the files of tags that have changed in the account, and leaves edited files alone.",
    ]),
  ];
  return markdownFile("EXPORT.md", "report", text.join("\n"));
}

function leftOverText({ path, importedBy }: Project["leftOver"][number]): string {
  const others = importedBy.length === 0 ? "" : `, and remove its import from ${importedBy.join(", ")}`;
  return `${path}: delete the file${others}.`;
}

/** What the terminal shows. */
export function exportedText(
  { folder, project, selected, declared, remarks, files }: Exported,
  { colors }: Terminal,
): string {
  const count = (status: FileStatus): number => files.filter((file) => file.status === status).length;
  const counts = (["created", "updated", "unchanged"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  const left = files.filter(({ status }) => status === "edited" || status === "foreign");
  const lines = (title: string, list: readonly string[]): string[] => (list.length === 0 ? [] : ["", title, ...list]);
  const isFirst = files.some(({ file, status }) => file.path === "Pulumi.yaml" && status === "created");
  return [
    `Exported ${declared.length} of ${selected} Virtual Tags to ${quoted(folder)}. Files: ${counts.join(", ")}.`,
    ...kinds.flatMap((kind) => lines(`${titles[kind]}:`, remarkLines(remarks, kind))),
    ...lines(
      "Deleted in the account:",
      project.leftOver.map((file) => `  ${leftOverText(file)}`),
    ),
    ...lines("Left alone:", left.flatMap(leftLines)),
    ...(isFirst
      ? lines(
          "Next:",
          nextCommands(project, folder).map((line) => `  ${colors.bold(line)}`),
        )
      : []),
  ].join("\n");
}

/** Remarks of one kind, in lines. */
export function remarkLines(remarks: readonly Remark[], kind: Remark["kind"]): string[] {
  return remarks
    .filter((remark) => remark.kind === kind)
    .map(({ subject, reason }) => `  ${titleOf(subject)}: ${printable(reason)}`);
}

function leftLines({ file, status, diff }: PlannedFile): string[] {
  const why =
    status === "edited"
      ? "you edited it. To overwrite it, use --force"
      : "no export has written it. To get the exported file, rename yours";
  const changes = (diff ?? "")
    .split("\n")
    .slice(4)
    .filter((line) => line !== "");
  return [`  ${file.path}: ${why}`, ...changes.map((line) => `    ${printable(line)}`)];
}

/** From the folder to an empty preview. */
function nextCommands({ endpoints }: Project, folder: string): string[] {
  return [
    ...(folder === "." ? [] : [`cd ${shellWord(folder)}`]),
    "npm install",
    "pulumi stack init prod",
    ...secretCommands(endpoints),
    "pulumi up",
  ];
}

/** The result as JSON. */
export function exportedJson({ folder, project, declared, remarks, files }: Exported): string {
  const result = {
    folder,
    tags: declared.map(({ tag, resourceName }) => ({ id: tag.id, name: tag.name, resourceName })),
    files: files.map(({ file, status, diff }) => ({
      path: file.path,
      status,
      ...(diff === undefined ? {} : { diff }),
    })),
    remarks,
    leftOver: project.leftOver,
    secrets: secretCommands(project.endpoints),
  };
  return JSON.stringify(result, null, 2);
}
