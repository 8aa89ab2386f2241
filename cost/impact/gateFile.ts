/** A file with gates for each tag: `{ "Team": { "max-unallocated": "5%" } }`. */
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
}

/** The gates of one tag. False: no gate. */
type TagLimits = Partial<Record<GateName | "onlyNew", Limit>>;

type Limit = string | boolean | GivenSetting;

/** Without a limit, that for every tag counts. */
type GivenSetting = Partial<GateSetting<string | boolean>>;

/** The name that stands for every tag in a file. */
const everyTag = "*";

/**
 * Reads the content of a gates file: an object that maps the name of a tag, or `*` for every tag, to its gates.
 *
 * @param general the gates of the command line, which `*` in the file adds to
 * @throws {Error} with the place of the first problem. The text is not escaped
 */
export function readGates(content: unknown, general: GateLimits): Gates {
  if (!isObject(content)) throw new Error('must be an object such as { "Team": { "max-unallocated": "5%" } }');
  const entries = Object.entries(content).map(([tag, gates]): [string, TagLimits] => {
    const place = JSON.stringify(tag);
    if (!isObject(gates)) throw new Error(`${place} must be an object with ${gateNames.join(", ")}`);
    const limits = Object.entries(gates).map(([gate, limit]) => [gate, readGate(tag, gate, limit)] as const);
    return [nameKey(tag), Object.fromEntries(limits)];
  });
  const byTag = new Map(entries);
  const ofAll = byTag.get(everyTag) ?? {};
  byTag.delete(everyTag);
  const gates = { general: withoutOff({ ...general, ...ofAll }), byTag };
  refuseWithoutLimit(content, gates);
  return gates;
}

/** A gate that adds to the limit for every tag needs one. */
function refuseWithoutLimit(content: Readonly<Record<string, unknown>>, { general, byTag }: Gates): void {
  for (const tag of Object.keys(content)) {
    for (const gate of gateNames) {
      const given = byTag.get(nameKey(tag))?.[gate];
      if (typeof given === "object" && given.limit === undefined && settingOf(general, gate) === undefined)
        throw new Error(`${JSON.stringify(tag)}: ${gate} has no limit, and there is none for every tag`);
    }
  }
}

function readGate(tag: string, gate: string, given: unknown): Limit {
  const place = JSON.stringify(tag);
  if (gate === "onlyNew" && typeof given === "boolean") return given;
  if (gate === "onlyNew") throw new Error(`${place}: onlyNew must be true or false`);
  if (!isGate(gate))
    throw new Error(`${place} has the unknown gate ${JSON.stringify(gate)}. The gates are ${gateNames.join(", ")}`);
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
    ...(acknowledged === undefined ? {} : { acknowledged: readAcknowledgment(`${place}: ${gate}`, acknowledged) }),
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
      `${place}: acknowledged must have by, reason and until, for example { "by": "Ann", "reason": "agreed", "until": "2026-12-31" }`,
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
export function limitsOf({ general, byTag }: Gates, tag: string, formerName = tag): GateLimits {
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
