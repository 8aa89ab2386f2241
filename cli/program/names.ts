/** Names in the exported program: resources, files and constants, derived from what people called things in the application. */

/** What one resource of the program is called. */
export interface ProgramNames {
  /** The name of the resource, and of its file without the extension: lower case, digits and dashes. */
  resourceName: string;
  /** The constant that holds the resource. */
  identifier: string;
}

/** Windows has devices of these names, so no file can have them. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Words that a constant can't be called, and the names that the program uses itself. */
const reservedWords = new Set(
  `arguments as async await break case catch class config const constructor continue costallocation debugger default
  delete do else enum eval export exports extends false finally for from function get if implements import in instanceof interface
  let module new null of package private protected public pulumi require return set static super switch this throw true try
  typeof undefined using var void while with yield`.split(/\s+/),
);

/** Longer names make paths that some systems can't have. */
const longestName = 60;

/** How much of a name is read. Many marks on one letter take quadratic time. */
const longestRead = 1000;

/** A name as a file can have it on every platform; `fallback` if no letter or digit of it can be kept. */
export function fileNameOf(name: string, fallback: string): string {
  const plain = name
    .slice(0, longestRead)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestName)
    .replaceAll(/^-+|-+$/g, "");
  if (plain === "") return fallback;
  return deviceNames.test(plain) ? `${plain}-${fallback}` : plain;
}

/** The constant for a resource name. */
export function identifierOf(resourceName: string, fallback: string): string {
  const word = resourceName.replaceAll(/[^A-Za-z0-9]+(?<next>[A-Za-z0-9]?)/g, (_, next: string) => next.toUpperCase());
  if (word === "") return fallback;
  if (/^\d/.test(word)) return `${fallback}${word}`;
  return reservedWords.has(word) ? `${word}${fallback[0]?.toUpperCase() ?? ""}${fallback.slice(1)}` : word;
}

/** Gives names that are unique in a project. */
export class UniqueNames {
  readonly #resourceNames = new Set<string>();
  readonly #identifiers = new Set<string>();
  /** How often each name was wanted. Names in other scripts are all called the fallback. */
  readonly #counts = new Map<string, number>();

  /** Keeps names free that the project has already. Some file systems don't tell upper and lower case apart. */
  reserve({ resourceName, identifier }: Partial<ProgramNames>): void {
    if (resourceName !== undefined) this.#resourceNames.add(resourceName.toLowerCase());
    if (identifier !== undefined) this.#identifiers.add(identifier);
  }

  /**
   * The names of a new resource.
   *
   * @param name what people call it
   * @param fallback what it is, such as `tag`, for names without letters and digits
   */
  namesOf(name: string, fallback: string): ProgramNames {
    const wanted = fileNameOf(name, fallback);
    for (let count = this.#counts.get(wanted) ?? 1; ; count++) {
      const resourceName = count === 1 ? wanted : `${wanted}-${count}`;
      const identifier = identifierOf(resourceName, fallback);
      // `a-1` and `a1` are different files, but one constant.
      if (this.#resourceNames.has(resourceName) || this.#identifiers.has(identifier)) continue;
      this.reserve({ resourceName, identifier });
      this.#counts.set(wanted, count + 1);
      return { resourceName, identifier };
    }
  }
}
