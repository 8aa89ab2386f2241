/** What the hidden part of a tag's state may be, if a plan shows only the rest. */
import { type CostAllocationClient, Forbidden, UnexpectedAnswer } from "../../client";
import { isSaveOf, markOf, ownerIn } from "../../client/ownershipMark";
import { orNotFound } from "../../client/settle";
import type { Declared, TagContent } from "../../rules/types";
import { writtenBy } from "../../stack/facts/leftByV1";
import { declaredOf } from "../../stack/facts/left";
import { containsUnknown } from "../../stack/state/unknown";
import type { FormerLive, TagMemory, VirtualTagState } from "../../stack/state/virtualTag";
import type { PlannedStep } from "./dryRun";

/** A text that nobody has. */
const another = "\0another";

/** How many versions may be the one that was live when another one was staged. */
const mostFormer = 4;

/** The most likely memory of a tag. */
export function memoryOf({ old, urn }: PlannedStep): TagMemory {
  const state = (old?.state ?? {}) as unknown as VirtualTagState;
  const { __report: { account, drift } = {}, __resourceUrn: former = urn } = state;
  // A state of VirtualTagV1 has no mark.
  const mark = writtenBy(state).api === "v1" ? undefined : markOf(former);
  return { account, mark, drift };
}

/** All memories of a tag on which may depend what happens to it, the most likely one first. */
export async function memoriesOf(step: PlannedStep, client: CostAllocationClient): Promise<TagMemory[]> {
  const { old, declared } = step;
  const likely = memoryOf(step);
  if (old === undefined || containsUnknown(old.state)) return [likely];
  const state = old.state as unknown as VirtualTagState;
  const { stagedVersionId, __report: { drift } = {} } = state;
  const versions = (await shown(client.virtualTagVersions.newest(old.id))) ?? [];
  const tag = stagedVersionId === undefined ? undefined : await shown(client.virtualTags.get(old.id));
  const [newest] = versions;
  // If the newest version is the stack's own save, the stack knows the tag as the account shows it.
  const isOwn = newest?.isLive === true && isSaveOf(likely.mark, newest.changeDescription);
  const seen = isOwn && drift === undefined ? { seenAt: state.updatedAt, versionCount: versions.length } : {};
  // Without a mark, the stack may have adopted the tag and never saved it.
  const isMarked = likely.mark === undefined || ownerIn(versions) !== undefined;
  const marks = isMarked ? [likely.mark] : [likely.mark, undefined];
  const wanted = (declared?.inputs ?? state) as unknown as Declared;
  const names = drift?.isRenamed === true ? [wanted.name, another] : [state.name];
  const version = drift?.previous && (await shown(client.virtualTagVersions.get(old.id, drift.previous)));
  const contents: TagContent[] = version
    ? [version.versionData]
    : [declaredOf(containsUnknown(wanted) ? state : wanted), { rules: [], defaultValue: another }];
  const written =
    drift === undefined
      ? [undefined]
      : [
          ...(stagedVersionId === undefined ? [] : [undefined]),
          ...names.flatMap((name) => contents.map(({ rules, defaultValue }) => ({ name, rules, defaultValue }))),
        ];
  const staged = versions.findIndex(({ id }) => id === stagedVersionId);
  const older = versions.slice(staged + 1, staged + 1 + mostFormer).map(({ id }) => id);
  const formers: (FormerLive | null | undefined)[] =
    stagedVersionId === undefined
      ? [undefined]
      : [...[...older, ""].map((versionId) => ({ versionId, name: tag?.name ?? state.name })), null];
  return marks.flatMap((mark) =>
    written.flatMap((one) => formers.map((formerLive) => ({ ...likely, ...seen, mark, written: one, formerLive }))),
  );
}

/** What the account shows; undefined if that is nothing, or these credentials can't read it. */
async function shown<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await orNotFound(read);
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return undefined;
    throw error;
  }
}
