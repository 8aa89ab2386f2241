import type { MetadataMap } from "../../client";
import { argumentsIn } from "../../stack/state/fields";
import { inTurn } from "../shared/inTurn";
import { boundToAccount } from "../shared/account";
import type { Context, DiffContext, Difference, Found, Lifecycle } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { plainJson } from "../../stack/state/plainJson";
import { containsUnknown } from "../../stack/state/unknown";
import { observeAndWrite } from "../shared/writeLoop";
import { isSameId } from "../../stack/state/kinds";
import { act, announce, bodyOf, isWrite } from "./act";
import { checkVirtualTagMetadata } from "./check";
import { decide, decideRefused, noProgress, type Progress, progressAfter } from "./decide";
import {
  fieldsOf,
  fieldsThatDiffer,
  inWordsOf,
  type MetadataFields,
  sameField,
  sameMetadata,
  shareOf,
  spelledLike,
} from "../../client/resources/metadataFields";
import { textOf } from "./messages";
import { observe } from "./observe";
import { foundPaths } from "./plan";
import {
  inSpellingOf,
  merges,
  metadataStateOf,
  ownMetadata,
  unwrittenIn,
  virtualTagMetadataFields,
  type VirtualTagMetadataInputs,
  type VirtualTagMetadataState,
} from "../../stack/state/virtualTagMetadata";
import { type Wanted, wantedOf, wantedOfDelete } from "./wanted";

/**
 * The lifecycle of a Virtual Tag's metadata. Its ID is the tag's, in both modes: the service files metadata under it, and a person
 * can look it up. Two merging resources may share it, because each owns fields.
 */
export const virtualTagMetadataLifecycle: Lifecycle<VirtualTagMetadataInputs, VirtualTagMetadataState> = boundToAccount(
  {
    kind: "VirtualTagMetadata",
    check: checkVirtualTagMetadata,
    diff,
    create: async (inputs, context) => {
      const unwritten = await carryOut(wantedOf(inputs, undefined, context.memory), context);
      return { id: inputs.virtualTagId, state: metadataStateOf(inputs, unwritten) };
    },
    read,
    update: async (_id, state, inputs, context) => {
      const wanted = wantedOf(inputs, inSpellingOf(inputs, state), context.memory);
      return metadataStateOf(inputs, await carryOut(wanted, context));
    },
    delete: async (id, state, context) => {
      await carryOut(wantedOfDelete(id, state, context.memory), context);
    },
  },
  {
    exists: async (id, { client, request }) =>
      (await orNotFound(client.virtualTagMetadata.get(id, request))) !== undefined,
    fields: virtualTagMetadataFields,
  },
);

function diff(
  before: VirtualTagMetadataState,
  inputs: VirtualTagMetadataInputs,
  { driftPolicy }: DiffContext = {},
): Difference {
  // The old tag's metadata must be deleted while that tag is still known by its ID.
  if (!isSameId(inputs.virtualTagId, before.virtualTagId)) {
    return { replaces: ["virtualTagId"], deleteBeforeReplace: true };
  }
  const update = { replaces: [], deleteBeforeReplace: true };
  const isKnown = !containsUnknown([inputs.metadata, inputs.mergeValuesAndMetadata]);
  const state = isKnown ? inSpellingOf(inputs, before) : before;
  const isSame = isKnown && merges(inputs) === merges(state) && sameMetadata(inputs.metadata, state.metadata);
  if (!isSame) {
    const paths = isKnown ? driftIn(state, inputs) : [];
    if (paths.length === 0) return update;
    const isRefused = driftPolicy === "refuse";
    return {
      ...update,
      warnings: [textOf(["driftFound", { id: state.virtualTagId, paths, isRefused, urn: inputs.__resourceUrn }])],
    };
  }
  // The program accepts the drift that a refresh found: the state has yet to say so.
  return sameMetadata(inputs.metadata, ownMetadata(state)) ? "none" : { ...update, isRemembered: true };
}

/** The fields that a refresh found changed outside Pulumi, and that the program would overwrite. */
function driftIn(state: VirtualTagMetadataState, inputs: VirtualTagMetadataInputs): string[] {
  const [own, found, wanted] = [ownMetadata(state), state.metadata, inputs.metadata].map(fieldsOf) as [
    MetadataFields,
    MetadataFields,
    MetadataFields,
  ];
  return [...fieldsThatDiffer(own, found).keys()].filter(
    (path) => (wanted.has(path) || !merges(inputs)) && !sameField(found.get(path), wanted.get(path)),
  );
}

/** What is known of an operation while it goes on. */
interface Operation {
  /** The messages so far: none is repeated. */
  said: Set<string>;
  /** The paths of the fields that a write was sent for. */
  written: Set<string>;
  /** The fields that others had entered as declared before the first write. */
  found: readonly string[] | undefined;
}

/**
 * Observes, decides and acts until nothing is left to write. Resources of one program wait for each other: the service has no
 * compare-and-set, so what reads and then writes must be alone, at least in this process.
 *
 * @returns the declared fields that this stack never wrote
 */
async function carryOut(wanted: Wanted, context: Context): Promise<string[]> {
  const { client } = context;
  const operation: Operation = { said: new Set(), written: new Set(), found: undefined };
  const { found, written } = await inTurn(client, `metadata of ${wanted.id.toLowerCase()}`, async () => {
    let progress: Progress | undefined = { ...noProgress, written: operation.written };
    while (progress !== undefined) progress = await writeOnce(wanted, progress, operation, context);
    return operation;
  });
  const declared = fieldsOf(wanted.declared);
  return [...wanted.unwritten, ...(found ?? [])].filter((path) => declared.has(path) && !written.has(path));
}

/** One round: observes, decides, and writes once. Returns the progress; undefined if nothing is left to write. */
function writeOnce(
  wanted: Wanted,
  progress: Progress,
  operation: Operation,
  context: Context,
): Promise<Progress | undefined> {
  const { policy } = context;
  const { said, written } = operation;
  return observeAndWrite(route, context, async () => {
    const observed = await observe(wanted, context);
    const decision = decide(observed.current, wanted, progress, policy);
    operation.found ??= foundPaths(observed.current ?? {}, wanted, written);
    return {
      route: isWrite(decision) ? route : undefined,
      observedAt: observed.at,
      act: async (slot) => {
        announce(decision, wanted, said, context);
        if (!isWrite(decision)) return undefined;
        // From now on, what is there may be this write's, also if it has to be sent again.
        for (const path of decision.missing.keys()) written.add(path);
        const after = await act(decision, observed.shown, wanted, context, slot).catch((error: unknown) => {
          const refused = decideRefused(error, bodyOf(decision, observed.shown), observed, wanted, progress);
          announce(refused, wanted, said, context);
          return undefined;
        });
        // The service has refused to delete it.
        if (after === undefined) return undefined;
        const next = progressAfter(decision, progress, after);
        // The answer to a write is the newest observation there can be: mostly, it shows that nothing is left to write.
        const rest = decide(after, wanted, next, policy);
        if (isWrite(rest)) return next;
        announce(rest, wanted, said, context);
        return undefined;
      },
    };
  });
}

const route = "PUT /v2/virtual-tags/{id}/metadata";

/** What the service holds now; undefined if the tag was not found. */
async function read(
  id: string,
  state: Partial<VirtualTagMetadataState>,
  context: Context,
): Promise<Found<VirtualTagMetadataInputs, VirtualTagMetadataState> | undefined> {
  const { client, log, memory, policy, request } = context;
  const current = await orNotFound(client.virtualTagMetadata.get(id, request));
  if (current === undefined) return undefined;
  // The engine can't keep an exact number.
  const whole = plainJson(current) as MetadataMap;
  const args = { virtualTagId: id, ...argumentsIn<VirtualTagMetadataInputs>(virtualTagMetadataFields, state) };
  if (!isManaged(state)) {
    const inputs = { ...args, metadata: whole };
    return { inputs, state: inputs };
  }
  const declared = ownMetadata(state);
  const spelled = spelledLike(Object.keys(declared), whole);
  const actual = merges(state) ? shareOf(spelled, declared) : spelled;
  const inputs = { ...args, metadata: inWordsOf(declared, actual) };
  const paths = [...fieldsThatDiffer(fieldsOf(declared), fieldsOf(actual)).keys()];
  const unwritten = unwrittenIn(state);
  if (paths.length === 0) return { inputs, state: metadataStateOf(inputs, unwritten) };
  const isRefused = policy.driftPolicy === "refuse";
  const { __resourceUrn: urn } = state;
  const message = textOf(["driftFound", { id, paths, isRefused, urn }]);
  if (memory.isFirst(message.text, urn)) log.warning(message, urn);
  return { inputs, state: metadataStateOf(inputs, unwritten, declared) };
}

/** Whether the program declares the metadata, and does not only read it with `VirtualTagMetadata.get`. */
function isManaged(
  state: Partial<VirtualTagMetadataState>,
): state is VirtualTagMetadataState & Required<Pick<VirtualTagMetadataState, "__memory">> {
  return state.metadata !== undefined && state.__memory !== undefined;
}
