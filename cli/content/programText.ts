/** The TypeScript that declares a content: to put into a program, so that its stack keeps that content. */
import { canonicalContent } from "../../rules/canonical";
import { groupOf, hasValue, presenceOperators } from "../../rules/operators";
import { toIsoMoment } from "../../rules/timeframe";
import { literal } from "../terminal";
import type { Condition, ConditionKey, Filter, Moment, Rule, TagContent, TagValue, Timeframe } from "../../rules/types";
import { virtualTagsCostCenter } from "./virtualTagKeys";

/** What the program declares. */
export interface ProgramTag {
  /** Name of the resource in the program. */
  resourceName: string;
  /** Name of the tag. */
  name: string;
  content: TagContent;
  /** The ID of the tag, if the program has to adopt it. */
  adopt?: string | undefined;
}

/** Part of a program: a text, or a list in brackets. A list that is too long for one line is broken into several. */
type Piece = string | { open: string; items: readonly Piece[]; close: string; spaced?: boolean };

/** The longest line that is not broken. */
const width = 100;

/** The statement `new costallocation.VirtualTag(...)` with its import. Leaves out `displayName`, which has no effect. */
export function programText({ resourceName, name, content, adopt }: ProgramTag): string {
  const { rules, defaultValue } = canonicalContent(content);
  const args = object({
    name: literal(name),
    rules: list(rules.map(rulePiece)),
    defaultValue: valuePiece(defaultValue),
    ...(adopt === undefined ? {} : { adopt: literal(adopt) }),
  });
  return [
    'import * as costallocation from "pulumi-cost-allocation";',
    "",
    `new costallocation.VirtualTag(${literal(resourceName)}, ${severalLines(args, 0)});`,
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
  if (typeof value === "string") return literal(value);
  const { key, costCenter, type } = value;
  return object({
    key: literal(key),
    costCenter: literal(costCenter),
    ...(type === undefined ? {} : { type: literal(type) }),
  });
}

function timeframePiece({ from, to }: Timeframe): Piece {
  return object({ from: momentPiece(from), ...(to === undefined ? {} : { to: momentPiece(to) }) });
}

/** ISO 8601, unless ISO 8601 can't express the moment. */
const momentPiece = (moment: Moment): string => literal(toIsoMoment(moment));

function filterPiece(filter: Filter): Piece {
  const group = groupOf(filter);
  if (group === undefined) return conditionPiece(filter as Condition);
  return call(`costallocation.${group.key === "AND" ? "allOf" : "anyOf"}`, group.members.map(filterPiece));
}

/** A builder if one expresses the condition, otherwise an object in the API's shape. */
function conditionPiece(condition: Condition): Piece {
  const { costCenter, key, type, operator } = condition;
  const subject = subjectText(condition);
  if (!hasValue(condition)) {
    const isKnown = (presenceOperators as readonly string[]).includes(operator);
    // Anything else from the service is data: it must not become code.
    return isKnown ? `${subject}.${operator}()` : literalPiece({ ...condition });
  }
  const values = [condition.value].flat().map((value) => literal(value));
  if (operator === "oneOf" || operator === "notOneOf")
    return { open: `${subject}.${operator}([`, items: values, close: "])" };
  const [value] = values;
  if (value !== undefined && values.length === 1) return call(`${subject}.${operator}`, [value]);
  return literalPiece({ costCenter, key, type, operator, value: [condition.value].flat() });
}

/** A condition as an object in the API's shape. */
function literalPiece({ costCenter, key, type, operator, value }: ConditionKey & Record<string, unknown>): Piece {
  const fields = Object.entries({ costCenter, key, type, operator, value }).filter(([, field]) => field !== undefined);
  return object(
    Object.fromEntries(
      fields.map(([name, field]) => [name, Array.isArray(field) ? list(field.map(literal)) : literal(field)]),
    ),
  );
}

function subjectText({ costCenter, key, type }: Condition): string {
  const [costCenterText, keyText] = [literal(costCenter), literal(key)];
  if (type === "tag") return `costallocation.tag(${costCenterText}, ${keyText})`;
  if (type === "billing_dimension") return `costallocation.dimension(${costCenterText}, ${keyText})`;
  if (type === "virtual_tag" && costCenter === virtualTagsCostCenter) return `costallocation.virtualTagKey(${keyText})`;
  return `costallocation.key(${costCenterText}, ${keyText}, ${literal(type)})`;
}

const call = (callee: string, items: readonly Piece[]): Piece => ({ open: `${callee}(`, items, close: ")" });

const list = (items: readonly Piece[]): Piece => ({ open: "[", items, close: "]" });

function object(fields: Record<string, Piece>): Piece {
  const items = Object.entries(fields).map(([name, value]): Piece =>
    typeof value === "string" ? `${name}: ${value}` : { ...value, open: `${name}: ${value.open}` },
  );
  return { open: "{", items, close: "}", spaced: true };
}

/** The piece in one line. */
function oneLine(piece: Piece): string {
  if (typeof piece === "string") return piece;
  const { open, items, close, spaced = false } = piece;
  const space = spaced && items.length > 0 ? " " : "";
  return `${open}${space}${items.map(oneLine).join(", ")}${space}${close}`;
}

/** The piece in several lines, with each item on its own line. */
function severalLines(piece: Piece, indent: number): string {
  if (typeof piece === "string" || piece.items.length === 0) return oneLine(piece);
  const { open, items, close } = piece;
  const lines = items.map((item) => `${" ".repeat(indent + 2)}${fit(item, indent + 2)},\n`);
  return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
}

/** The piece in one line if it fits. */
function fit(piece: Piece, indent: number): string {
  const line = oneLine(piece);
  return indent + line.length < width ? line : severalLines(piece, indent);
}
