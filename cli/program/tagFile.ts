/** The file of one tag. */
import type { VirtualTag } from "../../client";
import { declarationText, packageImport } from "./programText";
import { quoted } from "../console/terminal";
import { type GeneratedFile, typescriptFile } from "./generated";
import { identifierOf } from "./names";
import { referencedTags } from "./order";

/** A tag in the program. */
export interface ProgramTag {
  tag: VirtualTag;
  /** The name of its file, without the extension. */
  file: string;
  resourceName: string;
  /** The exported constant that holds it; undefined if its file is left alone and exports none. */
  identifier: string | undefined;
  /** The argument `adopt`: the ID or true; undefined if someone removed it. */
  adopt: string | true | undefined;
}

/** The folder of the tags' files. */
export const tagFolder = "tags";

/** The path of a tag's file in the project. */
export const tagPath = (file: string): string => `${tagFolder}/${file}.ts`;

/**
 * The file that declares a tag.
 *
 * @param imported the tags that the file can import, because they don't import this one
 * @param others every tag of the program, by ID: those that the tag refers to, but can't import, get a comment
 */
export function tagFile(
  { tag, file, resourceName, identifier = identifierOf(resourceName, "tag"), adopt }: ProgramTag,
  imported: readonly ProgramTag[],
  others: ReadonlyMap<string, ProgramTag>,
): Promise<GeneratedFile> {
  const importable = imported.filter(isImportable);
  const constants = new Map(importable.map((other) => [other.tag.id, other.identifier]));
  const inCycle = referencedTags(tag)
    .filter((id) => !imported.some(({ tag: other }) => other.id === id) && others.has(id))
    .map((id) => cycleComment(id, tag.id, others.get(id)?.tag.name ?? ""));
  const imports = importable.map((other) => `import { ${other.identifier} } from ${quoted(`./${other.file}`)};`);
  const declaration = declarationText({ resourceName, name: tag.name, content: tag, adopt }, constants);
  const code = [packageImport, ...imports.sort(), "", ...inCycle, `export const ${identifier} = ${declaration};`].join(
    "\n",
  );
  return typescriptFile(tagPath(file), { tag: tag.id, name: resourceName }, code);
}

/** Whether other files can import the tag. */
export function isImportable(tag: ProgramTag): tag is ProgramTag & { identifier: string } {
  return tag.identifier !== undefined;
}

function cycleComment(id: string, ownId: string, name: string): string {
  if (id === ownId) return "// This tag refers to itself, so the reference is its ID.";
  return `// Virtual Tag ${quoted(name)} also refers to this one. A program can't declare a cycle, so its ID is used: ${quoted(id)}.`;
}
