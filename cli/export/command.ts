/** `cost-allocation export`: writes a Pulumi program that declares what the account has. */
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Forbidden, type MetadataMap, NotFound, type VirtualTag } from "../../client";
import { type Account, baseUrlOption, onAccount, settingsHelp } from "../account";
import { onTerminal } from "../onTerminal";
import { processTerminal, quoted, type Terminal } from "../terminal";
import { type Existing, nothing, planFiles, readFolder, writeFiles } from "./folder";
import { UniqueNames } from "./names";
import { buildProject, nameTags, tagFiles } from "./project";
import type { PackageVersions } from "./projectFiles";
import { showProgress } from "./progress";
import { exportedJson, exportedText, reportFile } from "./report";
import type { Remark } from "./remarks";
import { divide, selectTags } from "./select";

const help = `
Writes a complete Pulumi project: one file per Virtual Tag, their metadata and the notification endpoints. The first
"pulumi up" adopts everything and saves nothing. Only reads the account.

What a program can't declare is listed in the terminal and in EXPORT.md: predefined, reallocation and relational tags, for
example. Slack destinations are secrets: the program reads them from stack config, and the command prints how to set them.

Run it again to update the files of tags that have changed in the account. It leaves files alone that you have edited, and
shows what it would change there. Without --out, "--tag" prints the file of one tag on stdout.

${settingsHelp}

Exit code: 0 on success, 2 after an error, 3 with --strict if something is not declared.

Examples:
  npx cost-allocation export --out cost-allocation
  npx cost-allocation export --out cost-allocation --match 'Team*' --strict
  npx cost-allocation export --tag Team > tags/team.ts
  npx cost-allocation export --out cost-allocation --v1`;

interface ExportOptions {
  out?: string | undefined;
  tag?: string[] | undefined;
  match?: string | undefined;
  v1?: true | undefined;
  strict?: true | undefined;
  force?: true | undefined;
  json?: true | undefined;
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
    .option("--v1", "read the tags with V1, and write them in the words of V2")
    .option("--strict", "exit with 3 if something is not declared")
    .option("--force", "overwrite files that you have edited since the last export")
    .option("--json", "print the result as JSON")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(({ baseUrl, ...options }) =>
      onAccount(terminal, baseUrl, (account) =>
        options.out === undefined
          ? printTag(account, terminal, options)
          : exportProject(account, terminal, { ...options, out: options.out }),
      ),
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
  all: readonly { id: string; name: string }[];
}

async function readTags({ client }: Account, options: ExportOptions, existing: Existing): Promise<Read> {
  const [all, catalog] =
    options.v1 === true
      ? await Promise.all([client.virtualTagsV1.list(), client.queryLanguage.keys()])
      : [await client.virtualTags.list()];
  const selected = selectTags(all, { tags: options.tag, match: options.match });
  const chosen = divide(selected, all, catalog);
  const earlier = all.filter((tag) => existing.tagNames.has(tag.id) && !selected.includes(tag));
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
  const existing = readFolder(out);
  const [{ all, chosen, others, remarks, selected }, endpoints] = await Promise.all([
    readTags(account, options, existing),
    account.client.notificationEndpoints.list(),
  ]);
  const tags = [...chosen, ...others];
  const metadata = await readMetadata(account, terminal, tags);
  const project = await buildProject(
    { tags, selected: idsOf(chosen), allIds: idsOf(all), endpoints, metadata },
    existing,
    {
      folderName: basename(resolve(out)),
      versions: packageVersions(),
      metadataNesting: account.settings.metadataNesting,
      isPart: options.tag !== undefined || options.match !== undefined,
    },
  );
  const allRemarks = [...remarks, ...project.remarks];
  const report = await reportFile(allRemarks, project.endpoints, project.leftOver);
  const files = planFiles(out, [...project.files, report], options.force === true);
  writeFiles(out, files);
  const chosenIds = idsOf(chosen);
  const declared = project.tags.filter(({ tag }) => chosenIds.has(tag.id));
  const exported = { folder: out, project, selected, declared, remarks: allRemarks, files };
  terminal.print(options.json === true ? exportedJson(exported) : exportedText(exported, terminal));
  return options.strict === true && allRemarks.some(({ kind }) => kind === "skipped") ? 3 : 0;
}

const idsOf = (tags: readonly { id: string }[]): Set<string> => new Set(tags.map(({ id }) => id));

/** Reads the metadata of each tag. A few at a time, so that the first answers say how fast the others may follow. */
async function readMetadata(
  { client, settings }: Account,
  terminal: Terminal,
  tags: readonly VirtualTag[],
): Promise<Map<string, MetadataMap | { problem: string }>> {
  const progress = showProgress(terminal, "Reading metadata", tags.length);
  const found = new Map<string, MetadataMap | { problem: string }>();
  const left = [...tags].reverse();
  const readNext = async (): Promise<void> => {
    for (let tag = left.pop(); tag !== undefined; tag = left.pop()) {
      const metadata = await client.virtualTagMetadata.get(tag.id).catch((error: unknown) => {
        if (error instanceof NotFound) return { problem: "the tag was deleted during the export" };
        if (error instanceof Forbidden) return { problem: "these credentials can't read it" };
        throw error;
      });
      found.set(tag.id, metadata);
      progress.step();
    }
  };
  try {
    await Promise.all(Array.from({ length: settings.maxConcurrency }, readNext));
    return found;
  } finally {
    progress.end();
  }
}

/** Prints the file of one tag, as an export of the whole account would write it. */
async function printTag(account: Account, terminal: Terminal, options: ExportOptions): Promise<number> {
  const [wanted, ...more] = options.tag ?? [];
  if (wanted === undefined || more.length > 0 || options.match !== undefined || options.json === true) {
    throw new Error("Add --out FOLDER to write a project, or one --tag to print the file of that tag.");
  }
  const { all, chosen, remarks } = await readTags(account, { ...options, tag: undefined }, nothing);
  const [found, ...same] = selectTags(all, { tags: [wanted] });
  if (same.length > 0)
    throw new Error(`The account has ${same.length + 1} Virtual Tags named ${quoted(wanted)}. Use an ID.`);
  const tag = chosen.find(({ id }) => id === found?.id);
  if (tag === undefined) {
    const reason = remarks.find(({ kind, subject }) => kind === "skipped" && subject.id === found?.id)?.reason ?? "";
    throw new Error(`Virtual Tag ${quoted(wanted)} can't be declared: ${reason}.`);
  }
  const tags = nameTags(chosen, nothing, new UniqueNames());
  const [file] = await tagFiles(tags, (one) => one.tag === tag);
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
