/** Keys that stand for Virtual Tags. */
import type { KeyReference } from "./types";

/** The cost center of Virtual Tags in the key catalog. Its keys are the IDs of tags. */
export const virtualTagsCostCenter = "Virtual Tags";

/** The ID of the Virtual Tag that a key stands for; undefined for any other key. */
export function referencedTag({ costCenter, key, type }: KeyReference): string | undefined {
  return costCenter === virtualTagsCostCenter && (type === undefined || type === "virtual_tag") ? key : undefined;
}
