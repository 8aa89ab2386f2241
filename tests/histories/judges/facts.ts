/** What the judge reads from the service's state, in its own words: it shares none with the provider. */
import type { MetadataMap } from "../../../client";
import type { StoredTag, StoredVersion } from "../../../emulator/store/state";

/** A tag as it stood at one moment. */
export interface TagFacts {
  id: string;
  /** By the version that a read shows. */
  name: string;
  /** What the live version says; undefined when none is live. */
  live: VersionFacts | undefined;
  /** What a read of the tag shows: by the service's own choice the live version, or the newest. */
  shown: VersionFacts | undefined;
  /** Oldest first. */
  versions: VersionFacts[];
  /** The last mark in the history. */
  owner: Mark | undefined;
  metadata: MetadataMap;
}

/** A version. */
export interface VersionFacts {
  id: string;
  by: string;
  /** Unix milliseconds. */
  createdAt: number;
  name: string;
  /** A text that is the same for all that mean the same. */
  meaning: string;
  /** The same for V1, which need not know a condition's type; and where casing counts for nothing besides. */
  untyped: string;
  loose: string;
  mark: Mark | undefined;
  isLive: boolean;
}

/** Who saved a version: `(pulumi bill/<stack>#<resource>)`. */
export interface Mark {
  stack: string;
  resource: string;
}

/** The mark of a change description: at its end, or in front of a long one. */
export function markIn(description = ""): Mark | undefined {
  const mark = String.raw`\(pulumi bill\/(?<stack>\w+)#(?<resource>[\w+]+)\)`;
  const found = new RegExp(`${mark}$`).exec(description) ?? new RegExp(`^${mark}:`).exec(description);
  const { stack, resource } = found?.groups ?? {};
  return stack === undefined || resource === undefined ? undefined : { stack, resource };
}

/** A content, as a program, a state, or a version has it. */
export interface Content {
  defaultValue?: unknown;
  rules?: { to?: unknown; filters?: unknown }[];
}

/** Every content of the histories is told apart by these texts, whatever its spelling. */
const texts = {
  meaning: /"(?:AND|OR|team-\d+|shared|web|oneOf|is|AWS|aws|tag)"/g,
  untyped: /"(?:AND|OR|team-\d+|shared|web|oneOf|is|AWS|aws)"/g,
  loose: /"(?:AND|OR|team-\d+|shared|web|oneOf|is)"/g,
};

/** A text that is the same for all contents that mean the same: exactly, or as V1 takes them. */
export function meaningOf(content: Content, how: keyof typeof texts = "meaning"): string {
  const rules = (content.rules ?? []).map(({ to, filters }) => {
    const found = [...JSON.stringify(filters).matchAll(texts[how])];
    return `${String(to)}: ${found
      .map(([text]) => text)
      .sort()
      .join()}`;
  });
  return `${JSON.stringify(content.defaultValue)} ${rules.join("; ")}`;
}

type ContentFacts = Pick<VersionFacts, "name" | "meaning" | "untyped" | "loose">;

/** By the content as it is stored. The judge reads each version after each write. */
const known = new Map<string, ContentFacts>();

function contentFacts(content: string): ContentFacts {
  const before = known.get(content);
  if (before !== undefined) return before;
  const { name, ...rest } = JSON.parse(content) as { name: string } & Content;
  const facts = {
    // A program may write a name in either Unicode form.
    name: name.normalize("NFC"),
    meaning: meaningOf(rest),
    untyped: meaningOf(rest, "untyped"),
    loose: meaningOf(rest, "loose"),
  };
  known.set(content, facts);
  return facts;
}

function versionFacts({ id, createdAt, createdBy, content, changeDescription, isLive }: StoredVersion): VersionFacts {
  return { id, by: createdBy, createdAt, ...contentFacts(content), mark: markIn(changeDescription), isLive };
}

/** How long the service keeps a version that is not live, milliseconds. */
const keptFor = 365 * 24 * 3_600_000;

/** The facts of a tag at a moment, where a read shows the live version or, by the service's own choice, the latest. */
export function factsOf(
  { id, versions: stored, metadata }: StoredTag,
  { now, shows }: { now: number; shows: "live" | "latest" },
): TagFacts {
  const versions = stored.filter(({ createdAt, isLive }) => isLive || createdAt >= now - keptFor).map(versionFacts);
  // A tag whose versions have all expired is still shown, with its last content.
  const newest = versions.at(-1) ?? stored.slice(-1).map(versionFacts)[0];
  const live = versions.find(({ isLive }) => isLive);
  const owner = versions.findLast(({ mark }) => mark !== undefined)?.mark;
  const shown = shows === "latest" ? newest : (live ?? newest);
  return { id, name: shown?.name ?? "", live, shown, versions, owner, metadata };
}

/** The smallest things that metadata holds, each with the field that it is in: one ID of a list, or one custom key. */
export function unitsOf(metadata: MetadataMap): Map<string, string> {
  const units = new Map<string, string>();
  for (const [value, entry] of Object.entries(metadata)) {
    const place = `metadata[${JSON.stringify(value)}]`;
    for (const list of ["groups", "endpoints"] as const) {
      for (const id of entry[list] ?? []) units.set(`${place}.${list}: ${id}`, `${place}.${list}`);
    }
    for (const [key, content] of Object.entries(entry.customMetadata ?? {})) {
      const field = `${place}.customMetadata[${JSON.stringify(key)}]`;
      units.set(`${field}: ${JSON.stringify(content)}`, field);
    }
  }
  return units;
}
