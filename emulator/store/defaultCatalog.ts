/** The key catalog and the scans that an account has by default. */
import type { Scan } from "../../client/wire";
import type { StoredKey } from "./state";

type Row = readonly [key: string, displayName: string, type: string | readonly string[], values: readonly string[]];

const teams = ["checkout", "data-platform", "identity", "mobile", "payments", "platform", "search", "security"];
const environments = ["production", "staging", "development", "sandbox"];
const namespaces = [
  "checkout",
  "checkout-jobs",
  "checkout-preview",
  "identity",
  "ingress",
  "kube-system",
  "monitoring",
  "payments",
  "search",
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  AWS: [
    [
      "service",
      "Service",
      "billing_dimension",
      [
        "AmazonEC2",
        "AmazonRDS",
        "AmazonS3",
        "AWSLambda",
        "AmazonEKS",
        "AmazonCloudWatch",
        "AmazonDynamoDB",
        "AWSDataTransfer",
        "AWSGlue",
        "AmazonRedshift",
      ],
    ],
    [
      "linked_account",
      "Account",
      "billing_dimension",
      ["111122223333", "210987654321", "333344445555", "444455556666", "666677778888", "777788889999"],
    ],
    ["region", "Region", "billing_dimension", ["us-east-1", "us-west-2", "eu-west-1", "eu-central-1"]],
    [
      "charge_type",
      "Charge type",
      "billing_dimension",
      ["Usage", "Tax", "SavingsPlanCoveredUsage", "Refund", "Credit"],
    ],
    [
      "f_usage_type",
      "Usage type",
      "billing_enrichment",
      ["BoxUsage:m6i.large", "EBS:VolumeUsage.gp3", "TimedStorage-ByteHrs"],
    ],
    ["f_purchase_option", "Purchase option", "billing_enrichment", ["OnDemand", "Spot", "Reserved", "SavingsPlan"]],
    [
      "resource_id",
      "Resource",
      "resource",
      ["i-0a1b2c3d4e5f60718", "arn:aws:s3:::company-data-lake", "db-orders-primary"],
    ],
    ["team", "Team", "tag", teams],
    ["Environment", "Environment", "tag", environments],
    ["product", "Product", "tag", ["shop", "reporting"]],
    ["owner", "Owner", "tag", ["finops", "platform"]],
    ["cost-center", "Cost center", "tag", ["CC-1001", "CC-1002", "CC-2001", "CC-3005"]],
    ["application", "Application", "tag", ["orders-api", "web", "recommendations", "ledger", "warehouse"]],
  ],
  GCP: [
    ["service", "Service", "billing_dimension", ["Compute Engine", "BigQuery", "Cloud Storage", "Kubernetes Engine"]],
    ["project", "Project", "billing_dimension", ["analytics-prod", "analytics-dev", "ml-training", "shared-network"]],
    ["region", "Region", "billing_dimension", ["us-central1", "europe-west1", "europe-west4"]],
    ["f_sku", "SKU", "billing_enrichment", ["N2 Instance Core", "Analysis", "Standard Storage"]],
    ["team", "Team", "tag", ["checkout", "data-platform", "machine-learning", "search"]],
    ["product", "Product", "tag", ["shop"]],
    ["env", "Environment", "tag", ["prod", "dev"]],
  ],
  Kubernetes: [
    ["cluster", "Cluster", ["billing_dimension", "kubernetes_resource"], ["prod-eu", "prod-us", "staging"]],
    ["namespace", "Namespace", ["billing_dimension", "k8s_namespace"], namespaces],
    ["deployment", "Workload", "resource", ["checkout-api", "identity-api", "ledger", "search-indexer"]],
    ["nl_node_pool", "Node label: node pool", "tag", ["general", "memory", "gpu"]],
    ["pl_app", "Pod label: app", "tag", ["checkout-api", "identity-api", "prometheus", "search-indexer"]],
    ["pl_team", "Pod label: team", "tag", teams],
  ],
  "Custom Cost": [
    ["vendor", "Vendor", "custom_cost", ["Atlassian", "Cloudflare", "GitHub", "PagerDuty"]],
    ["category", "Category", "custom_cost", ["licenses", "support", "colocation"]],
    ["invoice", "Invoice", "custom_cost", ["2026-08", "2026-09", "2026-10"]],
  ],
};

/** The default keys with their values. */
export const defaultCatalog: readonly StoredKey[] = Object.entries(rows).flatMap(([costCenter, keys]) =>
  keys.map(([key, displayName, type, values]) => ({
    costCenter,
    key,
    displayName,
    types: typeof type === "string" ? [type] : [...type],
    values: [...values],
  })),
);

/** The default scans. */
export const defaultScans: readonly Scan[] = [
  ["aws-ec2-rightsizing", "EC2 rightsizing", "rightsizing", "AWS"],
  ["aws-ebs-idle", "Idle EBS volumes", "idle", "AWS"],
  ["aws-rds-idle", "Idle RDS databases", "idle", "AWS"],
  ["gcp-gce-rightsizing", "Compute Engine rightsizing", "rightsizing", "GCP"],
  ["k8s-workload-rightsizing", "Kubernetes workload rightsizing", "rightsizing", "Kubernetes"],
].map(([scanId = "", scanName = "", type = "", costCenter = ""]) => ({
  scanId,
  scanName,
  scanMetadata: { type, costCenter },
}));
