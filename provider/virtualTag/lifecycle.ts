import { markOf } from "../../client/ownershipMark";
import { isSameName } from "../../rules/names";
import { orNotFound } from "../../client/settle";
import { writtenBy } from "../../stack/facts/leftByV1";
import { differingFields } from "../../stack/state/fields";
import { boundToAccount } from "../shared/account";
import { type Context, type DiffContext, type Difference, type Lifecycle, silent } from "../shared/lifecycle";
import { containsUnknown } from "../../stack/state/unknown";
import { type Message, Refused } from "../shared/message";
import { observeAndWrite } from "../shared/writeLoop";
import { act, type Outcome, routeOf, routes } from "./act";
import { checkVirtualTag } from "./check";
import { decide } from "./decide";
import { importAgain, importVirtualTag, wasRefused } from "./imported";
import { texts } from "./messages";
import { observe } from "./observe";
import { readVirtualTag } from "./refresh";
import { shiftedRules } from "./shiftedRules";
import { stateOf, virtualTagFields, type VirtualTagInputs, type VirtualTagState } from "../../stack/state/virtualTag";
import { isAllIgnored, type Known, knownOf, overwrittenOf, type Wanted, wantedOf } from "./wanted";

/** The lifecycle of a Virtual Tag: each operation observes, decides and acts. */
export const virtualTagLifecycle: Lifecycle<VirtualTagInputs, VirtualTagState> = boundToAccount(
  {
    kind: "VirtualTag",
    check: checkVirtualTag,
    diff,
    // A refresh may have found another name.
    isKept: (state, { name }) => [state.name, knownOf(state).written.name].some((one) => isSameName(one, name)),
    create,
    import: importVirtualTag,
    read: async (id, state, context) => {
      if (!wasRefused(state)) return readVirtualTag(id, state, context);
      return importVirtualTag(id, context);
    },
    preview: async (id, state, inputs, contextOf) => {
      if (!wasRefused(state)) return;
      const context = contextOf();
      const { fromOther } = (await importAgain(id, inputs, context)) ?? {};
      if (fromOther !== undefined) context.log.info(texts.toBeTakenOver(fromOther), context.urn);
    },
    update,
    delete: async (id, state, context) => {
      await carryOut(wantedOf("delete", context.urn, state, { id, state }), context);
    },
  },
  {
    exists: async (id, { client, request }) =>
      (await orNotFound(client.virtualTags.get(id, { ...request, fresh: true }))) !== undefined,
    fields: virtualTagFields,
  },
);

async function create(inputs: VirtualTagInputs, context: Context): Promise<{ id: string; state: VirtualTagState }> {
  const outcome = await carryOut(wantedOf("create", context.urn, inputs), context);
  return { id: outcome.id, state: stateAfter(outcome, inputs) };
}

async function update(
  id: string,
  state: VirtualTagState,
  inputs: VirtualTagInputs,
  context: Context,
): Promise<VirtualTagState> {
  if (wasRefused(state)) {
    const imported = await importAgain(id, inputs, context);
    if (imported?.fromOther !== undefined) {
      // The owner may have changed since, so only the ID counts.
      const { state: taken } = await create({ ...inputs, adopt: id }, context);
      const { adopt = true } = inputs;
      return { ...taken, adopt };
    }
    if (imported !== undefined) return update(id, imported.state, inputs, context);
  }
  return stateAfter(await carryOut(wantedOf("update", context.urn, inputs, { id, state }), context), inputs, state);
}

function diff(state: VirtualTagState, inputs: VirtualTagInputs, about: DiffContext = {}): Difference {
  const { holder, urn } = about;
  // Only imports give two resources of a program the same tag.
  if (holder !== undefined && holder !== urn)
    throw new Refused(texts.heldInRun({ tag: { id: about.id ?? "", name: state.name }, holder }));
  const known = knownOf(state);
  const { found, lastMark, staged } = known.left;
  const mark = lastMark.value;
  const tag = { id: about.id ?? "", name: state.name };
  const said = { warnings: driftWarnings(known, inputs, tag, about), notes: [] };
  if (needsSave(inputs, state, known))
    return { kind: "update", ...said, summary: () => shiftedRules(state, inputs, about) };
  if (wasRefused(state)) return { kind: "remember", ...silent };
  // After a rename of the resource, the stack or the project, a save updates the mark. With the old mark, a new resource with the
  // old name could take the tag.
  if (urn !== undefined && mark !== undefined && mark !== markOf(urn)) {
    const kind = urn === state.__resourceUrn ? "remember" : "update";
    return { kind, ...said, notes: [texts.markOnly({ tag, owner: mark })] };
  }
  // What is live stays live beside a staged version.
  if (found === undefined || staged !== undefined) return { kind: "none", ...said };
  // A state that did not know what is ignored has the change as drift.
  if (isAllIgnored(known.written, known.found, inputs.__ignoreChanges)) return { kind: "none", ...said };
  // The program now declares what drifted. Only the state must be updated.
  return { kind: "remember", ...silent };
}

/** Whether the arguments require a save: live, or of a staged version. */
function needsSave(inputs: VirtualTagInputs, state: VirtualTagState, { left }: Known): boolean {
  const { setAsLive } = inputs;
  const isPromotion = left.staged !== undefined && setAsLive !== false;
  const isChanged = containsUnknown(setAsLive) || differingFields(virtualTagFields, inputs, state).length > 0;
  // A tag from VirtualTagV1 needs a save, which adds the ownership mark. Until then, a refresh compares two states of V1.
  const isTakenOver = left.writtenBy.api === "v1" && writtenBy(inputs).api === "v2";
  return isTakenOver || isPromotion || isChanged;
}

/** The drift that a refresh found, unless the program declares or ignores it. */
function driftWarnings(
  known: Known,
  inputs: VirtualTagInputs,
  tag: { id: string; name: string },
  { driftPolicy, urn }: DiffContext,
): Message[] {
  const { name, rules, defaultValue, setAsLive, __ignoreChanges: ignored } = inputs;
  const { found, left } = known;
  if (left.found === undefined) return [];
  if (left.staged === undefined && isAllIgnored(known.written, found, ignored)) return [];
  const { drift } = left.found;
  if (setAsLive === false) return [texts.driftBesideStaged({ tag, drift })];
  const isDeclared =
    !containsUnknown([name, rules, defaultValue, setAsLive]) &&
    left.staged === undefined &&
    overwrittenOf(inputs, found, found.name, known).length === 0;
  return isDeclared ? [] : [texts.driftFound({ tag, drift, ignored, isRefused: driftPolicy !== "overwrite", urn })];
}

/** Observes, decides and acts, until a decision was carried out in time. */
async function carryOut(wanted: Wanted, context: Context): Promise<Outcome> {
  return observeAndWrite(routes[wanted.goal], context, async () => {
    const observed = await observe(wanted, context);
    const decision = decide(observed, wanted, context.memory, context.policy);
    const { at, names, seen } = observed;
    context.decided?.(decision.kind, { seen, named: names?.tags });
    const { name } = wanted.declared;
    const route = routeOf(decision);
    const hasName = seen.kind !== "missing" && isSameName(seen.tag.name, name);
    const reliesOnName = route !== undefined && !hasName;
    return {
      route,
      observedAt: at,
      ...(reliesOnName && names !== undefined
        ? { names: { requestedAt: names.at, tooSlow: texts.listTooSlow({ name }) } }
        : {}),
      act: (slot) => act(decision, wanted, { context, slot }),
    };
  });
}

/** The state after a successful create or update. */
function stateAfter({ kept }: Outcome, inputs: VirtualTagInputs, before?: VirtualTagState): VirtualTagState {
  if (kept === undefined) throw new Error("A tag was left without a state.");
  return stateOf(kept.tag, inputs, { before, ...kept });
}
