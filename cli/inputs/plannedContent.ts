/** The contents of tags in a plan: what can be read of them, and the references between them. */
import { field, isObject } from "../../client/json";
import { isTooDeep } from "../../rules/nesting";
import { oddPart } from "../content/contentShape";
import { virtualTagsCostCenter } from "../../rules/references";
import type { InputTag } from "./inputTag";
import type { StepState } from "./planSteps";

/** What stands in a plan for a value that is unknown until deployment. Fixed by Pulumi. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What stands in a plan for a secret. Fixed by Pulumi. */
export const secretValue = "[secret]";

/** Why a content before or after can't be read: it has a secret, a value that is unknown until deployment, or a shape that V2 does not have. */
export type Unreadable = "secret" | "unknown" | "unsupported";

/** A tag as a program declares it. */
export interface PlannedContent extends InputTag {
  /** Whether a save becomes the live version. */
  setAsLive: boolean;
  /** Of a tag of V1: whether the case of cost centers and keys in rules counts. */
  isCaseSensitive?: boolean;
  /** The argument `adopt`. */
  adopt?: boolean | string;
  /** The argument `changeDescription`. */
  changeDescription?: string;
  /** The URN that the ownership mark is made of. Absent in the state of a tag that a program only reads. */
  ownerUrn?: string;
}

/** What a plan says about a tag's content. */
export interface PlannedContents {
  /** The ID in the service; absent if the tag does not exist yet, or is replaced. */
  id?: string;
  /** The name after the change, or the last one; absent if it is secret or unknown. Known even if the content can't be read. */
  name?: string;
  before?: PlannedContent;
  after?: PlannedContent;
  unreadable?: Unreadable;
}

/** The states of a tag before and after. */
interface TagStates {
  op: string;
  urn: string;
  oldState?: StepState;
  newState?: StepState;
}

/** Reads the contents of all tags of a plan, in the same order. */
export function plannedContents(tags: readonly TagStates[]): PlannedContents[] {
  const newTags = new Map(
    tags.flatMap((tag) => {
      const { newState } = tag;
      if (newState === undefined || (tag.op !== "create" && tag.op !== "replace")) return [];
      const name = argumentsOf(newState)["name"];
      return [[tag.urn, { key: adoptedId(newState) ?? tag.urn, name }] as const];
    }),
  );
  return tags.map((tag) => {
    const { oldState, newState } = tag;
    const before = oldState && readContent(oldState, oldState.id, oldState.inputs);
    const after = newState && readContent(newState, idAfter(tag), resolved(newState, newTags));
    const unreadable = after?.unreadable ?? before?.unreadable;
    const [id, name] = [newState === undefined ? oldState?.id : idAfter(tag), nameOf(newState ?? oldState)];
    return {
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
      ...(before?.content === undefined ? {} : { before: before.content }),
      ...(after?.content === undefined ? {} : { after: after.content }),
      ...(unreadable === undefined ? {} : { unreadable }),
    };
  });
}

function nameOf(state: StepState | undefined): string | undefined {
  const name = state && argumentsOf(state)["name"];
  return typeof name === "string" && name !== unknownValue && name !== secretValue ? name : undefined;
}

/** A tag that a program only reads has its content among the outputs. */
function argumentsOf({ isExternal, inputs, outputs }: StepState): Record<string, unknown> {
  return isExternal ? outputs : inputs;
}

function idAfter({ op, oldState, newState }: TagStates): string | undefined {
  const id = op === "create" || op === "replace" ? undefined : (newState?.id ?? oldState?.id);
  return id === unknownValue ? undefined : (id ?? (newState && adoptedId(newState)));
}

/** The ID of the tag that a new resource adopts, if the program says it. */
function adoptedId({ inputs }: StepState): string | undefined {
  const { adopt } = inputs;
  return typeof adopt === "string" && adopt !== unknownValue && adopt !== secretValue ? adopt : undefined;
}

interface Read {
  content?: PlannedContent;
  unreadable?: Unreadable;
}

function readContent(state: StepState, id: string | undefined, given: Record<string, unknown>): Read {
  const { name, rules, defaultValue } = state.isExternal ? state.outputs : given;
  // The first preview of a tag that a program only reads does not read it yet.
  if (state.isExternal && rules === undefined) return {};
  const parts = { name, rules, defaultValue };
  if (isTooDeep(parts)) return { unreadable: "unsupported" };
  if (contains(parts, secretValue)) return { unreadable: "secret" };
  if ([name, rules].includes(unknownValue)) return { unreadable: "unknown" };
  if (typeof name !== "string" || oddPart(parts) !== undefined) return { unreadable: "unsupported" };
  const { setAsLive, isCaseSensitive, adopt, changeDescription, __resourceUrn: ownerUrn } = state.inputs;
  const content = {
    ...(id === undefined ? {} : { id }),
    ...({ name, rules: isV1(state) ? withV2Operators(rules) : rules, defaultValue } as InputTag),
    setAsLive: setAsLive !== false,
    ...(typeof isCaseSensitive === "boolean" ? { isCaseSensitive } : {}),
    ...(typeof adopt === "string" || typeof adopt === "boolean" ? { adopt } : {}),
    ...(typeof changeDescription === "string" ? { changeDescription } : {}),
    ...(typeof ownerUrn === "string" ? { ownerUrn } : {}),
  };
  return { content, ...(hasUnknown(content) ? { unreadable: "unknown" as const } : {}) };
}

/** Whether a value that is unknown until deployment is anywhere in a content. */
export function hasUnknown({ name, rules, defaultValue }: InputTag): boolean {
  return containsUnknown({ name, rules, defaultValue });
}

/** Whether a value that is unknown until deployment is anywhere in a part of a content. */
export function containsUnknown(part: unknown): boolean {
  return contains(part, unknownValue);
}

/** Whether a value has a text anywhere. */
function contains(value: unknown, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text;
  return Object.values(value).some((part) => contains(part, text));
}

const isV1 = ({ type }: StepState): boolean => type.endsWith(":VirtualTagV1");

/** V1 spells `notIs` as `isNot` (API document, section 2.3). */
function withV2Operators(rules: unknown): unknown {
  return mapObjects(rules, (object) => (object["operator"] === "isNot" ? { ...object, operator: "notIs" } : object));
}

/** A copy of a value in which every object was changed, the innermost first. */
function mapObjects(value: unknown, change: (object: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((part) => mapObjects(part, change));
  if (!isObject(value)) return value;
  const copy = Object.entries(value).map(([name, part]) => [name, mapObjects(part, change)] as const);
  return change(Object.fromEntries(copy));
}

/** A tag that is made by the update, by its URN. */
type NewTags = ReadonlyMap<string, { key: string; name: unknown }>;

/**
 * The arguments with the references to tags whose IDs are unknown until deployment. The plan says for each argument which resources it
 * depends on. If these are several new tags, the label of the reference decides, if it has one.
 */
function resolved(state: StepState, newTags: NewTags): Record<string, unknown> {
  const { inputs, propertyDependencies } = state;
  const resolve = (argument: "rules" | "defaultValue"): unknown => {
    const value = inputs[argument];
    if (isTooDeep(value) || !contains(value, unknownValue)) return value;
    const candidates = ((field(propertyDependencies, argument) as readonly string[] | undefined) ?? []).flatMap(
      (urn) => newTags.get(urn) ?? [],
    );
    return mapObjects(value, (object) => {
      if (object["costCenter"] !== virtualTagsCostCenter || object["key"] !== unknownValue) return object;
      const [one, ...others] =
        candidates.length > 1 ? candidates.filter(({ name }) => name === object["displayName"]) : candidates;
      return one === undefined || others.length > 0 ? object : { ...object, key: one.key };
    });
  };
  return { ...inputs, rules: resolve("rules"), defaultValue: resolve("defaultValue") };
}
