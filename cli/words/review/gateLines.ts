/** The gates of a review: what decides about the exit code, whatever the check. */
import {
  type Block,
  type Cell,
  counted,
  type Extent,
  firstOf,
  given,
  heading,
  type Phrase,
  plainText,
  say,
} from "../../document/document";
import type { ClosedAdvice } from "../../studies/money/closedAdvice";
import { catalogue, type CheckId } from "../../studies/review/checks/catalogue";
import type { Checked, ReviewFinding } from "../../studies/review/checks/check";
import type { Review, TagName } from "../../studies/review/review";
import { adviceBlocks } from "../money/advice";
import { acknowledgedPhrase, gatePhrase, type GateStatus, gateStatus, statusTones } from "../money/gates";
import { findingPhrase } from "./consequences";
import { namePhrase } from "./names";

/** One gate with how it ended. */
export interface GateLine {
  status: GateStatus;
  text: Phrase;
  /** The cause of what it found; empty if it passes by itself. */
  cause: string;
  /** The name of the check and the fingerprint of what it found; absent if it passes by itself. */
  finding?: ReviewFinding;
}

const statuses = { fails: "failed", warns: "warning", acknowledged: "acknowledged" } as const;

/** All gates: those of one cause one after the other, and then those that pass. */
export function gateLines(review: Review, checked: Checked): GateLine[] {
  const { causes, checks, findings, gates } = checked;
  const found = findings.flatMap((one): GateLine[] => {
    if (one.outcome === "shown" || one.subject.kind === "gate") return [];
    const { acknowledgment: by } = one;
    const said = say`${{ plain: one.check }}: ${findingPhrase(one, review, checked)}`;
    const text = by === undefined ? said : say`${said} ${acknowledgedPhrase(by, one.outcome === "acknowledged")}`;
    return [{ status: statuses[one.outcome], text, cause: one.cause, finding: one }];
  });
  const ofLimits = gates.map(({ result, finding }): GateLine => {
    const line = { status: gateStatus(result), text: gatePhrase(result) };
    return finding === undefined ? { ...line, cause: "" } : { ...line, cause: finding.cause, finding };
  });
  const open = checks.flatMap(({ id, undecided = [] }) =>
    undecided.flatMap(({ tag, outcome }): GateLine[] => {
      if (outcome === "shown") return [];
      return [{ status: statuses[outcome], text: undecidedPhrase(id, tag, review), cause: tag.id }];
    }),
  );
  const passed = checks.flatMap(({ id, isGate, status }): GateLine[] =>
    isGate === true && status === "passed" && catalogue[id as CheckId].hasLimit !== true
      ? [{ status: "passed", text: say`${{ plain: id }}: finds nothing.`, cause: "" }]
      : [],
  );
  const order = causes.map(({ id }) => id);
  const all = [...found, ...open, ...ofLimits];
  return [
    ...all
      .filter(({ cause }) => cause !== "")
      .sort((one, other) => order.indexOf(one.cause) - order.indexOf(other.cause)),
    ...all.filter(({ cause }) => cause === ""),
    ...passed,
  ];
}

/** Why a check does not pass: nobody knows what it would find. */
export const undecidedPhrase = (id: string, tag: TagName, review: Review): Phrase =>
  say`${{ plain: id }}: not decided for ${namePhrase(tag, review)}, whose rules are hidden, or which no proof knows. To leave it out, set ${{ command: id }} of this tag to ${{ command: "false" }} in the file of ${{ command: "--gates" }}.`;

const withStatus = (status: GateStatus, lines: readonly GateLine[]): GateLine[] =>
  lines.filter((line) => line.status === status);

/** How many gates failed, of how many causes, and how many only warn or are acknowledged: `2 of 5 gates failed (1 cause), 1 warning`. */
function gateCount(lines: readonly GateLine[]): string {
  const failed = withStatus("failed", lines);
  const causes = new Set(failed.map(({ cause }) => cause)).size;
  const [warnings, acknowledged] = [withStatus("warning", lines).length, withStatus("acknowledged", lines).length];
  return [
    `${failed.length} of ${lines.length} gates failed${failed.length > 1 ? ` (${counted(causes, "cause")})` : ""}`,
    ...given(warnings > 0 && counted(warnings, "warning"), acknowledged > 0 && `${acknowledged} acknowledged`),
  ].join(", ");
}

/** How many gates a comment shows. The page has all. */
const mostShown = 25;

/** The gates of a document: in a comment without those that passed, on a page with these folded. */
export function gateBlocks(lines: readonly GateLine[], advice: readonly ClosedAdvice[], extent: Extent): Block[] {
  if (lines.length === 0) return [];
  if (extent === "brief")
    return [
      heading(2, ["Gates"]),
      {
        kind: "lines",
        lines: lines.map(({ status, text }) => ({
          indent: 2,
          tone: statusTones[status],
          text: say`${[status]}  ${text}`,
        })),
      },
      ...adviceBlocks(advice, extent),
    ];
  const open = lines.filter(({ status }) => status !== "passed");
  if (extent === "comment") {
    const shown = open.map(({ status, text }) => (status === "warning" ? say`Warning: ${text}` : text));
    return [
      { kind: "paragraph", text: [`${gateCount(lines)}${shown.length === 0 ? "" : ":"}`] },
      { kind: "list", items: firstOf(shown, mostShown) },
      ...adviceBlocks(advice, extent),
    ];
  }
  const table = (shown: readonly GateLine[], caption: string): Block => ({
    kind: "table",
    caption: [caption],
    columns: ["Result", "Gate"],
    rows: shown.map(({ status, text }): Cell[] => [{ text: [status], tone: statusTones[status] }, text]),
  });
  const passed = withStatus("passed", lines);
  const passedTitle = `${counted(passed.length, "gate")} passed`;
  return [
    heading(2, ["Gates"], "gates"),
    ...given<Block>(
      open.length > 0 && table(open, gateCount(lines)),
      passed.length > 0 && { kind: "details", summary: [passedTitle], blocks: [table(passed, passedTitle)] },
    ),
    ...adviceBlocks(advice, extent),
  ];
}

/** The error that names every failed gate, and how to accept it; undefined if none failed. */
export function failedGates(lines: readonly GateLine[]): string | undefined {
  const failed = withStatus("failed", lines);
  if (failed.length === 0) return undefined;
  const [first] = failed.flatMap(({ finding }) =>
    finding === undefined || finding.about === undefined ? [] : finding.fingerprint,
  );
  const entry = { fingerprint: first, by: "", reason: "", until: "" };
  return [
    listed(failed, `${counted(failed.length, "gate")} failed:`),
    ...given(
      first !== undefined && `To accept one, add it to "acknowledged" in the file of --gates: ${JSON.stringify(entry)}`,
    ),
  ].join("\n");
}

/** The warning that names every gate that is only a warning; undefined if there is none. */
export function warnedGates(lines: readonly GateLine[]): string | undefined {
  const warned = withStatus("warning", lines);
  if (warned.length === 0) return undefined;
  return listed(warned, `warning: ${counted(warned.length, "gate")} of level "warn" did not pass:`);
}

function listed(lines: readonly GateLine[], title: string): string {
  const ending = ({ finding }: GateLine): string =>
    finding === undefined || finding.about === undefined ? "" : ` (${finding.fingerprint})`;
  return [title, ...lines.map((line) => `- ${plainText(line.text)}${ending(line)}`)].join("\n");
}
