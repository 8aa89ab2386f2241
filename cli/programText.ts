/** The TypeScript that declares a content: what to put into a program so that its stack agrees with the service. */
import { canonicalContent } from "../rules/canonical";
import { groupOf, hasValue } from "../rules/operators";
import { readMoment } from "../rules/timeframe";
import type { Condition, Filter, Rule, TagContent, TagValue, Timeframe } from "../rules/types";

/** What the text declares. */
export interface ProgramTag {
  /** Name of the resource in the program. */
  resourceName: string;
  /** Name of the tag. */
  name: string;
  content: TagContent;
  /** ID of the tag, where the program has to take it over first. */
  adopt?: string | undefined;
}

/** Piece of a program: a text, or a list in brackets that is broken into lines where it is too long for one. */
type Piece = string | { open: string; items: readonly Piece[]; close: string; spaced?: boolean };

/** Longest line that is not broken. */
const width = 100;

/** A statement `new costallocation.VirtualTag(...)` with its import. Labels (`displayName`) are left out: they say nothing. */
export function programText({ resourceName, name, content, adopt }: ProgramTag): string {
  const { rules, defaultValue } = canonicalContent(content);
  const args = object({
    name: JSON.stringify(name),
    rules: list(rules.map(rulePiece)),
    defaultValue: valuePiece(defaultValue),
    ...(adopt === undefined ? {} : { adopt: JSON.stringify(adopt) }),
  });
  return [
    'import * as costallocation from "pulumi-cost-allocation";',
    "",
    `new costallocation.VirtualTag(${JSON.stringify(resourceName)}, ${broken(args, 0)});`,
  ].join("\n");
}

function rulePiece({ to, filters, timeframe }: Rule): Piece {
  return object({
    to: valuePiece(to),
    filters: filterPiece(filters),
    ...(timeframe === undefined ? {} : { timeframe: timeframePiece(timeframe) }),
  });
}

function valuePiece(value: TagValue): Piece {
  if (typeof value === "string") return JSON.stringify(value);
  const { key, costCenter, type } = value;
  return object({
    key: JSON.stringify(key),
    costCenter: JSON.stringify(costCenter),
    ...(type === undefined ? {} : { type: JSON.stringify(type) }),
  });
}

function timeframePiece({ from, to }: Timeframe): Piece {
  return object({ from: momentPiece(from), ...(to === undefined ? {} : { to: momentPiece(to) }) });
}

/** ISO 8601 where a program may write that: years of four digits. */
function momentPiece(milliseconds: number): string {
  const date = new Date(milliseconds);
  const iso = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return "milliseconds" in readMoment(iso) ? JSON.stringify(iso) : String(milliseconds);
}

function filterPiece(filter: Filter): Piece {
  const group = groupOf(filter);
  if (group === undefined) return conditionPiece(filter as Condition);
  return call(`costallocation.${group.key === "AND" ? "allOf" : "anyOf"}`, group.members.map(filterPiece));
}

/** A builder where one says the same, else the API's own shape. */
function conditionPiece(condition: Condition): Piece {
  const { costCenter, key, type, operator } = condition;
  const subject = subjectText(condition);
  if (!hasValue(condition)) return `${subject}.${operator}()`;
  const values = [condition.value].flat().map((value) => JSON.stringify(value));
  if (operator === "oneOf" || operator === "notOneOf")
    return { open: `${subject}.${operator}([`, items: values, close: "])" };
  const [value] = values;
  if (value !== undefined && values.length === 1) return call(`${subject}.${operator}`, [value]);
  const fields = Object.entries({ costCenter, key, type, operator }).map(([name, text]) => [
    name,
    JSON.stringify(text),
  ]);
  return object({ ...(Object.fromEntries(fields) as Record<string, string>), value: list(values) });
}

/** The cost center under which the service files Virtual Tags themselves (API document, section 2.3). */
const virtualTagsCostCenter = "Virtual Tags";

function subjectText({ costCenter, key, type }: Condition): string {
  const [where, what] = [JSON.stringify(costCenter), JSON.stringify(key)];
  if (type === "tag") return `costallocation.tag(${where}, ${what})`;
  if (type === "billing_dimension") return `costallocation.dimension(${where}, ${what})`;
  if (type === "virtual_tag" && costCenter === virtualTagsCostCenter) return `costallocation.virtualTagKey(${what})`;
  return `costallocation.key(${where}, ${what}, ${JSON.stringify(type)})`;
}

const call = (callee: string, items: readonly Piece[]): Piece => ({ open: `${callee}(`, items, close: ")" });

const list = (items: readonly Piece[]): Piece => ({ open: "[", items, close: "]" });

function object(fields: Record<string, Piece>): Piece {
  const items = Object.entries(fields).map(([name, value]): Piece =>
    typeof value === "string" ? `${name}: ${value}` : { ...value, open: `${name}: ${value.open}` },
  );
  return { open: "{", items, close: "}", spaced: true };
}

function flat(piece: Piece): string {
  if (typeof piece === "string") return piece;
  const { open, items, close, spaced = false } = piece;
  const space = spaced && items.length > 0 ? " " : "";
  return `${open}${space}${items.map(flat).join(", ")}${space}${close}`;
}

/** The piece over several lines, each item on its own. */
function broken(piece: Piece, indent: number): string {
  if (typeof piece === "string" || piece.items.length === 0) return flat(piece);
  const { open, items, close } = piece;
  const lines = items.map((item) => `${" ".repeat(indent + 2)}${fitted(item, indent + 2)},\n`);
  return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
}

function fitted(piece: Piece, indent: number): string {
  const line = flat(piece);
  return indent + line.length < width ? line : broken(piece, indent);
}
