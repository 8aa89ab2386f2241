import { diffContents } from "../../rules/ruleDiff";
import { containsUnknown } from "../../stack/state/unknown";
import type { VirtualTagInputs, VirtualTagState } from "../../stack/state/virtualTag";
import type { DiffContext } from "../shared/lifecycle";
import type { Message } from "../shared/message";
import { texts } from "./messages";

/**
 * What an update changes about rules, if some that stay get another position: an engine that compares position by position shows all of
 * these as changes. Undefined otherwise.
 */
export function shiftedRules(
  state: VirtualTagState,
  inputs: VirtualTagInputs,
  { id = "", urn }: DiffContext,
): Message | undefined {
  if (urn === undefined || containsUnknown(inputs.rules) || containsUnknown(inputs.defaultValue)) return undefined;
  const { rules: changes } = diffContents(state, inputs);
  const isShifted = changes.some(
    (one) => "beforeIndex" in one && "afterIndex" in one && one.beforeIndex !== one.afterIndex,
  );
  return isShifted ? texts.rulesShift({ tag: { id, name: inputs.name }, changes, urn }) : undefined;
}
