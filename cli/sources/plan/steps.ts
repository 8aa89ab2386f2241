/** The steps in the output of `pulumi preview --json`. Pulumi describes them as `apitype.ResourceV3` in `oldState` and `newState`. */
import { field, isObject, type JsonObject, parseJson } from "../../../client/json";
import { type Kind, kindOf } from "../../../stack/state/kinds";
import { printable } from "../../console/terminal";

/** One resource of a plan, before or after. */
export interface StepState {
  urn: string;
  /** Undefined for resources of others. */
  kind: Kind | undefined;
  /** The ID in the service; absent if the resource does not exist yet. */
  id?: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** For each input, the URNs of the resources whose outputs it was made of. */
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** The URNs of all resources that it depends on. */
  dependencies: readonly string[];
  /** The option `ignoreChanges`. Older versions of Pulumi don't write it. */
  ignored?: readonly string[];
  /** The URN and the ID of its provider. */
  provider?: string;
  /** Whether the program only reads the resource (`get`). */
  isExternal: boolean;
  /** Whether Pulumi leaves the resource alone when it leaves the stack (the option `retainOnDelete`). */
  isRetained: boolean;
}

/** What Pulumi would do with one resource. A replacement has up to three steps. */
export interface PlanStep {
  /** `create`, `update`, `delete`, `same`, `replace`, `create-replacement`, `delete-replaced`, `read`, ... */
  op: string;
  urn: string;
  oldState?: StepState;
  newState?: StepState;
}

/** The steps of a plan. */
export interface PlanSteps {
  steps: PlanStep[];
  /** Whether unchanged resources are listed. Without `--show-sames`, they are only counted. */
  isComplete: boolean;
}

/**
 * Finds the steps in the output of a preview. Lines before the JSON object, such as those of npm, are skipped.
 *
 * @param title how messages name the input
 * @throws {Error} if it is not that output or lacks a part of it, or if the preview failed: the plan would lack changes
 */
export function planSteps(text: string, title: string): PlanSteps {
  const digest = digestIn(text);
  if (digest === undefined) {
    const isStreamed = /^\{"sequence":/mu.test(text);
    const why = isStreamed ? ` It is a stream of events: unset ${streamingVariable}, and run the preview again.` : "";
    throw new Error(`${title} is not the output of "pulumi preview --json --show-sames".${why}`);
  }
  refuseErrors(digest);
  const incomplete = (why: string): Error =>
    new Error(`${title} is not a complete plan: ${why}. Run the preview again.`);
  const { steps = [], changeSummary } = digest;
  // Pulumi counts the changes when a preview ends. One that was interrupted prints the steps so far.
  if (!isObject(changeSummary)) throw incomplete('it has no "changeSummary", so the preview did not end');
  if (!Array.isArray(steps)) throw incomplete('its "steps" are no list');
  const read = steps.map((step: unknown, index) => {
    const known = readStep(step);
    if (known === undefined) throw incomplete(`"steps[${index}]" can't be read`);
    return known;
  });
  const missing = Object.entries(changeSummary).flatMap(([op, count]) => {
    const listed = read.filter((step) => step.op === op).length;
    return typeof count === "number" && listed >= count ? [] : [{ op, listed, count }];
  });
  const isChange = missing.find(({ op }) => op !== "same");
  if (isChange !== undefined) {
    const { op, listed, count } = isChange;
    throw incomplete(`it lists ${listed} of ${printable(String(count))} steps of the kind "${printable(op)}"`);
  }
  return { steps: read, isComplete: missing.length === 0 };
}

/**
 * Refuses the output of a preview that names errors.
 *
 * @throws {Error} with them
 */
export function refuseFailed(text: string): void {
  refuseErrors(digestIn(text) ?? {});
}

function refuseErrors({ diagnostics }: JsonObject): void {
  const errors = errorsIn(diagnostics);
  if (errors.length === 0) return;
  throw new Error(
    ["The preview failed, so its plan is not complete:", ...errors.map((line) => `  ${line}`)].join("\n"),
  );
}

/** With this variable, `pulumi preview --json` prints events, of which only the last says what it is all about. */
export const streamingVariable = "PULUMI_ENABLE_STREAMING_JSON_PREVIEW";

/** How many lines may begin with a brace before the one that opens the plan. */
const attempts = 20;

function digestIn(text: string): JsonObject | undefined {
  const end = text.lastIndexOf("}") + 1;
  let tried = 0;
  for (const { index } of text.matchAll(/^\ufeff?\{/gmu)) {
    if ((tried += 1) > attempts) break;
    const value = parseJson(text.slice(index, end).replace(/^\ufeff/u, ""));
    if (isObject(value) && ["steps", "diagnostics", "changeSummary", "config"].some((name) => name in value))
      return value;
  }
  return undefined;
}

/** How many lines of errors are shown. The stack trace of a program may have many more. */
const listedLines = 20;

/** Pulumi's own marks for colors, and those of terminals. */
// eslint-disable-next-line no-control-regex -- colors are control characters
const colors = /<\{%[^%]*%\}>|\u001b\[[\d;]*m/gu;

/** The messages of the errors, in lines that are safe to print. */
function errorsIn(diagnostics: unknown): string[] {
  if (!Array.isArray(diagnostics)) return [];
  const lines = diagnostics.flatMap((diagnostic: unknown) => {
    if (field(diagnostic, "severity") !== "error") return [];
    const message = field(diagnostic, "message");
    const text = typeof message === "string" ? message : "an error without a message";
    const shown = text.replaceAll(colors, "").split("\n");
    return shown.filter((line) => line.trim() !== "").map(printable);
  });
  const rest = lines.length - listedLines;
  return rest > 0 ? [...lines.slice(0, listedLines), `and ${rest} more lines`] : lines;
}

/** A step; undefined without a state, which says what the resource is. */
function readStep(step: unknown): PlanStep | undefined {
  if (!isObject(step)) return undefined;
  const { op, urn } = step;
  if (typeof op !== "string" || typeof urn !== "string") return undefined;
  const [oldState, newState] = [stateIn(step["oldState"]), stateIn(step["newState"])];
  if (oldState === undefined && newState === undefined) return undefined;
  return {
    op,
    urn,
    ...(oldState === undefined ? {} : { oldState }),
    ...(newState === undefined ? {} : { newState }),
  };
}

function stateIn(state: unknown): StepState | undefined {
  if (!isObject(state)) return undefined;
  const { urn, type, id, inputs, outputs, dependencies, propertyDependencies, provider } = state;
  const { external, ignoreChanges, retainOnDelete } = state;
  if (typeof urn !== "string" || typeof type !== "string") return undefined;
  return {
    urn,
    kind: kindOf(type),
    ...(typeof id === "string" && id !== "" ? { id } : {}),
    inputs: isObject(inputs) ? inputs : {},
    outputs: isObject(outputs) ? outputs : {},
    propertyDependencies: readDependencies(propertyDependencies),
    dependencies: [
      ...new Set([...textsIn(dependencies), ...Object.values(readDependencies(propertyDependencies)).flat()]),
    ],
    ...(textsIn(ignoreChanges).length === 0 ? {} : { ignored: textsIn(ignoreChanges) }),
    ...(typeof provider === "string" ? { provider } : {}),
    isExternal: external === true,
    isRetained: retainOnDelete === true,
  };
}

function readDependencies(value: unknown): Record<string, string[]> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, urns]) => [name, textsIn(urns)]));
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
