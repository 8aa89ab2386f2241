/**
 * The policies. Each judges the arguments of one resource, so a mandatory one stops the update before the resource is written. A policy
 * of the whole stack would run when everything is written.
 *
 * No message shows a name or a value, because the program may have marked it as a secret, and policies receive secrets as plain text.
 */
import type { ReportViolation, ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy";
import { readSettings } from "pulumi-cost-allocation/client";
import { analyze, type FindingKind, placeOf, sentenceOf } from "pulumi-cost-allocation/rules";
import { contentOf, eachKnown, isUnknown, kindOf, readKnown } from "./resources";

/** The findings that a proof supports for one tag alone. */
const findingKinds = ["never-matches", "never-wins", "no-effect", "member-no-effect", "default-unused"] as const;

const defaultKinds: readonly FindingKind[] = ["never-matches", "never-wins", "no-effect"];

const tagKinds = ["VirtualTag", "VirtualTagV1"];

/** The kinds of resources that can have drift. */
const driftingKinds = [...tagKinds, "VirtualTagMetadata", "NotificationEndpoint"];

const ruleAnalysis: ResourceValidationPolicy = {
  name: "rule-analysis",
  description: "Each rule of a Virtual Tag has an effect.",
  enforcementLevel: "advisory",
  configSchema: {
    properties: { kinds: { type: "array", items: { type: "string", enum: [...findingKinds] } } },
  },
  validateResource: (args, report) => {
    const { type, props } = args;
    // A tag of V1 may ignore the case of keys, and no proof knows that.
    if (kindOf(type) !== "VirtualTag") return;
    const { kinds = defaultKinds } = args.getConfig<{ kinds?: readonly FindingKind[] }>();
    const { known, unknown } = readKnown(props);
    const content = contentOf(known);
    const findings = content === undefined ? [] : analyze([content], { isUnknown });
    for (const finding of findings.filter(({ kind }) => kinds.includes(kind)))
      report(`${placeOf(finding)} ${sentenceOf(finding)}.`);
    if (unknown !== undefined) throw unknown;
  },
};

const tagNames: ResourceValidationPolicy = {
  name: "tag-names",
  description: "The name of a Virtual Tag matches the pattern.",
  configSchema: { properties: { pattern: { type: "string" } } },
  validateResource: (args, report) => {
    const { type, props } = args;
    const { pattern } = args.getConfig<{ pattern?: string }>();
    if (!tagKinds.includes(kindOf(type)) || pattern === undefined) return;
    const name: unknown = props["name"];
    if (typeof name === "string" && !new RegExp(`^(?:${pattern})$`, "u").test(name))
      report(`The name does not match the pattern ${pattern}.`);
  },
};

const allowedValues: ResourceValidationPolicy = {
  name: "allowed-values",
  description: "A Virtual Tag gives only values from the list for its name.",
  configSchema: {
    properties: {
      values: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
  },
  validateResource: (args, report) => {
    const { type, props } = args;
    const { values } = args.getConfig<{ values?: Readonly<Record<string, readonly string[]>> }>();
    if (!tagKinds.includes(kindOf(type)) || values === undefined) return;
    const name: unknown = props["name"];
    // Unicode can write the same name in two ways.
    const lists = Object.entries(values).filter(
      ([tag]) => typeof name === "string" && tag.normalize() === name.normalize(),
    );
    for (const [, allowed] of lists) judgeValues(props, allowed, report);
  },
};

function judgeValues(props: Record<string, unknown>, allowed: readonly string[], report: ReportViolation): void {
  const judge = (path: string, value: unknown): void => {
    if (typeof value === "string" && !allowed.includes(value))
      report(`${path} is not in the list of values that this tag may give.`);
  };
  const judgeRules = (rules: readonly ({ to?: unknown } | null)[]): void => {
    // `rules.map` would read every rule before the first is judged.
    eachKnown(
      Object.keys(rules).map((index) => () => {
        judge(`rules[${index}].to`, rules[Number(index)]?.to);
      }),
    );
  };
  eachKnown([
    () => {
      judge("defaultValue", props["defaultValue"]);
    },
    () => {
      const { rules } = props;
      if (Array.isArray(rules)) judgeRules(rules);
    },
  ]);
}

const driftPolicy: ResourceValidationPolicy = {
  name: "drift-policy",
  description: "The setting driftPolicy has the required value.",
  configSchema: { properties: { required: { type: "string", enum: ["refuse", "overwrite"] } } },
  validateResource: (args, report) => {
    if (!driftingKinds.includes(kindOf(args.type))) return;
    const { required = "refuse" } = args.getConfig<{ required?: string }>();
    if (driftPolicyOf(args) === required) return;
    report(
      `driftPolicy must be ${required}. Set it with "pulumi config set costallocation:driftPolicy ${required}", or in the resource's Provider.`,
    );
  },
};

/** The setting that applies to a resource: that of its provider, which has the stack config, or that of the environment. */
function driftPolicyOf({ provider }: ResourceValidationArgs): string {
  // For resources of TypeScript, the names are those of the stack config. The plugin's have no namespace.
  const given: unknown = provider?.props["costallocation:driftPolicy"] ?? provider?.props["driftPolicy"];
  const account = { clientId: "-", secretKey: "-", baseUrl: "https://localhost" };
  const { COST_ALLOCATION_DRIFT_POLICY } = process.env;
  const config: Partial<Record<string, string>> = {
    ...account,
    ...(typeof given === "string" ? { driftPolicy: given } : {}),
  };
  return readSettings((name) => config[name], { COST_ALLOCATION_DRIFT_POLICY }).settings.driftPolicy;
}

/** All policies of the pack. */
export const policies = [ruleAnalysis, tagNames, allowedValues, driftPolicy];
