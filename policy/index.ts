/** The policy pack: `pulumi preview --policy-pack policy`. docs/policies.md describes it. */
import { PolicyPack } from "@pulumi/policy";
import { policies } from "./policies";

new PolicyPack("cost-allocation", { enforcementLevel: "mandatory", policies });
