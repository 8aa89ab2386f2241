import { dimension, getNotificationEndpointOutput, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";

const stage = new VirtualTag("stage", {
  name: "Stage",
  rules: [{ to: "Production", filters: dimension("AWS", "linked_account").is("111122223333") }],
  defaultValue: "Everything else",
});

// The service creates an endpoint for each public channel of a connected team. If this one doesn't exist, the error lists
// those that do.
const channel = getNotificationEndpointOutput({ type: "msteams", name: "Engineering / General" });

new VirtualTagMetadata("stage", {
  virtualTagId: stage.id,
  metadata: { Production: { endpoints: [channel.id] } },
});

export const channelId = channel.id;
