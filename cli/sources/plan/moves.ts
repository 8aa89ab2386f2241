/** Resources that were renamed in the program without an alias: the plan deletes one, and creates another one for the same tag. */
import { nameKey } from "../../../rules/names";
import { isSameId } from "../../../stack/state/kinds";
import { previewed, shownText } from "../../../stack/state/readState";
import type { StepState } from "./steps";
import { isLeaving, isMetadata, isTag, type ResourceChange } from "./changes";

/**
 * Joins the deletion of a tag with the creation that adopts it, by its ID or as the only one of its name, and leaves out the deletion
 * of a tag that another resource has, after an adoption that was interrupted. The provider deletes no tag that another resource of
 * the same run has or adopts: such a deletion only takes a resource out of the state.
 *
 * @param isOpen whether the dry run does not say what becomes of a resource. Default: there was none
 */
export function withMovedTags(
  changes: readonly ResourceChange[],
  isOpen: (change: ResourceChange) => boolean = () => true,
): ResourceChange[] {
  const names = changes.flatMap((change) => (isLeavingTag(change) ? [nameOf(change.oldState)] : []));
  const isOnlyOne = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  const joined = joinedWith(changes, isOpen, (from, to) => {
    if (!isTag(from) || !isTag(to)) return false;
    const { adopt } = to.inputs;
    const name = nameOf(to);
    if (adopt !== true) return isSameId(from.id, adopt);
    return name !== undefined && nameOf(from) === name && isOnlyOne(name);
  });
  const held = joined.filter(({ op, oldState }) => isTag(oldState) && ["same", "update", "replace"].includes(op));
  return joined.filter(
    (change) => !isLeavingTag(change) || !isOpen(change) || !held.some((other) => hasTagOf(other, change)),
  );
}

/** Joins the deletion of metadata with the creation that declares the metadata of the same tag: the provider leaves it what it declares. */
export function withMovedMetadata(changes: readonly ResourceChange[]): ResourceChange[] {
  return joinedWith(
    changes,
    () => true,
    (from, to) =>
      isMetadata(from) && isMetadata(to) && isSameId(from.inputs["virtualTagId"], to.inputs["virtualTagId"]),
  );
}

function joinedWith(
  changes: readonly ResourceChange[],
  isOpen: (change: ResourceChange) => boolean,
  isTakenOver: (from: StepState, to: StepState) => boolean,
): ResourceChange[] {
  const left = new Set(changes.filter(isLeaving));
  const joined = changes.map((change): ResourceChange => {
    const { op, urn, newState } = change;
    if (op !== "create" || newState === undefined || !isOpen(change)) return change;
    for (const from of left) {
      const { oldState, unrefreshed } = from;
      if (oldState === undefined || !isSameProvider(oldState, newState) || !isTakenOver(oldState, newState)) continue;
      left.delete(from);
      return {
        op: "update",
        urn,
        isMove: true,
        oldState,
        newState,
        ...(unrefreshed === undefined ? {} : { unrefreshed }),
      };
    }
    return change;
  });
  return joined.filter((change) => !isLeaving(change) || left.has(change));
}

/** The name that is looked for; undefined if the plan does not show it. */
function nameOf(state: StepState | undefined): string | undefined {
  const name = shownText(state?.inputs["name"], previewed);
  return name === undefined ? undefined : nameKey(name);
}

const isLeavingTag = (change: ResourceChange): boolean => isLeaving(change) && isTag(change.oldState);

/** Whether two resources of one provider have the same tag in the state. */
export function hasTagOf({ oldState: one }: ResourceChange, { oldState: other }: ResourceChange): boolean {
  return one !== undefined && other !== undefined && isSameId(one.id, other.id) && isSameProvider(one, other);
}

/** Whether two resources have the same provider. Others may be of other accounts. The ID of one that is new is not known. */
export function isSameProvider({ provider: one }: StepState, { provider: other }: StepState): boolean {
  const urnOf = (reference = ""): string => reference.split("::").slice(0, -1).join("::");
  return urnOf(one) === urnOf(other);
}
