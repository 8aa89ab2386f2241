import { anyOf, getCatalogValuesOutput, tag, VirtualTag } from "pulumi-cost-allocation";

// Which teams are there? Those that tag their own resources in AWS, as the key catalog knows them.
const teams = getCatalogValuesOutput({ costCenter: "AWS", key: "team" });

// One rule for each. The catalog promises no order, and rules have one: sorted, so that only a new team is a change.
const team = new VirtualTag("team", {
  name: "Team",
  rules: teams.apply((names) =>
    [...names].sort().map((name) => ({
      to: name,
      filters: anyOf(
        tag("AWS", "team").is(name),
        // Kubernetes labels end where AWS tags go on.
        tag("Kubernetes", "team").is(name.slice(0, 63)),
      ),
    })),
  ),
  defaultValue: "Nobody",
});

export const ruleCount = team.rules.length;
