import * as pulumi from "@pulumi/pulumi";
import { anyOf, dimension, NotificationEndpoint, tag, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";

// The webhook is a credential: pulumi config set --secret slackWebhook https://hooks.slack.com/services/...
const config = new pulumi.Config();

const product = new VirtualTag("product", {
  name: "Product",
  rules: [
    { to: "Web Shop", filters: anyOf(tag("AWS", "product").is("shop"), tag("GCP", "product").is("shop")) },
    { to: "Reporting", filters: dimension("GCP", "project").contains("analytics") },
  ],
  defaultValue: "Internal",
});

// Who hears of a plan that is about to be exceeded? The service keeps an endpoint for ever, so both are made with care.
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

// Financial plans go by what each value of the tag says of itself. People may enter more in the application: it stays.
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
