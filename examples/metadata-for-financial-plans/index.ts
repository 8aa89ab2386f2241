import * as pulumi from "@pulumi/pulumi";
import { anyOf, dimension, NotificationEndpoint, tag, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";

// The webhook is a credential: pulumi config set --secret slackWebhook
const config = new pulumi.Config();

const product = new VirtualTag("product", {
  name: "Product",
  rules: [
    { to: "Web Shop", filters: anyOf(tag("AWS", "product").is("shop"), tag("GCP", "product").is("shop")) },
    { to: "Reporting", filters: dimension("GCP", "project").contains("analytics") },
  ],
  defaultValue: "Internal",
});

// Who is notified before a plan is exceeded. The API can't delete endpoints, so check them before `pulumi up`.
const finance = new NotificationEndpoint("finance", {
  type: "email",
  name: "Finance",
  configuration: { to: "finance@example.com" },
});
const shop = new NotificationEndpoint("shop", {
  type: "slack",
  name: "#web-shop",
  configuration: { to: config.requireSecret("slackWebhook") },
});

// Financial plans use the metadata of each value. Fields that people enter in the application stay.
const plans = new VirtualTagMetadata("plans", {
  virtualTagId: product.id,
  mergeValuesAndMetadata: true,
  metadata: {
    "Web Shop": {
      customMetadata: { owner: "ines@example.com", costCode: "4711" },
      endpoints: [finance.id, shop.id],
    },
    Reporting: { customMetadata: { owner: "jo@example.com", costCode: "4712" }, endpoints: [finance.id] },
  },
});

export const planned = plans.metadata;
