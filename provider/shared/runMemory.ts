import { keyOf, Registration } from "./registration";

/** The resources that declare metadata of one tag in this run, by their URNs. */
export interface MetadataMemory {
  /** The resource that owns the whole map. */
  whole?: string;
  /** The resources that merge. */
  merging: Set<string>;
  /** The resource that declares a value, by its name, and a field, by its path. Both in the form of `nameKey`. */
  values: Map<string, string>;
  fields: Map<string, string>;
}

/** What one process knows of the program and its messages, on one account. */
export class RunMemory extends Registration {
  /** The resource that declares a name, by `name <name>`, or adopts an ID, by `adopt <id>`. */
  readonly names = new Map<string, string>();
  /** The storage bucket prefixes in use, as `s3://bucket/prefix`. */
  readonly prefixes = new Map<string, string>();
  readonly #metadata = new Map<string, MetadataMemory>();
  readonly #thorough = new Set<string>();
  readonly #happened = new Set<string>();
  readonly #lines = new Set<string>();

  /** Whether a tag is among the first `most` tags that this run updates. */
  isAmongFirst(tagId: string, most: number): boolean {
    if (this.#thorough.size < most) this.#thorough.add(keyOf(tagId));
    return this.#thorough.has(keyOf(tagId));
  }

  /**
   * Whether something happens for the first time in this run.
   *
   * @param urn the resource that it happens to. Default: it happens to the run
   */
  isFirst(what: string, urn = ""): boolean {
    for (const line of what.split("\n")) this.#lines.add(`${urn} ${line}`);
    const { size } = this.#happened;
    return this.#happened.add(`${urn} ${what}`).size > size;
  }

  /** Whether something that happened to a resource in this run has that line. */
  hasLine(line: string, urn = ""): boolean {
    return this.#lines.has(`${urn} ${line}`);
  }

  /** The resources that declare metadata of a tag. */
  metadataOf(tagId: string): MetadataMemory {
    const known = this.#metadata.get(keyOf(tagId)) ?? {
      merging: new Set(),
      values: new Map(),
      fields: new Map(),
    };
    this.#metadata.set(keyOf(tagId), known);
    return known;
  }
}
