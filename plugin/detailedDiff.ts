import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { type Change, changesOf } from "../stack/state/changes";

/** Whether a resource differs. */
export interface DiffAnswer {
  /** Absent if the engine is to compare the arguments. */
  changes?: boolean;
  /** The changes by their paths. If there are none, the engine shows all arguments. */
  details: ReadonlyMap<string, Change["kind"]>;
  /** The arguments that replace the resource. */
  replaces: readonly string[];
}

/** The changes between the arguments in the state and those of the program, by the engine's property paths. */
export function detailedDiff(...sides: Parameters<typeof changesOf>): DiffAnswer["details"] {
  const changes = changesOf(...sides).map(({ path, kind }) => ({ name: String(path[0]), text: pathText(path), kind }));
  // The engine would read another path.
  const whole = new Set(changes.flatMap(({ name, text }) => (text === undefined ? [name] : [])));
  return new Map(
    changes.map(({ name, text, kind }) => (text === undefined || whole.has(name) ? [name, "update"] : [text, kind])),
  );
}

/** A path as the engine reads it: in quotes, only `\"` is an escape. Undefined if it can't read a name. */
function pathText(path: Change["path"]): string | undefined {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    if (/^[A-Za-z_$][\w$]*$/.test(step)) return `.${step}`;
    return /\\(?:"|$)/.test(step) ? undefined : `["${step.replaceAll('"', '\\"')}"]`;
  });
  return steps.includes(undefined) ? undefined : steps.join("").replace(/^\./, "");
}

const { Kind } = PropertyDiff;

/** Each change, and the same one where it replaces the resource. */
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

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
