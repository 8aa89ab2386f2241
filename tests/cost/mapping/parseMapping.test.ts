/** `cost-data.json`. */
import { focusMapping, isOfCostCenter, sourceOf } from "../../../cost/mapping/mapping";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { exportNames } from "../../../cost/mapping/exportNames";

const parse = (value: unknown): ReturnType<typeof parseMapping> => parseMapping(JSON.stringify(value));
const key = (costCenter: string, type: string, name: string) => ({ costCenter, type, key: name });

test("an empty file is the mapping of FOCUS data", () => {
  expect(parse({})).toEqual(focusMapping);
});

test.each([
  [key("GCP", "tag", "Team: x"), { tags: ["Team: x"], spellings: ["team: x", "TEAM: X"] }],
  [
    key("AWS", "tag", "team"),
    {
      tags: ["team"],
      prefixed: ["resourceTags/user:team", "resourceTags/team", "user:team", "user_team"],
      spellings: ["Team", "TEAM"],
    },
  ],
  [
    key("AWS", "tag", "user:team"),
    {
      tags: ["user:team"],
      prefixed: [
        ...["team", "resourceTags/user:team", "resourceTags/team", "user_team"],
        ...["resourceTags/user:user:team", "user:user:team", "user_user:team"],
      ],
      spellings: ["User:team", "USER:TEAM"],
    },
  ],
  [
    key("AWS", "tag", "user_id"),
    {
      tags: ["user_id"],
      prefixed: ["resourceTags/user:user_id", "resourceTags/user_id", "user:user_id", "user_user_id"],
      doubtful: ["id", "resourceTags/user:id", "resourceTags/id", "user:id"],
      spellings: ["User_id", "USER_ID"],
    },
  ],
  [key("AWS", "billing_dimension", "linked_account"), { columns: ["SubAccountId"] }],
  [key("GCP", "billing_dimension", "service"), { columns: ["ServiceName"] }],
  [key("OCI", "billing_dimension", "region"), { columns: ["RegionId", "Region"] }],
  [key("Azure", "resource", "resource_id"), { columns: ["ResourceId"] }],
  [key("AWS", "billing_dimension", "usage_type"), undefined],
  [key("Kubernetes", "tag", "team"), undefined],
])("by default, %j is in %j", (one, source) => {
  expect(sourceOf(focusMapping, one)).toEqual(source);
});

test("an entry for a cost center takes precedence over one for all, and null makes a key unknown", () => {
  const mapping = parse({
    costCenters: { Snowflake: ["Snowflake Inc."], AWS: ["Amazon"] },
    keys: {
      "*:billing_dimension:service": "x_Service",
      "Azure:billing_dimension:service": "x_Azure Service",
      "AWS:tag:team": { tag: "Team" },
      "AWS:tag:secret": null,
      "Snowflake:tag:a:b": "x_Tag",
    },
  });
  expect(sourceOf(mapping, key("AWS", "billing_dimension", "service"))).toEqual({ columns: ["x_Service"] });
  expect(sourceOf(mapping, key("Azure", "billing_dimension", "service"))).toEqual({ columns: ["x_Azure Service"] });
  expect(sourceOf(mapping, key("AWS", "tag", "team"))).toEqual({ tags: ["Team"], spellings: ["team", "TEAM"] });
  expect(sourceOf(mapping, key("Azure", "tag", "team"))).toEqual({
    tags: ["team"],
    spellings: ["Team", "TEAM"],
    hasNoCase: true,
  });
  expect(sourceOf(mapping, key("AWS", "tag", "secret"))).toBeUndefined();
  expect(sourceOf(mapping, key("Snowflake", "tag", "a:b"))).toEqual({ columns: ["x_Tag"] });
  expect(isOfCostCenter(mapping, "AWS", "Amazon")).toBe(true);
  expect(isOfCostCenter(mapping, "AWS", "AWS")).toBe(false);
  expect(isOfCostCenter(mapping, "OCI", "Oracle")).toBe(true);
});

test("a cost center of all providers", () => {
  const mapping = parse({ costCenters: { Global: "*" } });
  expect([isOfCostCenter(mapping, "Global", "anything"), isOfCostCenter(mapping, "Global", null)]).toEqual([
    true,
    true,
  ]);
  expect(isOfCostCenter(mapping, "AWS", null)).toBe(false);
});

test.each([
  ["[]", "object"],
  ["{", "JSON"],
  [{ keyz: {} }, '"keyz" is not a field. Did you mean "keys"?'],
  [{ cost: 1 }, "cost must be the name of a column"],
  [{ cost: 'x"; DROP' }, "cost must be the name of a column"],
  [{ currency: "usd" }, 'currency must be a code such as "USD"'],
  [{ currency: { name: "x" } }, 'currency must be a code such as "USD"'],
  [{ currency: { column: 1 } }, "currency.column must be the name of a column"],
  [{ provider: [] }, "provider must have at least one column"],
  [{ provider: ["A`"] }, "provider[0] must be"],
  [{ tagsType: "array" }, "tagsType must be one of map, struct, json"],
  [{ azureSubscriptions: "id" }, "azureSubscriptions must be one of guid, path"],
  [{ tags: [] }, "tags must have at least one column"],
  [{ keys: { "AWS:tag:team": ["x", 1] } }, 'keys."AWS:tag:team"[1] must be'],
  [{ keys: { "AWS:tag:team": { tag: [] } } }, 'keys."AWS:tag:team" must be'],
  [{ costCenters: { "a:b": ["x"] } }, 'costCenters."a:b" must be'],
  [{ costCenters: { AWS: [] } }, 'costCenters."AWS" must be'],
  [{ keys: { team: "x" } }, 'keys."team" must be named'],
  [{ keys: { "Other:tag:team": "x" } }, "cost center that is not in costCenters"],
  [{ keys: { "AWS:tag:team": { tag: 1 } } }, 'keys."AWS:tag:team" must be'],
])("%j is refused", (value, message) => {
  expect(() => parseMapping(typeof value === "string" ? value : JSON.stringify(value))).toThrow(message);
});

test("all problems are named at once", () => {
  expect(() => parse({ cost: 1, tags: 2, keys: { x: "y" } })).toThrow(/keys.*\ncost.*\ntags/u);
});

/** Which export data comes from. The columns are those that the changelog of the specification says a version added or removed. */
describe("which export data comes from", () => {
  const old = ["BilledCost", "ProviderName", "PublisherName", "InvoiceIssuerName", "RegionId"];

  test.each([
    [["Provider", "Publisher", "InvoiceIssuer", "Region"], "OCI FOCUS 1.0-preview", "Oracle"],
    [old, "AWS FOCUS 1.0", "AWS"],
    [[...old, "SkuMeter"], "Azure FOCUS 1.1", "Microsoft"],
    [[...old, "skumeter", "pricingcurrency"], "AWS FOCUS 1.2", "Amazon Web Services"],
    // Microsoft's exports of 1.0 have these columns of 1.2.
    [
      [...old, "BillingAccountType", "SubAccountType", "x_PricingCurrency", "x_InvoiceId"],
      "Azure FOCUS 1.0",
      "Microsoft",
    ],
    [[...old, "InvoiceId", "ServiceProviderName"], "GCP FOCUS 1.3", "Google Cloud"],
    [["BilledCost", "ServiceProviderName", "HostProviderName", "InvoiceId"], "Snowflake FOCUS 1.4", "Snowflake"],
  ])("%j is %s", (columns, name, provider) => {
    expect(exportNames(columns, [provider, null], focusMapping)).toEqual([name]);
  });

  test("one name for each cloud, in order, without cost centers of all providers", () => {
    const mapping = { ...focusMapping, costCenters: new Map([["Global", "*" as const], ...focusMapping.costCenters]) };
    const providers = ["Oracle", "AWS", "Amazon Web Services", null];
    expect(exportNames(old, providers, mapping)).toEqual(["AWS FOCUS 1.0", "OCI FOCUS 1.0"]);
  });
});
