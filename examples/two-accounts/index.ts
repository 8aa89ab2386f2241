import * as pulumi from "@pulumi/pulumi";
import { getVirtualTagsOutput, Provider, tag, VirtualTag, type VirtualTagArgs } from "pulumi-cost-allocation";

// The stack's own account is in its config (costallocation:clientId and so on). Set the credentials of the other one with
// pulumi config set --secret subsidiaryClientId, and the same for subsidiarySecretKey.
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

// One definition for both accounts, so that their reports agree.
const ours = new VirtualTag("team", team);
const theirs = new VirtualTag("subsidiary-team", team, { provider: subsidiary });

export const ids = { ours: ours.id, theirs: theirs.id };

// Functions can read the other account too.
export const tagsOfSubsidiary = getVirtualTagsOutput({ provider: subsidiary }).apply((tags) =>
  tags.filter(({ name }) => name !== team.name).map(({ name }) => name),
);
