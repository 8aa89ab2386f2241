/** Exports of clouds: what each makes of the charges, and the command that reads it. */
import { type Charge, charges } from "./charges";
import {
  aws10Columns,
  aws12Columns,
  azure10Columns,
  azureColumns,
  type Columns,
  focus13Columns,
  focus14Columns,
  gcpColumns,
  ociColumns,
} from "./columns";

/** A value of a column: text, or tags. */
export type Value = string | null | Readonly<Record<string, string>>;

/** An export. */
export interface CloudExport {
  name: string;
  /** How `cube` names it. */
  recognized: readonly string[];
  columns: Columns;
  charges: readonly Charge[];
  /** The values of the columns that are not empty. */
  row: (charge: Charge, index: number) => Readonly<Record<string, Value>>;
  /** A moment as text, in CSV and in columns of text. */
  time: (moment: string) => string;
  /** What CSV has for a missing value. */
  missing: string;
  /** The name of its files, without the end. docs/cost-data-clouds.md has the command that reads them. */
  file: string;
  hasMapping?: true;
}

/** The command that docs/cost-data-clouds.md names. */
export function commandOf({ file, hasMapping }: Pick<CloudExport, "file" | "hasMapping">, format: string): string {
  const mapping = hasMapping === true ? " --mapping cost-data.json" : "";
  return `npx cost-allocation cube --data ${file}.${format} --tags tags.json${mapping} --out cube.json.gz`;
}

/** The mapping file: where the invoice section is, and that tags of split costs count, too. */
export const mapping = {
  tags: ["Tags", "AllocatedTags", "x_Labels", "x_ProjectLabels", "x_Tags"],
  keys: { "Azure:billing_dimension:invoice_section": "x_InvoiceSectionName" },
};

/** How a cloud names what charges have. */
interface Cloud {
  account: string;
  accounts: Record<NonNullable<Charge["account"]>, string>;
  services: Record<NonNullable<Charge["service"]>, string>;
  regions: Record<NonNullable<Charge["region"]>, string>;
}

const aws: Cloud = {
  account: "000000000042",
  // As a number, it would lose its zeros.
  accounts: { platform: "000042424242", other: "111122223333" },
  services: { storage: "Amazon Simple Storage Service", compute: "Amazon Elastic Compute Cloud" },
  regions: { europe: "eu-west-1", america: "us-east-1" },
};

/** The GUID of Azure's subscription `platform`. */
const subscription = "0a1b2c3d-1111-2222-3333-444455556666";

const azure: Cloud = {
  account: "/providers/Microsoft.Billing/billingAccounts/1234567",
  accounts: {
    platform: `/subscriptions/${subscription}`,
    other: "/subscriptions/00000000-0000-0000-0000-000000000001",
  },
  services: { storage: "Storage Accounts", compute: "Virtual Machines" },
  regions: { europe: "westeurope", america: "eastus" },
};

const gcp: Cloud = {
  account: "010101-F0FFF0-61C528",
  accounts: { platform: "platform-prod-1", other: "other-2" },
  services: { storage: "Cloud Storage", compute: "Compute Engine" },
  regions: { europe: "europe-west4", america: "us-central1" },
};

const oci: Cloud = {
  account: "1234567",
  accounts: { platform: "ocid1.tenancy.oc1..aaaaplatform", other: "ocid1.tenancy.oc1..aaaaother" },
  services: { storage: "Object Storage", compute: "Compute" },
  regions: { europe: "eu-frankfurt-1", america: "us-ashburn-1" },
};

/** The values that the rules look for. */
export const wanted = {
  accounts: [aws.accounts.platform, subscription, gcp.accounts.platform, oci.accounts.platform],
  europe: [aws, azure, gcp, oci].map(({ regions }) => regions.europe),
  america: [aws, azure, gcp, oci].map(({ regions }) => regions.america),
};

/** The tags of a charge. Null: it has none. */
function tagsOf({ team, others }: Charge, key = "team", decoys: Record<string, string> = {}): Value {
  if (team === undefined && others === undefined) return null;
  return { ...others, ...decoys, ...(team === undefined ? {} : { [key]: team }) };
}

/** The values that all exports have under the same name. The month of a bill begins at midnight in UTC, or later in Google's. */
function commonRow(charge: Charge, index: number, cloud: Cloud, hour = "00"): Record<string, Value> {
  const { bill, start, account, service } = charge;
  const nextBill = `${bill.slice(0, 5)}${String(Number(bill.slice(5)) + 1).padStart(2, "0")}`;
  return {
    BilledCost: charge.cost,
    // No cube has it without a mapping.
    EffectiveCost: "1000",
    ListCost: "1000",
    BillingAccountId: cloud.account,
    BillingCurrency: charge.currency,
    BillingPeriodStart: `${bill}-01T${hour}:00:00Z`,
    BillingPeriodEnd: `${nextBill}-01T${hour}:00:00Z`,
    ChargePeriodStart: start,
    ChargePeriodEnd: start.replace(/:00:00Z$/u, ":59:00Z"),
    ChargeCategory: charge.category ?? "Usage",
    ChargeDescription: 'Line 1, "quoted"\nline 2; \t#3',
    ResourceId: `resource-${index}`,
    SubAccountId: account === undefined ? null : cloud.accounts[account],
    // Exports have empty texts and missing values.
    ServiceName: service === undefined ? ([null, ""][index % 2] ?? null) : cloud.services[service],
  };
}

/** The same with the names of FOCUS 1.0 and later. */
function focusRow(charge: Charge, index: number, cloud: Cloud, hour?: string): Record<string, Value> {
  return {
    ...commonRow(charge, index, cloud, hour),
    ChargeClass: charge.isCorrection === true ? "Correction" : null,
    RegionId: charge.region === undefined ? null : cloud.regions[charge.region],
  };
}

const withSeconds = (moment: string): string => moment;
const withoutSeconds = (moment: string): string => moment.replace(/:00Z$/u, "Z");

const decoys = { Teams: "no", "user:team": "no", user_team: "no" };

function awsExport(name: string, columns: Columns, file: string, account: string, key?: string): CloudExport {
  const version = columns === aws10Columns ? "1.0" : "1.2";
  return {
    name,
    recognized: [`AWS FOCUS ${version}`],
    columns,
    charges,
    row: (charge, index) => ({
      ...focusRow(charge, index, { ...aws, account }),
      ProviderName: "AWS",
      // May be null, by AWS's list of conformance gaps.
      PublisherName: null,
      InvoiceIssuerName: index % 2 === 0 ? "Amazon Web Services, Inc." : null,
      Tags: tagsOf(charge, key),
    }),
    time: withSeconds,
    missing: "",
    file,
  };
}

function azureExport(name: string, columns: Columns, file: string, time: CloudExport["time"]): CloudExport {
  return {
    name,
    recognized: ["Azure FOCUS 1.0"],
    columns,
    charges: [
      ...charges,
      {
        cost: "64.5",
        currency: "USD",
        start: "2026-10-14T00:00:00Z",
        bill: "2026-10",
        section: "Finance",
        service: "storage",
      },
    ],
    row: (charge, index) => ({
      ...focusRow(charge, index, azure),
      ProviderName: "Microsoft",
      PublisherName: "Microsoft",
      InvoiceIssuerName: "Microsoft",
      BillingAccountType: "Billing Profile",
      SubAccountType: charge.account === undefined ? null : "Subscription",
      Tags: tagsOf(charge, "team", decoys),
      x_AccountId: "-2",
      x_InvoiceSectionId: charge.section === undefined ? "-2" : "1001",
      // Both mean that there is none, by Microsoft's conformance report.
      x_InvoiceSectionName: charge.section ?? (index % 2 === 0 ? "Unassigned" : "-2"),
    }),
    time,
    missing: "",
    file,
    hasMapping: true,
  };
}

/** A split cost, whose tags are in a column of their own. */
const allocated: Charge = {
  cost: "2.5",
  currency: "USD",
  start: "2026-10-14T00:00:00Z",
  bill: "2026-10",
  team: "split",
  tagsAt: 1,
  region: "europe",
};

/** A record of a provider that no cost center has. */
const vendor: Charge = { ...allocated, team: "vendor's own", provider: "Snowflake" };

/** Exports that follow the specification, of a company with one cloud and one vendor. */
function specifiedExport(version: "1.3" | "1.4", columns: Columns, file: string): CloudExport {
  const names = (provider: string): Record<string, string | null> =>
    version === "1.3" ? { ProviderName: null, PublisherName: provider } : {};
  return {
    name: `FOCUS ${version}`,
    recognized: [`AWS FOCUS ${version}`, `Snowflake FOCUS ${version}`],
    columns,
    charges: [...charges, allocated, vendor],
    row: (charge, index) => ({
      ...focusRow(charge, index, { ...aws, account: `payer-${version}` }),
      ...names(charge.provider ?? "Some publisher"),
      ServiceProviderName: charge.provider ?? "AWS",
      HostProviderName: "AWS",
      InvoiceIssuerName: "A reseller",
      Tags: charge.tagsAt === undefined ? tagsOf(charge) : null,
      AllocatedTags: charge.tagsAt === undefined ? null : tagsOf(charge),
    }),
    time: withSeconds,
    missing: "NULL",
    file,
    hasMapping: true,
  };
}

const gcpExport: CloudExport = {
  name: "GCP FOCUS (BigQuery)",
  recognized: ["GCP FOCUS 1.2"],
  columns: gcpColumns,
  charges: [
    ...charges,
    // It is still September in California.
    { cost: "5.5", currency: "USD", start: "2026-10-01T03:00:00Z", bill: "2026-09", region: "america" },
    { ...allocated, team: "of the project", tagsAt: 1, others: { env: "x" } },
    { ...allocated, team: "of the organization", tagsAt: 2 },
  ],
  row: (charge, index) => {
    const columns = ["x_Labels", "x_ProjectLabels", "x_Tags"];
    const tags = tagsOf(charge, "team", decoys);
    return {
      ...focusRow(charge, index, gcp, "07"),
      ProviderName: "Google Cloud",
      PublisherName: "Google Cloud",
      // A label of the resource comes first.
      ...(charge.team === undefined || charge.team === "" ? {} : { x_Tags: { team: "of the organization" } }),
      ...(charge.tagsAt === 1 ? { x_Labels: { env: "y" } } : {}),
      [columns[charge.tagsAt ?? 0] ?? ""]: tags,
    };
  },
  // As BigQuery writes it.
  time: (moment) => moment.replace("T", " ").replace("Z", " UTC"),
  missing: "",
  file: "gcp-focus",
};

const ociExport: CloudExport = {
  name: "OCI FOCUS 1.0-preview",
  recognized: ["OCI FOCUS 1.0-preview"],
  columns: ociColumns,
  charges,
  row: (charge, index) => ({
    ...commonRow(charge, index, oci),
    Provider: "Oracle",
    Publisher: "Oracle",
    InvoiceIssuer: "Oracle",
    Region: charge.region === undefined ? null : oci.regions[charge.region],
    Tags: tagsOf(charge, "team", { ...decoys, "Oracle-Tags.CreatedBy": "a/b" }),
  }),
  time: withoutSeconds,
  missing: "",
  file: "oci-focus",
};

/** All of them. */
export const exports: readonly CloudExport[] = [
  awsExport("AWS FOCUS 1.0", aws10Columns, "aws-focus-1.0", "000000000010"),
  awsExport("AWS FOCUS 1.2", aws12Columns, "aws-focus-1.2", "000000000012"),
  awsExport("AWS, tags as in CUR", aws12Columns, "aws-cur-tags", "000000000020", "resourceTags/user:team"),
  awsExport("AWS, tags as in CUR 2.0", aws12Columns, "aws-cur2-tags", "000000000021", "user_team"),
  azureExport("Azure FOCUS 1.0, first exports", azure10Columns, "azure-focus-1.0", withoutSeconds),
  azureExport("Azure FOCUS 1.0", azureColumns, "azure-focus-1.0r2", withSeconds),
  gcpExport,
  ociExport,
  specifiedExport("1.3", focus13Columns, "focus-1.3"),
  specifiedExport("1.4", focus14Columns, "focus-1.4"),
];
