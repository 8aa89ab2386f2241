/** The comment of a pull request, which `comment` and `review` post. */
import { randomUUID } from "node:crypto";
import { Option } from "@commander-js/extra-typings";
import { printable, quoted, type Terminal } from "../../console/terminal";
import { type Document, plainText } from "../../document/document";
import { markdownText } from "../../document/markdown";
import { jobLink, shortComment } from "../../document/shortComment";
import type { SystemName } from "../../sources/pullRequest/openPullRequest";
import type { PostedComment, PullRequest } from "../../sources/pullRequest/pullRequest";
import { type Behavior, decideComment, isKey, type Step, type Wanted } from "../../studies/comment";
import { type Done, donePhrase } from "../../words/review/comment";

/** Which comment, and what is done with the last one. */
export interface CommentOptions {
  key: string;
  behavior: Behavior;
}

/** The option that says what is done with the last comment. */
export function behaviorOption<Flags extends string, Choice extends Behavior>(
  flags: Flags,
  choices: readonly Choice[],
): Option<Flags, undefined, "update", undefined, false, Choice> {
  return new Option(flags, "last comment").choices(choices).default("update" as const);
}

/** What is wrong with a behavior. Undefined if nothing is. */
export function behaviorProblem(system: SystemName | undefined, behavior: Behavior): string | undefined {
  return behavior === "hide-and-new" && system !== "github" ? "only GitHub can hide comments" : undefined;
}

/** The key, if there is only one comment in a pull request. */
export const defaultKey = "review";

/** What is wrong with a key. Undefined if nothing is. */
export function keyProblem(option: string, key: string): string | undefined {
  if (isKey(key)) return undefined;
  return `${option} must be at most 60 letters, digits and . _ / - and no two hyphens in a row`;
}

/** After a lost answer, the comment may still appear for this long. */
const looksAfterMilliseconds = [1000, 2000, 4000];

/** How often a comment is sent at most. */
const mostPosts = 3;

/** How often the comments are read, until a run knows that all is done. */
const mostLooks = 20;

/** A run of the command. */
interface Run {
  pullRequest: PullRequest;
  terminal: Terminal;
  author: string;
  /** What this run has posted: a list may show it later. */
  created: PostedComment[];
  /** What was not found anymore. */
  gone: Set<string>;
  /** How long to wait before the next looks, after a lost answer. */
  waits: number[];
  posts: number;
  done: Done;
}

/**
 * Posts or updates the comment, and says what it did. It looks before each post, and again after it. So a lost answer or another push at the
 * same time leaves one comment.
 *
 * @param text Markdown; undefined if there is nothing to say
 * @param nothing what an earlier comment says then
 * @throws {Error} if it was not done
 */
export async function postComment(
  pullRequest: PullRequest,
  { key, behavior }: CommentOptions,
  { text, nothing }: { text: string | undefined; nothing: Document },
  terminal: Terminal,
): Promise<void> {
  const author = await pullRequest.author();
  const { largestComment, jobPage } = pullRequest;
  const wanted: Omit<Wanted<PostedComment>, "own"> = {
    behavior,
    key,
    // The lines of the marker need some room.
    text: text === undefined ? undefined : shortComment(text, largestComment, jobPage, 200),
    nothing: `${markdownText(nothing, "comment")}\n${jobLink(jobPage)} has the output.\n`,
    post: randomUUID(),
  };
  const done: Done = { created: 0, updated: 0, deleted: 0, hidden: 0 };
  const run: Run = { pullRequest, terminal, author, created: [], gone: new Set(), waits: [], posts: 0, done };
  for (let look = 1; look <= mostLooks; look++) {
    if (await isDone(run, wanted)) {
      terminal.note(plainText(donePhrase(done, behavior)));
      return;
    }
  }
  throw new Error("The comments changed again and again, so the command gave up. Run the job again.");
}

/** Looks once, and takes the steps that are needed. False if it must look again. */
async function isDone(run: Run, wanted: Omit<Wanted<PostedComment>, "own">): Promise<boolean> {
  const wait = run.waits.shift();
  if (wait !== undefined) await run.terminal.pause(wait);
  const steps = decideComment({ ...wanted, own: await ownComments(run) });
  if ("isAbout" in steps) {
    throw new Error(
      `The comment with the key ${quoted(wanted.key)} is about ${quoted(steps.isAbout)}, so an update would lose it. It was not changed. ` +
        "Give each review its own key (--key, or --comment-key of review).",
    );
  }
  const mustLook = steps.some(({ kind }) => kind === "create");
  // It may still appear.
  if (mustLook && run.waits.length > 0) return false;
  let isSure = true;
  for (const step of steps) isSure = (await take(step, run)) && isSure;
  return isSure;
}

async function ownComments({ pullRequest, author, created, gone }: Run): Promise<PostedComment[]> {
  const listed = await pullRequest.comments();
  const known = new Set(listed.map(({ id }) => id));
  const ids = new Set(created.map(({ id }) => id));
  return [
    ...listed.filter((one) => one.author === author || ids.has(one.id)),
    ...created.filter(({ id }) => !known.has(id)),
  ].filter(({ id }) => !gone.has(id));
}

/** False if it is not certain that the step was taken. */
async function take(step: Step<PostedComment>, run: Run): Promise<boolean> {
  const { pullRequest, gone, done } = run;
  switch (step.kind) {
    case "create":
      return create(step.body, run);
    case "update": {
      const isThere = await pullRequest.update(step.comment, step.body);
      if (isThere) done.updated++;
      else gone.add(step.comment.id);
      return isThere;
    }
    case "delete":
      await pullRequest.remove(step.comment);
      gone.add(step.comment.id);
      done.deleted++;
      return true;
    case "hide":
      await pullRequest.hide?.(step.comments);
      done.hidden += step.comments.length;
      return true;
  }
}

async function create(body: string, run: Run): Promise<boolean> {
  const { pullRequest, terminal, author, created, done } = run;
  if (run.posts === mostPosts) {
    throw new Error(
      `${pullRequest.system} failed ${mostPosts} times to post the comment, and does not show it. Run the job again: it looks first.`,
    );
  }
  run.posts++;
  done.created = 1;
  const posted = await pullRequest.create(body);
  if (posted === undefined) {
    run.waits = [...looksAfterMilliseconds];
    return false;
  }
  created.push(posted);
  if (posted.author !== author) {
    terminal.note(
      `warning: ${pullRequest.system} shows ${printable(posted.author)} as the author of the comment, so the next run won't find it.`,
    );
  }
  return false;
}
