/** The steps in the output of `pulumi preview --json`. Pulumi describes them as `apitype.ResourceV3` in `oldState` and `newState`. */
import { field, isObject, type JsonObject, parseJson } from "../../client/json";
import { printable } from "../terminal";

/** One resource of a plan, before or after. */
export interface StepState {
  urn: string;
  type: string;
  /** The ID in the service; absent if the resource does not exist yet. */
  id?: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** For each input, the URNs of the resources whose outputs it was made of. */
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
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
 * @throws {Error} if it is not that output, or the preview failed: its plan would lack resources
 */
export function planSteps(text: string, title: string): PlanSteps {
  const digest = digestIn(text);
  if (digest === undefined) throw new Error(`${title} is not the output of "pulumi preview --json --show-sames".`);
  const errors = errorsIn(digest["diagnostics"]);
  if (errors.length > 0) {
    throw new Error(
      ["The preview failed, so its plan is not complete:", ...errors.map((line) => `  ${line}`)].join("\n"),
    );
  }
  const { steps = [], changeSummary } = digest;
  // Whatever else is JSON says nothing about the stack, and must not count as a plan without changes.
  if (!("steps" in digest) && !isObject(changeSummary))
    throw new Error(`${title} is not the output of "pulumi preview --json --show-sames".`);
  if (!Array.isArray(steps)) throw new Error(`${title} has no list of steps. Run the preview again.`);
  const read = steps.flatMap((step: unknown) => readStep(step) ?? []);
  const unchanged = field(changeSummary, "same") ?? 0;
  return { steps: read, isComplete: read.filter(({ op }) => op === "same").length === unchanged };
}

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

function readStep(step: unknown): PlanStep | undefined {
  if (!isObject(step)) return undefined;
  const { op, urn } = step;
  if (typeof op !== "string" || typeof urn !== "string") return undefined;
  const [oldState, newState] = [readState(step["oldState"]), readState(step["newState"])];
  return {
    op,
    urn,
    ...(oldState === undefined ? {} : { oldState }),
    ...(newState === undefined ? {} : { newState }),
  };
}

function readState(state: unknown): StepState | undefined {
  if (!isObject(state)) return undefined;
  const { urn, type, id, inputs, outputs, propertyDependencies, external, retainOnDelete } = state;
  if (typeof urn !== "string" || typeof type !== "string") return undefined;
  return {
    urn,
    type,
    ...(typeof id === "string" && id !== "" ? { id } : {}),
    inputs: isObject(inputs) ? inputs : {},
    outputs: isObject(outputs) ? outputs : {},
    propertyDependencies: readDependencies(propertyDependencies),
    isExternal: external === true,
    isRetained: retainOnDelete === true,
  };
}

function readDependencies(value: unknown): Record<string, string[]> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, urns]) => [
      name,
      Array.isArray(urns) ? urns.filter((urn) => typeof urn === "string") : [],
    ]),
  );
}
