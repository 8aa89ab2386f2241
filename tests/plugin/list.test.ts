/** What `pulumi do costallocation:index:VirtualTag list` gets. */
import type * as messages from "@pulumi/pulumi/proto/provider_pb";
import { configure, create, emulator, listed, secret, tag, urnOf } from "./plugin";

const requested = (): string[] => emulator.control.requests().map(({ method, path }) => `${method} ${path}`);

test("lists the tags and the endpoints of the account, each by one request", async () => {
  await configure();
  const { id } = await create(tag);
  const endpoint = { type: "email", name: "Mail", configuration: { to: "finops@example.com" } };
  const made = await create(endpoint, urnOf("NotificationEndpoint", "mail"));
  emulator.control.clearRequests();
  expect(await listed("VirtualTag")).toEqual([{ id, name: "Team" }]);
  expect(await listed("NotificationEndpoint")).toEqual([{ id: made.id, name: "Mail" }]);
  expect(requested()).toEqual(["GET /v2/virtual-tags", "GET /v1/endpoints"]);
});

test("lists the first ones if there is a limit", async () => {
  await configure();
  await create(tag);
  await create({ ...tag, name: "Other" }, urnOf("VirtualTag", "other"));
  expect(await listed("VirtualTag", (request: messages.ListRequest) => request.setLimit(1))).toHaveLength(1);
  expect(await listed("VirtualTag")).toHaveLength(2);
});

test("metadata has no list, and an error of the service ends the stream", async () => {
  await configure({ secretKey: secret("wrong") });
  await expect(listed("VirtualTagMetadata")).rejects.toThrow("VirtualTagMetadata");
  await expect(listed("VirtualTag")).rejects.toThrow("virtualTags.list");
});
