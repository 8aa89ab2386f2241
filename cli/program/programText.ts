/** The TypeScript that declares a content: to put into a program, so that its stack keeps that content. */
import { canonicalContent } from "../../rules/canonical";
import { groupOf, hasValue, presenceOperators } from "../../rules/operators";
import { referencedTag } from "../../rules/references";
import { toIsoMoment } from "../../rules/timeframe";
import { literal } from "../console/terminal";
import type {
  Condition,
  ConditionKey,
  Filter,
  KeyReference,
  Moment,
  Rule,
  TagContent,
  TagValue,
  Timeframe,
} from "../../rules/types";

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

/** The import that every such program needs. */
export const packageImport = 'import * as costallocation from "pulumi-cost-allocation";';

/** The statement `new costallocation.VirtualTag(...)` with its import. */
export function programText(tag: ProgramTag): string {
  return [packageImport, "", `${declarationText(tag)};`].join("\n");
}

/**
 * The expression `new costallocation.VirtualTag(...)`. Leaves out `displayName`, which has no effect.
 *
 * @param constants the constants that hold other tags, by the ID of the tag. A reference to any other tag is its ID.
 */
export function declarationText(
  { resourceName, name, content, adopt }: ProgramTag,
  constants: Constants = new Map(),
): string {
  const { rules, defaultValue } = canonicalContent(content);
  const args = object({
    name: literal(name),
    rules: list(rules.map((rule) => rulePiece(rule, constants))),
    defaultValue: valuePiece(defaultValue, constants),
    ...(adopt === undefined ? {} : { adopt: literal(adopt) }),
  });
  return `new costallocation.VirtualTag(${literal(resourceName)}, ${severalLines(args, 0)})`;
}

/** The constants that hold other tags, by the ID of the tag. */
type Constants = ReadonlyMap<string, string>;

function rulePiece({ to, filters, timeframe }: Rule, constants: Constants): Piece {
  return object({
    to: valuePiece(to, constants),
    filters: filterPiece(filters, constants),
    ...(timeframe === undefined ? {} : { timeframe: timeframePiece(timeframe) }),
  });
}

function valuePiece(value: TagValue, constants: Constants): Piece {
  if (typeof value === "string") return literal(value);
  const { costCenter, type } = value;
  return object({
    key: keyPiece(value, constants),
    costCenter: literal(costCenter),
    ...(type === undefined ? {} : { type: literal(type) }),
  });
}

function timeframePiece({ from, to }: Timeframe): Piece {
  return object({ from: momentPiece(from), ...(to === undefined ? {} : { to: momentPiece(to) }) });
}

/** The key of a condition or a value. The tag that it stands for may be a constant. */
function keyPiece(reference: KeyReference, constants: Constants): Piece {
  const constant = constants.get(referencedTag(reference) ?? "");
  return constant === undefined ? literal(reference.key) : `${constant}.id`;
}

/** ISO 8601, unless ISO 8601 can't express the moment. */
const momentPiece = (moment: Moment): string => literal(toIsoMoment(moment));

function filterPiece(filter: Filter, constants: Constants): Piece {
  const group = groupOf(filter);
  if (group === undefined) return conditionPiece(filter as Condition, constants);
  const members = group.members.map((member) => filterPiece(member, constants));
  return call(`costallocation.${group.key === "AND" ? "allOf" : "anyOf"}`, members);
}

/** A builder if one expresses the condition, otherwise an object in the API's shape. */
function conditionPiece(condition: Condition, constants: Constants): Piece {
  const { costCenter, key, type, operator } = condition;
  const subject = subjectText(condition, constants);
  if (!hasValue(condition)) {
    const isKnown = (presenceOperators as readonly string[]).includes(operator);
    // Anything else from the service is data: it must not become code.
    return isKnown ? `${subject}.${operator}()` : literalPiece({ ...condition }, constants);
  }
  const values = [condition.value].flat().map((value) => literal(value));
  if (operator === "oneOf" || operator === "notOneOf")
    return { open: `${subject}.${operator}([`, items: values, close: "])" };
  const [value] = values;
  if (value !== undefined && values.length === 1) return call(`${subject}.${operator}`, [value]);
  return literalPiece({ costCenter, key, type, operator, value: [condition.value].flat() }, constants);
}

/** A condition as an object in the API's shape. */
function literalPiece(condition: ConditionKey & Record<string, unknown>, constants: Constants): Piece {
  const { costCenter, key, type, operator, value } = condition;
  const fields = Object.entries({ costCenter, key, type, operator, value }).filter(([, field]) => field !== undefined);
  const pieces = fields.map(([name, field]) => [
    name,
    Array.isArray(field) ? list(field.map(literal)) : literal(field),
  ]);
  return object({ ...(Object.fromEntries(pieces) as Record<string, Piece>), key: keyPiece(condition, constants) });
}

function subjectText({ costCenter, key, type }: Condition, constants: Constants): string {
  const [costCenterText, keyText] = [literal(costCenter), literal(key)];
  const id = referencedTag({ costCenter, key, type });
  if (type === "tag") return `costallocation.tag(${costCenterText}, ${keyText})`;
  if (type === "billing_dimension") return `costallocation.dimension(${costCenterText}, ${keyText})`;
  if (id !== undefined) return `costallocation.virtualTagKey(${constants.get(id) ?? keyText})`;
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
