/** What `control.seed()` adds to an account: what people made in the application. */
import { randomUUID } from "node:crypto";
import type { Rule } from "../../rules/types";
import { publicAcl } from "../routes/access";
import type { Change, StoredEndpoint } from "../store/state";

function tag(
  account: string,
  user: string,
  now: number,
  name: string,
  rules: readonly Rule[],
  unsupported?: string,
): Change {
  const head = { id: randomUUID(), createdBy: user, createdAt: now, acl: publicAcl() };
  return {
    op: "createTag",
    account,
    head: unsupported === undefined ? head : { ...head, unsupported },
    version: {
      id: randomUUID(),
      createdAt: now,
      createdBy: user,
      isLive: true,
      content: JSON.stringify({ name, defaultValue: "Unallocated", rules }),
    },
  };
}

const teamRules: readonly Rule[] = ["payments", "checkout"].map((team) => ({
  to: team,
  filters: {
    OR: [
      { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: [team] },
      { costCenter: "Kubernetes", key: "namespace", type: "billing_dimension", operator: "oneOf", value: [team] },
    ],
  },
}));

const environmentRules: readonly Rule[] = [
  {
    to: { key: "Environment", costCenter: "AWS", type: "tag" },
    filters: { costCenter: "AWS", key: "Environment", type: "tag", operator: "exists" },
  },
];

/** The changes that make the seed data, in their order. */
export function seedChanges(account: string, user: string, now: number): Change[] {
  const endpoint = (type: string, name: string, to?: string): Change => {
    const made: StoredEndpoint = { id: randomUUID(), type, name, createdBy: user, accountId: account, createdAt: now };
    return { op: "addEndpoint", account, endpoint: to === undefined ? made : { ...made, configuration: { to } } };
  };
  return [
    tag(account, user, now, "Team", teamRules),
    tag(account, user, now, "Environment", environmentRules),
    tag(account, user, now, "FOCUS/ServiceCategory", [], "it is predefined"),
    tag(account, user, now, "Shared platform costs", [], "reallocation is unsupported in V2"),
    endpoint("email", "FinOps", "finops@example.com"),
    endpoint("slack", "#finops", "https://hooks.slack.example/services/T000/B000/not-a-real-one"),
    endpoint("msteams", "Engineering / General"),
  ];
}
