import type { MetadataMap } from "../wire";
import type { AccountFunction } from "./accountFunction";

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
