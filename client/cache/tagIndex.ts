import { nameKey } from "../../rules/names";
import type { Clock } from "../clock";
import type { Answered } from "./singleFlight";

/** What the index needs of a tag. */
interface Indexed {
  id: string;
  name: string;
}

/** All tags of the account, as one list showed them. Callers share it. */
export interface TagSnapshot<Tag extends Indexed> {
  /** When the list was requested, by {@link Clock.elapsed}. */
  readonly requestedAt: number;
  /** Every tag, in the order of the list. */
  all(): Tag[];
  /** The tag with that ID. If there is none, it may still exist: the list may be older than the tag. */
  byId(id: string): Tag | undefined;
  /** The tags with that name. There may be several, because the service does not keep names unique. */
  named(name: string): Tag[];
}

/** A list by ID and by name. */
class IndexedList<Tag extends Indexed> implements TagSnapshot<Tag> {
  readonly requestedAt: number;
  /** By {@link keyOf} their IDs. */
  readonly #tags = new Map<string, Tag>();
  /** By {@link nameKey}, and then as above. */
  readonly #named = new Map<string, Map<string, Tag>>();

  constructor(tags: readonly Tag[], requestedAt: number) {
    this.requestedAt = requestedAt;
    for (const tag of tags) this.put(keyOf(tag.id), tag);
  }

  all(): Tag[] {
    return [...this.#tags.values()];
  }

  byId(id: string): Tag | undefined {
    return this.#tags.get(keyOf(id));
  }

  named(name: string): Tag[] {
    return [...(this.#named.get(nameKey(name))?.values() ?? [])];
  }

  /**
   * Replaces, adds or removes a tag.
   *
   * @param tag undefined if there is no such tag any more
   */
  put(id: string, tag: Tag | undefined): void {
    const before = this.#tags.get(id);
    if (before !== undefined) this.#named.get(nameKey(before.name))?.delete(id);
    if (tag === undefined) {
      this.#tags.delete(id);
      return;
    }
    this.#tags.set(id, tag);
    const name = nameKey(tag.name);
    this.#named.set(name, (this.#named.get(name) ?? new Map<string, Tag>()).set(id, tag));
  }
}

/** One of our writes under way. */
export interface IndexedWrite {
  /** The tag, by {@link keyOf}; undefined until a create is answered. */
  readonly id: string | undefined;
  /** The tags whose writes have ended since this one began. */
  readonly endedSince: Set<string>;
  /** Whether other writes may have changed any tag since then. */
  isUnclear: boolean;
}

/** What the index is made of. */
export interface TagIndexParts<Tag extends Indexed, Options> {
  /** Requests a list of all tags. */
  list: (options: Options, maxAgeSeconds: number) => Promise<Answered<readonly Tag[]>>;
  /** How many of our writes have ended. */
  epoch: () => number;
  clock: Clock;
}

/**
 * Keeps the list of all tags, so that one request answers many questions. A caller says how old the list may be. Our own writes
 * update it. A write with an unclear outcome, or whose answer differs from what reads show, discards it.
 */
export class TagIndex<Tag extends Indexed, Options> {
  readonly #parts: TagIndexParts<Tag, Options>;
  #kept: IndexedList<Tag> | undefined;
  /** Readers of the same list share its index. */
  readonly #indexed = new WeakMap<readonly Tag[], IndexedList<Tag>>();
  /** Writes that ended while a list was under way, because the list may not show them. Undefined stands for a deleted tag. */
  readonly #written = new Map<string, { epoch: number; tag: Tag | undefined }>();
  readonly #writes = new Set<IndexedWrite>();
  #listsUnderWay = 0;
  /** Lists that were sent before this epoch are not kept. */
  #keepFrom = 0;

  constructor(parts: TagIndexParts<Tag, Options>) {
    this.#parts = parts;
  }

  /** All tags, from a list that was requested at most `maxAgeSeconds` ago. It shows every write of ours that has ended. */
  async snapshot(maxAgeSeconds: number, options: Options): Promise<TagSnapshot<Tag>> {
    const kept = this.kept(maxAgeSeconds);
    if (kept !== undefined) return kept;
    this.#listsUnderWay++;
    try {
      const { result, epoch, sentAt } = await this.#parts.list(options, maxAgeSeconds);
      const tags = this.#indexed.get(result) ?? new IndexedList(result, sentAt);
      this.#indexed.set(result, tags);
      for (const [id, written] of this.#written) {
        if (written.epoch > epoch) tags.put(id, written.tag);
      }
      const isNewest = this.#kept === undefined || this.#kept.requestedAt <= sentAt;
      if (isNewest && epoch >= this.#keepFrom) this.#kept = tags;
      return tags;
    } finally {
      this.#listsUnderWay--;
      if (this.#listsUnderWay === 0) this.#written.clear();
    }
  }

  /** The kept list, if it is not older than that. */
  kept(maxAgeSeconds: number): TagSnapshot<Tag> | undefined {
    if (this.#kept === undefined) return undefined;
    const age = this.#parts.clock.elapsed() - this.#kept.requestedAt;
    return maxAgeSeconds > 0 && age < maxAgeSeconds * 1000 ? this.#kept : undefined;
  }

  /** Whether a list is on its way. */
  get isListing(): boolean {
    return this.#listsUnderWay > 0;
  }

  /**
   * Notes what a read of a single tag showed, unless one of our writes has ended since it was sent.
   *
   * @param epoch how many of our writes had ended when the read was sent
   * @param tag undefined if there is no such tag
   */
  seen(id: string, epoch: number, tag: Tag | undefined): void {
    if (epoch === this.#parts.epoch()) this.#kept?.put(keyOf(id), tag);
  }

  /** Notes that one of our writes begins. */
  begin(id: string | undefined): IndexedWrite {
    const write = { id: id === undefined ? undefined : keyOf(id), endedSince: new Set<string>(), isUnclear: false };
    this.#writes.add(write);
    return write;
  }

  /**
   * Notes that one of our writes has ended, and what reads show from now on.
   *
   * @param tag undefined if it was deleted
   */
  ended(write: IndexedWrite, id: string, tag: Tag | undefined): void {
    const key = keyOf(id);
    this.#writes.delete(write);
    // Answers can arrive in any order. If two writes of a tag overlap, we can't tell which was last.
    const overlaps = write.endedSince.has(key) || [...this.#writes].some((other) => other.id === key);
    for (const other of this.#writes) other.endedSince.add(key);
    if (overlaps || write.isUnclear) {
      this.discard();
      return;
    }
    this.#kept?.put(key, tag);
    if (this.#listsUnderWay > 0) this.#written.set(key, { epoch: this.#parts.epoch(), tag });
  }

  /** Notes that one of our writes has ended and changed nothing. */
  failed(write: IndexedWrite): void {
    this.#writes.delete(write);
  }

  /** Notes that one of our writes has ended, and that we can't tell what reads show now. */
  unclear(write: IndexedWrite): void {
    this.#writes.delete(write);
    this.discard();
  }

  /** Forgets what was read, because something else changed tags. Lists that were sent before now are not kept either. */
  discard(): void {
    this.#kept = undefined;
    this.#keepFrom = this.#parts.epoch();
    for (const write of this.#writes) write.isUnclear = true;
  }
}

/** The service ignores the case of IDs. */
function keyOf(id: string): string {
  return id.toLowerCase();
}
