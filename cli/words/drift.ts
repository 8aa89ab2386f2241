/** What a comparison of a stack with the account says. */
import { command, pulumiCommand, shellWord } from "../../client/recoveryCommand";
import {
  type Block,
  counted,
  type Document,
  type Extent,
  given,
  type Line,
  paragraph,
  type Phrase,
  say,
} from "../document/document";
import type { ServiceKind } from "../../stack/state/readState";
import type { NotCompared, Reason, Subject } from "../sources/declared";
import { type Comparison, type DriftedResource, type FieldDrift, isNothingCompared } from "../studies/drift/comparison";
import { jsonOf } from "./content";
import { diffLines } from "./ruleDiff";

/** What the commands that the result recommends keep of this one, so that they work on the same stack and account. */
export interface Origin {
  /** The stack's name, if it is known. */
  stack: string | undefined;
  /** The options of `cost-allocation` that select the account. */
  options: readonly string[];
  /** What the options leave to the environment, as a sentence. Undefined: nothing. */
  needs: string | undefined;
}

/** The whole result. */
export function driftDocument(comparison: Comparison, origin: Origin, extent: Extent): Document {
  const { findings, notCompared } = comparison;
  const title = headline(comparison);
  if (extent === "brief") {
    const isExportNamed = findings.some(({ drift, kind }) => isKeptByExport(drift, kind));
    return {
      title: [],
      blocks: [
        ...findings.map((drifted) => briefBlock(drifted, origin)),
        { kind: "lines", lines: notComparedLines(notCompared, findings.length > 0, origin) },
        { kind: "lines", lines: findings.length + notCompared.length > 0 ? [[]] : [] },
        { kind: "paragraph", role: "lead", text: [`${title}.`] },
        ...given(isExportNamed && origin.needs !== undefined && paragraph([origin.needs])),
      ],
    };
  }
  return {
    title: [title],
    blocks: [
      ...given(origin.stack !== undefined && paragraph(say`Stack ${origin.stack}, compared with the account.`)),
      driftTable(findings),
      ...findings.map((drifted) => detailsBlock(drifted, origin)),
      ...given(notCompared.length > 0 && paragraph(["Not compared:"])),
      { kind: "list", items: notCompared.map((one) => say`${titleOf(one)}: ${reasonPhrase(one, origin)}`) },
    ],
  };
}

function briefBlock(drifted: DriftedResource, origin: Origin): Block {
  const { id, resource } = drifted;
  return {
    kind: "details",
    summary: titleOf(drifted),
    more: say` (${{ plain: id }}), resource ${{ plain: resource }}`,
    blocks: [
      { kind: "lines", lines: [...given(whoPhrase(drifted)), ...whatLines(drifted), ...wayPhrases(drifted, origin)] },
    ],
  };
}

/** Who saved the version. Only of a single save, that is who made the change. */
function whoPhrase({ at, by, drift, isOnlySave, versionId }: DriftedResource): Phrase | undefined {
  if (versionId === undefined) return undefined;
  const version = { plain: versionId };
  if (by === undefined || at === undefined)
    return say`an older version is live (${version}); the service does not say who made it live`;
  const single = drift === "owner" ? "taken over" : "changed";
  const last = drift === "owner" ? "saved for its new owner, last" : "last saved";
  return say`${[isOnlySave === true ? single : last]} by ${{ plain: by }} at ${{ plain: at }} (version ${version})`;
}

function notComparedLines(notCompared: readonly NotCompared[], isBelow: boolean, origin: Origin): Line[] {
  const lines = notCompared.map((one): Line => {
    const id = one.id === undefined ? [] : say` (${{ plain: one.id }})`;
    const subject = say`${titleOf(one)}${id}, resource ${{ plain: one.resource }}`;
    return { tone: "changed", text: say`Not compared: ${subject}: ${reasonPhrase(one, origin)}.` };
  });
  return isBelow && lines.length > 0 ? [[], ...lines] : lines;
}

function driftTable(findings: readonly DriftedResource[]): Block {
  const rows = findings.map((drifted) => [
    titleOf(drifted),
    [changedText(drifted)],
    drifted.by === undefined ? ["unknown"] : say`${drifted.by}`,
    [drifted.at === undefined ? "unknown" : { plain: drifted.at }],
  ]);
  return { kind: "table", caption: ["Resources with drift"], columns: ["resource", "changed", "saved by", "at"], rows };
}

function detailsBlock(drifted: DriftedResource, origin: Origin): Block {
  const { id, resource } = drifted;
  const who = whoPhrase(drifted);
  return {
    kind: "details",
    summary: titleOf(drifted),
    blocks: [
      paragraph(say`ID ${id}, resource ${resource}${who === undefined ? [] : say`, ${who}`}`),
      { kind: "lines", lines: whatLines(drifted) },
      { kind: "list", items: wayPhrases(drifted, origin) },
    ],
  };
}

const kinds: Record<ServiceKind, string> = {
  VirtualTag: "Virtual Tag",
  VirtualTagV1: "Virtual Tag (V1)",
  VirtualTagMetadata: "Metadata of Virtual Tag",
  NotificationEndpoint: "Notification endpoint",
};

/** The resource: `Virtual Tag "Team"`. */
function titleOf({ kind, name, resource }: Subject & { name?: string }): Phrase {
  return say`${[kinds[kind]]} ${name ?? resource}`;
}

/** What happened. */
function whatLines(drifted: DriftedResource): Line[] {
  const { changeDescription, content, drift, fields = [], isContentUnknown, isPartUnknown, names, owner } = drifted;
  return [
    ...given<Phrase>(
      drift === "deleted" && ["deleted in the service"],
      drift === "staged" && ["the staged version is not in the service any more, and its content is not live"],
      owner !== undefined && say`now owned by ${{ plain: owner }}`,
      changeDescription !== undefined && say`change description: ${changeDescription}`,
      names && say`name: ${names.before === undefined ? [hidden] : say`${names.before}`} -> ${names.after}`,
      isPartUnknown && ["name or content: the state encrypts what they were before"],
      isContentUnknown && ["content: the service keeps no version with what the stack wrote last"],
    ),
    ...fields.map(fieldPhrase),
    ...(content === undefined ? [] : diffLines(content)),
  ];
}

const hidden = "(encrypted in the state)";

function fieldPhrase({ after, before, isBeforeUnknown, path }: FieldDrift): Phrase {
  const field = path === undefined ? ["a field that was removed"] : [{ plain: path }];
  return say`${field}: ${isBeforeUnknown === true ? [hidden] : jsonOf(before)} -> ${jsonOf(after)}`;
}

/** What changed, in a few words for a table. */
function changedText({ content, drift, fields = [], isContentUnknown, isPartUnknown, names }: DriftedResource): string {
  if (drift === "deleted") return "deleted";
  if (drift === "owner") return "taken over";
  if (drift === "staged") return "staged version missing";
  const changed = content?.rules.filter(({ change }) => change !== "unchanged").length ?? 0;
  return given(
    names && "name",
    isPartUnknown && "name or content",
    changed > 0 && counted(changed, "rule"),
    content?.defaultValue && "default value",
    isContentUnknown && "content",
    fields.length > 0 && counted(fields.length, "field"),
  ).join(", ");
}

/** Whether `export` prints the program that keeps a change. */
function isKeptByExport(drift: DriftedResource["drift"], kind: ServiceKind): boolean {
  return (drift === "changed" || drift === "staged") && (kind === "VirtualTag" || kind === "VirtualTagV1");
}

function wayPhrases(drifted: DriftedResource, origin: Origin): Phrase[] {
  const { keep, undo } = waysOf(drifted, origin);
  return [say`To keep it: ${keep}`, say`To undo it: ${undo}`];
}

/** When Pulumi creates a deleted resource again. */
const onlyIf: Record<ServiceKind, string> = {
  VirtualTag: " if no other tag has its name",
  VirtualTagV1: " if no other tag has its name",
  VirtualTagMetadata: " if the program creates its tag again, too",
  NotificationEndpoint: "",
};

/** The two ways forward: to keep what is in the service, and to put back what the program says. */
function waysOf(
  { drift, id, isNewestStaged, kind, urn }: DriftedResource,
  origin: Origin,
): { keep: Phrase; undo: Phrase } {
  const up = pulumi("up", origin);
  const refresh = pulumi("up --refresh", origin);
  const overwrite = say`${refresh} stops with the commands that do it, or does it if ${{ command: "costallocation:driftPolicy" }} is ${{ command: "overwrite" }}`;
  if (drift === "deleted")
    return { keep: ["remove it from the program"], undo: say`${refresh} creates it again${[onlyIf[kind]]}` };
  if (drift === "owner") {
    const forget = pulumi(`state delete ${shellWord(urn)}`, origin);
    return {
      keep: say`remove the resource from this program; ${up} then leaves the tag alone`,
      undo: say`remove it from the other program without destroying it, run ${forget} here, and then ${up} with ${{ command: "adopt: true" }}`,
    };
  }
  if (isKeptByExport(drift, kind)) {
    // While the newest version is not live, `export` may print that one.
    const [words, does] =
      isNewestStaged === true
        ? [["versions", "show", id, "live", ...origin.options], "shows what is live; put it into the program"]
        : [["export", "--tag", id, ...origin.options], "prints the program of what is live"];
    return {
      keep: say`${{ command: command(words.map(shellWord).join(" ")) }} ${[does]}`,
      undo: drift === "staged" ? [refresh] : overwrite,
    };
  }
  const keep = ["put it into the program"];
  if (kind === "VirtualTagMetadata") return { keep, undo: overwrite };
  return { keep, undo: say`change it back in the application; ${up} would create another endpoint` };
}

/** A command of Pulumi on the stack. */
function pulumi(args: string, { stack }: Origin): { command: string } {
  return { command: pulumiCommand(args, stack) };
}

/** Why a resource was not compared. */
function reasonPhrase({ error, reason }: NotCompared, origin: Origin): Phrase {
  const why = reasons[reason](origin);
  return error === undefined ? why : say`${why}: ${{ plain: error }}`;
}

const reasons: Record<Reason, (origin: Origin) => Phrase> = {
  otherProvider: () => ["it belongs to another Provider, whose credentials this command does not have"],
  pending: (origin) => say`its last operation was interrupted; run ${pulumi("up", origin)}`,
  secret: () => ["its arguments are secrets, which stay encrypted"],
  unreadableState: () => ["the state does not show its arguments"],
  encrypted: (origin) =>
    say`the state encrypts what it was before; ${pulumi("refresh --preview-only", origin)} can compare it`,
  interrupted: (origin) => say`a run of this stack saved it and was interrupted; run ${pulumi("up", origin)}`,
  noLiveVersion: () => ["the service shows no live version of it"],
  unreadable: () => ["it can't be read"],
};

/** The result in one sentence. */
function headline(comparison: Comparison): string {
  const { findings, notCompared, same } = comparison;
  if (isNothingCompared(comparison)) {
    return `None of the stack's resources could be compared (${notCompared.length})`;
  }
  const resources = counted(findings.length + same, "resource");
  const rest = notCompared.length === 0 ? "" : ` (${notCompared.length} not compared)`;
  return findings.length === 0
    ? `No drift in ${resources}${rest}`
    : `Drift in ${findings.length} of ${resources}${rest}`;
}
