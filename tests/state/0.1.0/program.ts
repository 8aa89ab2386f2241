/**
 * What the state fixture of a release is made of: every kind of resource, every kind of value, secrets included. The fixture
 * takes a copy of it, so that later releases are held to the program as it was.
 */
import * as pulumi from "@pulumi/pulumi";
import {
  allOf,
  anyOf,
  dimension,
  key,
  NotificationEndpoint,
  Provider,
  tag,
  VirtualTag,
  VirtualTagMetadata,
  virtualTagKey,
  VirtualTagV1,
} from "pulumi-cost-allocation";

const config = new pulumi.Config();

const team = new VirtualTag("team", {
  name: "Team",
  rules: [
    {
      to: "Checkout",
      filters: anyOf(
        tag("AWS", "team").oneOf(["payments", "checkout"]),
        allOf(key("Kubernetes", "namespace", "k8s_namespace").contains("checkout"), tag("GCP", "team").notExists()),
      ),
      timeframe: { from: "2026-01-01", to: "2027-01-01" },
    },
    { to: { key: "team", costCenter: "AWS", type: "tag" }, filters: tag("AWS", "team").exists() },
  ],
  defaultValue: "Nobody",
  changeDescription: "The teams as they are in 2026",
});

new VirtualTag("product", {
  name: "Product",
  rules: [{ to: "Shop", filters: virtualTagKey(team).is("Checkout") }],
  defaultValue: { key: "product", costCenter: "GCP" },
});

new VirtualTag("secret", {
  name: "Partner",
  rules: [{ to: config.requireSecret("partner"), filters: tag("AWS", "partner").exists() }],
  defaultValue: "Own",
});

new VirtualTag("staged", {
  name: "Staged",
  rules: [{ to: "Next year", filters: dimension("AWS", "linked_account").is("111122223333") }],
  defaultValue: "This year",
  setAsLive: false,
});

// eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
new VirtualTagV1("legacy", {
  name: "Legacy",
  rules: [{ to: "Search", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: "search" } }],
  defaultValue: "Unknown",
  isCaseSensitive: true,
});

const finance = new NotificationEndpoint("finance", {
  type: "email",
  name: "Finance",
  configuration: { to: "finance@example.com" },
});
const shop = new NotificationEndpoint("shop", {
  type: "slack",
  name: "#web-shop",
  configuration: { to: config.requireSecret("webhook") },
});

new VirtualTagMetadata("metadata", {
  virtualTagId: team.id,
  mergeValuesAndMetadata: true,
  metadata: {
    Checkout: {
      customMetadata: { owner: "ines@example.com", costCode: "4711" },
      groups: ["finance"],
      endpoints: [finance.id, shop.id],
    },
  },
});

const second = new Provider("second", {
  clientId: config.requireSecret("clientId"),
  secretKey: config.requireSecret("secretKey"),
});
new VirtualTag(
  "other",
  { name: "Other", rules: [{ to: "A", filters: tag("GCP", "a").notIs("b") }], defaultValue: "B" },
  { provider: second },
);

export const teamId = team.id;
