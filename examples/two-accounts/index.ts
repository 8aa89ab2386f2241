import * as pulumi from "@pulumi/pulumi";
import { getVirtualTagsOutput, Provider, tag, VirtualTag, type VirtualTagArgs } from "pulumi-cost-allocation";

// The stack's own account is the one in its config (costallocation:clientId and so on). The other one's credentials:
// pulumi config set --secret subsidiaryClientId ..., pulumi config set --secret subsidiarySecretKey ...
const config = new pulumi.Config();
const subsidiary = new Provider("subsidiary", {
  clientId: config.requireSecret("subsidiaryClientId"),
  secretKey: config.requireSecret("subsidiarySecretKey"),
});

const team: VirtualTagArgs = {
  name: "Team",
  rules: [
    { to: "Checkout", filters: tag("AWS", "team").oneOf(["checkout", "payments"]) },
    { to: "Search", filters: tag("AWS", "team").is("search") },
  ],
  defaultValue: "Shared",
};

// One definition, two accounts: a report over both can't disagree on what a team is.
const ours = new VirtualTag("team", team);
const theirs = new VirtualTag("subsidiary-team", team, { provider: subsidiary });

export const ids = { ours: ours.id, theirs: theirs.id };

// Functions read the other account in the same way.
export const tagsOfSubsidiary = getVirtualTagsOutput({ provider: subsidiary }).apply((tags) =>
  tags.filter(({ name }) => name !== team.name).map(({ name }) => name),
);
