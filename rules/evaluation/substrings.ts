/** Finds which of many strings a text contains, in one pass over the text (Aho and Corasick, 1975). */
export class Substrings {
  /** How many strings there are. */
  readonly size: number;
  /** The next node by node and UTF-16 code unit. Node 0 is the start. */
  readonly #next = new Map<number, number>();
  /** For each node, the node of the longest proper suffix of its text that is a node, too. */
  readonly #suffix: number[] = [0];
  /** For each node, the string that ends there, or -1. */
  readonly #found: number[] = [-1];
  /** For each node, the closest node on the way of its suffixes where a string ends, or 0. */
  readonly #shorter: number[] = [0];
  /** The text for which a string was found last, so that it is reported once. */
  readonly #lastText: Int32Array;
  #texts = 0;

  /** @param strings Distinct strings. */
  constructor(strings: readonly string[]) {
    this.size = strings.length;
    this.#lastText = new Int32Array(strings.length);
    strings.forEach((text, index) => {
      this.#add(text, index);
    });
    this.#link();
  }

  #add(text: string, index: number): void {
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      const step = node * 0x10000 + text.charCodeAt(at);
      let next = this.#next.get(step);
      if (next === undefined) {
        next = this.#suffix.push(0) - 1;
        this.#found.push(-1);
        this.#shorter.push(0);
        this.#next.set(step, next);
      }
      node = next;
    }
    this.#found[node] = index;
  }

  /** Connects each node with its suffix. Shorter texts come first, because theirs are needed. */
  #link(): void {
    const steps = new Map<number, [unit: number, child: number][]>();
    for (const [step, child] of this.#next) {
      const node = Math.floor(step / 0x10000);
      const children = steps.get(node);
      if (children === undefined) steps.set(node, [[step % 0x10000, child]]);
      else children.push([step % 0x10000, child]);
    }
    const queue = [0];
    // The loop also visits nodes that are added while it runs.
    for (const node of queue) {
      for (const [unit, child] of steps.get(node) ?? []) {
        const suffix = node === 0 ? 0 : this.#step(this.#suffix[node] as number, unit);
        this.#suffix[child] = suffix;
        this.#shorter[child] = suffix !== 0 && this.#found[suffix] !== -1 ? suffix : (this.#shorter[suffix] as number);
        queue.push(child);
      }
    }
  }

  #step(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const next = this.#next.get(node * 0x10000 + unit);
      if (next !== undefined) return next;
      if (node === 0) return 0;
      node = this.#suffix[node] as number;
    }
  }

  /** Calls `report` once for each string that the text contains, with its index. Every text contains an empty string. */
  find(text: string, report: (index: number) => void): void {
    this.#texts += 1;
    const atStart = this.#found[0] as number;
    if (atStart !== -1) report(atStart);
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      node = this.#step(node, text.charCodeAt(at));
      for (let end = node; end !== 0; end = this.#shorter[end] as number) {
        const index = this.#found[end] as number;
        if (index === -1 || this.#lastText[index] === this.#texts) continue;
        this.#lastText[index] = this.#texts;
        report(index);
      }
    }
  }
}
