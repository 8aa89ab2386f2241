import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { Change, DiffAnswer } from "./detailedDiff";

const { Kind } = PropertyDiff;

/** Each change, and the same one where it replaces the resource. */
const kinds: Readonly<Record<Change, readonly [PropertyDiff.Kind, PropertyDiff.Kind]>> = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
};

/** The answer to a call of `Diff`. */
export function diffResponse({ changes, details, replaces }: DiffAnswer): DiffResponse {
  const { DIFF_UNKNOWN, DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const response = new DiffResponse()
    .setChanges(changes === undefined ? DIFF_UNKNOWN : changes ? DIFF_SOME : DIFF_NONE)
    .setReplacesList([...replaces])
    .setHasdetaileddiff(details.size > 0);
  const names = new Set<string>();
  for (const [path, change] of details) {
    const [name = path] = /^[^.[]+/.exec(path) ?? [];
    names.add(name);
    const kind = kinds[change][replaces.includes(name) ? 1 : 0];
    response.getDetaileddiffMap().set(path, new PropertyDiff().setKind(kind).setInputdiff(true));
  }
  // Without them, the option `replaceOnChanges` names no argument.
  return response.setDiffsList([...names]);
}
