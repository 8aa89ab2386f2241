/** The functions of the plugin, which read the account, in the form of the schema. */
import { type AccountFunction, refuseArguments } from "../client/functions/accountFunction";
import { getCatalogKeys, getCatalogValues } from "../client/functions/catalog";
import { getNotificationEndpoint, getNotificationEndpoints } from "../client/functions/notificationEndpoints";
import { getScans } from "../client/functions/scans";
import { getVirtualTagMetadata } from "../client/functions/virtualTagMetadata";
import { getVirtualTags, getVirtualTag } from "../client/functions/virtualTags";
import { getVirtualTagVersion, getVirtualTagVersions } from "../client/functions/virtualTagVersions";
import type { Context } from "../provider/shared/lifecycle";
import { inSchemaForm, withoutNulls } from "../stack/state/schemaForm";

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

/** A function that returns a list. An answer has properties, so the list is one of them. */
function list<Args extends object, Item>(
  of: AccountFunction<Args, Item[]>,
  property: string,
  inForm: (item: Item) => unknown = (item) => item,
): [string, Call] {
  return one(of, (items) => ({ [property]: items.map(inForm) }));
}

/** The functions by their names. */
export const functions: ReadonlyMap<string, Call> = new Map([
  list(getVirtualTags, "virtualTags", (tag) => inSchemaForm({ ...tag })),
  one(getVirtualTag, inSchemaForm),
  list(getVirtualTagVersions, "versions"),
  one(getVirtualTagVersion, ({ versionData, ...version }) => ({
    ...version,
    versionData: inSchemaForm({ ...(versionData as Properties) }),
  })),
  one(getVirtualTagMetadata),
  list(getNotificationEndpoints, "notificationEndpoints"),
  one(getNotificationEndpoint),
  list(getCatalogKeys, "keys"),
  list(getCatalogValues, "values"),
  list(getScans, "scans"),
]);
