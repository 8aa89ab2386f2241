import { idKey, isSameId, isTag } from "../../stack/state/kinds";
import { holderAmong, noOtherProcesses, type OtherProcesses } from "./otherProcesses";

/** What the state has of a resource. */
interface Before {
  id: string;
  state: object;
  /** The URN in that state. A resource that was renamed without a save still has its old one there. */
  former: string | undefined;
}

/** A resource of the state that a host compares with the program. */
interface Compared extends Before {
  kind: string;
  /** Whether its difference is a replacement. */
  isReplaced: boolean;
}

/** What a run notes about a resource of its program. */
interface Noted {
  before?: Before;
  /** Its ID in the state, if it is replaced. */
  replacedId?: string;
  /** What it gets in this run. Without an ID, its create has not succeeded. */
  made?: { id?: string };
}

/**
 * What one process knows of the program and its messages, on one account: what the resources have in the state, which of them are
 * replaced, what they get, and who has which tag. Resources are identified by their URNs, tags by their IDs in any case.
 */
export class RunMemory {
  readonly #resources = new Map<string, Noted>();
  /** The present URNs, by the URN and the ID in the state. */
  readonly #currentUrns = new Map<string, string>();
  readonly #declared = new Map<string, string>();
  readonly #takenOver = new Map<string, string>();
  readonly #deleted = new Set<string>();
  readonly #happened = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #notes = new Map<unknown, unknown>();
  readonly #others: OtherProcesses;

  constructor(others: OtherProcesses = noOtherProcesses) {
    this.#others = others;
  }

  /** What the lifecycle of one kind notes for itself. */
  notes<Notes>(Kind: new () => Notes): Notes {
    const notes = (this.#notes.get(Kind) as Notes | undefined) ?? new Kind();
    this.#notes.set(Kind, notes);
    return notes;
  }

  /** Notes a resource, of any kind, that the program declares. */
  check(urn: string | undefined, kind: string): void {
    if (urn === undefined) return;
    this.#resources.set(urn, this.#resources.get(urn) ?? {});
    this.#others.tell({ kind, urns: [urn] });
  }

  /** Whether the program declares a resource, as far as this process knows. */
  hasChecked(urn = ""): boolean {
    return this.#resources.has(urn);
  }

  /** Notes what the state has of a resource of the program. A refresh also compares what the program does not declare. */
  compare(urn = "", { kind, id, state, former = urn, isReplaced }: Compared): void {
    const noted = this.#resources.get(urn);
    if (noted === undefined) return;
    noted.before = { id, state, former };
    this.#currentUrns.set(`${former} ${idKey(id)}`, urn);
    if (isTag(kind)) this.#declared.set(idKey(id), urn);
    if (isReplaced) noted.replacedId = id;
    else this.#others.tell({ kind, id, urns: [urn, former] });
  }

  /**
   * Notes that the create of a resource begins.
   *
   * @returns what it replaces, of which a create may keep what the service has
   */
  beginCreate(urn = ""): Before | undefined {
    const noted = this.#resources.get(urn) ?? {};
    const before = noted.made === undefined ? noted.before : undefined;
    noted.made = {};
    return before;
  }

  /** Notes the ID that a resource gets, by a create or an import. */
  make(urn: string | undefined, kind: string, id: string): void {
    if (urn === undefined) return;
    const noted = this.#resources.get(urn);
    if (noted !== undefined) noted.made = { id };
    this.#others.tell({ kind, id, urns: [urn] });
  }

  /** The former URN until an update succeeds, also after `pulumi state rename`, which looks like an alias; not of another stack or project. */
  urnInState<Urn extends string | undefined>(urn: Urn): Urn | string {
    const { former } = this.#resources.get(urn ?? "")?.before ?? {};
    return former?.startsWith(`${urn?.split("::", 2).join("::")}::`) === true ? former : urn;
  }

  /** The ID that a resource which is replaced in this run has in the state. */
  replacedIdOf(urn = ""): string | undefined {
    return this.#resources.get(urn)?.replacedId;
  }

  /**
   * Whether the create that replaces what the engine deletes has failed in this run.
   *
   * @param urn the URN in the state of what is deleted
   */
  hasFailedToReplace(urn: string | undefined, id: string): boolean {
    const { made } = this.#resources.get(this.#currentUrnOf(urn, id)) ?? {};
    return made !== undefined && made.id === undefined;
  }

  /** Notes that a resource takes over a tag in this run. */
  takeOver(tagId: string, urn: string): void {
    this.#takenOver.set(idKey(tagId), urn);
  }

  /** Notes that this run deleted a tag. */
  deleted(tagId: string): void {
    this.#deleted.add(idKey(tagId));
  }

  /** Whether this run deleted a tag. */
  wasDeleted(tagId: string): boolean {
    return this.#deleted.has(idKey(tagId));
  }

  /** The resource that took over a tag in this run. */
  takerOf(tagId: string): string | undefined {
    return this.#takenOver.get(idKey(tagId));
  }

  /** The resource that has a tag in this run, if it is known yet. */
  holderOf(tagId: string): string | undefined {
    return this.takerOf(tagId) ?? this.#declared.get(idKey(tagId));
  }

  /**
   * The resource of the program that keeps what the engine deletes: unless this run, or one before it, has given it something else, or its
   * lifecycle asked for the delete. Its update may have failed, or never begun. The engine deletes replaced resources before others, and
   * undeclared ones last. So a tag that was taken over in this run is never deleted.
   *
   * @param urn the URN in the state of what is deleted
   */
  keeperOf(kind: string, id: string, urn: string | undefined): string | undefined {
    const current = this.#currentUrnOf(urn, id);
    const successor = urn === undefined ? undefined : this.#successorOf(kind, id, urn, current);
    if (!isTag(kind)) return successor;
    const declarer = this.#declared.get(idKey(id));
    return this.takerOf(id) ?? (declarer === current ? successor : (declarer ?? successor));
  }

  #successorOf(kind: string, id: string, urn: string, current: string): string | undefined {
    const noted = this.#resources.get(current);
    if (noted === undefined) return holderAmong(this.#others.told(), { kind, id, urns: [urn] });
    const now = noted.made?.id ?? noted.before?.id ?? id;
    return isSameId(now, id) && !isSameId(noted.replacedId, id) ? current : undefined;
  }

  #currentUrnOf(urn = "", id: string): string {
    return this.#currentUrns.get(`${urn} ${idKey(id)}`) ?? urn;
  }

  /** Whether something happens to a resource, or to the run, for the first time. */
  isFirst(what: string, urn = ""): boolean {
    for (const line of what.split("\n")) this.#lines.add(`${urn} ${line}`);
    const { size } = this.#happened;
    return this.#happened.add(`${urn} ${what}`).size > size;
  }

  /** Whether something that happened to a resource in this run has that line. */
  hasLine(line: string, urn = ""): boolean {
    return this.#lines.has(`${urn} ${line}`);
  }
}
