import type { MetadataMap } from "../../client";
import { argumentsIn, differingFields } from "../../stack/state/fields";
import { announce, logOnce } from "../shared/announce";
import { inTurn } from "../shared/inTurn";
import { boundToAccount } from "../shared/account";
import {
  type Context,
  type DiffContext,
  type Difference,
  type Found,
  type Lifecycle,
  silent,
} from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { plainJson } from "../../stack/state/plainJson";
import { containsUnknown } from "../../stack/state/unknown";
import { observeAndWrite } from "../shared/writeLoop";
import { isSameId } from "../../stack/state/kinds";
import { act, isWrite, type Operation } from "./act";
import { checkVirtualTagMetadata } from "./check";
import { decide } from "./decide";
import { factsOf } from "./facts";
import {
  fieldsOf,
  fieldsThatDiffer,
  inFormOf,
  sameField,
  sameMetadata,
  shareOf,
  spelledLike,
} from "../../client/resources/metadataFields";
import { textOf } from "./messages";
import { observe } from "./observe";
import {
  merges,
  metadataStateOf,
  withDrift,
  ownMetadata,
  unwrittenIn,
  virtualTagMetadataFields,
  type VirtualTagMetadataInputs as Inputs,
  type VirtualTagMetadataState as State,
} from "../../stack/state/virtualTagMetadata";
import { inSpellingOf, type Wanted, wantedOf, wantedOfDelete } from "./wanted";

/**
 * The lifecycle of a Virtual Tag's metadata. Its ID is the tag's ID, under which the service stores it. Merging resources may
 * share it, because each owns fields.
 */
export const virtualTagMetadataLifecycle: Lifecycle<Inputs, State> = boundToAccount(
  {
    kind: "VirtualTagMetadata",
    check: checkVirtualTagMetadata,
    diff,
    isKept: (state, inputs) => isSameId(state.virtualTagId, inputs.virtualTagId),
    create,
    // This stack has written none of it, so that a delete leaves it alone.
    import: async (id, context) => {
      const found = await read(id, {}, context);
      const { inputs } = found ?? {};
      return inputs && { id, inputs, state: metadataStateOf(inputs, [...fieldsOf(inputs.metadata).keys()]) };
    },
    read,
    update,
    delete: async (id, state, context) => {
      if (context.memory.keeperOf("VirtualTagMetadata", id, context.urn) !== undefined) return;
      await carryOut(wantedOfDelete(id, state, context), context);
    },
  },
  {
    exists: async (id, { client, request }) =>
      (await orNotFound(client.virtualTagMetadata.get(id, request))) !== undefined,
    fields: virtualTagMetadataFields,
  },
);

async function create(inputs: Inputs, context: Context): Promise<{ id: string; state: State }> {
  const unwritten = await carryOut(wantedOf(inputs, undefined, context), context);
  return { id: inputs.virtualTagId, state: metadataStateOf(inputs, unwritten) };
}

async function update(_id: string, state: State, inputs: Inputs, context: Context): Promise<State> {
  const unwritten = await carryOut(wantedOf(inputs, state, context), context);
  return metadataStateOf(inputs, unwritten);
}

function diff(before: State, inputs: Inputs, { driftPolicy, urn }: DiffContext = {}): Difference {
  const { metadata, mergeValuesAndMetadata, virtualTagId: id } = inputs;
  if (!isSameId(id, before.virtualTagId)) return { kind: "replace", because: ["virtualTagId"], ...silent };
  if (containsUnknown([metadata, mergeValuesAndMetadata])) return { kind: "update", ...silent };
  const state = inSpellingOf(inputs, before);
  if (differingFields(virtualTagMetadataFields, inputs, state).length === 0) {
    const own = ownMetadata(state);
    // If a refresh has found drift that the program now declares, only the state must be updated.
    return sameMetadata(metadata, own) ? { kind: "none", ...silent } : { kind: "remember", ...silent };
  }
  const paths = driftIn(state, inputs);
  const isRefused = driftPolicy !== "overwrite";
  const warnings = paths.length === 0 ? [] : [textOf(["driftFound", { id, paths, isRefused, urn }])];
  return { kind: "update", warnings, notes: [] };
}

/** The fields that a refresh found changed outside Pulumi, and that the program would overwrite. */
function driftIn(state: State, inputs: Inputs): string[] {
  const [own, found, wanted] = [fieldsOf(ownMetadata(state)), fieldsOf(state.metadata), fieldsOf(inputs.metadata)];
  return [...fieldsThatDiffer(own, found).keys()].filter(
    (path) => (wanted.has(path) || !merges(inputs)) && !sameField(found.get(path), wanted.get(path)),
  );
}

/**
 * Observes, decides and acts until nothing is left to write. Resources with the same tag take turns, because the service has no
 * compare-and-set.
 *
 * @returns the declared fields that this stack never wrote
 */
async function carryOut(wanted: Wanted, context: Context): Promise<string[]> {
  const { client, log, memory } = context;
  const audience = { log, memory, urn: wanted.urn };
  const progress = { replacements: 0, merged: undefined, written: new Set<string>() };
  const operation: Operation = { ...audience, ...progress, unwritten: undefined };
  await inTurn(client, `metadata of ${wanted.id.toLowerCase()}`, async () => {
    for (let isLeft = true; isLeft;) isLeft = await writeOnce(wanted, operation, context);
  });
  const { unwritten = [], written } = operation;
  return unwritten.filter((path) => !written.has(path));
}

/** One round: observes, decides, and writes once. Returns whether something is left to write. */
function writeOnce(wanted: Wanted, operation: Operation, context: Context): Promise<boolean> {
  const { policy } = context;
  return observeAndWrite(route, context, async () => {
    const { at, shown } = await observe(wanted, context);
    const facts = shown && factsOf(shown, wanted, operation.merged);
    operation.unwritten ??= facts?.unwritten;
    const decision = decide(facts, wanted, operation, policy);
    context.decided?.(decision.kind);
    return {
      route: isWrite(decision) ? route : undefined,
      observedAt: at,
      act: async (slot) => {
        const after = await act(decision, shown ?? {}, wanted, { context, operation, slot });
        if (after === undefined) return false;
        // The answer to a write is the newest observation. Usually, it shows that nothing is left to write.
        const rest = decide(factsOf(after, wanted, operation.merged), wanted, operation, policy);
        if (isWrite(rest)) return true;
        announce(rest, textOf, operation);
        return false;
      },
    };
  });
}

const route = "PUT /v2/virtual-tags/{id}/metadata";

/** What the service holds now; undefined if the tag was not found. */
async function read(id: string, state: Partial<State>, context: Context): Promise<Found<Inputs, State> | undefined> {
  const { client, policy, request, urn } = context;
  const current = await orNotFound(client.virtualTagMetadata.get(id, request));
  if (current === undefined) return undefined;
  // The engine can't keep an exact number.
  const whole = plainJson(current) as MetadataMap;
  const args = { virtualTagId: id, ...argumentsIn<Inputs>(virtualTagMetadataFields, state) };
  if (!isManaged(state)) {
    const inputs = { ...args, metadata: whole };
    return { inputs, state: inputs };
  }
  const declared = ownMetadata(state);
  const spelled = spelledLike(Object.keys(declared), whole);
  const actual = merges(state) ? shareOf(spelled, declared) : spelled;
  const inputs = { ...args, metadata: inFormOf(declared, actual) };
  const paths = [...fieldsThatDiffer(fieldsOf(declared), fieldsOf(actual)).keys()];
  const found = { inputs, state: metadataStateOf(inputs, unwrittenIn(state)) };
  if (paths.length === 0) return found;
  const isRefused = policy.driftPolicy === "refuse";
  logOnce(textOf(["driftFound", { id, paths, isRefused, urn }]), { ...context, urn });
  return { inputs, state: withDrift(found.state, declared, paths) };
}

/** Whether the program declares the metadata. Otherwise, it reads it with `VirtualTagMetadata.get`. */
function isManaged(state: Partial<State>): state is State & Required<Pick<State, "__memory">> {
  return state.metadata !== undefined && state.__memory !== undefined;
}
