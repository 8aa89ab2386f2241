/** The result of a query that another engine ran. */
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { planWith } from "../cubeOf";
import { plainRows } from "../focusData";

const plan = planWith("AWS:tag:team");
const names = [
  "provider",
  "currency",
  "charge_month",
  "charge_part",
  plan.sources[0]?.name ?? "",
  "cost_sum",
  "credit_sum",
  "cost_count",
  plan.recordsColumn,
];
const read = (text: string) => plainRows(cubeOfResult(text, plan, "result.csv", 0));
const csv = (...rows: string[]): string => [names.join(","), ...rows].join("\n");

test.each([
  ["plain", csv("AWS,USD,2026-10,0,a,1.5,-0.25,3,3"), "a"],
  ["quoted", csv('"AWS","USD","2026-10","0","a,""b""\r\nc","1.5","-0.25","3","3"'), 'a,"b"\r\nc'],
  [
    "names in capitals, other line ends, a byte order mark",
    `\ufeff${csv("AWS,USD,2026-10-01,0,a,1.5,-0.25,3,3").toUpperCase().replace(",A,", ",a,").replaceAll("\n", "\r\n")}\r\n`,
    "a",
  ],
  ["an empty value", csv("AWS,USD,2026-10,0,,1.5,-0.25,3,3"), null],
  ["ClickHouse's missing value", csv("AWS,USD,2026-10,0,\\N,1.5,-0.25,3,3"), null],
  ["a text that looks like it", csv('AWS,USD,2026-10,0,"\\N",1.5,-0.25,3,3'), "\\N"],
])("%s", (_, text, value) => {
  expect(read(text)).toMatchObject([{ provider: "AWS", "AWS:tag:team": value, cost: "1.5", gross: "2", records: 3 }]);
});

test("more columns are allowed: the query of more tags", () => {
  const text = [`k_other,${names.join(",")}`, "x,AWS,USD,2026-10,0,a,1,,1,1", "y,AWS,USD,2026-10,0,a,2,,1,1"].join(
    "\n",
  );
  expect(read(text)).toMatchObject([{ cost: "3", records: 2 }]);
});

test("the billing month is that of the bill; a result without it has the month of the charge", () => {
  const text = csv("AWS,USD,2026-09,0,a,1,,1,1");
  const cube = (of: string) => cubeOfResult(of, plan, "result.csv", 0);
  expect(cube(text).header.billingMonths).toEqual(["ChargePeriodStart"]);
  expect(read(text)).toMatchObject([{ moment: "2026-09-01T00:00:00.000Z", billingMonth: "2026-09" }]);
  const [header = "", row = ""] = text.split("\n");
  const billed = `${header},BILLING_MONTH\n${row},2026-10`;
  expect(cube(billed).header.billingMonths).toEqual(["BillingPeriodStart"]);
  expect(read(billed)).toMatchObject([{ moment: "2026-09-01T00:00:00.000Z", billingMonth: "2026-10" }]);
  expect(() => read(billed.replace("2026-10", "unreadable"))).toThrow("BillingPeriodStart");
  const withoutBill = billed.replace("2026-10", "");
  expect(cube(withoutBill).header.billingMonths).toEqual(["BillingPeriodStart", "ChargePeriodStart"]);
  expect(read(withoutBill)).toMatchObject([{ billingMonth: "2026-09" }]);
  expect(read(billed.replace("2026-10", "2026-12+"))).toMatchObject([{ billingMonth: "2027-01" }]);
});

test.each([
  ["", "empty"],
  [csv("AWS,USD").replace(plan.recordsColumn, "records_0"), `no column ${plan.recordsColumn}`],
  [csv("AWS,USD"), "result.csv, line 2: 2 values, and 9 columns"],
  [csv('AWS,USD,2026-10,0,a"b,1,1,1,1'), "result.csv, line 2: value 5 has a quote in the wrong place"],
  [csv("AWS,USD,2026-10,0,a,1 USD,2,3,3"), 'result.csv, line 2: The column cost_sum has "1 USD" instead of'],
  [csv("AWS,USD,2026-10,0,a,1,2,3,x"), `${plan.recordsColumn} has "x" instead of a count`],
  [csv('AWS,USD,2026-10,0,"a\nb",1,0,3,3', "AWS,USD,10/2026,0,a,1,2,3,3"), "result.csv, line 4: 3 records have"],
  [csv("AWS,,2026-10,0,a,1,2,3,3"), "no valid currency in the column BillingCurrency"],
  [
    csv("AWS,$,2026-10,0,a,1,2,3,3"),
    "result.csv, line 2: 3 records have no valid currency in the column BillingCurrency",
  ],
  [
    csv("AWS,USD,2026-10,0,a,1,,9,9", "AWS,usd,2026-10,0,a,1,,3,3", "AWS,usd,2026-10,0,b,1,,4,4"),
    /^result.csv: 7 records have another spelling of USD in the column BillingCurrency.* line 3: "usd"/,
  ],
  [csv("AWS,USD,2026-10,0,a,1,2,2,3"), "1 record has no number in the column BilledCost"],
])("%j is refused", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("the name of a virtual currency may have digits", () => {
  expect(read(csv("AWS,Credits 2,2026-10,0,a,1,2,3,3"))).toMatchObject([{ currency: "Credits 2" }]);
});
