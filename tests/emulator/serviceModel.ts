/** A simple model of the service, to compare the emulator with in random histories. */

/** One save of a tag. */
interface Save {
  to: string;
  name: string;
  live: boolean;
  description: string | undefined;
}

/** What a client sees of a tag. */
export interface VisibleTag {
  name: string;
  to: string;
  versions: { to: string; isLive: boolean; description: string | undefined }[];
  metadata: Record<string, string[]>;
}

interface Tag {
  saves: Save[];
  metadata: Map<string, string[]>;
}

/** What the API documentation says of tags, versions and metadata. A tag's number is its position in order of creation. */
export class ServiceModel {
  readonly tags = new Map<number, Tag>();
  #created = 0;

  /** Returns the number of the new tag. */
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
    const old = new Map(metadata);
    if (!merge) {
      metadata.clear();
    }
    for (const [value, added] of Object.entries(groups)) {
      metadata.set(value, [...new Set([...(merge ? (old.get(value) ?? []) : []), ...added])]);
    }
  }

  view(tag: number): VisibleTag {
    const { saves, metadata } = this.#get(tag);
    const { name = "", to = "" } = saves.find(({ live }) => live) ?? saves.at(-1) ?? {};
    const versions = saves.map(({ to, live, description }) => ({ to, isLive: live, description }));
    return { name, to, versions, metadata: Object.fromEntries(metadata) };
  }

  #get(tag: number): Tag {
    const stored = this.tags.get(tag);
    if (stored === undefined) {
      throw new Error(`The model has no tag ${tag}.`);
    }
    return stored;
  }
}
