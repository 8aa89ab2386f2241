/** `cost-allocation export`: writes a Pulumi program that declares what the account has. */
import { createRequire } from "node:module";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { VirtualTag } from "../../client";
import type { Listed } from "../../client/wire";
import type { Account } from "../console/account";
import { writeWhole } from "../console/atomicFile";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "./options/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, quoted, type Terminal } from "../console/terminal";
import { plainText } from "../document/document";
import { markdownText } from "../document/markdown";
import { terminalText } from "../document/terminal";
import { declareEndpoints } from "../program/endpointsFile";
import { planFiles, writeFiles } from "../program/folder";
import { type GeneratedFile, markdownFile } from "../program/generated";
import { emptyFolder, type PreviousExport, readFolder } from "../program/previous";
import { buildProject, freeNames, nameTags, type Project, tagFiles } from "../program/project";
import type { PackageVersions } from "../program/projectFiles";
import { exportDocument, exportedJson, exportFileDocument, remarkPhrases } from "../words/export";
import type { Remark } from "../program/remarks";
import { divide, selectTags } from "../program/select";
import { severalText } from "../sources/account/findTag";
import { readMetadata } from "../sources/account/metadata";
import { readSnapshot, snapshotText } from "../sources/account/snapshot";
import { snapshotDocument, snapshotJson, type WrittenSnapshot } from "../words/snapshot";

const help = `
Writes a complete Pulumi project: one file per Virtual Tag, their metadata and the notification endpoints. The first
"pulumi up" adopts everything and saves nothing, except that it saves each tag of another stack once, to take it over. Only
reads the account.

What a program can't declare is listed in the terminal and in EXPORT.md: predefined, reallocation and relational tags, for
example. Slack destinations are secrets: the program reads them from stack config, and the command prints how to set them.

Run it again to update the files of tags that have changed in the account: it brings a change that someone made in the
application back into the code. It leaves files alone that you have edited, and shows what it would change there. Without
--out, --tag prints the file of one tag on stdout.

--snapshot writes a copy of the account, with which "emulator --copy" starts: the same IDs, live contents, ownership
marks, metadata, endpoints and keys. A dry run of the program against it needs no credentials. The copy has made-up
addresses in place of Slack destinations, and the command prints how to set them.

${settingsHelp}

Exit code: 0 on success, 2 after an error, 3 with --strict if something is not declared.

Examples:
  npx cost-allocation export --out cost-allocation
  npx cost-allocation export --out cost-allocation --match 'Team*' --strict
  npx cost-allocation export --out cost-allocation --tag Team
  npx cost-allocation export --tag Team
  npx cost-allocation export --out cost-allocation --v1
  npx cost-allocation export --out cost-allocation --snapshot cost-allocation/account.json`;

interface ExportOptions {
  out?: string | undefined;
  tag?: string[] | undefined;
  match?: string | undefined;
  v1?: true | undefined;
  strict?: true | undefined;
  force?: true | undefined;
  json?: true | undefined;
  snapshot?: string | undefined;
}

/**
 * The command.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function exportCommand(terminal: Terminal = processTerminal()): CommandUnknownOpts {
  return onTerminal(new Command("export"), terminal)
    .description("Write a Pulumi program that declares what the account has")
    .option("--out <folder>", "folder of the project. Created if it does not exist")
    .option("--tag <name|id...>", "only these tags")
    .option("--match <pattern>", "only tags whose names match: * is any text, ? one character")
    .option("--v1", "read the tags with V1, and convert them to V2")
    .option("--strict", "exit with 3 if something is not declared")
    .option("--force", "overwrite files that you have edited since the last export")
    .option("--snapshot <file>", "write a copy of the account, for a dry run")
    .option("--json", "print the result as JSON")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((options) =>
      onAccount(terminal, options, (account) => {
        if (options.out !== undefined) return exportProject(account, terminal, { ...options, out: options.out });
        return options.snapshot === undefined
          ? printTag(account, terminal, options)
          : copyAccount(account, terminal, { ...options, snapshot: options.snapshot });
      }),
    );
}

interface Read {
  /** The selected tags that a program can declare. */
  chosen: VirtualTag[];
  /** The other tags that an earlier export declared. */
  others: VirtualTag[];
  remarks: Remark[];
  selected: number;
  /** Every tag of the account. */
  all: readonly Listed<VirtualTag>[];
}

async function readTags({ client }: Account, options: ExportOptions, previous: PreviousExport): Promise<Read> {
  const [all, catalog] =
    options.v1 === true
      ? await Promise.all([client.virtualTagsV1.list(), client.queryLanguage.keys()])
      : [await client.virtualTags.list()];
  const selected = selectTags(all, { tags: options.tag, match: options.match });
  const chosen = divide(selected, all, catalog);
  const selectedTags = new Set(selected);
  const earlier = all.filter((tag) => previous.tags.has(tag.id) && !selectedTags.has(tag));
  return {
    chosen: chosen.tags,
    others: divide(earlier, all, catalog).tags,
    remarks: chosen.remarks,
    selected: selected.length,
    all,
  };
}

async function exportProject(
  account: Account,
  terminal: Terminal,
  options: ExportOptions & { out: string },
): Promise<number> {
  const { out } = options;
  const previous = await readFolder(out, options.force === true);
  const [{ all, chosen, others, remarks, selected }, endpoints] = await Promise.all([
    readTags(account, options, previous),
    account.client.notificationEndpoints.list(),
  ]);
  const isPart = options.tag !== undefined || options.match !== undefined;
  const selectedIds = idsOf([...chosen, ...remarks.map(({ subject }) => subject)]);
  const tags = [...chosen, ...others];
  const { snapshot: file } = options;
  const snapshot = file === undefined ? undefined : { file, ...(await readSnapshot(account, terminal, endpoints)) };
  const unread = tags.filter(({ id }) => snapshot?.metadata.has(id) !== true);
  const metadata = new Map([...(snapshot?.metadata ?? []), ...(await readMetadata(account, terminal, unread))]);
  const project = await buildProject(
    { tags, selected: idsOf(chosen), all: namesById(all), endpoints, metadata },
    previous,
    {
      folderName: basename(resolve(out)),
      versions: packageVersions(),
      metadataNesting: account.settings.metadataNesting,
      isPart,
    },
  );
  // An export of some tags says nothing about the others. An export of all tags lists them in its report.
  const isSelected = ({ subject: { type, id } }: Remark): boolean =>
    !isPart || type === "Notification endpoint" || selectedIds.has(id);
  const allRemarks = [...remarks, ...project.remarks.filter(isSelected)];
  const report = isPart ? [] : [exportFile(allRemarks, project)];
  const files = await planFiles(out, [...project.files, ...report], options.force === true);
  const written = snapshot && writeSnapshot({ ...snapshot, endpoints: project.endpoints });
  writeFiles(out, files);
  const chosenTags = new Set(chosen);
  const declared = project.tags.filter(({ tag }) => chosenTags.has(tag));
  const exported = { folder: out, project, selected, declared, remarks: allRemarks, files };
  const documents = [exportDocument(exported), ...(written ? [snapshotDocument(written)] : [])];
  terminal.print(
    options.json === true
      ? JSON.stringify(exportedJson(exported, written && snapshotJson(written)), null, 2)
      : documents.map((document) => terminalText(document, terminal.colors)).join("\n\n"),
  );
  return options.strict === true && allRemarks.some(({ kind }) => kind === "skipped") ? 3 : 0;
}

function exportFile(remarks: readonly Remark[], { endpoints, leftOver }: Project): GeneratedFile {
  return markdownFile("EXPORT.md", "report", markdownText(exportFileDocument(remarks, endpoints, leftOver), "file"));
}

const namesById = (tags: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(tags.map(({ id, name }) => [id, name]));

const idsOf = (tags: readonly { id: string }[]): Set<string> => new Set(tags.map(({ id }) => id));

/** Writes a copy of the account, and no program. Its endpoints are named as a first export names them. */
async function copyAccount(
  account: Account,
  terminal: Terminal,
  { snapshot: file, tag, match, v1, strict, force, json }: ExportOptions & { snapshot: string },
): Promise<number> {
  if ([tag, match, v1, strict, force].some((option) => option !== undefined))
    throw new Error(
      "--snapshot copies the whole account. Add --out FOLDER for the other options, which are about the program.",
    );
  const endpoints = await account.client.notificationEndpoints.list();
  const { chosen } = await readTags(account, {}, emptyFolder);
  const snapshot = await readSnapshot(account, terminal, endpoints);
  const names = freeNames(emptyFolder);
  nameTags(chosen, emptyFolder, names);
  const declared = declareEndpoints(endpoints, names, new Map());
  const written = writeSnapshot({ ...snapshot, file, endpoints: declared.endpoints });
  terminal.print(
    json === true
      ? JSON.stringify({ snapshot: snapshotJson(written) }, null, 2)
      : terminalText(snapshotDocument(written), terminal.colors),
  );
  return 0;
}

/** A copy has the email addresses of people. */
const snapshotMode = 0o600;

function writeSnapshot(snapshot: WrittenSnapshot): WrittenSnapshot {
  const { file, copy } = snapshot;
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) chmodSync(file, snapshotMode);
  writeWhole(file, snapshotText(copy), snapshotMode);
  return snapshot;
}

/** Prints the file of one tag, as an export of the whole account into an empty folder would write it. */
async function printTag(account: Account, terminal: Terminal, options: ExportOptions): Promise<number> {
  const [wanted, ...more] = options.tag ?? [];
  const { match, json, strict, force } = options;
  if (wanted === undefined || more.length > 0 || [match, json, strict, force].some((option) => option !== undefined)) {
    throw new Error("Add --out FOLDER to write a project, or only one --tag to print the file of that tag.");
  }
  const { all, chosen, remarks } = await readTags(account, { ...options, tag: undefined }, emptyFolder);
  const [found, ...same] = selectTags(all, { tags: [wanted] });
  if (found !== undefined && same.length > 0) throw new Error(severalText(wanted, [found, ...same]));
  const tag = chosen.find(({ id }) => id === found?.id);
  if (tag === undefined) {
    const reason = remarks.find(({ kind, subject }) => kind === "skipped" && subject.id === found?.id)?.reason ?? "";
    throw new Error(`Virtual Tag ${quoted(wanted)} can't be declared: ${reason}.`);
  }
  const tags = nameTags(chosen, emptyFolder, freeNames(emptyFolder));
  const [file] = await tagFiles(tags, emptyFolder, (one) => one === tag);
  const ofTag = remarks.filter(({ subject }) => subject.id === tag.id);
  for (const phrase of (["unclear", "converted"] as const).flatMap((kind) => remarkPhrases(ofTag, kind))) {
    terminal.note(plainText(phrase));
  }
  terminal.print((file?.text ?? "").trimEnd());
  return 0;
}

/** The package.json, found by name: its path relative to this file is different in the build. */
function packageVersions(): PackageVersions {
  const manifest = createRequire(__filename)("pulumi-cost-allocation/package.json") as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  return { own: manifest.version, pulumi: manifest.peerDependencies["@pulumi/pulumi"] ?? "" };
}
