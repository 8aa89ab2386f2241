/**
 * The ownership mark in the change description of each version that the provider saves: `(pulumi <project>/<stack>#<name>)`, with
 * the types of the parents before the name. It says which resource of which stack owns the tag. The service has no client token, so
 * the mark is how a run recognizes its own work.
 */
import { nameKey } from "../rules/names";
import type { Version } from "./wire";

const opening = "(pulumi ";

/** How a mark begins, also one of another engine. It must have the whole form: people write brackets, too, as in `(fixes org/repo#12)`. */
const beginning = /\((?:pulumi|terraform|opentofu) [\w.-]+\/[\w.-]+#/y;

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
const urnPattern = /^urn:pulumi:(?<stack>.*?)::(?<project>.*?)::(?<types>.*?)::(?<name>.*)$/s;

/**
 * The mark of a resource. The resource's own type is left out: a `VirtualTagV1` that becomes a `VirtualTag` stays the owner.
 *
 * @param urn the resource's URN
 * @throws {Error} if it is not a URN
 */
export function markOf(urn: string): string {
  const { stack = "", project = "", types = "", name = "" } = urnPattern.exec(urn)?.groups ?? {};
  if (stack === "" || name === "") throw new Error(`"${urn}" is not the URN of a resource.`);
  const parents = types.split("$").slice(0, -1);
  return nameKey(`${opening}${project}/${stack}#${[...parents, escapeName(name)].join("$")})`);
}

/** The owner that a mark names: `project/stack#name`, after the name of another engine. */
export function ownerOf(mark: string): string {
  return mark.slice(mark.startsWith(opening) ? opening.length : 1, -1);
}

/** The name that the owning resource has in its program. */
export function resourceNameOf(mark: string): string {
  const owner = ownerOf(mark);
  const name = owner.slice(owner.indexOf("#") + 1);
  return name
    .slice(name.lastIndexOf("$") + 1)
    .replaceAll("%24", "$")
    .replaceAll("%25", "%");
}

/** Escapes a name. Otherwise, a resource `team` inside a parent `my:Team` would have the mark of a resource named `my:Team$team`. */
function escapeName(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("$", "%24");
}

/** In a longer change description, the mark comes first, because a service may cut off the end. */
const longest = 100;

/**
 * A change description with a mark: at its end, as people read it, or in front of a long one.
 *
 * @param name the name of a staged version, because versions don't hold names
 */
export function withMark(description: string | undefined, mark: string, name?: string): string {
  const words = description === undefined || description === "" ? [] : [description];
  const named = name === undefined ? [] : [`(named ${JSON.stringify(name)})`];
  const atEnd = [...words, ...named, mark].join(" ");
  const inFront = [`${mark}:`, ...named, ...words].join(" ");
  const forms = atEnd.length > longest && words.length > 0 ? [inFront, atEnd] : [atEnd, inFront];
  // If the description or the name looks like a mark, one of the two forms would be misread.
  return forms.find((form) => markIn(form) === mark) ?? atEnd;
}

/** A change description taken apart. */
interface Described {
  mark: string;
  /** The text beside the mark. */
  text: string;
  /** The name of the staged version. */
  name: string | undefined;
}

/** Takes a change description apart; undefined if it has no mark. The service may have kept another Unicode form of it. */
function partsOf(saved: string | undefined): Described | undefined {
  const description = nameKey(saved ?? "");
  const inFront = markInFront(description);
  if (inFront !== undefined) {
    const text = description.slice(inFront.length + 1).trimStart();
    return { mark: inFront, text, name: nameOf(nameInFront.exec(text)) };
  }
  const mark = markAtEnd(description);
  if (mark === undefined) return undefined;
  const text = description.slice(0, -mark.length).trimEnd();
  return { mark, text, name: nameOf(nameAtEnd.exec(text)) };
}

/** The mark in a change description, in the form of {@link markOf}; undefined if there is none. */
export function markIn(description: string | undefined): string | undefined {
  return partsOf(description)?.mark;
}

/** A change description without its mark, as a person or a program wrote it. */
export function withoutMark(description: string | undefined): string | undefined {
  return partsOf(description)?.text ?? description;
}

/** The name of a staged version, if its change description has a mark and a name. */
export function stagedNameIn(description: string | undefined): string | undefined {
  return partsOf(description)?.name;
}

/** Where the name begins in a mark that begins there; undefined if none does. */
function nameStart(description: string, start: number): number | undefined {
  beginning.lastIndex = start;
  return beginning.test(description) ? beginning.lastIndex : undefined;
}

/** How many more brackets a part of a text opens than it closes. */
function opened(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) count += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
  return count;
}

// Anyone who can save a tag writes its change description, so both searches take linear time.
function markInFront(description: string): string | undefined {
  const name = nameStart(description, 0);
  if (name === undefined) return undefined;
  let [counted, balance] = [0, 0];
  for (let end = description.indexOf("):", name + 1); end >= 0; end = description.indexOf("):", end + 1)) {
    balance += opened(description, counted, end + 1);
    counted = end + 1;
    if (balance === 0) return description.slice(0, counted);
  }
  return undefined;
}

function markAtEnd(description: string): string | undefined {
  if (!description.endsWith(")")) return undefined;
  let last: string | undefined;
  let [counted, balance] = [description.length, 0];
  for (
    let start = description.lastIndexOf("(");
    start >= 0;
    start = start === 0 ? -1 : description.lastIndexOf("(", start - 1)
  ) {
    balance += opened(description, start, counted);
    counted = start;
    if ((nameStart(description, start) ?? Infinity) >= description.length - 1) continue;
    // The last mark counts. But the name in a mark may contain a mark itself, and then the brackets are not balanced.
    if (balance === 0) return description.slice(start);
    last ??= description.slice(start);
  }
  return last;
}

/** The staged name before a mark at the end, and after one in front, as {@link withMark} writes it. */
const nameAtEnd = /\(named (?<name>"(?:[^"\\]|\\.)*")\)$/s;
const nameInFront = /^\(named (?<name>"(?:[^"\\]|\\.)*")\)/s;

function nameOf(found: RegExpExecArray | null): string | undefined {
  const text = found?.groups?.["name"];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    // A person's text that only looks like it.
    return undefined;
  }
}

/** The mark of the newest version that has one: the resource that saved the tag last. */
export function ownerIn(newestFirst: readonly Version[]): string | undefined {
  return newestFirst.map(({ changeDescription }) => markIn(changeDescription)).find((mark) => mark !== undefined);
}

/**
 * The change description of a restored version. The mark is always at the end: if it is cut off, a person's restore must not look
 * like a save of the program.
 *
 * @param createdAt when that version was saved, if it is known
 * @param mark of the tag's owner, if there is one
 */
export function restoreDescription(versionId: string, createdAt?: string, mark?: string): string {
  const date = createdAt === undefined ? [] : [`of ${createdAt}`];
  return ["Restore version", versionId, ...date, ...(mark === undefined ? [] : [mark])].join(" ");
}

/** The form that the command line writes. A program may also write "Restore version 7", but without the date. */
const isRestore = /^Restore version \S+ of \d{4}-\d{2}-\d{2}T\S+ \(pulumi /u;

/** Whether a run of the resource with that mark saved a version. A person's restore keeps the mark, but is not a run. */
export function isSaveOf(mark: string | undefined, description: string | undefined): boolean {
  return mark !== undefined && markIn(description) === mark && !isRestore.test(description ?? "");
}

/**
 * Whether a change description is one that was sent, complete or cut off by the service.
 *
 * @param sent the change description of the save
 */
export function isKeptAs(sent: string, description: string | undefined): boolean {
  // A service may mark where it cut something off.
  const kept = (description ?? "").replace(/(?:\u2026|\.{3})$/u, "");
  return kept !== "" && [sent, nameKey(sent)].some((text) => text.startsWith(kept));
}
