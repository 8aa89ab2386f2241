import { isTooDeep } from "../../rules/nesting";
import { diffContents } from "../../rules/ruleDiff";
import { containsUnknown } from "../../stack/state/unknown";
import type { VirtualTagInputs, VirtualTagState } from "../../stack/state/virtualTag";
import type { DiffContext } from "../shared/lifecycle";
import type { Message } from "../shared/message";
import { texts } from "./messages";

/**
 * What an update changes about rules, if some that stay get another position: an engine that compares position by position shows all of
 * these as changes. Undefined otherwise, and for contents that can't be compared.
 */
export function shiftedRules(
  state: Partial<VirtualTagState>,
  inputs: VirtualTagInputs,
  { id = "", urn }: DiffContext,
): Message | undefined {
  const [{ rules = [], defaultValue = "" }, { name }] = [state, inputs];
  const [before, after] = [
    { rules, defaultValue },
    { rules: inputs.rules, defaultValue: inputs.defaultValue },
  ];
  if (urn === undefined || containsUnknown(after) || [before, after].some((content) => isTooDeep(content)))
    return undefined;
  const diff = diffContents(before, after);
  const isShifted = diff.rules.some(
    (one) => "beforeIndex" in one && "afterIndex" in one && one.beforeIndex !== one.afterIndex,
  );
  return isShifted ? texts.rulesShift({ tag: { id, name }, diff, urn }) : undefined;
}
