/** Charges, what a team of finance would say about them, and what rules make of them. It shares no code with cost/. */

/** A charge as people describe it. How an export writes it is in `exports.ts`. */
export interface Charge {
  /** A decimal number, as exact as the export has it. */
  cost: string;
  currency: "USD" | "EUR";
  /** The moment at which it begins, in UTC. */
  start: string;
  /** The month of the bill. */
  bill: "2026-09" | "2026-10";
  category?: "Usage" | "Purchase" | "Tax" | "Credit" | "Adjustment";
  isCorrection?: true;
  account?: "platform" | "other";
  service?: "storage" | "compute";
  region?: "europe" | "america";
  /** The value of the tag `team`. */
  team?: string;
  /** The name of Azure's invoice section. Only its exports have it. */
  section?: "Finance";
  /** Tags that no rule uses, among them those that look like `team`. */
  others?: Readonly<Record<string, string>>;
  /** Where the tags are, if the export has several columns. Default: the first one. */
  tagsAt?: 1 | 2;
  /** A provider that belongs to no cost center. Default: the cloud of the export. */
  provider?: string;
}

const day = "2026-10-14T00:00:00Z";

/** What every export has. */
export const charges: readonly Charge[] = [
  // More digits than a double has at 12 decimal places.
  { cost: "217277874.46", currency: "USD", start: "2026-09-01T07:00:00Z", bill: "2026-09", team: "payments" },
  { cost: "0.1", currency: "USD", start: day, bill: "2026-10", team: `O'Reilly "R&D", Zoë\\n` },
  { cost: "0.2", currency: "USD", start: day, bill: "2026-10", team: `O'Reilly "R&D", Zoë\\n` },
  {
    cost: "-50.05",
    currency: "USD",
    start: "2026-09-30T22:00:00Z",
    bill: "2026-09",
    category: "Credit",
    account: "platform",
  },
  // The open bill corrects a charge of the closed month.
  {
    cost: "-12.34",
    currency: "USD",
    start: "2026-09-30T22:00:00Z",
    bill: "2026-10",
    isCorrection: true,
    team: "payments",
    region: "america",
  },
  { cost: "12.34", currency: "USD", start: "2026-09-30T22:00:00Z", bill: "2026-09", team: "payments" },
  { cost: "7.777777777", currency: "EUR", start: day, bill: "2026-10", team: "", service: "storage", region: "europe" },
  // An empty service is none, and a tag with a longer name is another one.
  {
    cost: "0.000000001",
    currency: "EUR",
    start: day,
    bill: "2026-10",
    region: "europe",
    others: { Teams: "no", env: "x" },
  },
  {
    cost: "-0.5",
    currency: "EUR",
    start: "2026-09-15T12:00:00Z",
    bill: "2026-09",
    category: "Adjustment",
    region: "europe",
  },
  // The rule for America begins in October.
  {
    cost: "3.5",
    currency: "USD",
    start: "2026-09-30T22:00:00Z",
    bill: "2026-09",
    service: "compute",
    region: "america",
  },
  {
    cost: "4.25",
    currency: "USD",
    start: "2026-10-01T08:00:00Z",
    bill: "2026-10",
    service: "compute",
    region: "america",
  },
  { cost: "18.99", currency: "USD", start: "2026-10-01T08:00:00Z", bill: "2026-10", category: "Tax" },
  { cost: "0", currency: "EUR", start: day, bill: "2026-10", category: "Purchase", account: "other", team: "free" },
];

/** The value that the rules give a charge. */
function valueOf({ team, section, account, service, region, start, provider }: Charge): string {
  if (provider !== undefined) return "Unallocated";
  if (team !== undefined && team !== "") return team;
  if (section === "Finance") return "Finance";
  if (account === "platform") return "Platform";
  if (service === "storage") return "Storage";
  if (region === "europe") return "Europe";
  return region === "america" && start >= "2026-10-01" ? "America" : "Unallocated";
}

/** Sums of records, in units of 10^-12 of the currency. */
export interface Sums {
  cost: bigint;
  /** The absolute amounts. */
  gross: bigint;
  records: number;
}

/** The money of some charges, by billing month, currency and value: `2026-10 USD payments`. */
export function moneyOf(all: readonly Charge[]): Record<string, Sums> {
  const money: Record<string, Sums> = {};
  for (const charge of all) {
    const [whole = "", fraction = ""] = charge.cost.split(".");
    const cost = BigInt(whole + fraction.padEnd(12, "0"));
    const sums = (money[`${charge.bill} ${charge.currency} ${valueOf(charge)}`] ??= {
      cost: 0n,
      gross: 0n,
      records: 0,
    });
    sums.cost += cost;
    sums.gross += cost < 0n ? -cost : cost;
    sums.records += 1;
  }
  return money;
}
