import type { CostAllocationClient } from "../client";
import type { SendOptions } from "../http/call";
import { quoted } from "../printable";
import { isComplete } from "../resources/tagReading";
import type { Listed, VirtualTag } from "../wire";
import { type AccountFunction, listed } from "./accountFunction";

/** All Virtual Tags of the account. */
export const getVirtualTags: AccountFunction<object, Listed<VirtualTag>[]> = {
  name: "getVirtualTags",
  args: {},
  isList: true,
  // The provider, which is another process, may have written tags since the last read.
  read: (client, _, request) => client.virtualTags.list({ ...request, fresh: true }),
};

/** The Virtual Tag with an ID or a name. */
export const getVirtualTag: AccountFunction<{ id?: string; name?: string }, VirtualTag> = {
  name: "getVirtualTag",
  args: { id: "id?", name: "other?" },
  check: ({ id, name }) => {
    if ((id === undefined) === (name === undefined)) throw new Error("getVirtualTag requires either id or name.");
  },
  read: (client, { id, name }, request) =>
    id === undefined
      ? findByName(client, String(name), request)
      : client.virtualTags.get(id, { ...request, fresh: true }),
};

async function findByName(client: CostAllocationClient, name: string, request?: SendOptions): Promise<VirtualTag> {
  const tags = await client.virtualTags.snapshot({ ...request, fresh: true });
  const named = tags.named(name);
  const [tag] = named;
  if (tag !== undefined && named.length === 1) return isComplete(tag) ? tag : client.virtualTags.get(tag.id, request);
  throw new Error(
    tag === undefined
      ? `getVirtualTag: no Virtual Tag has the name ${quoted(name)}. The account has ${listed(tags.all().map((other) => quoted(other.name)))}.`
      : `getVirtualTag: ${named.length} Virtual Tags have the name ${quoted(tag.name)}: ` +
          `${listed(named.map((other) => other.id))}. Use the ID of the one you mean.`,
  );
}
