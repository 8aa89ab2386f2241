/** What reads the account for a program: the functions of the plugin, in the form of the schema, and the lists of resources. */
import { ListResponse, type ListRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type AccountFunction, type ListFunction, refuseArguments } from "../client/functions/accountFunction";
import { getCatalogKeys, getCatalogValues, getScans } from "../client/functions/catalog";
import { getNotificationEndpoint, getNotificationEndpoints } from "../client/functions/notificationEndpoints";
import {
  getVirtualTag,
  getVirtualTagMetadata,
  getVirtualTags,
  getVirtualTagVersion,
  getVirtualTagVersions,
} from "../client/functions/virtualTags";
import type { Context } from "../provider/shared/lifecycle";
import { pluginTypeOf } from "../stack/state/kinds";
import { inSchemaForm, withoutNulls } from "../stack/state/schemaForm";
import { isObject } from "../client/json";

type Properties = Record<string, unknown>;

/** What a function returns for its arguments. */
type Call = (args: Properties, context: Pick<Context, "client" | "request">) => Promise<Properties>;

/** A function, and how the answer to its result has the form of the schema. */
function one<Args extends object, Result extends object>(
  of: AccountFunction<Args, Result>,
  inForm: (result: Properties & Result) => Properties = (result) => result,
): [string, Call] {
  return [
    of.name,
    async (given, { client, request }) => {
      const args = withoutNulls(given) as Args;
      refuseArguments(of, args);
      return inForm((await of.read(client, args, request)) as Properties & Result);
    },
  ];
}

/** A function that returns a list. */
function list<Args extends object, Item>(
  of: ListFunction<Args, Item>,
  inForm: (item: Item) => unknown = (item) => item,
): [string, Call] {
  return one(of, (items) => ({ [of.list]: items.map(inForm) }));
}

/** The functions by their names. */
export const functions: ReadonlyMap<string, Call> = new Map([
  list(getVirtualTags, (tag) => inSchemaForm({ ...tag })),
  one(getVirtualTag, inSchemaForm),
  list(getVirtualTagVersions),
  one(getVirtualTagVersion, ({ versionData, ...version }) => ({
    ...version,
    versionData: inSchemaForm({ ...(versionData as Properties) }),
  })),
  one(getVirtualTagMetadata),
  list(getNotificationEndpoints),
  one(getNotificationEndpoint),
  list(getCatalogKeys),
  list(getCatalogValues),
  list(getScans),
]);

/** What a resource of the account is called. */
interface Listed {
  id: string;
  name: string;
}

/** The resources of the account, each kind by one request. Metadata belongs to a tag, so it has no list of its own. */
const lists = new Map<string, (context: Context) => Promise<readonly Listed[]>>([
  [
    pluginTypeOf("VirtualTag"),
    async ({ client, request }) => (await client.virtualTags.snapshot({ ...request, fresh: true })).all(),
  ],
  [pluginTypeOf("NotificationEndpoint"), async ({ client, request }) => client.notificationEndpoints.list(request)],
]);

/** The answers to a call of `List`: all resources of a type, or the first ones. */
export async function listed(request: ListRequest, context: Context): Promise<ListResponse[]> {
  const token = request.getToken();
  const read = lists.get(token);
  if (read === undefined) throw new Error(`costallocation can't list resources of the type ${token}.`);
  const all = await read(context);
  const limit = request.getLimit() > 0 ? request.getLimit() : all.length;
  return all
    .slice(0, limit)
    .map(({ id, name }) => new ListResponse().setResult(new ListResponse.Result().setId(id).setName(name)));
}

/** A type of the schema, as far as it says what a value has. */
export interface Spec {
  type?: string;
  $ref?: string;
  items?: Spec;
  properties?: Readonly<Record<string, Spec>>;
  additionalProperties?: Spec;
}

/**
 * A value without fields that its type lacks. The service may add some, and a program in Java would fail to read the whole result.
 *
 * @param types the types of the schema by their tokens
 */
export function asNamed(value: unknown, { $ref, ...own }: Spec, types: Readonly<Record<string, Spec>>): unknown {
  const { items, properties, additionalProperties } = types[$ref?.replace("#/types/", "") ?? ""] ?? own;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => asNamed(item, items, types));
  if (!isObject(value)) return value;
  const typeOf = (name: string): Spec | undefined => properties?.[name] ?? additionalProperties;
  if (properties === undefined && additionalProperties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const type = typeOf(name);
      return type === undefined ? [] : [[name, asNamed(field, type, types)]];
    }),
  );
}
