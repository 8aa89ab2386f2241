/** Records and rules with everything that a query can get wrong. */
import type { Condition, TagContent } from "../../rules/types";
import type { ExpectedKey, FocusRecord } from "./focusData";

/** Names of tags that end texts, paths or queries early in some engine. */
export const hostileKeys = [
  "team",
  "Team",
  "a.b",
  'quo"te',
  "apo's",
  "back\\slash",
  "'; DROP TABLE focus; --",
  "$x",
  "/slash/~tilde",
  "~1",
  "a*",
  "[0]",
  "#",
  "{{x}}",
  "line\nbreak",
  "tab\t",
  "zero\u200dwidth",
  "größe",
  "キー",
  "🏷️",
  "%s\\u0041\\x41",
  "",
  "user:Cost Center/2026",
] as const;

/** Values with the same difficulties. */
const hostileValues = ["prod", "", "NULL", 'a "quoted" one', "it's", "b\\s", "комп", "🚀", "x,y\nz", "${y}", "null"];

const aws = ["AWS", "Amazon Web Services"];
const azure = ["Microsoft", "Azure"];

const exists = (costCenter: string, type: string, key: string): Condition => ({
  costCenter,
  type,
  key,
  operator: "exists",
});

/** Rules that use all of these keys, with timeframes that end in the middle of a day. */
export const hostileContent: TagContent = {
  rules: [
    {
      to: { costCenter: "AWS", type: "billing_dimension", key: "service" },
      filters: { AND: hostileKeys.map((key) => exists("AWS", "tag", key)) },
      timeframe: { from: "2026-10-05", to: "2026-10-20T12:00:00Z" },
    },
    {
      to: "x",
      filters: {
        OR: [
          exists("Azure", "tag", "team"),
          exists("AWS", "billing_dimension", "linked_account"),
          exists("Azure", "resource", "resource_id"),
        ],
      },
      timeframe: { from: "2026-10-20T12:00:00.500Z" },
    },
  ],
  defaultValue: "none",
};

/** Where a cube of these rules is cut: the last moment of a timeframe belongs to it. */
export const hostileCuts = ["2026-10-05T00:00:00.000Z", "2026-10-20T12:00:00.001Z", "2026-10-20T12:00:00.500Z"];

/** The keys that a cube of these rules has. */
export const hostileExpected: ExpectedKey[] = [
  ...hostileKeys.map((key) => ({
    name: `AWS:tag:${key}`,
    providers: aws,
    value: ({ tags }: FocusRecord) => tags?.[key],
  })),
  { name: "AWS:billing_dimension:linked_account", providers: aws, value: ({ subAccount }: FocusRecord) => subAccount },
  { name: "AWS:billing_dimension:service", providers: aws, value: ({ service }: FocusRecord) => service },
  { name: "Azure:resource:resource_id", providers: azure, value: ({ resource }: FocusRecord) => resource },
  {
    name: "Azure:tag:team",
    providers: azure,
    // Azure ignores the case of a tag's name. An empty value hides no other.
    value: ({ tags }: FocusRecord) =>
      [tags?.["team"], tags?.["Team"]].find((value) => !["", "NULL", undefined].includes(value)),
  },
].sort((one, other) => (one.name < other.name ? -1 : 1));

const starts = [
  "2026-09-30 23:00:00",
  "2026-10-01 00:00:00",
  "2026-10-04 23:00:00",
  "2026-10-05 00:00:00",
  "2026-10-20 12:00:00",
  "2026-10-20 13:00:00",
  "2026-10-31 23:00:00",
];

/** Several hundred records: credits, two currencies, missing values, providers of no cost center. The same in each run. */
export const hostileRecords: readonly FocusRecord[] = Array.from({ length: 420 }, (_, index): FocusRecord => {
  const of = <T>(list: readonly T[], step = 1): T => list[Math.floor(index / step) % list.length] as T;
  const key = hostileKeys[(index * 7) % hostileKeys.length] ?? "";
  const provider = of(["AWS", "Amazon Web Services", "Microsoft", "Snowflake", undefined], 3);
  const optional = {
    subAccount: of(["000123456789", undefined, "", "NULL", "42"]),
    service: of(["Amazon EC2", "S3", undefined], 2),
    region: of(["eu-west-1", undefined]),
    resource: of(["arn:aws:x/1", "id-2", undefined], 5),
    tags:
      index % 11 === 0
        ? undefined
        : { [key]: of(hostileValues), team: of(["a", "b", "NULL", ""], 2), other: String(index) },
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    ...(provider === undefined ? {} : { provider }),
    ...given,
    currency: of(["USD", "EUR"], 4),
    start: of(starts),
    cost: of(["0.1", "-12.3456789012", "0.0000008", "1000000.01", "0", "-0.0000000001"], 2),
  };
});
