import { holderAmong, noOtherProcesses, type OtherProcesses } from "./otherProcesses";

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

/**
 * What one process knows of the resources of one program on one account. Resources are identified by their URNs, tags by their IDs
 * in any case.
 */
export class RunMemory {
  /** The resources that the program declares. A refresh also calls `diff` for others. */
  readonly program = new Set<string>();
  /** The resource that declares a name, by `name <name>`, or adopts an ID, by `adopt <id>`. */
  readonly names = new Map<string, string>();
  readonly #checked = new Set<string>();
  /** The IDs that resources get in this run, by a create or an import: by their URNs. Undefined if a create has not succeeded. */
  readonly made = new Map<string, string | undefined>();
  /** What the state has of the resources that the program declares, by their URNs. */
  readonly held = new Map<string, { id: string; state: object }>();
  /** The storage bucket prefixes in use, as `s3://bucket/prefix`. */
  readonly prefixes = new Map<string, string>();
  /** The resources that are replaced in this run: by their URNs, the IDs that they have in the state. */
  readonly replaced = new Map<string, string>();
  readonly #currentUrns = new Map<string, string>();
  readonly #declared = new Map<string, string>();
  readonly #formerUrns = new Map<string, string>();
  readonly #takenOver = new Map<string, string>();
  readonly #deleted = new Set<string>();
  readonly #metadata = new Map<string, MetadataMemory>();
  readonly #thorough = new Set<string>();
  readonly #happened = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #others: OtherProcesses;

  constructor(others: OtherProcesses = noOtherProcesses) {
    this.#others = others;
  }

  /** Notes a resource, of any kind, that the program declares. */
  check(urn: string | undefined, kind: string): void {
    if (urn === undefined) return;
    this.#checked.add(urn);
    this.#others.tell({ kind, urns: [urn] });
  }

  /** Whether the program declares a resource, as far as this process knows. */
  hasChecked(urn: string): boolean {
    return this.#checked.has(urn);
  }

  /**
   * Notes what the state has of a resource of the program. A refresh also compares what the program does not declare.
   *
   * @param former the URN in that state. A resource that was renamed without a save still has its old one there
   */
  hold(
    urn: string,
    { kind, id, state, former = urn }: { kind: string; id: string; state: object; former?: string | undefined },
  ): void {
    if (!this.#checked.has(urn)) return;
    this.held.set(urn, { id, state });
    this.#currentUrns.set(`${former} ${keyOf(id)}`, urn);
    if (this.replaced.get(urn) !== id) this.#others.tell({ kind, id, urns: [urn, former] });
  }

  /** Notes the ID that a create gave a resource. */
  create(urn: string, kind: string, id: string): void {
    this.made.set(urn, id);
    this.#others.tell({ kind, id, urns: [urn] });
  }

  /**
   * The resource of the program that still has what the engine deletes: unless this run, or one before it, has given it another ID, or its
   * lifecycle asked for the delete. Its update may have failed, or never begun.
   *
   * @param urn the URN in the state of what is deleted
   */
  successorOf(urn: string, kind: string, id: string): string | undefined {
    const current = this.#currentUrnOf(urn, id);
    if (!this.#checked.has(current)) return holderAmong(this.#others.told(), { kind, id, urns: [urn] });
    const now = this.made.get(current) ?? this.held.get(current)?.id ?? id;
    const isReplaced = keyOf(now) !== keyOf(id) || this.replaced.get(current) === id;
    return isReplaced ? undefined : current;
  }

  /**
   * Whether the create that replaces what the engine deletes has failed in this run.
   *
   * @param urn the URN in the state of what is deleted
   */
  hasFailedToReplace(urn: string, id: string): boolean {
    const current = this.#currentUrnOf(urn, id);
    return this.made.has(current) && this.made.get(current) === undefined;
  }

  #currentUrnOf(urn: string, id: string): string {
    return this.#currentUrns.get(`${urn} ${keyOf(id)}`) ?? urn;
  }

  /**
   * Notes that a resource of the program has a tag, according to the state.
   *
   * @param former the URN in that state, if there is a change. A resource that was renamed without a save still has its old URN
   *   there, and the engine uses that URN when it deletes the resource to replace it
   */
  declare(tagId: string, urn: string | undefined, former: string | undefined): void {
    if (urn === undefined || !this.program.has(urn)) return;
    this.#declared.set(keyOf(tagId), urn);
    if (former !== undefined) this.#formerUrns.set(keyOf(tagId), former);
  }

  /** Notes that a resource takes over a tag in this run. */
  takeOver(tagId: string, urn: string): void {
    this.#takenOver.set(keyOf(tagId), urn);
  }

  /** Notes that this run deleted a tag. */
  deleted(tagId: string): void {
    this.#deleted.add(keyOf(tagId));
  }

  /** Whether this run deleted a tag. */
  wasDeleted(tagId: string): boolean {
    return this.#deleted.has(keyOf(tagId));
  }

  /** The resource that took over a tag in this run. */
  takerOf(tagId: string): string | undefined {
    return this.#takenOver.get(keyOf(tagId));
  }

  /** The resource that has a tag in this run, if it is known yet. */
  holderOf(tagId: string): string | undefined {
    return this.takerOf(tagId) ?? this.#declared.get(keyOf(tagId));
  }

  /**
   * The resource that prevents the delete of a tag. The engine deletes replaced resources before others, and undeclared ones last.
   * So a tag that was taken over in this run is never deleted, not even under the taker's own URN: the state of a resource that
   * was renamed without a save still has it.
   *
   * @param urn the URN in the state of the resource that is deleted
   */
  keeperOf(tagId: string, urn: string | undefined): string | undefined {
    const declarer = this.#declared.get(keyOf(tagId));
    const isReplaced = declarer === urn || (urn !== undefined && this.#formerUrns.get(keyOf(tagId)) === urn);
    return this.takerOf(tagId) ?? (isReplaced ? undefined : declarer);
  }

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

function keyOf(tagId: string): string {
  return tagId.toLowerCase();
}
