/** Whether live content that others saved is lost without a word. */
import { isTag, type Kept, type Outcome } from "../engine";
import { type Content, meaningOf, type TagFacts, type VersionFacts } from "./facts";
import { personsName } from "../person";
import type { StackName } from "../program";
import { holdersOf, type Watched } from "../watched";

/** Remembers what was said to whom, and what the versions do not tell of their makers. */
export class Losses {
  readonly #breach: (violation: string) => void;
  /** The live versions that a stack's program has declared or adopted, when an `up` had ended. A refresh is no consent. */
  readonly #accepted: Record<StackName, Set<string>> = { dev: new Set(), prod: new Set() };
  /** The contents that a stack's program has declared when an `up` had ended, by the tag. */
  readonly #declared: Record<StackName, Set<string>> = { dev: new Set(), prod: new Set() };
  /** Which stack saved a version by V1, which leaves no mark. */
  readonly #savers = new Map<string, StackName>();
  /** The tags that V1 has looked after. */
  readonly #ofV1 = new Set<string>();

  constructor(breach: (violation: string) => void) {
    this.#breach = breach;
  }

  /** A stack has saved a version by V1. */
  savedByV1(tagId: string, versionId: string, stack: StackName): void {
    this.#savers.set(versionId, stack);
    this.#ofV1.add(tagId);
  }

  /** A stack has a tag by V1. */
  keptByV1(tagId: string): void {
    this.#ofV1.add(tagId);
  }

  /** A run has ended. */
  ended({ stack, state }: Watched, { done }: Outcome, tags: readonly TagFacts[]): void {
    const ops = new Map(done.map(({ urn, op }) => [urn, op]));
    for (const { id, inputs, kind, urn } of state.kept)
      if (isTag(kind) && ops.has(urn) && ops.get(urn) !== "refresh")
        this.#declared[stack].add(`${id} ${meaningOf(inputs, "loose")}`);
    for (const { id, live } of tags) {
      if (live === undefined) continue;
      const isAccepted = state.kept.some((kept) => {
        if (kept.id !== id || !isTag(kept.kind)) return false;
        const op = ops.get(kept.urn);
        return op === "create" || ((op === "update" || op === "same") && isDeclared(kept, live));
      });
      // Also as content: the service removes old versions, and anybody may save the same again.
      if (isAccepted) this.#accepted[stack].add(live.id).add(contentOf(id, live));
    }
  }

  /**
   * Live content of others goes: the people of the stack must have been told, before it goes.
   *
   * @param body what is saved by V2 in its place
   */
  judge(run: Watched, tag: TagFacts, by: "save" | "delete", body?: Content & { name?: string }): void {
    const { stack, messages, refuses, before } = run;
    const { id, live, versions } = tag;
    if (live === undefined || !this.#isOthers(live, stack)) return;
    const isSame = ({ loose, name }: VersionFacts): boolean => loose === live.loose && name === live.name;
    if (versions.some((version) => !this.#isOthers(version, stack) && isSame(version))) return;
    const names = [body?.name, ...before.filter((kept) => kept.id === id).map(({ outputs }) => nameOf(outputs))];
    const isSaid = (how: "meaning" | "loose"): boolean =>
      body !== undefined && meaningOf(body, how) === live[how] && names.includes(live.name);
    // The program says just that by now: the save is for the mark.
    if (isSaid("meaning")) return;
    if ([live.id, contentOf(id, live)].some((known) => this.#accepted[stack].has(known))) return;
    // They changed the name at most, which stays, or goes with a tag that has the stack's own content.
    const isKept = body === undefined ? names.includes(live.name) : body.name === live.name;
    if (isKept && this.#declared[stack].has(`${id} ${live.loose}`)) return;
    const isTold =
      versions.some((version) => isSame(version) && messages.some((message) => message.includes(version.id))) ||
      (this.#ofV1.has(id) && messages.some((message) => namesByV1(message, tag)));
    const whose = live.by === personsName ? "a person's" : "the other stack's";
    if (!isTold) this.#breach(`${stack} wrote over ${live.id} of ${id}, ${whose}, without a word.`);
    // Who does not have the tag yet asks for what others saved, by `adopt`.
    const { holders, declared } = holdersOf(run, id);
    const had = holders.some((kept) => before.includes(kept) && declared.has(kept) === (by === "save"));
    if (had && refuses && !isSaid("loose"))
      this.#breach(`${stack} wrote over ${live.id} of ${id}, ${whose}, although driftPolicy is "refuse".`);
  }

  #isOthers({ id, by }: VersionFacts, stack: StackName): boolean {
    return by === personsName || (this.#savers.get(id) ?? stack) !== stack;
  }
}

const contentOf = (tagId: string, { loose, name }: VersionFacts): string => `${tagId} ${name}: ${loose}`;

/** The name in a state, which is in the program's Unicode form. */
function nameOf(state: object): string | undefined {
  return (state as { name?: string }).name?.normalize("NFC");
}

/** Whether a program has declared what a version holds. */
function isDeclared({ inputs }: Kept, version: VersionFacts): boolean {
  const declared = inputs as Content;
  return nameOf(declared) === version.name && meaningOf(declared, "loose") === version.loose;
}

/**
 * Whether a message of V1 is about a save of what is live, or a later one: V1 knows no versions, so it names the tag, who has
 * saved it last, and when. What it shows may be a staged version that is too old to be kept.
 */
function namesByV1(message: string, { id, live, shown, versions }: TagFacts): boolean {
  const kept = versions.slice(versions.findIndex((version) => version.id === live?.id));
  const since = shown === undefined ? kept : [...kept, shown];
  const isNamed = ({ by, createdAt }: VersionFacts): boolean =>
    message.includes(`${by} at ${new Date(createdAt).toISOString().slice(0, "2026-11-20T12:00:00".length)}`);
  return message.includes(id) && since.some(isNamed);
}
