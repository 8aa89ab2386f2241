/** The contents of tags in a plan: what can be read of them. */
import { containsSecretValue, containsUnknown, secretValue, unknownValue } from "../../../stack/state/unknown";
import { isTooDeep } from "../../../rules/nesting";
import { mapObjects } from "../../../rules/tagKeys";
import { oddPart } from "../unreadable";
import type { InputTag } from "../inputTag";
import type { StepState } from "./steps";
import { idAfter, type ResourceChange } from "./changes";

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

/** Reads the content of a tag of a plan. */
export function plannedContents(tag: ResourceChange): PlannedContents {
  const { oldState, newState } = tag;
  const before = oldState && readContent(oldState, oldState.id);
  const after = newState && readContent(newState, idAfter(tag));
  const unreadable = after?.unreadable ?? before?.unreadable;
  const [id, name] = [newState === undefined ? oldState?.id : idAfter(tag), nameOf(newState ?? oldState)];
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(before?.content === undefined ? {} : { before: before.content }),
    ...(after?.content === undefined ? {} : { after: after.content }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

function nameOf(state: StepState | undefined): string | undefined {
  const name = state && argumentsOf(state)["name"];
  return typeof name === "string" && name !== unknownValue && name !== secretValue ? name : undefined;
}

/** A tag that a program only reads has its content among the outputs. */
function argumentsOf({ isExternal, inputs, outputs }: StepState): Record<string, unknown> {
  return isExternal ? outputs : inputs;
}

interface Read {
  content?: PlannedContent;
  unreadable?: Unreadable;
}

function readContent(state: StepState, id: string | undefined): Read {
  const { name, rules, defaultValue } = argumentsOf(state);
  // The first preview of a tag that a program only reads does not read it yet.
  if (state.isExternal && rules === undefined) return {};
  const parts = { name, rules, defaultValue };
  if (isTooDeep(parts)) return { unreadable: "unsupported" };
  if (containsSecretValue(parts)) return { unreadable: "secret" };
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
function hasUnknown({ name, rules, defaultValue }: InputTag): boolean {
  return containsUnknown({ name, rules, defaultValue });
}

const isV1 = ({ type }: StepState): boolean => type.endsWith(":VirtualTagV1");

/** V1 spells `notIs` as `isNot` (API document, section 2.3). */
function withV2Operators(rules: unknown): unknown {
  return mapObjects(rules, (object) => (object["operator"] === "isNot" ? { ...object, operator: "notIs" } : object));
}
