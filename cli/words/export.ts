/** What an export says: in the terminal, in EXPORT.md and as JSON. */
import { shellWord } from "../../client/recoveryCommand";
import { type Block, type Document, heading, type Line, type Phrase, say } from "../document/document";
import { endpointsPath } from "../program/endpointsFile";
import type { FileStatus, PlannedFile } from "../program/folder";
import type { Project } from "../program/project";
import { secretCommands } from "../program/projectFiles";
import type { Remark } from "../program/remarks";
import type { SnapshotJson } from "./snapshot";

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

/** The titles of remarks, and what they ask of the user. */
const titles = {
  skipped: "Not declared",
  converted: "Converted from V1",
  unclear: "Please check: V1 doesn't say which key it means",
} as const;

const kinds = ["skipped", "unclear", "converted"] as const;

/** `EXPORT.md`: what the program does not declare, and what to do next. */
export function exportFileDocument(
  remarks: readonly Remark[],
  endpoints: Project["endpoints"],
  leftOver: Project["leftOver"],
): Document {
  const list = (title: string, items: readonly Phrase[]): Block[] => [heading(2, [title]), { kind: "list", items }];
  const adopts = say`This project declares what the account had when it was exported. The first ${{ command: "pulumi up" }} adopts it and saves nothing, except that it saves each tag of another stack once, to take it over.`;
  const staged = say`Of a tag with a staged version, it declares what the list of tags shows, which may be that one. ${{ command: "cost-allocation review --live" }} shows what is live instead.`;
  const again =
    "The next export updates the files of tags that have changed in the account, and leaves edited files alone.";
  return {
    title: ["Export"],
    blocks: [
      { kind: "paragraph", text: adopts },
      { kind: "paragraph", text: staged },
      ...kinds.flatMap((kind) => list(titles[kind], remarkPhrases(remarks, kind))),
      ...list("Deleted in the account", leftOver.map(leftOverPhrase)),
      heading(2, ["Secrets to set"]),
      { kind: "commands", commands: secretCommands(endpoints) },
      { kind: "list", items: secretPhrases(endpoints) },
      ...secretSources(endpoints).map((text): Block => ({ kind: "paragraph", text })),
      heading(2, ["Export again"]),
      { kind: "paragraph", text: [again] },
    ],
  };
}

function leftOverPhrase({ path, importedBy }: Project["leftOver"][number]): Phrase {
  const others = importedBy.length === 0 ? [] : say`, and remove its import from ${{ plain: importedBy.join(", ") }}`;
  return say`${{ plain: path }}: delete the file${others}.`;
}

/** What to enter for each secret of the program. */
function secretPhrases(endpoints: Project["endpoints"]): Phrase[] {
  return endpoints.flatMap(({ endpoint: { id, name }, secret }) =>
    secret === undefined
      ? []
      : [say`${{ plain: secret }}: the webhook URL of the Slack endpoint ${name} (${{ plain: id }})`],
  );
}

/** Where the values of the secrets are, in sentences. The export has read them and shows none. */
function secretSources(endpoints: Project["endpoints"]): Phrase[] {
  if (endpoints.every(({ secret }) => secret === undefined)) return [];
  return [
    [
      "Slack shows a webhook URL in the settings of the app that posts, below Incoming Webhooks. The API of the service returns it, too, in GET /v1/endpoints.",
    ],
    say`With another URL, ${{ command: "pulumi up" }} creates no endpoint, but stops with CA4003.`,
  ];
}

/** What the terminal shows. */
export function exportDocument({ folder, project, selected, declared, remarks, files }: Exported): Document {
  const isWritten = (status: FileStatus): boolean => status === "created" || status === "updated";
  const count = (status: FileStatus): number => files.filter((file) => file.status === status).length;
  const counts = (["created", "updated", "unchanged"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  const left = files.filter(({ status }) => status === "edited" || status === "foreign");
  const section = (title: string, lines: readonly Line[]): Line[] =>
    lines.length === 0 ? [] : [[], [title], ...lines];
  const below = (phrases: readonly Phrase[]): Line[] => phrases.map((text) => ({ indent: 2, text }));
  const exported = `Exported ${declared.length} of ${selected} Virtual Tags to `;
  const { endpoints } = project;
  // Later exports say it again only if they change what the program asks for.
  const isDeclared = files.some(({ file, status }) => file.path === endpointsPath && isWritten(status));
  const lines = [
    say`${[exported]}${folder}. Files: ${[counts.join(", ")]}.`,
    ...kinds.flatMap((kind) => section(`${titles[kind]}:`, below(remarkPhrases(remarks, kind)))),
    ...section("Deleted in the account:", below(project.leftOver.map(leftOverPhrase))),
    ...section("Left alone:", left.flatMap(leftLines)),
    ...(isDeclared
      ? section("Secrets to set:", below([...secretPhrases(endpoints), ...secretSources(endpoints)]))
      : []),
  ];
  const isFirst = files.some(({ file, status }) => file.path === "Pulumi.yaml" && status === "created");
  const next: Block[] = [
    { kind: "lines", lines: [[], ["Next:"]] },
    { kind: "commands", commands: nextCommands(project, folder) },
  ];
  return { title: [], blocks: [{ kind: "lines", lines }, ...(isFirst ? next : [])] };
}

/** Remarks of one kind. */
export function remarkPhrases(remarks: readonly Remark[], kind: Remark["kind"]): Phrase[] {
  return remarks
    .filter((remark) => remark.kind === kind)
    .map(({ subject: { type, id, name }, reason }) => say`${[type]} ${name} (${{ plain: id }}): ${{ plain: reason }}`);
}

function leftLines({ file, status, diff }: PlannedFile): Line[] {
  const why =
    status === "edited"
      ? "you edited it. To overwrite it, use --force"
      : "no export has written it. To get the exported file, rename yours";
  const changes = (diff ?? "")
    .split("\n")
    .slice(4)
    .filter((line) => line !== "");
  return [
    { indent: 2, text: say`${{ plain: file.path }}: ${[why]}` },
    ...changes.map((plain) => ({ indent: 4, text: [{ plain }] })),
  ];
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

/** The result as JSON, with that of a copy of the account, if one was written. */
export function exportedJson({ folder, project, declared, remarks, files }: Exported, snapshot?: SnapshotJson): object {
  return {
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
    ...(snapshot && { snapshot }),
  };
}
