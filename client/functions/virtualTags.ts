import { readMoment } from "../../rules/timeframe";
import type { Moment } from "../../rules/types";
import type { CostAllocationClient } from "../client";
import type { SendOptions } from "../http/call";
import { quoted } from "../printable";
import { isComplete } from "../resources/tagReading";
import type { Listed, MetadataMap, Version, VersionWithData, VirtualTag } from "../wire";
import { type AccountFunction, listed, type ListFunction } from "./accountFunction";

/** All Virtual Tags of the account. */
export const getVirtualTags: ListFunction<object, Listed<VirtualTag>> = {
  name: "getVirtualTags",
  args: {},
  list: "virtualTags",
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

interface VersionsArgs {
  virtualTagId: string;
  from?: Moment;
  to?: Moment;
  sortDirection?: "asc" | "desc";
}

/** The versions of a Virtual Tag. */
export const getVirtualTagVersions: ListFunction<VersionsArgs, Version> = {
  name: "getVirtualTagVersions",
  args: { virtualTagId: "id", from: "other?", to: "other?", sortDirection: "other?" },
  list: "versions",
  check: (args) => void momentsOf(args),
  read: async (client, args, request) => {
    const { virtualTagId, sortDirection } = args;
    const versions: Version[] = [];
    const wanted = { ...request, ...momentsOf(args), sortDirection, pageSize: 100 };
    for await (const version of client.virtualTagVersions.list(virtualTagId, wanted)) versions.push(version);
    return versions;
  },
};

/** A version of a Virtual Tag with its content. */
export const getVirtualTagVersion: AccountFunction<{ virtualTagId: string; id: string }, VersionWithData> = {
  name: "getVirtualTagVersion",
  args: { virtualTagId: "id", id: "id" },
  read: (client, { virtualTagId, id }, request) => client.virtualTagVersions.get(virtualTagId, id, request),
};

function momentsOf({ from, to }: VersionsArgs): Record<"from" | "to", number | undefined> {
  return { from: moment("from", from), to: moment("to", to) };
}

function moment(name: string, given: Moment | undefined): number | undefined {
  if (given === undefined) return undefined;
  const read = readMoment(given);
  if ("milliseconds" in read) return read.milliseconds;
  throw new Error(`getVirtualTagVersions: ${name} ${read.problem}.`);
}

interface TagMetadata {
  virtualTagId: string;
  metadata: MetadataMap;
}

/** The metadata of a Virtual Tag's values. */
export const getVirtualTagMetadata: AccountFunction<{ virtualTagId: string }, TagMetadata> = {
  name: "getVirtualTagMetadata",
  args: { virtualTagId: "id" },
  read: async (client, { virtualTagId }, request) => {
    const metadata = await client.virtualTagMetadata.get(virtualTagId, request);
    // An output can't hold an exact number.
    return { virtualTagId, metadata: JSON.parse(JSON.stringify(metadata)) as MetadataMap };
  },
};
