import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dimension, rulesFromTable, tag, VirtualTag } from "pulumi-cost-allocation";

// Which account and which application belongs to which team: the table that the platform team keeps.
const owners = rulesFromTable(readFileSync(join(__dirname, "owners.csv"), "utf8"), {
  to: "team",
  keys: {
    account_id: dimension("AWS", "linked_account"),
    application: tag("AWS", "application"),
  },
  // A record can have both. The owner of the application pays then.
  priority: ["application", "account_id"],
});

// The rules are an array, so you can put others before and after them.
const team = new VirtualTag("team", {
  name: "Team",
  rules: [{ to: "Security", filters: tag("AWS", "team").is("security") }, ...owners],
  defaultValue: "Nobody",
});

export const ruleCount = team.rules.length;
export const tagId = team.id;
