import { setImmediate } from "node:timers/promises";

import { onAbort } from "../http/abort";
import { type Clock, wait } from "../clock";
import { Forbidden, NotFound, UnexpectedAnswer } from "../errors";
import { notWhole } from "../http/failure";
import { isComplete } from "../reading";
import type { Answered } from "./sharing";
import type { Listed, VirtualTag } from "../wire";

/** What a caller may say about a read of Virtual Tags. */
interface Options {
  fresh?: boolean | undefined;
  maxAgeSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The two reads of the service that all others are answered from. */
export interface TagReads<O> {
  list: (options: O) => Promise<Answered<Listed<VirtualTag>[]>>;
  get: (id: string, options: O) => Promise<Answered<VirtualTag>>;
  /** How many writes of ours have ended. */
  epoch: () => number;
}

/** What collecting takes besides the two reads. */
export interface Collecting {
  clock: Clock;
  /** How long a list answers; 0 keeps none. */
  listMaxAgeSeconds: number;
  /** How long a read by id waits for the read of another tag, before it goes alone. */
  gatherMilliseconds: number;
  /** Ends the waiting for others. */
  closed: AbortSignal;
}

/** Reads by id that wait for one another. */
interface Gathering {
  /** What they ask for, by {@link keyOf}. */
  ids: Set<string>;
  /** Nothing is left to wait for. */
  end: () => void;
  ended: Promise<void>;
}

/** A list of all tags, kept for a short time. */
interface Snapshot {
  /** By {@link keyOf} their ids. */
  tags: Map<string, Listed<VirtualTag>>;
  /** Why a tag can't be read whole, by the same: what it was refused with is not asked for again. */
  odd: Map<string, UnexpectedAnswer>;
  /** When the request for it was sent. */
  takenAt: number;
}

/**
 * One list answers many reads: while an engine refreshes N tags, and while it asks N times whether a name exists.
 *
 * What it answers is never older than a write of ours that has ended: a write's answer is folded into the list, and into
 * a list that was on its way meanwhile; a write whose outcome is unclear, or whose answer does not show what reads show,
 * throws the list away. Nobody else's write is overlooked for longer than the list's age.
 */
export class CollectedTags<O extends Options> {
  readonly #reads: TagReads<O>;
  readonly #clock: Clock;
  readonly #maxAge: number;
  readonly #gatherMilliseconds: number;
  readonly #closed: AbortSignal;
  #snapshot: Snapshot | undefined;
  #listsUnderWay = 0;
  /** Our writes since the first of the lists under way was asked for; no tag for a deleted one. */
  #changes = new Map<string, { epoch: number; tag: VirtualTag | undefined }>();
  /** The last write that could not be folded in. */
  #lastUnclear = 0;
  #gathering: Gathering | undefined;
  /** Until then no list is asked for in the place of reads by id: the last one was refused, or could not be read. */
  #noListUntil = -Infinity;
  #lastAlone: { id: string; at: number } | undefined;

  constructor(reads: TagReads<O>, { clock, listMaxAgeSeconds, gatherMilliseconds, closed }: Collecting) {
    this.#reads = reads;
    this.#clock = clock;
    this.#maxAge = listMaxAgeSeconds * 1000;
    this.#gatherMilliseconds = gatherMilliseconds;
    this.#closed = closed;
  }

  /**
   * The tags as a list shows them.
   *
   * @param isWanted default: all are
   */
  async list(options: O, isWanted: (tag: Listed<VirtualTag>) => boolean = () => true): Promise<Listed<VirtualTag>[]> {
    // Only what is handed out is copied: N callers that want one tag each must not cost N copies of N tags.
    const wanted = (tags: Map<string, Listed<VirtualTag>>): Listed<VirtualTag>[] =>
      structuredClone([...tags.values()].filter(isWanted));
    const kept = options.fresh === true ? undefined : this.#kept();
    if (kept !== undefined && this.#ageOf(kept) <= (options.maxAgeSeconds ?? Infinity) * 1000) return wanted(kept.tags);

    this.#listsUnderWay++;
    this.#gathering?.end(); // this list answers those too
    try {
      const { result, epoch, sentAt } = await this.#reads.list({
        ...options,
        // One that was sent already may be older than that.
        fresh: options.fresh === true || options.maxAgeSeconds !== undefined,
      });
      const tags = this.#withChanges(result, epoch);
      const isNewest = this.#snapshot === undefined || this.#snapshot.takenAt < sentAt;
      if (isNewest && epoch >= this.#lastUnclear) this.#snapshot = { tags, odd: new Map(), takenAt: sentAt };
      return wanted(tags);
    } finally {
      this.#listsUnderWay--;
      if (this.#listsUnderWay === 0) this.#changes.clear();
    }
  }

  /** One tag, whole. That there is none is never concluded from a list. */
  async get(id: string, options: O): Promise<VirtualTag> {
    const listed = options.fresh === true ? undefined : await this.#listed(id, options);
    return listed !== undefined && isComplete(listed) ? listed : this.complete(id, options);
  }

  /** One tag, from the service, unless that has shown the tag to be an odd one. */
  async complete(id: string, options: O): Promise<VirtualTag> {
    const odd = options.fresh === true ? undefined : this.#kept()?.odd.get(keyOf(id));
    if (odd !== undefined) throw odd;
    const asked = this.#reads.epoch();
    try {
      const { result, epoch } = await this.#reads.get(id, options);
      if (epoch === this.#reads.epoch()) this.#snapshot?.tags.set(keyOf(result.id), structuredClone(result));
      return result;
    } catch (error) {
      // Unless a write of ours ended meanwhile, which may have created it.
      if (error instanceof NotFound && asked === this.#reads.epoch()) this.#snapshot?.tags.delete(keyOf(id));
      if (error instanceof UnexpectedAnswer && error.code === notWhole) this.#snapshot?.odd.set(keyOf(id), error);
      throw error;
    }
  }

  /** A save of ours has ended well, and this is what reads show now. */
  saved(tag: VirtualTag): void {
    this.#change(keyOf(tag.id), structuredClone(tag));
  }

  /** A tag is certainly gone. */
  gone(id: string): void {
    this.#change(keyOf(id), undefined);
  }

  /** A write of ours has ended, and it is not known what reads show now. */
  unclear(): void {
    this.#snapshot = undefined;
    this.#lastUnclear = this.#reads.epoch();
  }

  #change(key: string, tag: VirtualTag | undefined): void {
    this.#snapshot?.odd.delete(key);
    if (tag === undefined) this.#snapshot?.tags.delete(key);
    else this.#snapshot?.tags.set(key, tag);
    if (this.#listsUnderWay > 0) this.#changes.set(key, { epoch: this.#reads.epoch(), tag });
  }

  #withChanges(list: readonly Listed<VirtualTag>[], epoch: number): Map<string, Listed<VirtualTag>> {
    const tags = new Map(list.map((tag) => [keyOf(tag.id), tag]));
    for (const [id, change] of this.#changes) {
      if (change.epoch <= epoch) continue;
      if (change.tag === undefined) tags.delete(id);
      else tags.set(id, change.tag);
    }
    return tags;
  }

  #kept(): Snapshot | undefined {
    if (this.#snapshot !== undefined && this.#ageOf(this.#snapshot) >= this.#maxAge) this.#snapshot = undefined;
    return this.#snapshot;
  }

  #ageOf({ takenAt }: Snapshot): number {
    return this.#clock.elapsed() - takenAt;
  }

  /** The tag from a list, if there is one or several readers are worth one. */
  async #listed(id: string, options: O): Promise<Listed<VirtualTag> | undefined> {
    const kept = this.#kept();
    if (kept !== undefined) return structuredClone(kept.tags.get(keyOf(id)));
    if (this.#maxAge === 0 || this.#clock.elapsed() < this.#noListUntil) return undefined;
    if (await this.#isAlone(keyOf(id), options.signal)) return undefined;
    try {
      return (await this.list(options, (tag) => keyOf(tag.id) === keyOf(id)))[0];
    } catch (error) {
      // A list that may not be read, or holds what can't be read, need not keep anybody from a tag.
      if (!(error instanceof Forbidden || error instanceof UnexpectedAnswer)) throw error;
      this.#noListUntil = this.#clock.elapsed() + this.#maxAge;
      return undefined;
    }
  }

  /** Whether nobody else asks for another tag: then that tag is all there is to read. */
  async #isAlone(id: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#isReadAfterAnother(id)) return false;
    const gathering = (this.#gathering ??= this.#gather());
    gathering.ids.add(id);
    if (gathering.ids.size > 1) gathering.end();
    const takeBack = onAbort(signal, gathering.end);
    await gathering.ended;
    takeBack();
    if (gathering.ids.size > 1 || this.#listsUnderWay > 0 || this.#kept() !== undefined) return false;
    this.#lastAlone = { id, at: this.#clock.elapsed() };
    return true;
  }

  /** Whether one that went alone a moment ago should have waited for this one. */
  #isReadAfterAnother(id: string): boolean {
    const last = this.#lastAlone;
    return last !== undefined && last.id !== id && this.#clock.elapsed() - last.at < this.#maxAge;
  }

  #gather(): Gathering {
    const early = new AbortController();
    const end = (): void => {
      early.abort();
    };
    const waitForOthers = async (): Promise<void> => {
      const takeBack = onAbort(this.#closed, end);
      if (this.#gatherMilliseconds > 0) await wait(this.#clock, this.#gatherMilliseconds, early.signal);
      // Whoever asked while the process was busy is only heard now.
      await setImmediate();
      takeBack();
      this.#gathering = undefined;
    };
    return { ids: new Set(), end, ended: waitForOthers() };
  }
}

/** The service does not tell ids apart by their letters' case, so nobody's spelling makes a second tag of one. */
function keyOf(id: string): string {
  return id.toLowerCase();
}
