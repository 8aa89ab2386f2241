/** What `npm run state-fixture` brings up for the AWS component: what of it is kept in a state, in each of its forms. */
import * as pulumi from "@pulumi/pulumi";
import { StorageBucketAccess } from "pulumi-cost-allocation/aws";

const externalId = pulumi.secret("fixture-external-id");
const service = { externalId, serviceAccountId: "999988887777" };
const tags = { owner: "finops" };

const reports = new StorageBucketAccess("reports", {
  ...service,
  access: "ReadWrite",
  bucket: {},
  prefix: "reports",
  endpointName: "Cost reports",
  description: "Monthly reports, written by the service",
  tags,
});

const telemetry = new StorageBucketAccess("telemetry", {
  ...service,
  access: "ReadOnly",
  bucket: reports.bucket,
  prefix: "telemetry/daily",
  roleName: "fixture-telemetry",
  kmsKeyArn: "arn:aws:kms:eu-central-1:123456789012:key/0d9f2c3a-0000-4000-8000-000000000001",
});

export const registrations = [reports.registration, telemetry.registration];
