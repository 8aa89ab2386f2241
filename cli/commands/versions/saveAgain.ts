/** The save of a restore: one version, even if the response is lost. */
import { OutcomeUnknown, type Version, type VersionWithData, type VirtualTag } from "../../../client";
import { isKeptAs, restoreDescription } from "../../../client/ownershipMark";
import { settle } from "../../../client/settle";
import type { TagContent } from "../../../rules/types";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";

/** What to save, and what was there before. */
export interface Restore {
  tag: VirtualTag;
  /** The version to restore. */
  version: VersionWithData;
  /** Its content. */
  content: TagContent;
  /** The newest versions before the save. */
  before: readonly Version[];
  /** The mark of the tag's owner. The new version's description has it, so that the owner stays visible. */
  mark: string | undefined;
}

/** A content that is certainly saved. */
export interface Saved {
  /** The new version; undefined if the service does not show it yet. */
  version: Version | undefined;
  /** Whether this restore saved it; false if somebody else made the same content live while our response was lost. */
  isOurs: boolean;
}

/**
 * Saves the content of a version as a new version. If the response is lost, looks for the new version instead of saving again.
 *
 * @throws {Error} if it was not saved, or may have been saved
 */
export async function saveAgain({ client }: Account, restore: Restore, terminal: Terminal): Promise<Saved> {
  const { tag, version, content, before, mark } = restore;
  const changeDescription = restoreDescription(version.id, version.createdAt, mark);
  const isOurs = (candidate: Version): boolean => isKeptAs(changeDescription, candidate.changeDescription);
  const isCandidate = (candidate: Version): boolean => candidate.isLive || isOurs(candidate);
  const find = (): Promise<Version | undefined> =>
    client.virtualTagVersions.findNew(tag.id, { content, before, isCandidate });

  const save = async (): Promise<Saved> => {
    await client.virtualTagVersions.restore(tag.id, version.id, { changeDescription }).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown)
        terminal.note("The response was lost. Checking whether the version was saved.");
      throw error;
    });
    // The service has confirmed the save. If the look fails, only the version's ID is missing.
    return { version: await find().catch(() => undefined), isOurs: true };
  };
  const look = async (): Promise<Saved | undefined> => {
    const found = await find();
    return found && { version: found, isOurs: isOurs(found) };
  };
  return settle(save, look, terminal).catch((error: unknown) => {
    throw withAdvice(error);
  });
}

/** Adds to an unknown outcome that the person may repeat the command. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isUnknown = error instanceof OutcomeUnknown || error.cause instanceof OutcomeUnknown;
  if (!isUnknown) return error;
  const advice = "Wait a minute, then run the same command again: if the content is live by then, it saves nothing.";
  return new Error(`${error.message} ${advice}`, { cause: error });
}
