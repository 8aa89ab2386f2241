import { anyOf, getCatalogValuesOutput, tag, VirtualTag } from "pulumi-cost-allocation";

// The teams that tag their AWS resources, from the key catalog.
const teams = getCatalogValuesOutput({ costCenter: "AWS", key: "team" });

// One rule for each team. The catalog has no fixed order, but rules do. Sorting them avoids needless changes.
const team = new VirtualTag("team", {
  name: "Team",
  rules: teams.apply((names) =>
    [...names].sort().map((name) => ({
      to: name,
      filters: anyOf(
        tag("AWS", "team").is(name),
        // The catalog names pod labels with this prefix. A Kubernetes label has at most 63 characters.
        tag("Kubernetes", "pl_team").is(name.slice(0, 63)),
      ),
    })),
  ),
  defaultValue: "Nobody",
});

export const ruleCount = team.rules.length;
