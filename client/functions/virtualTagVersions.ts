import { readMoment } from "../../rules/timeframe";
import type { Moment } from "../../rules/types";
import type { Version, VersionWithData } from "../wire";
import type { AccountFunction } from "./accountFunction";

interface VersionsArgs {
  virtualTagId: string;
  from?: Moment;
  to?: Moment;
  sortDirection?: "asc" | "desc";
}

/** The versions of a Virtual Tag. */
export const getVirtualTagVersions: AccountFunction<VersionsArgs, Version[]> = {
  name: "getVirtualTagVersions",
  args: { virtualTagId: "id", from: "other?", to: "other?", sortDirection: "other?" },
  isList: true,
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
