/** What terminal and Markdown say of a finding: plain text, which each of them escapes or has escaped already. */
import { command, shellWord } from "../../client/recoveryCommand";
import { literal, printable, quoted } from "../console/terminal";
import type { Kind, NotCompared, Reason, Subject } from "../sources/declared";
import type { FieldDrift, Finding } from "../studies/drift";

const kinds: Record<Kind, string> = {
  VirtualTag: "Virtual Tag",
  VirtualTagV1: "Virtual Tag (V1)",
  VirtualTagMetadata: "Metadata of Virtual Tag",
  NotificationEndpoint: "Notification endpoint",
};

/** The resource: `Virtual Tag "Team"`. */
export function titleText({ kind, name, resource }: Subject & { name?: string }): string {
  return `${kinds[kind]} ${quoted(name ?? resource)}`;
}

/** Who, when, and as which version; undefined if nothing of that is known. */
export function whoText({ at, by, drift, versionId }: Finding): string | undefined {
  if (by === undefined || at === undefined) return undefined;
  return `${drift === "owner" ? "taken over" : "changed"} by ${printable(by)} at ${printable(at)} (version ${printable(versionId ?? "")})`;
}

/** What happened, in lines without the differences of rules. */
export function whatLines(finding: Finding): string[] {
  const { changeDescription, drift, fields = [], isContentUnknown, names, owner } = finding;
  return [
    ...(drift === "deleted" ? ["deleted in the service"] : []),
    ...(drift === "staged" ? ["the staged version is not in the service any more, and its content is not live"] : []),
    ...(owner === undefined ? [] : [`now owned by ${printable(owner)}`]),
    ...(changeDescription === undefined ? [] : [`change description: ${quoted(changeDescription)}`]),
    ...(names === undefined
      ? []
      : [`name: ${names.before === undefined ? hidden : quoted(names.before)} -> ${quoted(names.after)}`]),
    ...(isContentUnknown === true ? ["content: the service keeps no version with what the stack wrote last"] : []),
    ...fields.map(fieldText),
  ];
}

const hidden = "(encrypted in the state)";

function fieldText({ after, before, isBeforeUnknown, path }: FieldDrift): string {
  const [was, is] = [before, after].map((value) => (value === undefined ? "none" : literal(value)));
  return `${path === undefined ? "a field that was removed" : printable(path)}: ${isBeforeUnknown === true ? hidden : was} -> ${is}`;
}

/** What changed, in a few words for a table. */
export function summaryText({ content, drift, fields = [], isContentUnknown, names }: Finding): string {
  if (drift === "deleted") return "deleted";
  if (drift === "owner") return "taken over";
  if (drift === "staged") return "staged version missing";
  const changed = content?.rules.filter(({ change }) => change !== "unchanged").length ?? 0;
  return [
    ...(names === undefined ? [] : ["name"]),
    ...(changed === 0 ? [] : [changed === 1 ? "1 rule" : `${changed} rules`]),
    ...(content?.defaultValue === undefined ? [] : ["default value"]),
    ...(isContentUnknown === true ? ["content"] : []),
    ...(fields.length === 0 ? [] : [fields.length === 1 ? "1 field" : `${fields.length} fields`]),
  ].join(", ");
}

/** The two ways forward: to keep what is in the service, and to put back what the program says. */
export interface Ways {
  keep: string;
  undo: string;
}

/**
 * The ways forward after a finding. Commands are in backquotes, and run as they are printed.
 *
 * @param stack the stack's name; undefined if only its state was given
 */
export function waysText({ drift, id, kind, urn }: Finding, stack: string | undefined): Ways {
  const selected = stack === undefined ? "" : ` --stack ${shellWord(stack)}`;
  const up = `\`pulumi up --refresh${selected}\``;
  if (drift === "deleted") return { keep: "remove it from the program", undo: `${up} creates it again` };
  if (drift === "owner") {
    const forget = `\`pulumi state delete ${shellWord(urn)}${selected}\``;
    return {
      keep: "remove the resource from this program; `pulumi up` then leaves the tag alone",
      undo: `remove it from the other program without destroying it, run ${forget} here, and then \`pulumi up\` with \`adopt: true\``,
    };
  }
  if (kind === "NotificationEndpoint")
    return {
      keep: "put it into the program",
      undo: "change it back in the application; `pulumi up` would create another endpoint",
    };
  if (kind === "VirtualTagMetadata") return { keep: "put it into the program", undo: up };
  return { keep: `\`${command(`export --tag ${shellWord(id)}`)}\` prints the program of what is live`, undo: up };
}

/** Why a resource was not compared. */
export function reasonText({ error, reason }: NotCompared): string {
  return error === undefined ? reasons[reason] : `${reasons[reason]}: ${printable(error)}`;
}

const reasons: Record<Reason, string> = {
  otherProvider: "it belongs to another Provider, whose credentials this command does not have",
  pending: "its last operation was interrupted; run `pulumi up`",
  secret: "its arguments are secrets, which stay encrypted",
  unreadableState: "the state does not show its arguments",
  interrupted: "a run of this stack saved it and was interrupted; run `pulumi up`",
  noLiveVersion: "the service shows no live version of it",
  unreadable: "it can't be read",
};

/** The result in one sentence. */
export function headline(findings: readonly Finding[], same: number, notCompared: readonly NotCompared[]): string {
  const all = findings.length + same;
  const resources = all === 1 ? "1 resource" : `${all} resources`;
  const rest = notCompared.length === 0 ? "" : ` (${notCompared.length} not compared)`;
  return findings.length === 0
    ? `No drift in ${resources}${rest}`
    : `Drift in ${findings.length} of ${resources}${rest}`;
}
