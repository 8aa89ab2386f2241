/** One account with one tag, the lifecycle of metadata on it, and what another user of the account does. */
import type { MetadataMap } from "../../../client";
import type { VirtualTagMetadataInputs, VirtualTagMetadataState } from "../../../stack/state/virtualTagMetadata";
import { type Account, type AccountOptions, startAccount } from "../account";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

/** The URN of a resource of this class. */
export const urnOf = (name: string): string =>
  `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::${name}`;

/** The account of the test at hand. */
export let account: Account;
/** Its only tag. */
export let virtualTagId: string;

/** Opens an account with one tag in it. */
export async function start({ emulator, ...options }: AccountOptions = {}): Promise<void> {
  // The response headers tell the client these rates, so it does not pace its requests.
  account = await startAccount({ ...options, emulator: { limits: { perRoute: { "*": 60_000 } }, ...emulator } });
  const { id } = await account.asOther("POST", "/v2/virtual-tags", { name: "Team", rules: [], defaultValue: "x" });
  virtualTagId = String(id);
}

/** What a program declares as the whole map. */
export const declare = (
  metadata: MetadataMap,
  more: Partial<VirtualTagMetadataInputs> = {},
): VirtualTagMetadataInputs => ({
  virtualTagId,
  metadata,
  __resourceUrn: urnOf("metadata"),
  ...more,
});
/** What a program declares as single fields. */
export const merging = (
  metadata: MetadataMap,
  more: Partial<VirtualTagMetadataInputs> = {},
): VirtualTagMetadataInputs => declare(metadata, { mergeValuesAndMetadata: true, ...more });
export const create = (inputs: VirtualTagMetadataInputs): ReturnType<typeof lifecycle.create> =>
  lifecycle.create(inputs, account.context);
export const update = (
  state: VirtualTagMetadataState,
  inputs: VirtualTagMetadataInputs,
): ReturnType<typeof lifecycle.update> => lifecycle.update(virtualTagId, state, inputs, account.context);
export const read = (state: Partial<VirtualTagMetadataState>): ReturnType<typeof lifecycle.read> =>
  lifecycle.read(virtualTagId, state, account.context);
export const remove = (state: VirtualTagMetadataState): Promise<void> =>
  lifecycle.delete(virtualTagId, state, account.context);
/** A refresh: the state that the engine keeps of what was found. */
export const refresh = async (state: VirtualTagMetadataState): Promise<VirtualTagMetadataState> => {
  const found = await read(state);
  if (found === undefined) throw new Error("The tag was not found.");
  return found.state;
};
const path = (): string => `/v2/virtual-tags/${virtualTagId}/metadata`;
/** Another person's entry in the application. */
export const enter = (metadata: MetadataMap, merge = true): Promise<unknown> =>
  account.asOther("PUT", path(), { ...metadata, mergeValuesAndMetadata: merge });
/** What the service has, without empty fields. */
export const held = async (): Promise<MetadataMap> => {
  const { metadata } = (await account.asOther("GET", path())) as { metadata: MetadataMap };
  return Object.fromEntries(
    Object.entries(metadata).map(([value, entry]) => [
      value,
      Object.fromEntries(Object.entries(entry).filter(([, content]) => Object.keys(content as object).length > 0)),
    ]),
  );
};
/** Another person's edit of single fields in the application, which saves the whole map. */
export const edit = async (metadata: MetadataMap): Promise<unknown> => {
  const map = await held();
  for (const [value, entry] of Object.entries(metadata)) {
    const customMetadata = { ...map[value]?.customMetadata, ...entry.customMetadata };
    map[value] = { ...map[value], ...entry, customMetadata };
  }
  return enter(map, false);
};
/** The bodies of our writes. */
export const puts = (): unknown[] =>
  account.emulator.control
    .requests()
    .filter(({ method, clientId }) => method === "PUT" && clientId === account.emulator.clientId)
    .map(({ body }) => body);

/** Metadata with a field of every kind. */
export const full: MetadataMap = {
  Web: { groups: ["g1", "g2"], customMetadata: { owner: "ines", limits: { month: 5 } }, endpoints: ["e1"] },
  "Data Platform": { customMetadata: { owner: "jo" } },
};
