import type { Scan } from "../wire";
import type { AccountFunction } from "./accountFunction";

/** All cost-saving analyses of the account. */
export const getScans: AccountFunction<object, Scan[]> = {
  name: "getScans",
  args: {},
  isList: true,
  read: async (client, _, request) => [...(await client.scans.list(request))],
};
