/**
 * What the public types accept and refuse. tsc fails on a `@ts-expect-error` without an error, so each line is a test. Nothing
 * here runs.
 */
import * as pulumi from "@pulumi/pulumi";
import type { Settings } from "../../client/settings";
import type * as sdk from "../../sdk";
import type {
  FilterArgs,
  ProviderArgs,
  RuleArgs,
  VirtualTagArgs,
  VirtualTagMetadataArgs,
  VirtualTagV1Args,
} from "../../sdk";
import { allOf, anyOf, dimension, key, tag, virtualTagKey } from "../../sdk";

type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false;
type Same<One, Other> = IsSame<Required<One>, Required<Other>> & IsSame<keyof One, keyof Other>;

/** Every setting of the client is an argument of Provider with the same type. Only the credentials are required. */
type Credential = "clientId" | "secretKey";
type SettingArgs = { [Name in Credential]: pulumi.Input<Settings[Name]> } & {
  [Name in Exclude<keyof Settings, Credential>]?: pulumi.Input<Settings[Name]>;
};
export const providerArgs: Same<ProviderArgs, SettingArgs> = true;
export const credentialsAreEnough: ProviderArgs = { clientId: "c", secretKey: "s" };

/** The Output form of each function has the same arguments as the plain form, as inputs. */
type Lifted<Args> = { [Name in keyof Args]: pulumi.Input<Exclude<Args[Name], undefined>> };
export const outputArgs: [
  Same<sdk.GetVirtualTagOutputArgs, Lifted<sdk.GetVirtualTagArgs>>,
  Same<sdk.GetVirtualTagVersionsOutputArgs, Lifted<sdk.GetVirtualTagVersionsArgs>>,
  Same<sdk.GetVirtualTagVersionOutputArgs, Lifted<sdk.GetVirtualTagVersionArgs>>,
  Same<sdk.GetVirtualTagMetadataOutputArgs, Lifted<sdk.GetVirtualTagMetadataArgs>>,
  Same<sdk.GetNotificationEndpointOutputArgs, Lifted<sdk.GetNotificationEndpointArgs>>,
  Same<sdk.GetCatalogValuesOutputArgs, Lifted<sdk.GetCatalogValuesArgs>>,
] = [true, true, true, true, true, true];

/** The result type of each function is what the call returns, and both forms accept Pulumi's options. */
type Plain<Result> = (opts?: pulumi.InvokeOptions) => Promise<Result>;
type PlainWith<Args, Result> = (args: Args, opts?: pulumi.InvokeOptions) => Promise<Result>;
type Output<Result> = (opts?: pulumi.InvokeOutputOptions) => pulumi.Output<Result>;
type OutputWith<Args, Result> = (args: Args, opts?: pulumi.InvokeOutputOptions) => pulumi.Output<Result>;
export interface Functions {
  getVirtualTags: Plain<sdk.GetVirtualTagsResult>;
  getVirtualTag: PlainWith<sdk.GetVirtualTagArgs, sdk.GetVirtualTagResult>;
  getVirtualTagVersions: PlainWith<sdk.GetVirtualTagVersionsArgs, sdk.GetVirtualTagVersionsResult>;
  getVirtualTagVersion: PlainWith<sdk.GetVirtualTagVersionArgs, sdk.GetVirtualTagVersionResult>;
  getVirtualTagMetadata: PlainWith<sdk.GetVirtualTagMetadataArgs, sdk.GetVirtualTagMetadataResult>;
  getNotificationEndpoints: Plain<sdk.GetNotificationEndpointsResult>;
  getNotificationEndpoint: PlainWith<sdk.GetNotificationEndpointArgs, sdk.GetNotificationEndpointResult>;
  getCatalogKeys: Plain<sdk.GetCatalogKeysResult>;
  getCatalogValues: PlainWith<sdk.GetCatalogValuesArgs, sdk.GetCatalogValuesResult>;
  getScans: Plain<sdk.GetScansResult>;
  getVirtualTagsOutput: Output<sdk.GetVirtualTagsResult>;
  getVirtualTagOutput: OutputWith<sdk.GetVirtualTagOutputArgs, sdk.GetVirtualTagResult>;
  getVirtualTagVersionsOutput: OutputWith<sdk.GetVirtualTagVersionsOutputArgs, sdk.GetVirtualTagVersionsResult>;
  getVirtualTagVersionOutput: OutputWith<sdk.GetVirtualTagVersionOutputArgs, sdk.GetVirtualTagVersionResult>;
  getVirtualTagMetadataOutput: OutputWith<sdk.GetVirtualTagMetadataOutputArgs, sdk.GetVirtualTagMetadataResult>;
  getNotificationEndpointsOutput: Output<sdk.GetNotificationEndpointsResult>;
  getNotificationEndpointOutput: OutputWith<sdk.GetNotificationEndpointOutputArgs, sdk.GetNotificationEndpointResult>;
  getCatalogKeysOutput: Output<sdk.GetCatalogKeysResult>;
  getCatalogValuesOutput: OutputWith<sdk.GetCatalogValuesOutputArgs, sdk.GetCatalogValuesResult>;
  getScansOutput: Output<sdk.GetScansResult>;
}
export const functions: IsSame<Functions, Pick<typeof sdk, keyof Functions>> = true;
export const noOtherFunction: IsSame<Extract<keyof typeof sdk, `get${string}`>, keyof Functions> = true;

const subject = { costCenter: "AWS", key: "team", type: "tag" } as const;
const later = pulumi.output("later");

export const accepted: FilterArgs[] = [
  { ...subject, operator: "is", value: "web" },
  { ...subject, operator: "oneOf", value: ["web", later] },
  { ...subject, operator: "oneOf", value: pulumi.output(["web"]) },
  { ...subject, operator: "exists" },
  { ...subject, operator: "notIs", value: later, displayName: "Team" },
  { ...subject, type: "an undocumented type", operator: "is", value: "web" },
  { AND: [{ ...subject, operator: "exists" }, { OR: [pulumi.output({ ...subject, operator: "exists" as const })] }] },
  allOf(
    tag("AWS", "team").is("web"),
    anyOf(dimension("GCP", "project").oneOf([later]), key("AWS", "k", "resource").exists()),
  ),
  virtualTagKey("an-id").notOneOf(["a"]),
  tag("AWS", "team").oneOf("web", later),
  tag("AWS", "team").notOneOf(later),
  tag("AWS", "team").oneOf(pulumi.output(["web"])),
  anyOf([tag("AWS", "team").exists(), { ...subject, operator: "exists" }]),
  allOf(pulumi.output([{ ...subject, operator: "exists" as const }])),
];

export const acceptedRules: RuleArgs[] = [
  { to: "Web", filters: tag("AWS", "team").exists(), timeframe: { from: new Date(0) } },
  { to: later, filters: tag("AWS", "team").exists(), timeframe: { from: "2026-01-01", to: 1_798_761_600_000 } },
  { to: { key: "team", costCenter: later }, filters: tag("AWS", "team").exists() },
];

export const refused = (): FilterArgs[] => [
  // @ts-expect-error an unknown operator
  { ...subject, operator: "like", value: "web" },
  // @ts-expect-error V1's spelling of an operator
  { ...subject, operator: "isNot", value: "web" },
  // @ts-expect-error a missing value
  { ...subject, operator: "is" },
  // @ts-expect-error a value that is not allowed
  { ...subject, operator: "exists", value: ["web"] },
  // @ts-expect-error a value that is not a string
  { ...subject, operator: "is", value: 5 },
  // @ts-expect-error a missing operator
  { ...subject },
  // @ts-expect-error a missing type
  { costCenter: "AWS", key: "team", operator: "is", value: "web" },
  // @ts-expect-error AND in a condition
  { ...subject, operator: "is", value: "web", AND: [] },
  // @ts-expect-error OR in a condition
  { ...subject, operator: "exists", OR: [] },
  // @ts-expect-error AND and OR in one group
  { AND: [], OR: [] },
  // @ts-expect-error an unknown field
  { ...subject, operator: "exists", not: true },
  // @ts-expect-error a group that is not an array
  { AND: { ...subject, operator: "exists" } },
  // @ts-expect-error the same error in a nested group
  { AND: [{ OR: [{ ...subject, operator: "like", value: "web" }] }] },
  // @ts-expect-error a key without a comparison
  tag("AWS", "team"),
  // @ts-expect-error several values for one
  tag("AWS", "team").is(["web", "shop"]),
  // @ts-expect-error several values for one
  tag("AWS", "team").is("web", "shop"),
  // @ts-expect-error a value that is not allowed
  tag("AWS", "team").exists("web"),
  // @ts-expect-error an array besides other values
  tag("AWS", "team").oneOf(["web"], "shop"),
  // @ts-expect-error an array besides other filters
  anyOf([tag("AWS", "team").exists()], tag("AWS", "env").exists()),
];

const fixed = {
  name: "Team",
  rules: [
    { to: "Web", filters: { AND: [{ ...subject, operator: "oneOf", value: ["web", "shop"] }] } },
    { to: "Ops", filters: { OR: [{ ...subject, operator: "exists" }] } },
  ],
  defaultValue: "Shared",
} as const;
const fixedV1 = { ...fixed, rules: [{ to: "Web", filters: fixed.rules[0].filters }] } as const;
const teams: readonly string[] = ["web"];
export const acceptedConstants: [VirtualTagArgs, VirtualTagV1Args, VirtualTagMetadataArgs, ...FilterArgs[]] = [
  fixed,
  fixedV1,
  { virtualTagId: "an-id", metadata: { Web: { groups: teams, endpoints: teams } } },
  tag("AWS", "team").oneOf(teams),
  tag("AWS", "team").notOneOf(["web", "shop"] as const),
  allOf([tag("AWS", "team").exists()] as const),
];

const complete: VirtualTagArgs = { name: "Team", rules: acceptedRules, defaultValue: "Shared" };
export const acceptedTags: VirtualTagArgs[] = [
  complete,
  { ...complete, rules: pulumi.output(acceptedRules), changeDescription: later },
  { ...complete, defaultValue: { key: "team", costCenter: "AWS" } },
  { ...complete, setAsLive: false, adopt: true },
  { ...complete, adopt: later },
];

export const refusedTags: VirtualTagArgs[] = [
  // @ts-expect-error a missing name
  { rules: [], defaultValue: "Shared" },
  // @ts-expect-error missing rules
  { name: "Team", defaultValue: "Shared" },
  // @ts-expect-error a missing default value
  { name: "Team", rules: [] },
  // @ts-expect-error an unknown argument
  { ...complete, default: "Shared" },
  // @ts-expect-error a rule without filters
  { ...complete, rules: [{ to: "Web" }] },
  // @ts-expect-error a key reference without a cost center
  { ...complete, defaultValue: { key: "team" } },
  // @ts-expect-error a timeframe without a start
  { ...complete, rules: [{ to: "Web", filters: tag("AWS", "team").exists(), timeframe: { to: 1 } }] },
];

test("tsc checks the types", () => {
  expect(accepted).toHaveLength(14);
});
