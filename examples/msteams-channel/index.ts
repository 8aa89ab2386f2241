import { dimension, getNotificationEndpointOutput, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";

const stage = new VirtualTag("stage", {
  name: "Stage",
  rules: [{ to: "Production", filters: dimension("AWS", "linked_account").is("111122223333") }],
  defaultValue: "Everything else",
});

// Nobody creates an MS Teams endpoint: the service maps every public channel of the connected team. This one must exist;
// where it does not, the error lists the endpoints that do.
const channel = getNotificationEndpointOutput({ type: "msteams", name: "Engineering / General" });

new VirtualTagMetadata("stage", {
  virtualTagId: stage.id,
  metadata: { Production: { endpoints: [channel.id] } },
});

export const channelId = channel.id;
