/** What an export says of itself: in the terminal, in EXPORT.md and as JSON. */
import { shellWord } from "../../client/recoveryCommand";
import { markdownText, markdownWords } from "../markdown";
import { printable, quoted, type Terminal } from "../terminal";
import { type GeneratedFile, markdownFile } from "./generated";
import type { FileStatus, PlannedFile } from "./folder";
import type { Project } from "./project";
import { secretCommands } from "./projectFiles";
import type { Remark, Subject } from "./remarks";

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

/** `EXPORT.md`: what the program does not declare, and what to do next. */
export function reportFile(
  remarks: readonly Remark[],
  endpoints: Project["endpoints"],
  leftOver: readonly string[],
): Promise<GeneratedFile> {
  const list = (kind: Remark["kind"]): string[] =>
    remarks
      .filter((remark) => remark.kind === kind)
      .map(({ subject, reason }) => {
        const { type, id, name } = subject;
        return `- ${type} ${markdownText(quoted(name))} (${markdownText(id)}): ${markdownWords(reason)}`;
      });
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""];
  const code = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["```sh", ...lines, "```"]);
  const text = [
    "# Export",
    "",
    "This project declares what the account had when it was exported. The first `pulumi up` adopts it and saves nothing.",
    "",
    ...section("Not declared", list("skipped")),
    ...section("In other words than in the account", list("changed")),
    ...section(
      "Not in the account anymore",
      leftOver.map((name) => `- \`tags/${name}.ts\`: delete the file.`),
    ),
    ...section("Secrets to set", code(secretCommands(endpoints))),
    ...section("Export again", [
      "The next export updates the files of tags that have changed in the account, and leaves files alone that you have edited.",
    ]),
  ];
  return markdownFile("EXPORT.md", "report", text.join("\n"));
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
  const skippedOnes = remarks.filter(({ kind }) => kind === "skipped");
  const lines = (title: string, list: readonly string[]): string[] => (list.length === 0 ? [] : ["", title, ...list]);
  return [
    `Exported ${declared.length} of ${selected} Virtual Tags to ${quoted(folder)}. Files: ${counts.join(", ")}.`,
    ...lines(
      `Not declared (see EXPORT.md):`,
      skippedOnes.map(({ subject, reason }) => `  ${titleOf(subject)}: ${printable(reason)}`),
    ),
    ...lines(
      "Not in the account anymore. Delete these files:",
      project.leftOver.map((name) => `  tags/${name}.ts`),
    ),
    ...lines("Left alone:", left.flatMap(leftLines)),
    ...lines(
      "Next, in this folder:",
      nextCommands(project, folder).map((line) => `  ${colors.bold(line)}`),
    ),
  ].join("\n");
}

function leftLines({ file, status, diff }: PlannedFile): string[] {
  const why =
    status === "edited"
      ? "you edited it. To overwrite it, use --force"
      : "no export has written it. To export this file, move yours";
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
    leftOver: project.leftOver.map((name) => `tags/${name}.ts`),
    secrets: secretCommands(project.endpoints),
  };
  return JSON.stringify(result, null, 2);
}
