/** Metadata in the plugin: what it did not write stays. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { asOther } from "../support/asOther";
import {
  call,
  check,
  configure,
  create,
  emulator,
  passed,
  plain,
  type Properties,
  read,
  struct,
  tag,
  urnOf,
  writes,
} from "./plugin";

const urn = urnOf("VirtualTagMetadata");
const entered = { Checkout: { groups: ["g"], customMetadata: { owner: "ines" }, endpoints: [] } };
const remove = (id: string, state: Properties): Promise<unknown> =>
  call("delete", new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(state)));
const metadataOf = (id: string): Promise<unknown> => asOther(emulator, "GET", `/v2/virtual-tags/${id}/metadata`);

let id: string;
beforeEach(async () => {
  await configure();
  ({ id } = await create(tag));
});

test("what other languages leave out of a value is null, and custom metadata may have nulls", async () => {
  const { groups, customMetadata } = { groups: ["g"], customMetadata: { owner: null } };
  const news = { virtualTagId: id, metadata: { Checkout: { groups, customMetadata, endpoints: null } }, adopt: null };
  expect(await check(news, urn)).toEqual({
    inputs: { virtualTagId: id, metadata: { Checkout: { groups, customMetadata } } },
    failures: [],
  });
});

test("imported metadata stays when it is removed from the program", async () => {
  await asOther(emulator, "PUT", `/v2/virtual-tags/${id}/metadata`, entered);
  const before = await metadataOf(id);
  const imported = await read(id, {}, {}, urn);
  expect(plain(imported.getInputs())).toEqual({ virtualTagId: id, metadata: entered });
  const sent = writes().length;
  await remove(id, passed(plain(imported.getProperties())));
  expect(await metadataOf(id)).toEqual(before);
  expect(writes()).toHaveLength(sent);
});
