/** A file with gates for each tag: `{ "Team": { "max-unallocated": "5%", "reference-breaks": "fail" } }`. */
import { nameKey } from "../../rules/names";
import { isObject } from "../../rules/shared/isObject";
import { readMoment } from "../../rules/timeframe";
import {
  type Acknowledgment,
  type GateLimits,
  type GateName,
  gateNames,
  type GateSetting,
  limitProblem,
  settingOf,
} from "./gateLimits";

/** The gates of each tag. */
export interface Gates {
  /** For every tag. */
  general: GateLimits;
  /** By the name of the tag, in the form of `nameKey`. They win over the general ones; false means no gate. */
  byTag: ReadonlyMap<string, TagLimits>;
  /** The levels of checks that have no limit, by the name of the tag, in the form of `nameKey`, or by `*`. */
  levels: ReadonlyMap<string, CheckLevels>;
  /** Changes that somebody answers for. */
  acknowledged: readonly AcknowledgedChange[];
}

/** What a finding of a check means for the exit code. False: nothing. */
export type CheckLevel = "fail" | "warn" | false;

/** The levels of checks, by their names. */
export type CheckLevels = Readonly<Record<string, CheckLevel>>;

/** Somebody answers for one change. Until its end, what a check found about it fails nothing. */
export interface AcknowledgedChange extends Acknowledgment {
  /** That of the finding. */
  fingerprint: string;
}

/** The gates of one tag. False: no gate. */
type TagLimits = Partial<Record<GateName | "onlyNew", Limit>>;

type Limit = string | boolean | GivenSetting;

/** Without a limit, that for every tag counts. */
type GivenSetting = Partial<GateSetting<string | boolean>>;

/** The name that stands for every tag in a file. */
export const everyTag = "*";

/** The field of a file that has a list of changes, which no tag has. */
const acknowledgedField = "acknowledged";

/**
 * Reads the content of a gates file: an object that maps the name of a tag, or `*` for every tag, to its gates, and `acknowledged` to a list.
 *
 * @param general the gates of the command line, which `*` in the file adds to
 * @param checks the names of the checks that have a level and no limit
 * @throws {Error} with the place of the first problem. The text is not escaped
 */
export function readGates(content: unknown, general: GateLimits, checks: readonly string[] = []): Gates {
  if (!isObject(content)) throw new Error('must be an object such as { "Team": { "max-unallocated": "5%" } }');
  const { [acknowledgedField]: list } = content;
  const given = Object.entries(content).filter(([tag]) => tag !== acknowledgedField || !Array.isArray(list));
  const byTag = new Map<string, TagLimits>();
  const levels = new Map<string, CheckLevels>();
  for (const [tag, gates] of given) {
    if (!isObject(gates)) throw new Error(`${JSON.stringify(tag)} must be an object with ${gateNames.join(", ")}`);
    const [ofChecks, limits] = [true, false].map((is) =>
      Object.entries(gates).filter(([gate]) => checks.includes(gate) === is),
    ) as [[string, unknown][], [string, unknown][]];
    byTag.set(nameKey(tag), Object.fromEntries(limits.map(([gate, one]) => [gate, readGate(tag, gate, one, checks)])));
    levels.set(nameKey(tag), Object.fromEntries(ofChecks.map(([check, one]) => [check, readLevel(tag, check, one)])));
  }
  const ofAll = byTag.get(everyTag) ?? {};
  byTag.delete(everyTag);
  const acknowledged = Array.isArray(list) ? list.map(readAcknowledgedChange) : [];
  const gates = { general: withoutOff({ ...general, ...ofAll }), byTag, levels, acknowledged };
  refuseWithoutLimit(Object.fromEntries(given), gates);
  return gates;
}

function readLevel(tag: string, check: string, level: unknown): CheckLevel {
  if (level === "fail" || level === "warn" || level === false) return level;
  throw new Error(`${JSON.stringify(tag)}: ${check} must be "fail", "warn" or false`);
}

function readAcknowledgedChange(given: unknown, index: number): AcknowledgedChange {
  const place = `${acknowledgedField}[${index}]`;
  const { fingerprint, ...others } = isObject(given) ? given : {};
  if (typeof fingerprint !== "string" || !/^[\da-f]{12}$/u.test(fingerprint))
    throw new Error(`${place} must have the fingerprint that the review shows: 12 digits from 0 to f`);
  return { fingerprint, ...readAcknowledgment(place, others) };
}

/** A gate that adds to the limit for every tag needs one. */
function refuseWithoutLimit(
  content: Readonly<Record<string, unknown>>,
  { general, byTag }: Pick<Gates, "general" | "byTag">,
): void {
  for (const tag of Object.keys(content)) {
    for (const gate of gateNames) {
      const given = byTag.get(nameKey(tag))?.[gate];
      if (typeof given === "object" && given.limit === undefined && settingOf(general, gate) === undefined)
        throw new Error(`${JSON.stringify(tag)}: ${gate} has no limit, and there is none for every tag`);
    }
  }
}

function readGate(tag: string, gate: string, given: unknown, checks: readonly string[]): Limit {
  const place = JSON.stringify(tag);
  if (gate === "onlyNew" && typeof given === "boolean") return given;
  if (gate === "onlyNew") throw new Error(`${place}: onlyNew must be true or false`);
  if (!isGate(gate))
    throw new Error(
      `${place} has the unknown gate ${JSON.stringify(gate)}. The gates are ${[...gateNames, ...checks].join(", ")}`,
    );
  if (!isObject(given)) return readLimit(place, gate, given);
  const { limit, level, acknowledged, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const fields = "limit, level and acknowledged";
    throw new Error(`${place}: ${gate} has the unknown field ${JSON.stringify(unknown)}. A gate has ${fields}`);
  }
  if (level !== undefined && level !== "warn" && level !== "fail") {
    throw new Error(`${place}: level of ${gate} must be "warn" or "fail"`);
  }
  if (acknowledged !== undefined && tag === everyTag) {
    throw new Error(`${place}: an acknowledgment is for one tag. Write it into the gates of the tag`);
  }
  return {
    ...(limit === undefined && tag !== everyTag ? {} : { limit: readLimit(place, gate, limit) }),
    ...(level === undefined ? {} : { level }),
    ...(acknowledged === undefined
      ? {}
      : { acknowledged: readAcknowledgment(`${place}: ${gate}: ${acknowledgedField}`, acknowledged) }),
  };
}

function readLimit(place: string, gate: GateName, limit: unknown): string | boolean {
  // A number is an amount, too.
  const text = gate === "max-moved" && typeof limit === "number" ? String(limit) : limit;
  const problem = text === false ? undefined : limitProblem(gate, text);
  if (problem !== undefined) throw new Error(`${place}: ${gate} ${problem}, or false for no gate`);
  return text as string | boolean;
}

/** Without a name, a reason and an end, nobody answers for what the gate lets pass. */
function readAcknowledgment(place: string, given: unknown): Acknowledgment {
  const { by, reason, until, ...others } = isObject(given) ? given : {};
  const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
  if (!isText(by) || !isText(reason) || !isText(until) || Object.keys(others).length > 0) {
    throw new Error(
      `${place} must have by, reason and until, for example { "by": "Ann", "reason": "agreed", "until": "2026-12-31" }`,
    );
  }
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(until) || "problem" in readMoment(until)) {
    throw new Error(`${place}: until must be a day such as 2026-12-31`);
  }
  return { by, reason, until };
}

/**
 * The gates of a tag.
 *
 * @param formerName the name before, if the tag is renamed: its gates stay, unless the new name has others
 */
export function limitsOf(
  { general, byTag }: Pick<Gates, "general" | "byTag">,
  tag: string,
  formerName = tag,
): GateLimits {
  const own: TagLimits = { ...byTag.get(nameKey(formerName)), ...byTag.get(nameKey(tag)) };
  const settings = gateNames.flatMap((gate) => {
    const given = own[gate];
    return given === undefined ? [] : [[gate, merged(gate, given, settingOf(general, gate)?.limit)] as const];
  });
  return withoutOff({ ...general, ...own, ...Object.fromEntries(settings) });
}

/** The gate of a tag, with the limit for every tag if it has none. Of two closed months, the later one counts. */
function merged(gate: GateName, own: Limit, general: string | true | undefined): Limit {
  const limit = typeof own === "object" ? own.limit : own;
  const isLater = gate === "closed-through" && limit !== false && general !== undefined && general > (limit ?? "");
  if (limit !== undefined && !isLater) return own;
  return typeof own === "object" ? { ...own, limit: general ?? false } : (general ?? own);
}

function withoutOff(limits: TagLimits): GateLimits {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== false));
}

function isGate(name: string): name is GateName {
  return (gateNames as readonly string[]).includes(name);
}
