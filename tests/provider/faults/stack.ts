import fc from "fast-check";
import type { Switches } from "../../../emulator/options";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { Run } from "../../support/run";
import { virtualTagLifecycle } from "../lifecycles";

/** What a program declares: one tag. */
export const declared = (defaultValue: string, setAsLive?: boolean): VirtualTagInputs => ({
  // In the decomposed form of Unicode, which a service may not keep.
  name: "E\u0301quipe",
  rules: [{ to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } }],
  defaultValue,
  // Longer than a service may keep.
  changeDescription: "Because the platform team asked for it. ".repeat(3),
  ...(setAsLive === undefined ? {} : { setAsLive }),
  __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team",
});

/** A stack with one resource in it: what the engine keeps, and what it calls. */
export interface Stack {
  saved?: { id: string; state: VirtualTagState } | undefined;
}

/** One `pulumi up`. An operation that fails saves nothing; one whose process is killed saves nothing either. */
export async function up(stack: Stack, inputs: VirtualTagInputs | undefined, run: Run, killed = false): Promise<void> {
  const { context } = run;
  const { saved } = stack;
  let next: Stack["saved"];
  if (inputs === undefined) {
    if (saved !== undefined) await run.until(virtualTagLifecycle.delete(saved.id, saved.state, context));
  } else if (saved === undefined) {
    next = await run.until(virtualTagLifecycle.create(inputs, context));
  } else if (virtualTagLifecycle.diff(saved.state, inputs).kind === "none") {
    next = saved;
  } else {
    const state = await run.until(virtualTagLifecycle.update(saved.id, saved.state, inputs, context));
    next = { id: saved.id, state };
  }
  if (!killed) stack.saved = next;
}

/** A `pulumi refresh`; answers what it said. */
export async function refresh(stack: Stack, run: Run): Promise<string[]> {
  const { saved } = stack;
  if (saved === undefined) return [];
  const found = await run.until(virtualTagLifecycle.read(saved.id, saved.state, run.context));
  stack.saved = found === undefined ? undefined : { id: saved.id, state: found.state };
  return run.messages;
}

/** How a service may behave where the document does not say. */
export type StorySwitches = Pick<
  Switches,
  "stagedCreateIsLive" | "stagedRead" | "listHasRules" | "dates" | "unicodeForm" | "maxChangeDescription"
>;

/** Any of these services. */
export const anySwitches: fc.Arbitrary<StorySwitches> = fc.record({
  stagedCreateIsLive: fc.boolean(),
  stagedRead: fc.constantFrom("live", "latest"),
  listHasRules: fc.boolean(),
  dates: fc.constantFrom("iso", "long"),
  unicodeForm: fc.constantFrom("asSent", "nfc"),
  maxChangeDescription: fc.constantFrom(null, 60),
});
