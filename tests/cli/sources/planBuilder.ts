/** Plans, resource by resource, as `pulumi preview --json --show-sames` prints them. */
import { planText } from "./planText";

/** The kinds of resources. */
export type PlannedKind = "VirtualTag" | "VirtualTagV1" | "VirtualTagMetadata" | "NotificationEndpoint";

/** A resource of a plan. */
export interface PlannedResource {
  /** What Pulumi does. Default: `same` if only `before` is given, `create` if only `after` is, otherwise `update`. */
  op?: string;
  /** Default: VirtualTag. */
  kind?: PlannedKind;
  /** The kind before, if it was another one. */
  kindBefore?: PlannedKind;
  /** The name in the program. */
  resource: string;
  /** The name in the program before, if it was another one. */
  resourceBefore?: string;
  /** The ID in the service. Default: none. */
  id?: string;
  /** The arguments before. */
  before?: object;
  /** The arguments after. */
  after?: object;
  /** The arguments in the state, if this preview then read others from the account, which are `before`. */
  unrefreshed?: object;
  /** The change by others that a refresh found. */
  drift?: object;
  /** When the stack saved it last, as its state says. */
  updatedAt?: string;
  /** The names of resources whose outputs the arguments are made of, for each argument. */
  dependsOn?: Readonly<Record<string, readonly string[]>>;
  /** More of both states. */
  more?: object;
}

/** The URN of a resource of the stack `shop/prod`. */
export function plannedUrn(resource: string, kind: PlannedKind = "VirtualTag"): string {
  return `urn:pulumi:prod::shop::${typeOf(kind)}::${resource}`;
}

const typeOf = (kind: PlannedKind): string => `pulumi-nodejs:dynamic/costallocation:${kind}`;

/** The text of a plan. */
export function planOf(resources: readonly PlannedResource[]): string {
  return planText([...resources.filter(({ unrefreshed }) => unrefreshed).map(refreshOf), ...resources.map(stepOf)]);
}

/** What the refresh of a preview shows: the state before it, twice. */
function refreshOf({ unrefreshed = {}, resource, kind, id }: PlannedResource): object {
  const planned = {
    resource,
    before: unrefreshed,
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
  };
  return { ...stepOf(planned), op: "refresh" };
}

function stepOf(planned: PlannedResource): object {
  const { kind = "VirtualTag", resource, before, after, dependsOn = {}, id, drift, more, updatedAt } = planned;
  const { kindBefore = kind, resourceBefore = resource } = planned;
  const { op = after === undefined ? "same" : before === undefined ? "create" : "update" } = planned;
  const state = (urn: string, ofKind: PlannedKind, inputs: object): object => ({
    urn,
    custom: true,
    type: typeOf(ofKind),
    ...(id === undefined ? {} : { id }),
    inputs: { __resourceUrn: urn, ...inputs },
    outputs: {
      ...inputs,
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(drift === undefined ? {} : { __report: { drift } }),
    },
    propertyDependencies: Object.fromEntries(
      Object.entries(dependsOn).map(([argument, names]) => [argument, names.map((name) => plannedUrn(name))]),
    ),
    ...more,
  });
  const urn = plannedUrn(resource, kind);
  const isGone = op === "delete" || op === "forget" || op === "discard";
  const newInputs = after ?? (isGone ? undefined : before);
  return {
    op,
    urn,
    ...(before === undefined ? {} : { oldState: state(plannedUrn(resourceBefore, kindBefore), kindBefore, before) }),
    ...(newInputs === undefined ? {} : { newState: state(urn, kind, newInputs) }),
  };
}
