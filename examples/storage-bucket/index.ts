import * as pulumi from "@pulumi/pulumi";
import { dimension, tag, VirtualTag } from "pulumi-cost-allocation";
import { StorageBucketAccess } from "pulumi-cost-allocation/aws";

// The application shows both IDs where you add a storage bucket endpoint.
const config = new pulumi.Config();
const service = {
  externalId: config.require("externalId"),
  serviceAccountId: config.require("serviceAccountId"),
};
const tags = { owner: "finops" };

// The service writes its reports to a new bucket. The component with ReadWrite creates it, because it needs ACLs.
const reports = new StorageBucketAccess("reports", {
  ...service,
  access: "ReadWrite",
  bucket: {},
  prefix: "reports",
  endpointName: "Cost reports",
  description: "Monthly reports, written by the service",
  tags,
});

// The service reads telemetry from the same bucket, with another endpoint and another prefix.
const telemetry = new StorageBucketAccess("telemetry", {
  ...service,
  access: "ReadOnly",
  bucket: reports.bucket,
  prefix: "telemetry/daily",
  endpointName: "Usage telemetry",
  tags,
});

// Which team pays for the bucket? A Virtual Tag in the same program.
const team = new VirtualTag("team", {
  name: "Team",
  rules: [
    { to: "FinOps", filters: tag("AWS", "owner").is(tags.owner) },
    { to: "Platform", filters: dimension("AWS", "linked_account").is("210987654321") },
  ],
  defaultValue: "Shared",
});

// pulumi stack output registrations --json | npx cost-allocation bucket-form
export const registrations = [reports.registration, telemetry.registration];
export const teamTag = team.id;
