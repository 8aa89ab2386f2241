/**
 * What V1 of the tags promises (docs/virtual-tag-v1.md). It leaves no mark, so whose a tag is only the states tell: V1 need
 * not know its own work again after an interrupted run. It must not touch what bears another's mark, nor what it was not told
 * to adopt.
 */
import { type Kept, ownIn } from "../engine";
import { meaningOf, type TagFacts } from "./facts";
import type { SavedBody } from "./judge";
import type { Losses } from "./losses";
import type { StackName } from "../program";
import { holdersOf, type Watched } from "../watched";

/** What the judge of V1 uses of the judge of all. */
interface Uses {
  breach: (violation: string) => void;
  losses: Losses;
  namesOf: (stack: StackName, resource: string) => Set<string>;
  /** One change of a resource in one run is one version. */
  countSave: (what: string) => void;
}

/** Judges the writes of V1 as they are carried out. */
export class JudgeOfV1 {
  /** What V1 made, was not deleted, and nobody was told to leave. */
  readonly made = new Map<string, StackName>();
  readonly #uses: Uses;

  constructor(uses: Uses) {
    this.#uses = uses;
  }

  /** A write of V1 was carried out. */
  judge(
    run: Watched,
    method: string,
    body: SavedBody,
    tag: TagFacts | undefined,
    tags: [TagFacts[], TagFacts[]],
  ): void {
    const [before, after] = tags;
    if (tag !== undefined) this.#uses.losses.keptByV1(tag.id);
    if (method === "POST") this.#judgeCreate(run, body, before, after);
    else if (tag === undefined) return;
    else if (method === "PUT") this.#judgeSave(run, tag, body);
    else this.#judgeDelete(run, tag);
    if (method === "DELETE" || tag === undefined) return;
    const version = after.find(({ id }) => id === tag.id)?.versions.at(-1);
    if (version !== undefined) this.#uses.losses.savedByV1(tag.id, version.id, run.stack);
  }

  /** A run has ended. */
  ended({ messages, state }: Watched): void {
    for (const { kind, id } of state.kept) if (kind === "tagV1") this.#uses.losses.keptByV1(id);
    for (const id of this.made.keys()) {
      const isLeft = messages.some((said) => said.includes(id) && /\(CA210[789]\)/.test(said));
      if (isLeft) this.made.delete(id);
    }
  }

  #judgeCreate({ stack }: Watched, { name }: SavedBody, before: TagFacts[], after: TagFacts[]): void {
    const other = before.find((tag) => tag.name === name);
    if (other !== undefined) this.#uses.breach(`${stack} made "${name}" by V1 although ${other.id} has that name.`);
    this.#uses.countSave(`the name ${name}`);
    const made = after.find(({ id }) => !before.some((tag) => tag.id === id));
    const version = made?.live;
    if (made === undefined || version === undefined) return;
    this.made.set(made.id, stack);
    this.#uses.losses.savedByV1(made.id, version.id, stack);
  }

  #judgeSave(run: Watched, tag: TagFacts, body: SavedBody): void {
    const { stack, program, before, resources } = run;
    const { breach, losses, countSave } = this.#uses;
    const declared = Object.values(program.tags).find(({ byV1 }) => byV1);
    const held = [...ownIn(before, resources)].find(({ id, kind }) => kind === "tagV1" && id === tag.id);
    if (declared === undefined || (held === undefined && !declared.adopt))
      breach(`${stack} saved ${tag.id} by V1, which it neither has nor may adopt.`);
    this.#judgeOwner(run, tag, "saved", held === undefined ? [] : [held]);
    if (isAsDeclared(tag, body, held)) breach(`${stack} saved ${tag.id} by V1 although it was as declared already.`);
    losses.judge(run, tag, "save");
    countSave(tag.id);
  }

  #judgeDelete(run: Watched, tag: TagFacts): void {
    const { stack } = run;
    const { breach, losses } = this.#uses;
    const { holders, declared } = holdersOf(run, tag.id);
    const surplus = holders.filter((kept) => kept.kind === "tagV1" && !declared.has(kept));
    if (surplus.length === 0) breach(`${stack} deleted ${tag.id} ("${tag.name}") by V1, which it need not delete.`);
    if (holders.some((kept) => declared.has(kept)))
      breach(`${stack} deleted ${tag.id} ("${tag.name}") by V1, which its program declares.`);
    this.#judgeOwner(run, tag, "deleted", surplus);
    losses.judge(run, tag, "delete");
    this.made.delete(tag.id);
  }

  /**
   * What bears a mark belongs to a VirtualTag. Only a resource that has the tag may bear that mark itself: the VirtualTag that
   * was to take its place was interrupted.
   */
  #judgeOwner({ stack }: Watched, { id, owner }: TagFacts, what: string, holders: readonly Kept[]): void {
    if (owner === undefined) return;
    const isOwn = holders.some(({ urn }) => this.#uses.namesOf(stack, nameOf(urn)).has(owner.resource));
    if (owner.stack === stack && isOwn) return;
    this.#uses.breach(`${stack} ${what} ${id} by V1, which belongs to ${owner.stack}#${owner.resource}.`);
  }
}

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? "";

/** Whether V1 shows a tag as it is to be. What it was asked for as to casing, only the state tells. */
function isAsDeclared({ shown }: TagFacts, body: SavedBody, held: Kept | undefined): boolean {
  if (shown === undefined || shown.name !== body.name) return false;
  const { isCaseSensitive = false } = body;
  const known = (held?.inputs as SavedBody | undefined)?.isCaseSensitive ?? isCaseSensitive;
  const how = isCaseSensitive ? "untyped" : "loose";
  return known === isCaseSensitive && shown[how] === meaningOf(body, how);
}
