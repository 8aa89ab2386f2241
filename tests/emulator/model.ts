/** What the service does to tags, in as few words as possible: the measure of the emulator's random histories. */

/** A save as a client knows it. */
interface Save {
  to: string;
  name: string;
  live: boolean;
  description: string | undefined;
}

/** What is seen of a tag. */
export interface Seen {
  name: string;
  to: string;
  versions: { to: string; isLive: boolean; description: string | undefined }[];
  metadata: Record<string, string[]>;
}

interface Tag {
  saves: Save[];
  metadata: Map<string, string[]>;
}

/** Sections 3 and 4.1 to 4.3 without the wire. Tags go by their number in order of creation. */
export class Model {
  readonly tags = new Map<number, Tag>();
  #created = 0;

  create(save: Save): number {
    this.tags.set(this.#created, { saves: [save], metadata: new Map() });
    return this.#created++;
  }

  save(tag: number, save: Save): void {
    const { saves } = this.#get(tag);
    for (const other of save.live ? saves : []) {
      other.live = false;
    }
    saves.push(save);
    if (saves.length > 100) {
      saves.splice(saves[0]?.live === true ? 1 : 0, 1);
    }
  }

  remove(tag: number): void {
    this.tags.delete(tag);
  }

  setGroups(tag: number, groups: Record<string, string[]>, merge: boolean): void {
    const { metadata } = this.#get(tag);
    const before = new Map(metadata);
    if (!merge) {
      metadata.clear();
    }
    for (const [value, added] of Object.entries(groups)) {
      metadata.set(value, [...new Set([...(merge ? (before.get(value) ?? []) : []), ...added])]);
    }
  }

  see(tag: number): Seen {
    const { saves, metadata } = this.#get(tag);
    const { name = "", to = "" } = saves.find(({ live }) => live) ?? saves.at(-1) ?? {};
    const versions = saves.map(({ to, live, description }) => ({ to, isLive: live, description }));
    return { name, to, versions, metadata: Object.fromEntries(metadata) };
  }

  #get(tag: number): Tag {
    const found = this.tags.get(tag);
    if (found === undefined) {
      throw new Error(`The model has no tag ${tag}.`);
    }
    return found;
  }
}
