/** The TypeScript that declares a content: to put into a program, so that its stack keeps that content. */
import { canonicalContent } from "../../rules/canonical";
import { groupOf } from "../../rules/filters";
import { hasValue, isMembership, isPresence } from "../../rules/operators";
import { referencedTag } from "../../rules/references";
import { toIsoMoment } from "../../rules/timeframe";
import { literal } from "../console/terminal";
import { formatted } from "./generated";
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
  /** The ID of the tag, or true, if the program has to adopt it. */
  adopt?: string | true | undefined;
}

/** The import that every such program needs. */
export const packageImport = 'import * as costallocation from "pulumi-cost-allocation";';

/** The statement `new costallocation.VirtualTag(...)` with its import. */
export async function programText(tag: ProgramTag): Promise<string> {
  const text = await formatted([packageImport, "", `${declarationText(tag)};`].join("\n"), "preserve");
  return text.trimEnd();
}

/**
 * The expression `new costallocation.VirtualTag(...)`, not formatted. Leaves out `displayName`, which has no effect.
 *
 * @param constants the constants that hold other tags, by the ID of the tag. A reference to any other tag is its ID.
 */
export function declarationText(
  { resourceName, name, content, adopt }: ProgramTag,
  constants: Constants = new Map(),
): string {
  const { rules, defaultValue } = canonicalContent(content);
  const args = fieldsText({
    name: literal(name),
    rules: list(rules.map((rule) => ruleText(rule, constants))),
    defaultValue: valueText(defaultValue, constants),
    ...(adopt === undefined ? {} : { adopt: literal(adopt) }),
  });
  // Because of the line break, Prettier writes each argument on a line of its own, also if all fit on one.
  return `new costallocation.VirtualTag(${literal(resourceName)}, {\n${args} })`;
}

/** A condition as a program has it. A reference to a tag is its ID. */
export const conditionCode = (condition: Condition): string => conditionText(condition, new Map());

/** A rule as a program has it. A reference to a tag is its ID. */
export const ruleCode = (rule: Rule): string => ruleText(rule, new Map());

/** The constants that hold other tags, by the ID of the tag. */
type Constants = ReadonlyMap<string, string>;

function ruleText({ to, filters, timeframe }: Rule, constants: Constants): string {
  return object({
    to: valueText(to, constants),
    filters: filterText(filters, constants),
    ...(timeframe === undefined ? {} : { timeframe: timeframeText(timeframe) }),
  });
}

function valueText(value: TagValue, constants: Constants): string {
  if (typeof value === "string") return literal(value);
  const { costCenter, type } = value;
  return object({
    key: keyText(value, constants),
    costCenter: literal(costCenter),
    ...(type === undefined ? {} : { type: literal(type) }),
  });
}

function timeframeText({ from, to }: Timeframe): string {
  return object({ from: momentText(from), ...(to === undefined ? {} : { to: momentText(to) }) });
}

/** The key of a condition or a value. The tag that it stands for may be a constant. */
function keyText(reference: KeyReference, constants: Constants): string {
  const constant = constants.get(referencedTag(reference) ?? "");
  return constant === undefined ? literal(reference.key) : `${constant}.id`;
}

/** ISO 8601, unless ISO 8601 can't express the moment. */
const momentText = (moment: Moment): string => literal(toIsoMoment(moment));

function filterText(filter: Filter, constants: Constants): string {
  const group = groupOf(filter);
  if (group === undefined) return conditionText(filter as Condition, constants);
  const members = group.members.map((member) => filterText(member, constants));
  return call(`costallocation.${group.key === "AND" ? "allOf" : "anyOf"}`, members);
}

/** A builder if one expresses the condition, otherwise an object in the API's shape. */
function conditionText(condition: Condition, constants: Constants): string {
  const { costCenter, key, type, operator } = condition;
  const subject = subjectText(condition, constants);
  if (!hasValue(condition)) {
    // Anything else from the service is data: it must not become code.
    return isPresence(operator) ? `${subject}.${operator}()` : literalText({ ...condition }, constants);
  }
  const values = [condition.value].flat().map((value) => literal(value));
  if (isMembership(operator)) return call(`${subject}.${operator}`, [list(values)]);
  const [value] = values;
  if (value !== undefined && values.length === 1) return call(`${subject}.${operator}`, [value]);
  return literalText({ costCenter, key, type, operator, value: [condition.value].flat() }, constants);
}

/** A condition as an object in the API's shape. */
function literalText(condition: ConditionKey & Record<string, unknown>, constants: Constants): string {
  const { costCenter, key, type, operator, value } = condition;
  const fields = Object.entries({ costCenter, key, type, operator, value }).filter(([, field]) => field !== undefined);
  const texts = fields.map(([name, field]) => [name, Array.isArray(field) ? list(field.map(literal)) : literal(field)]);
  return object({ ...(Object.fromEntries(texts) as Record<string, string>), key: keyText(condition, constants) });
}

function subjectText({ costCenter, key, type }: Condition, constants: Constants): string {
  const [costCenterText, keyText] = [literal(costCenter), literal(key)];
  const id = referencedTag({ costCenter, key, type });
  if (type === "tag") return `costallocation.tag(${costCenterText}, ${keyText})`;
  if (type === "billing_dimension") return `costallocation.dimension(${costCenterText}, ${keyText})`;
  if (id !== undefined) return `costallocation.virtualTagKey(${constants.get(id) ?? keyText})`;
  return `costallocation.key(${costCenterText}, ${keyText}, ${literal(type)})`;
}

const call = (callee: string, args: readonly string[]): string => `${callee}(${args.join(", ")})`;

const list = (items: readonly string[]): string => `[${items.join(", ")}]`;

const object = (fields: Record<string, string>): string => `{ ${fieldsText(fields)} }`;

function fieldsText(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, text]) => `${name}: ${text}`)
    .join(", ");
}
