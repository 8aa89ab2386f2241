/** Builds the files of the program from what was read of the account. Pure, apart from the formatting. */
import type { MetadataMap, NotificationEndpoint, VirtualTag } from "../../client";
import type { Settings } from "../../client/settings";
import { declareEndpoints, endpointsFile, type ProgramEndpoint } from "./endpointsFile";
import type { Existing } from "./folder";
import type { GeneratedFile } from "./generated";
import { declareMetadata, metadataFile } from "./metadataFile";
import { UniqueNames } from "./names";
import { acyclicReferences, referencedTags } from "./order";
import { entryFile, type PackageVersions, projectFiles } from "./projectFiles";
import type { Remark } from "./remarks";
import { type ProgramTag, tagFile } from "./tagFile";

/** What was read of the account. */
export interface AccountContent {
  /** The tags that the program declares, the selected ones first. */
  tags: readonly VirtualTag[];
  /** The IDs of the selected tags: only their files are written. */
  selected: ReadonlySet<string>;
  /** The IDs of all tags in the account. */
  allIds: ReadonlySet<string>;
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
  /** The resource names of earlier exports whose tags are not in the account anymore. */
  leftOver: string[];
}

/** The tags with their names in the program. Names that an earlier export gave stay. */
export function nameTags(tags: readonly VirtualTag[], existing: Existing, names: UniqueNames): ProgramTag[] {
  const isKept = (tag: VirtualTag): boolean => existing.tagNames.has(tag.id);
  const named = (tag: VirtualTag): ProgramTag => ({
    ...names.namesOf(tag.name, "tag", existing.tagNames.get(tag.id)),
    tag,
  });
  const kept = tags.filter(isKept).map(named);
  for (const name of existing.taken) names.reserve(name);
  return [...kept, ...tags.filter((tag) => !isKept(tag)).map(named)];
}

/** The files of the tags. */
export function tagFiles(
  tags: readonly ProgramTag[],
  isWritten: (tag: ProgramTag) => boolean,
): Promise<GeneratedFile[]> {
  const byId = new Map(tags.map((tag) => [tag.tag.id, tag]));
  const imports = acyclicReferences(new Map(tags.map(({ tag }) => [tag.id, referencedTags(tag)])));
  const written = tags.filter(isWritten).map((tag) => {
    const imported = (imports.get(tag.tag.id) ?? []).flatMap((id) => byId.get(id) ?? []);
    return tagFile(tag, imported, byId);
  });
  return Promise.all(written);
}

/** The whole project. */
export async function buildProject(
  account: AccountContent,
  existing: Existing,
  options: ProjectOptions,
): Promise<Project> {
  const names = new UniqueNames();
  const tags = nameTags(account.tags, existing, names);
  const { metadata, remarks: metadataRemarks } = declareMetadata(
    tags.map((tag) => ({ tag, metadata: account.metadata.get(tag.tag.id) ?? {} })),
    options.metadataNesting,
  );
  const used = new Set(
    metadata.flatMap((one) => Object.values(one.metadata).flatMap(({ endpoints = [] }) => endpoints)),
  );
  const wanted = account.endpoints.filter(
    ({ id }) => !options.isPart || used.has(id) || existing.endpointNames.has(id),
  );
  const { endpoints, remarks: endpointRemarks } = declareEndpoints(wanted, names, existing.endpointNames);
  // Without the metadata of one tag, the file would make `pulumi up` delete it. So a file that exists stays as it is.
  const keepsMetadata = existing.hasMetadata && metadataRemarks.length > 0;
  const leftOver = [...existing.tagNames].flatMap(([id, name]) => (account.allIds.has(id) ? [] : [name]));
  const inProgram = new Set([...existing.tagNames.values(), ...tags.map(({ resourceName }) => resourceName)]);
  for (const name of leftOver) inProgram.delete(name);
  const shared = await Promise.all([
    keepsMetadata ? undefined : metadataFile(metadata, endpoints, existing.hasMetadata),
    endpointsFile(endpoints, existing.hasEndpoints),
  ]);
  const hasMetadata = metadata.length > 0 || existing.hasMetadata;
  const hasEndpoints = endpoints.length > 0 || existing.hasEndpoints;
  const files = [
    ...projectFiles(options.folderName, options.versions),
    ...(await tagFiles(tags, ({ tag }) => account.selected.has(tag.id))),
    ...shared.filter((file) => file !== undefined),
    await entryFile({ tags: [...inProgram], hasMetadata, hasEndpoints }),
  ];
  return { files, tags, endpoints, remarks: [...metadataRemarks, ...endpointRemarks], leftOver };
}
