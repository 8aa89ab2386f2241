import { ListResponse, type ListRequest } from "@pulumi/pulumi/proto/provider_pb";
import { pluginTypeOf } from "../stack/state/kinds";
import type { Context } from "../provider/shared/lifecycle";

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
export async function list(request: ListRequest, context: Context): Promise<ListResponse[]> {
  const token = request.getToken();
  const listed = lists.get(token);
  if (listed === undefined) throw new Error(`costallocation can't list resources of the type ${token}.`);
  const all = await listed(context);
  const limit = request.getLimit() > 0 ? request.getLimit() : all.length;
  return all
    .slice(0, limit)
    .map(({ id, name }) => new ListResponse().setResult(new ListResponse.Result().setId(id).setName(name)));
}
