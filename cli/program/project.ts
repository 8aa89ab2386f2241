/** Builds the files of the program from what was read of the account. Pure, apart from the formatting. */
import type { MetadataMap, NotificationEndpoint, VirtualTag } from "../../client";
import type { Settings } from "../../client/settings";
import { declareEndpoints, endpointsFile, type ProgramEndpoint } from "./endpointsFile";
import type { GeneratedFile } from "./generated";
import { declareMetadata, metadataFile, metadataPath, type ProgramMetadata } from "./metadataFile";
import { identifierOf, UniqueNames } from "./names";
import { acyclicReferences, referencedTags } from "./order";
import type { PreviousExport } from "./previous";
import { entryFile, type PackageVersions, projectFiles } from "./projectFiles";
import { type Remark, skipped } from "./remarks";
import { type ProgramTag, tagFile, tagPath } from "./tagFile";

/** What was read of the account. */
export interface AccountContent {
  /** The tags that the program declares: the selected ones, and those of earlier exports. */
  tags: readonly VirtualTag[];
  /** The IDs of the selected tags: only their files are written. */
  selected: ReadonlySet<string>;
  /** The names of all tags in the account, by ID. */
  all: ReadonlyMap<string, string>;
  /** All endpoints. */
  endpoints: readonly NotificationEndpoint[];
  /** The metadata of each declared tag by its ID, or why it could not be read. */
  metadata: ReadonlyMap<string, MetadataMap | { problem: string }>;
}

/** How the program is written. */
export interface ProjectOptions {
  folderName: string;
  versions: PackageVersions;
  metadataNesting: Settings["metadataNesting"];
  /** Whether only a part of the account is selected: then only the endpoints that metadata refers to are declared. */
  isPart: boolean;
}

/** The program. */
export interface Project {
  files: GeneratedFile[];
  tags: ProgramTag[];
  endpoints: ProgramEndpoint[];
  remarks: Remark[];
  /** The files of earlier exports whose tags were deleted in the account, and the files that still import them. */
  leftOver: { path: string; importedBy: string[] }[];
}

/** Names that are not taken in the folder. */
export function freeNames({ tags, otherFiles, endpoints }: PreviousExport): UniqueNames {
  const names = new UniqueNames();
  for (const { file, resourceName, identifier } of tags.values()) {
    names.reserve({ resourceName: file });
    names.reserve({ ...(resourceName && { resourceName }), ...(identifier && { identifier }) });
  }
  for (const kept of endpoints.values()) names.reserve(kept);
  for (const resourceName of otherFiles) names.reserve({ resourceName });
  return names;
}

/**
 * The tags with their names in the program: those of earlier exports first, which keep their names, then by ID. So the order does not
 * depend on what is selected.
 */
export function nameTags(tags: readonly VirtualTag[], previous: PreviousExport, names: UniqueNames): ProgramTag[] {
  const isNew = ({ id }: VirtualTag): number => (previous.tags.has(id) ? 0 : 1);
  const ordered = [...tags].sort((a, b) => isNew(a) - isNew(b) || (a.id < b.id ? -1 : 1));
  return ordered.map((tag) => {
    const kept = previous.tags.get(tag.id);
    if (kept === undefined) {
      const { resourceName, identifier } = names.namesOf(tag.name, "tag");
      return { tag, file: resourceName, resourceName, identifier, adopt: tag.id };
    }
    const { file, resourceName = file, isLocked, identifier, adopt } = kept;
    return {
      tag,
      file,
      resourceName,
      adopt,
      identifier: isLocked ? identifier : (identifier ?? identifierOf(resourceName, "tag")),
    };
  });
}

/** The files of the tags that are selected. */
export async function tagFiles(
  tags: readonly ProgramTag[],
  previous: PreviousExport,
  isSelected: (tag: VirtualTag) => boolean,
): Promise<GeneratedFile[]> {
  const byId = new Map(tags.map((tag) => [tag.tag.id, tag]));
  const byFile = new Map(tags.map(({ file, tag }) => [file, tag.id]));
  const nodes = tags.map(({ tag }) => {
    const present = previous.tags.get(tag.id);
    const isLeftAlone = present !== undefined && (present.isLocked || !isSelected(tag));
    const imports = isLeftAlone ? present.imports.flatMap((file) => byFile.get(file) ?? []) : undefined;
    return { id: tag.id, references: referencedTags(tag), imports };
  });
  const references = acyclicReferences(nodes);
  const written = tags.filter(({ tag }) => isSelected(tag));
  const files: GeneratedFile[] = [];
  // One after the other: all at once, the formatter keeps the syntax trees of all files in memory.
  for (const tag of written) {
    const imported = (references.get(tag.tag.id) ?? []).flatMap((id) => byId.get(id) ?? []);
    files.push(await tagFile(tag, imported, byId));
  }
  return files;
}

/** The whole project. */
export async function buildProject(
  account: AccountContent,
  previous: PreviousExport,
  options: ProjectOptions,
): Promise<Project> {
  const names = freeNames(previous);
  const tags = nameTags(account.tags, previous, names);
  const metadata = declareMetadata(
    tags.map((tag) => ({ tag, metadata: account.metadata.get(tag.tag.id) ?? {} })),
    options.metadataNesting,
  );
  const endpoints = declareEndpoints(
    wantedEndpoints(account, metadata.metadata, previous, options),
    names,
    previous.endpoints,
  );
  const vanishing = vanishingMetadata(account, metadata.metadata, previous);
  const shared = await Promise.all([
    vanishing.length > 0
      ? undefined
      : metadataFile(metadata.metadata, endpointConstants(endpoints.endpoints, previous), previous.hasMetadata),
    endpointsFile(endpoints.endpoints, previous.hasEndpoints),
  ]);
  const inAccount = [...previous.tags].filter(([id]) => account.all.has(id)).map(([, { file }]) => file);
  const files = [
    ...projectFiles(options.folderName, options.versions),
    ...(await tagFiles(tags, previous, ({ id }) => account.selected.has(id))),
    ...shared.filter((file) => file !== undefined),
    await entryFile({
      tagPaths: [...new Set([...inAccount, ...tags.map(({ file }) => file)])].map(tagPath),
      hasMetadata: metadata.metadata.length > 0 || previous.hasMetadata,
      hasEndpoints: endpoints.endpoints.length > 0 || previous.hasEndpoints,
    }),
  ];
  return {
    files,
    tags,
    endpoints: endpoints.endpoints,
    remarks: [...metadata.remarks, ...endpoints.remarks, ...vanishing],
    leftOver: leftOverFiles(account, previous, vanishing.length > 0),
  };
}

function wantedEndpoints(
  { endpoints }: AccountContent,
  metadata: readonly ProgramMetadata[],
  previous: PreviousExport,
  { isPart }: ProjectOptions,
): NotificationEndpoint[] {
  const used = new Set(
    metadata.flatMap((one) => Object.values(one.metadata).flatMap(({ endpoints: ids = [] }) => ids)),
  );
  return endpoints.filter(({ id }) => !isPart || used.has(id) || previous.endpoints.has(id));
}

/** The constants that `endpoints.ts` has when the export is done, by the ID of the endpoint. */
function endpointConstants(declared: readonly ProgramEndpoint[], previous: PreviousExport): Map<string, string> {
  return previous.endpointsAreLocked
    ? new Map([...previous.endpoints].map(([id, { identifier }]) => [id, identifier]))
    : new Map(declared.map(({ endpoint, identifier }) => [endpoint.id, identifier]));
}

/**
 * The metadata that `metadata.ts` declares now, and could not declare if it were written again. Without it, `pulumi up` would delete it
 * in the service.
 */
function vanishingMetadata(
  account: AccountContent,
  declared: readonly ProgramMetadata[],
  previous: PreviousExport,
): Remark[] {
  const still = new Set(declared.map(({ tag }) => tag.tag.id));
  const isEmpty = (id: string): boolean => {
    const read = account.metadata.get(id);
    return read !== undefined && Object.keys(read).length === 0;
  };
  const reason = `${metadataPath} declares it, but can't be written again with it, so the file was left alone`;
  return [...previous.metadataOf]
    .filter((id) => account.all.has(id) && !still.has(id) && !isEmpty(id))
    .map((id) => skipped({ type: "Metadata of Virtual Tag", id, name: account.all.get(id) ?? "" }, reason));
}

function leftOverFiles(
  { all, selected }: AccountContent,
  previous: PreviousExport,
  keepsMetadata: boolean,
): Project["leftOver"] {
  const stays = [...previous.tags].filter(([id, { isLocked }]) => all.has(id) && (isLocked || !selected.has(id)));
  return [...previous.tags].flatMap(([id, { file }]) => {
    if (all.has(id)) return [];
    const importedBy = stays
      .filter(([, other]) => other.imports.includes(file))
      .map(([, other]) => tagPath(other.file));
    if (keepsMetadata && previous.metadataOf.has(id)) importedBy.push(metadataPath);
    return [{ path: tagPath(file), importedBy }];
  });
}
