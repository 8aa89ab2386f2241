import * as pulumi from "@pulumi/pulumi";
import { dimension, tag, VirtualTag } from "pulumi-cost-allocation";
import { StorageBucketAccess } from "pulumi-cost-allocation/aws";

// The application shows both where a storage bucket endpoint is added.
const config = new pulumi.Config();
const service = {
  externalId: config.require("externalId"),
  serviceAccountId: config.require("serviceAccountId"),
};
const tags = { owner: "finops" };

// The service writes its reports into a new bucket. The one that writes makes the bucket: it needs the bucket's ACLs on.
const reports = new StorageBucketAccess("reports", {
  ...service,
  access: "ReadWrite",
  bucket: {},
  prefix: "reports",
  endpointName: "Cost reports",
  description: "Monthly reports, written by the service",
  tags,
});

// The service reads telemetry from the same bucket: another endpoint, another prefix.
const telemetry = new StorageBucketAccess("telemetry", {
  ...service,
  access: "ReadOnly",
  bucket: reports.bucket,
  prefix: "telemetry/daily",
  endpointName: "Usage telemetry",
  tags,
});

// Who pays for the bucket's account? A Virtual Tag in the same program.
const team = new VirtualTag("team", {
  name: "Team",
  rules: [
    { to: "FinOps", filters: tag("AWS", "owner").is(tags.owner) },
    { to: "Platform", filters: dimension("AWS", "linked_account").is("210987654321") },
  ],
  defaultValue: "Shared",
});

// pulumi stack output registrations --json | cost-allocation bucket-form
export const registrations = [reports.registration, telemetry.registration];
export const teamTag = team.id;
