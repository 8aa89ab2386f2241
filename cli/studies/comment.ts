/** What to do with the comments of a pull request, so that the own one says what it should. */

/** What a push does with the comment of the last one. */
export type Behavior = "update" | "new" | "hide-and-new" | "delete";

/** A comment that the owner of the token has posted. */
export interface OwnComment {
  id: string;
  body: string;
}

/** What is to be posted. */
export interface Wanted<Comment extends OwnComment> {
  behavior: Behavior;
  /** Which of several comments in one pull request. */
  key: string;
  /** The text; undefined if nothing is to be said that the last push had not said. */
  text: string | undefined;
  /** What an old comment says then. */
  nothing: string;
  /** The ID of this post, by which a repeated one is found. */
  post: string;
  /** The comments of the owner of the token, the oldest first. */
  own: readonly Comment[];
}

/** A step. Each can be repeated, but not `create`. */
export type Step<Comment extends OwnComment> =
  | { kind: "create"; body: string }
  | { kind: "update"; comment: Comment; body: string }
  | { kind: "delete"; comment: Comment }
  | { kind: "hide"; comments: Comment[] };

/** What a key may be: it stands in a comment of HTML, where two hyphens are not allowed. */
export function isKey(key: string): boolean {
  return /^[A-Za-z0-9](?:[\w./]|-(?!-)){0,59}$/.test(key) && !key.endsWith("-");
}

/** The hidden first line. */
const markerOf = (key: string): string => `<!-- cost-allocation comment ${key} -->`;

/** The hidden second line of a post that later pushes don't update. */
const postLine = (post: string): string => `<!-- post ${post} -->`;

const linesOf = (body: string): string[] => body.split("\n", 3).map((line) => line.trimEnd());

const postOf = ({ body }: OwnComment): string | undefined => /^<!-- post (\S+) -->$/.exec(linesOf(body)[1] ?? "")?.[1];

/** What a review begins with, which names its stack; undefined if the text is none. */
export function subjectOf(text: string): string | undefined {
  return /^<!-- (cost-allocation review .+) -->$/.exec(linesOf(text)[0] ?? "")?.[1];
}

/** What the text of a comment is about; undefined if it does not say. */
const subjectOfComment = ({ body }: OwnComment): string | undefined => subjectOf(body.split("\n").slice(1).join("\n"));

/**
 * The steps. With the comments that result from them, there is none left, whatever was done in between by other runs of the job:
 * so a run looks again until it knows that all is done.
 *
 * @returns the subject of the comment instead, if it is about something else: an update would lose what it says
 */
export function decideComment<Comment extends OwnComment>(
  wanted: Wanted<Comment>,
): Step<Comment>[] | { isAbout: string } {
  const { behavior, key, text } = wanted;
  const own = wanted.own.filter(({ body }) => linesOf(body)[0] === markerOf(key));
  if (behavior === "delete") return own.map((comment) => ({ kind: "delete", comment }));
  if (behavior === "update") return updateOne(wanted, own);
  if (text === undefined) return updateLast(wanted, own);
  const [posted, ...repeated] = own.filter((comment) => postOf(comment) === wanted.post);
  if (posted === undefined) {
    return [{ kind: "create", body: `${markerOf(key)}\n${postLine(wanted.post)}\n${text}` }];
  }
  const earlier = own.filter((comment) => postOf(comment) !== wanted.post);
  return [
    ...repeated.map((comment) => ({ kind: "delete" as const, comment })),
    ...(behavior === "new" || earlier.length === 0 ? [] : [{ kind: "hide" as const, comments: earlier }]),
  ];
}

/**
 * One comment is updated. Two pushes at once can have made two: all runs keep the oldest. Posts of the other behaviors are kept; the
 * last one becomes the comment that is updated if there is none.
 */
function updateOne<Comment extends OwnComment>(
  { key, text, nothing }: Wanted<Comment>,
  own: readonly Comment[],
): Step<Comment>[] | { isAbout: string } {
  const [oldest, ...repeated] = own.filter((comment) => postOf(comment) === undefined);
  const comment = oldest ?? own.at(-1);
  const body = `${markerOf(key)}\n${text ?? nothing}`;
  if (comment === undefined) return text === undefined ? [] : [{ kind: "create", body }];
  const after = subjectOf(text ?? nothing);
  const otherSubject = (one: Comment): string | undefined => {
    const before = subjectOfComment(one);
    return after === undefined || before === after ? undefined : before;
  };
  const isAbout = otherSubject(comment);
  if (isAbout !== undefined) return { isAbout };
  return [
    ...(isSame(comment.body, body) ? [] : [{ kind: "update" as const, comment, body }]),
    ...repeated
      .filter((one) => otherSubject(one) === undefined)
      .map((one) => ({ kind: "delete" as const, comment: one })),
  ];
}

/** The last post says that there is nothing, and stays a post. */
function updateLast<Comment extends OwnComment>(
  { key, nothing }: Wanted<Comment>,
  own: readonly Comment[],
): Step<Comment>[] {
  const comment = own.at(-1);
  if (comment === undefined) return [];
  const post = postOf(comment);
  const body = [markerOf(key), ...(post === undefined ? [] : [postLine(post)]), nothing].join("\n");
  return isSame(comment.body, body) ? [] : [{ kind: "update", comment, body }];
}

/** A system may change line ends, or cut off the last ones. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
  return plain(one) === plain(other);
}
