import type { VirtualTagV1 } from "../../client";
import { markIn, markOf, ownerIn } from "../../client/ownershipMark";
import { knownSpelling, isSameName } from "../../rules/names";
import { boundToAccount } from "../shared/account";
import { logOnce } from "../shared/announce";
import type { Drift } from "../../stack/state/report";
import {
  type Context,
  type DiffContext,
  type Difference,
  type Found,
  type Lifecycle,
  silent,
} from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { argumentsIn, differingFields } from "../../stack/state/fields";
import { observeAndWrite } from "../shared/writeLoop";
import { texts } from "../virtualTag/messages";
import { actV1, bodyOf, type OperationV1, routeOfV1, routesV1 } from "./act";
import { callV1 } from "./call";
import { checkVirtualTagV1 } from "./check";
import { inDeclaredForm } from "../../rules/contentV1";
import { decideV1, driftOfV1, isAsDeclaredInV1, type WantedV1 } from "./decide";
import { getFresh, historyOf, observeByIdV1, observeByNameV1 } from "./observe";
import {
  isUnsavedIn,
  stateOfV1,
  virtualTagV1Fields,
  type TagMemoryV1,
  type VirtualTagV1Inputs,
  type VirtualTagV1State,
  writtenIn,
} from "../../stack/state/virtualTagV1";

/**
 * The lifecycle of a Virtual Tag in V1 of the API. V1 has no change descriptions, so only the stack's state shows
 * who owns a tag.
 */
export const virtualTagV1Lifecycle: Lifecycle<VirtualTagV1Inputs, VirtualTagV1State> = boundToAccount(
  {
    kind: "VirtualTagV1",
    check: checkVirtualTagV1,
    diff,
    isKept: (state, { name }) => [state.name, writtenIn(state).name].some((one) => isSameName(one, name)),
    create: async (inputs, context) => {
      const { isSaveSent, tag } = await carryOut({ goal: "create", urn: context.urn, inputs }, context);
      return { id: required(tag).id, state: stateOfV1(required(tag), inputs, {}, unsaved(!isSaveSent)) };
    },
    read,
    update: async (id, state, inputs, context) => {
      const { isSaveSent, tag } = await carryOut({ goal: "update", urn: context.urn, id, inputs, state }, context);
      return stateOfV1(required(tag), inputs, state, unsaved(!isSaveSent && isUnsavedIn(state)));
    },
    delete: async (id, state, context) => {
      await carryOut({ goal: "delete", urn: context.urn, id, inputs: state, state }, context);
    },
  },
  { exists: async (id, context) => (await getFresh(id, context)) !== undefined, fields: virtualTagV1Fields },
);

/** What is remembered of a tag that this stack never saved. */
function unsaved(isUnsaved: boolean): TagMemoryV1 {
  return isUnsaved ? { isUnsaved } : {};
}

function diff(state: VirtualTagV1State, inputs: VirtualTagV1Inputs, about: DiffContext = {}): Difference {
  const { drift } = state.__memory ?? {};
  const isSame = differingFields(virtualTagV1Fields, inputs, state).length === 0;
  if (isSame && drift === undefined) return { kind: "none", ...silent };
  // The program now declares what drifted. Only the state must be updated.
  if (isSame) return { kind: "remember", ...silent };
  if (drift === undefined) return { kind: "update", ...silent };
  const tag = { id: about.id ?? "", name: state.name };
  const isRefused = about.driftPolicy !== "overwrite";
  const warning = texts.driftFound({ tag, drift, isRefused, urn: about.urn });
  return { kind: "update", warnings: [warning], notes: [] };
}

/** Observes, decides and acts, until a decision was carried out in time. */
async function carryOut(
  wanted: WantedV1,
  context: Context,
): Promise<{ tag: VirtualTagV1 | undefined; isSaveSent: boolean }> {
  const operation: OperationV1 = { isSaveSent: false };
  const tag = await observeAndWrite(routesV1[wanted.goal], context, async () => {
    const observed =
      wanted.goal === "create"
        ? await observeByNameV1(wanted.inputs, context)
        : await observeByIdV1(wanted.id, wanted.goal === "update" ? wanted.inputs.name : undefined, context);
    const decision = decideV1(observed, wanted, context.memory, context.policy);
    const { at, namesAt, tag } = observed;
    const { name } = wanted.inputs;
    const route = routeOfV1(decision);
    const reliesOnName = route !== undefined && !isSameName(tag?.name, name);
    return {
      route,
      observedAt: at,
      ...(reliesOnName && namesAt !== undefined
        ? { names: { requestedAt: namesAt, tooSlow: texts.listTooSlow({ name }) } }
        : {}),
      act: (slot) => actV1(decision, wanted, { context, operation, slot }),
    };
  });
  return { tag, isSaveSent: operation.isSaveSent };
}

function required(tag: VirtualTagV1 | undefined): VirtualTagV1 {
  if (tag === undefined) throw new Error("A tag was left without a state.");
  return tag;
}

/** What the service holds now; undefined if the tag was not found. */
async function read(
  id: string,
  state: Partial<VirtualTagV1State>,
  context: Context,
): Promise<Found<VirtualTagV1Inputs, VirtualTagV1State> | undefined> {
  const { client, request } = context;
  const tag = await orNotFound(callV1(() => client.virtualTagsV1.get(id, { ...request, maxAgeSeconds: 10 })));
  if (tag === undefined) return undefined;
  const drift = isManaged(state) ? await findDrift(tag, state, context) : undefined;
  const declared = argumentsIn<VirtualTagV1Inputs>(
    virtualTagV1Fields,
    drift === undefined && isManaged(state) ? writtenIn(state) : state,
  );
  // The API documentation does not say whether V1 returns `isCaseSensitive`.
  const isCaseSensitive = tag.isCaseSensitive ?? declared.isCaseSensitive;
  const inputs: VirtualTagV1Inputs = {
    ...declared,
    name: knownSpelling([declared.name], tag.name),
    ...inDeclaredForm(declared, tag, isCaseSensitive ?? false),
    ...(isCaseSensitive === undefined ? {} : { isCaseSensitive }),
  };
  const found = !isManaged(state) || drift === undefined ? {} : { drift, written: bodyOf(writtenIn(state)) };
  return { inputs, state: stateOfV1(tag, inputs, state, { ...unsaved(isUnsavedIn(state)), ...found }) };
}

/** Whether the program declares the tag: then `check` has set every argument. Otherwise, it reads it with `VirtualTagV1.get`. */
function isManaged(state: Partial<VirtualTagV1State>): state is VirtualTagV1State {
  const { name, rules, defaultValue, isCaseSensitive } = state;
  return ![name, rules, defaultValue, isCaseSensitive].includes(undefined);
}

/** Finds what others changed since this stack wrote, and warns about it. */
async function findDrift(tag: VirtualTagV1, state: VirtualTagV1State, context: Context): Promise<Drift | undefined> {
  const { urn } = context;
  const { updatedAt } = state;
  const isAsLeft = isAsDeclaredInV1(tag, writtenIn(state));
  // Two saves can have the same date, which is in seconds. So the content is compared, too.
  if (isAsLeft && tag.updatedAt === updatedAt) return undefined;
  const ownMark = urn === undefined ? undefined : markOf(urn);
  const versions = await historyOf(tag.id, context);
  const owner = ownerIn(versions);
  if (owner !== undefined && owner !== ownMark) {
    context.log.warning(texts.ownedByOtherNow({ tag, owner }), urn);
    return undefined;
  }
  // An interrupted run may have saved it as the VirtualTag that replaces this resource.
  const isSuccessors = ownMark !== undefined && markIn(versions[0]?.changeDescription) === ownMark;
  const drift = isSuccessors ? undefined : driftOfV1(tag, versions, state);
  if (drift === undefined) return undefined;
  const isRefused = context.policy.driftPolicy === "refuse";
  logOnce(texts.driftFound({ tag, drift, isRefused, urn }), { ...context, urn });
  return drift;
}
