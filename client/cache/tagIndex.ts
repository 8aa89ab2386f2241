import { isSameName } from "../../rules/names";
import type { Clock } from "../clock";
import type { Answered } from "./singleFlight";

/** What the index needs of a tag. */
interface Indexed {
  id: string;
  name: string;
}

/** All tags of the account, as one list showed them. Shared between callers: never change what it holds. */
export class TagSnapshot<Tag extends Indexed> {
  /** When the list was requested, by {@link Clock.elapsed}. */
  readonly requestedAt: number;
  /** By {@link keyOf} their IDs. */
  readonly #tags: Map<string, Tag>;

  constructor(tags: Map<string, Tag>, requestedAt: number) {
    this.#tags = tags;
    this.requestedAt = requestedAt;
  }

  /** Every tag, in the order of the list. */
  all(): Tag[] {
    return [...this.#tags.values()];
  }

  /** The tag of that ID. None proves nothing: the list may be older than the tag. */
  byId(id: string): Tag | undefined {
    return this.#tags.get(keyOf(id));
  }

  /** The tags of that name: none, one, or several, because names may not be unique. */
  named(name: string): Tag[] {
    return this.all().filter((tag) => isSameName(tag.name, name));
  }
}

/** One of our writes under way. */
export interface IndexedWrite {
  /** The tag, by {@link keyOf}; undefined until a create is answered. */
  readonly id: string | undefined;
  /** The tags whose writes have ended since this one began. */
  readonly endedSince: Set<string>;
  /** Whether something else changed tags since then, nobody knows which. */
  isUnclear: boolean;
}

/** What the index is made of. */
export interface TagIndexParts<Tag extends Indexed, Options> {
  /** Requests a list of all tags. */
  list: (options: Options, maxAgeSeconds: number) => Promise<Answered<Tag[]>>;
  /** How many of our writes have ended. */
  epoch: () => number;
  clock: Clock;
}

/**
 * One list answers many questions: what each of N tags holds, and whether a name exists. It is kept for as long as its callers
 * accept, and our own writes update it. A write whose outcome is unclear, or whose answer does not show what reads show,
 * discards it.
 */
export class TagIndex<Tag extends Indexed, Options> {
  readonly #parts: TagIndexParts<Tag, Options>;
  #kept: { tags: Map<string, Tag>; requestedAt: number } | undefined;
  /** Writes that ended while a list was under way, which may not show them; undefined stands for a deleted tag. */
  readonly #written = new Map<string, { epoch: number; tag: Tag | undefined }>();
  readonly #writes = new Set<IndexedWrite>();
  #listsUnderWay = 0;
  /** Lists that were sent before this epoch are not kept. */
  #keepFrom = 0;

  constructor(parts: TagIndexParts<Tag, Options>) {
    this.#parts = parts;
  }

  /**
   * All tags, as a list shows them that was requested at most `maxAgeSeconds` ago. Never older than a write of ours that
   * has ended.
   */
  async snapshot(maxAgeSeconds: number, options: Options): Promise<TagSnapshot<Tag>> {
    const kept = this.kept(maxAgeSeconds);
    if (kept !== undefined) return kept;
    this.#listsUnderWay++;
    try {
      const { result, epoch, sentAt } = await this.#parts.list(options, maxAgeSeconds);
      const tags = new Map(result.map((tag) => [keyOf(tag.id), tag]));
      for (const [id, written] of this.#written) {
        if (written.epoch > epoch) put(tags, id, written.tag);
      }
      const isNewest = this.#kept === undefined || this.#kept.requestedAt <= sentAt;
      if (isNewest && epoch >= this.#keepFrom) this.#kept = { tags, requestedAt: sentAt };
      return new TagSnapshot(tags, sentAt);
    } finally {
      this.#listsUnderWay--;
      if (this.#listsUnderWay === 0) this.#written.clear();
    }
  }

  /** The list that is kept, unless it is older than that. */
  kept(maxAgeSeconds: number): TagSnapshot<Tag> | undefined {
    if (this.#kept === undefined) return undefined;
    const { tags, requestedAt } = this.#kept;
    const age = this.#parts.clock.elapsed() - requestedAt;
    return maxAgeSeconds > 0 && age < maxAgeSeconds * 1000 ? new TagSnapshot(tags, requestedAt) : undefined;
  }

  /** Whether a list is on its way. */
  get isListing(): boolean {
    return this.#listsUnderWay > 0;
  }

  /**
   * What a read of a single tag showed. It does not count if one of our writes ended meanwhile.
   *
   * @param epoch how many of our writes had ended when the read was sent
   * @param tag undefined when there is no such tag
   */
  seen(id: string, epoch: number, tag: Tag | undefined): void {
    if (epoch === this.#parts.epoch() && this.#kept !== undefined) put(this.#kept.tags, keyOf(id), tag);
  }

  /** One of our writes begins. */
  begin(id: string | undefined): IndexedWrite {
    const write = { id: id === undefined ? undefined : keyOf(id), endedSince: new Set<string>(), isUnclear: false };
    this.#writes.add(write);
    return write;
  }

  /**
   * One of our writes has ended, and reads show this from now on.
   *
   * @param tag undefined when it was deleted
   */
  ended(write: IndexedWrite, id: string, tag: Tag | undefined): void {
    const key = keyOf(id);
    this.#writes.delete(write);
    // Answers overtake each other: of two writes of one tag at the same time, nobody knows which was the last.
    const overlaps = write.endedSince.has(key) || [...this.#writes].some((other) => other.id === key);
    for (const other of this.#writes) other.endedSince.add(key);
    if (overlaps || write.isUnclear) {
      this.discard();
      return;
    }
    const copy = tag === undefined ? undefined : structuredClone(tag);
    if (this.#kept !== undefined) put(this.#kept.tags, key, copy);
    if (this.#listsUnderWay > 0) this.#written.set(key, { epoch: this.#parts.epoch(), tag: copy });
  }

  /** One of our writes has ended and changed nothing. */
  failed(write: IndexedWrite): void {
    this.#writes.delete(write);
  }

  /** One of our writes has ended, and nobody knows what reads show now. */
  unclear(write: IndexedWrite): void {
    this.#writes.delete(write);
    this.discard();
  }

  /** Something else changed tags: forgets what was read, and keeps nothing that was sent before now. */
  discard(): void {
    this.#kept = undefined;
    this.#keepFrom = this.#parts.epoch();
    for (const write of this.#writes) write.isUnclear = true;
  }
}

function put<Tag>(tags: Map<string, Tag>, id: string, tag: Tag | undefined): void {
  if (tag === undefined) tags.delete(id);
  else tags.set(id, tag);
}

/** The service does not tell IDs apart by case. */
function keyOf(id: string): string {
  return id.toLowerCase();
}
