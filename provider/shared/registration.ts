import { isSameId } from "../../stack/state/kinds";
import { holderAmong, isTag, noOtherProcesses, type OtherProcesses } from "./otherProcesses";

/** What the state has of a resource. */
interface Held {
  id: string;
  state: object;
}

/** A resource of the state that a host compares with the program. */
interface Compared extends Held {
  kind: string;
  /** The URN in that state. A resource that was renamed without a save still has its old one there. */
  former: string | undefined;
  /** Whether its difference is a replacement. */
  isReplaced: boolean;
}

/**
 * What a run notes about the resources of its program: what they have in the state, which of them are replaced, what they get, and who
 * has which tag. Resources are identified by their URNs, tags by their IDs in any case.
 */
export class Registration {
  readonly #checked = new Set<string>();
  readonly #held = new Map<string, Held>();
  readonly #replaced = new Map<string, string>();
  /** The IDs that resources get in this run. Undefined if a create has not succeeded. */
  readonly #made = new Map<string, string | undefined>();
  /** The present URNs, by the URN and the ID in the state. */
  readonly #currentUrns = new Map<string, string>();
  readonly #declared = new Map<string, string>();
  readonly #takenOver = new Map<string, string>();
  readonly #deleted = new Set<string>();
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
  hasChecked(urn: string | undefined): boolean {
    return urn !== undefined && this.#checked.has(urn);
  }

  /** Notes what the state has of a resource of the program. A refresh also compares what the program does not declare. */
  compare(urn: string | undefined, { kind, id, state, former = urn, isReplaced }: Compared): void {
    if (urn === undefined || former === undefined || !this.hasChecked(urn)) return;
    this.#held.set(urn, { id, state });
    this.#currentUrns.set(`${former} ${keyOf(id)}`, urn);
    if (isTag(kind)) this.#declared.set(keyOf(id), urn);
    if (isReplaced) this.#replaced.set(urn, id);
    else this.#others.tell({ kind, id, urns: [urn, former] });
  }

  /**
   * Notes that the create of a resource begins.
   *
   * @returns what it replaces, of which a create may keep what the service has
   */
  beginCreate(urn: string | undefined): Held | undefined {
    if (urn === undefined) return undefined;
    const before = this.#made.has(urn) ? undefined : this.#held.get(urn);
    this.#made.set(urn, undefined);
    return before;
  }

  /** Notes the ID that a resource gets, by a create or an import. */
  make(urn: string | undefined, kind: string, id: string): void {
    if (urn === undefined) return;
    this.#made.set(urn, id);
    this.#others.tell({ kind, id, urns: [urn] });
  }

  /** The ID that a resource which is replaced in this run has in the state. */
  replacedIdOf(urn: string | undefined): string | undefined {
    return urn === undefined ? undefined : this.#replaced.get(urn);
  }

  /**
   * Whether the create that replaces what the engine deletes has failed in this run.
   *
   * @param urn the URN in the state of what is deleted
   */
  hasFailedToReplace(urn: string | undefined, id: string): boolean {
    const current = urn === undefined ? undefined : this.#currentUrnOf(urn, id);
    return current !== undefined && this.#made.has(current) && this.#made.get(current) === undefined;
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
   * The resource of the program that keeps what the engine deletes: unless this run, or one before it, has given it something else, or its
   * lifecycle asked for the delete. Its update may have failed, or never begun. The engine deletes replaced resources before others, and
   * undeclared ones last. So a tag that was taken over in this run is never deleted.
   *
   * @param urn the URN in the state of what is deleted
   */
  keeperOf(kind: string, id: string, urn: string | undefined): string | undefined {
    const current = urn === undefined ? undefined : this.#currentUrnOf(urn, id);
    const successor =
      urn === undefined || current === undefined ? undefined : this.#successorOf(kind, id, urn, current);
    if (!isTag(kind)) return successor;
    const declarer = this.#declared.get(keyOf(id));
    return this.takerOf(id) ?? (declarer === current ? successor : (declarer ?? successor));
  }

  #successorOf(kind: string, id: string, urn: string, current: string): string | undefined {
    if (!this.#checked.has(current)) return holderAmong(this.#others.told(), { kind, id, urns: [urn] });
    const now = this.#made.get(current) ?? this.#held.get(current)?.id ?? id;
    return isSameId(now, id) && !isSameId(this.#replaced.get(current), id) ? current : undefined;
  }

  #currentUrnOf(urn: string, id: string): string {
    return this.#currentUrns.get(`${urn} ${keyOf(id)}`) ?? urn;
  }
}

/** An ID as a key. The service ignores its case. */
export function keyOf(id: string): string {
  return id.toLowerCase();
}
