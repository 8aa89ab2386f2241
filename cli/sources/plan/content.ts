/** The contents of tags in a plan: what can be read of them. */
import { field } from "../../../client/json";
import { mapConditions, withV2Operator } from "../../../rules/contentV1";
import type { Rule } from "../../../rules/types";
import { previewed, readState, shownText } from "../../../stack/state/readState";
import { unknownValue } from "../../../stack/state/unknown";
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
  /** That is unknown until deployment. Then `setAsLive` is `true`. */
  isLiveUnknown?: true;
  /** Of a tag of V1: whether the case of cost centers and keys in rules counts. */
  isCaseSensitive?: boolean;
  /** The argument `adopt`. An ID that the plan hides is `unknownValue`. */
  adopt?: boolean | string;
  /** The URN that the ownership mark is made of. Absent in the state of a tag that a program only reads. */
  ownerUrn?: string;
  /** The option `ignoreChanges`; absent if it lists nothing. */
  ignored?: readonly string[];
}

/** A change by others that a refresh found, as the state has it. */
export interface FoundChange {
  /** Who made it. */
  by?: string;
  /** When: ISO 8601, UTC. */
  at?: string;
  /** What the stack had written; absent if the plan does not show it. */
  written?: PlannedContent;
  /** The fields of metadata that differed, as digests of their paths. */
  fields?: string[];
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
  const { newState, op } = tag;
  const oldState = op === "create" ? undefined : tag.oldState;
  const before = oldState && readContent(oldState, oldState.id);
  const after = newState && readContent(newState, idAfter(tag));
  const unreadable = after?.unreadable ?? before?.unreadable;
  const id = newState === undefined ? oldState?.id : idAfter(tag);
  const shown = newState ?? oldState;
  const name = shown && nameOf(shown);
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(before?.content === undefined ? {} : { before: before.content }),
    ...(after?.content === undefined ? {} : { after: after.content }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

/** A tag that a program only reads has its content among the outputs. */
function nameOf({ isExternal, inputs, outputs }: StepState): string | undefined {
  return shownText(field(isExternal ? outputs : inputs, "name"), previewed);
}

/** What a refresh found that others did. `deleted`: this preview found that it is not there any more. */
export function foundChange({
  op: decidedOp,
  plannedOp: op = decidedOp,
  oldState,
  unrefreshed,
}: ResourceChange): FoundChange | "deleted" | undefined {
  if (op === "create") return unrefreshed === undefined ? undefined : "deleted";
  const drift = oldState && driftIn(oldState);
  if (drift === undefined) return undefined;
  const [by, at] = ["by", "at"].map((name) => shownText(field(drift, name), previewed));
  // After an earlier refresh, the state has what that one found.
  const isWritten = unrefreshed !== undefined && driftIn(unrefreshed) === undefined;
  const fields = field(drift, "fields");
  const written = isWritten ? readContent(unrefreshed, unrefreshed.id).content : undefined;
  return {
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(written === undefined ? {} : { written }),
    ...(Array.isArray(fields) ? { fields: fields.map(String) } : {}),
  };
}

function driftIn({ outputs }: StepState): unknown {
  return field(field(outputs, "__report"), "drift");
}

interface Read {
  content?: PlannedContent;
  unreadable?: Unreadable;
}

/** A plan is read again with what the provider does, and most states are the same then. */
const reads = new WeakMap<StepState, Read>();

function readContent(state: StepState, id: string | undefined): Read {
  const read = reads.get(state) ?? contentIn(state);
  reads.set(state, read);
  const { content } = read;
  return content === undefined || id === undefined ? read : { ...read, content: { id, ...content } };
}

function contentIn(state: StepState): Read {
  // The first preview of a tag that a program only reads does not read it yet.
  if (state.isExternal && field(state.outputs, "rules") === undefined) return {};
  const isV1 = state.kind === "VirtualTagV1";
  const read = readState(isV1 ? "VirtualTagV1" : "VirtualTag", state, previewed);
  if ("hiddenBy" in read) return { unreadable: read.hiddenBy === "shape" ? "unsupported" : read.hiddenBy };
  const { name, rules, defaultValue, adopt, __resourceUrn: ownerUrn, ...others } = read.state;
  if (oddPart({ rules, defaultValue }) !== undefined) return { unreadable: "unsupported" };
  const content = {
    name,
    // V1 spells `notIs` as `isNot`.
    rules: isV1 ? (mapConditions(rules, withV2Operator) as Rule[]) : rules,
    defaultValue,
    setAsLive: !("setAsLive" in others) || others.setAsLive,
    ...(previewed.isUnknown(state.inputs["setAsLive"]) ? { isLiveUnknown: true as const } : {}),
    ...("isCaseSensitive" in others ? { isCaseSensitive: others.isCaseSensitive } : {}),
    ...(adopt === undefined ? {} : { adopt: previewed.isSecret(adopt) ? unknownValue : adopt }),
    ...(ownerUrn === undefined ? {} : { ownerUrn }),
    ...("__ignoreChanges" in others ? { ignored: others.__ignoreChanges } : {}),
  };
  return { content, ...(read.hasUnknown ? { unreadable: "unknown" as const } : {}) };
}
