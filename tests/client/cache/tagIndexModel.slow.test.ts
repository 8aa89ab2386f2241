/** Reads in the midst of our own writes, in any order: the judge is the number of the save that the service gave. */
import * as fc from "fast-check";

import type { CostAllocationClient, Listed, VirtualTag } from "../../../client";
import { atSize } from "../../support/size";
import { content, TagService } from "./tagService";

type Kind = "get" | "indexed" | "fresh" | "list" | "findByName" | "update" | "unclear" | "create" | "delete";

/** What the reads must at least show, and what they did not. */
class Judge {
  readonly problems: string[] = [];
  readonly #service: TagService;
  readonly #client: CostAllocationClient;
  /** The last save of each tag that had ended well, by the service's own count. */
  readonly #saved = new Map<string, number>();
  readonly #deleted = new Set<string>();

  constructor(service: TagService, client: CostAllocationClient) {
    this.#service = service;
    this.#client = client;
  }

  async act(kind: Kind, id: string): Promise<void> {
    const { virtualTags } = this.#client;
    switch (kind) {
      case "indexed":
        return this.#read([id], async () => [await virtualTags.get(id, { maxAgeSeconds: 0.3 })]);
      case "get":
      case "fresh":
        return this.#read([id], async () => [await virtualTags.get(id, { fresh: kind === "fresh" })]);
      case "list":
        return this.#read([...this.#saved.keys()], () => virtualTags.list());
      case "findByName":
        return this.#read([], () => virtualTags.findByName("name"));
      case "unclear":
        this.#service.trouble.push(500);
        await virtualTags.update(id, { name: "name", ...content }).catch(() => undefined);
        return;
      case "update":
        return this.#save(virtualTags.update(id, { name: "name", ...content }));
      case "create":
        return this.#save(virtualTags.create({ name: "name", ...content }));
      case "delete":
        await virtualTags.delete(id).then(
          () => this.#deleted.add(id),
          () => undefined,
        );
    }
  }

  async #save(saving: Promise<VirtualTag>): Promise<void> {
    const tag = await saving.catch(() => undefined);
    if (tag !== undefined) this.#saved.set(tag.id, Math.max(revision(tag), this.#saved.get(tag.id) ?? 0));
  }

  async #read(ids: readonly string[], read: () => Promise<Listed<VirtualTag>[]>): Promise<void> {
    const saved = new Map(this.#saved);
    const deleted = new Set(this.#deleted);
    const seen = await read().catch(() => []);
    for (const tag of seen) {
      if (deleted.has(tag.id)) this.problems.push(`${tag.id} had been deleted`);
      const least = saved.get(tag.id) ?? 0;
      if (revision(tag) < least) this.problems.push(`${tag.id} is of save ${revision(tag)}, and ${least} had ended`);
    }
    for (const id of ids.filter((wanted) => !seen.some((tag) => tag.id === wanted))) {
      if (this.#service.tags.has(id) && saved.has(id)) this.problems.push(`${id} is not seen`);
    }
  }
}

function revision(tag: Listed<VirtualTag>): number {
  return (tag as { revision?: number }).revision ?? 0;
}

test("no read is older than a write of ours that had ended when it was asked for", async () => {
  const step = fc.record({
    kind: fc.constantFrom<Kind[]>(
      "get",
      "indexed",
      "list",
      "findByName",
      "fresh",
      "update",
      "update",
      "unclear",
      "create",
      "delete",
    ),
    // Created ones too: whoever lists the tags knows a new one before its create is answered.
    id: fc.constantFrom("a", "b", "c", "new1", "new2"),
    pause: fc.constantFrom(0, 1, 30, 100, 300),
    there: fc.constantFrom(1, 20, 200),
    back: fc.constantFrom(1, 50, 500),
  });
  const steps = fc.array(step, { minLength: 2, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (steps, whole) => {
      const service = new TagService("a", "b", "c");
      service.whole = whole;
      service.counts = true;
      let turn = 0;
      service.latency = () => {
        const { there = 1, back = 1 } = steps[turn++ % steps.length] ?? {};
        return [there, back];
      };
      const judge = new Judge(service, service.client({ listMaxAgeSeconds: 0.6 }));
      const running: Promise<void>[] = [];
      for (const { kind, id, pause } of steps) {
        running.push(judge.act(kind, id));
        await service.clock.advance(pause);
      }
      await service.clock.until(Promise.all(running));
      expect(judge.problems).toEqual([]);
    }),
    { numRuns: atSize(150, 300) },
  );
});
