import type { Version, VirtualTag } from "../../client";
import { printable } from "../../client/printable";
import { command, commandVariables, shellWord } from "../../client/recoveryCommand";

/** A change outside Pulumi: who made it, when, and as which version. */
export interface Drift {
  /** An email address. */
  by?: string;
  /** ISO 8601, UTC. */
  at?: string;
  /** The version that is live because of it. */
  versionId?: string;
}

/** Who saved what is live. */
export function savedBy(tag: VirtualTag, live: Version | undefined): Drift {
  const by = live?.createdBy ?? tag.updatedBy;
  const at = live?.createdAt ?? tag.updatedAt;
  return {
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(live === undefined ? {} : { versionId: live.id }),
  };
}

/** `by ines@example.com at 2026-11-20T12:00:00.000Z (saved as version 1234)`. */
export function driftText({ by = "an unknown user", at, versionId }: Drift): string {
  const when = at === undefined ? "" : ` at ${printable(at)}`;
  return `by ${printable(by)}${when}${versionId === undefined ? "" : ` (saved as version ${printable(versionId)})`}`;
}

/** The command that prints what is live. */
export function showLive({ id }: { id: string }): string {
  return `\`${command(`versions show ${shellWord(id)} live`)}\``;
}

/** How to restore what was live; empty if its version is not known. */
export function restoreText({ id }: { id: string }, { versionId }: Drift): string[] {
  if (versionId === undefined) return [];
  return [
    `To get the change back: ${command(`versions restore ${shellWord(id)} ${shellWord(versionId)}`)}`,
    commandVariables,
  ];
}
