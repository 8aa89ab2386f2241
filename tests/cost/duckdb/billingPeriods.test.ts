import { BillingPeriods } from "../../../cost/duckdb/billingPeriods";

const records = {
  period: "2026-10",
  provider: "AWS",
  account: "1",
  first: "2026-10-01",
  last: "2026-10-31",
  records: 5,
};
const clouds: Record<string, string> = { "Amazon Web Services": "AWS" };

test.each([
  { name: "the same", other: {}, isRepeated: true },
  { name: "another name of the provider", other: { provider: "Amazon Web Services" }, isRepeated: true },
  { name: "an unknown account", other: { account: "" }, isRepeated: true },
  { name: "another account", other: { account: "2" }, isRepeated: false },
  { name: "another provider", other: { provider: "Microsoft" }, isRepeated: false },
  { name: "another month", other: { period: "2026-11" }, isRepeated: false },
  { name: "another day", other: { first: "2026-11-01", last: "2026-11-01" }, isRepeated: false },
])("two folders with a billing period: $name", ({ other, isRepeated }) => {
  for (const [one, two] of [
    [records, { ...records, ...other }],
    [{ ...records, ...other }, records],
  ] as const) {
    const periods = new BillingPeriods((provider) => clouds[provider] ?? provider);
    periods.add("a", one);
    periods.add("b", two);
    const check = expect(() => {
      periods.refuseRepeated();
    });
    if (isRepeated) check.toThrow("2026-10");
    else check.not.toThrow();
  }
});
