/** The sample data that `control.seed()` adds to an account. */
import { randomUUID } from "node:crypto";
import type { Rule } from "../../rules/types";
import { publicAcl } from "../routes/tagAccess";
import type { Change, StoredEndpoint } from "../store/state";

function createTag(
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

/** The changes that add the sample data, in order. */
export function seedChanges(account: string, user: string, now: number): Change[] {
  const addEndpoint = (type: string, name: string, to?: string): Change => {
    const stored: StoredEndpoint = {
      id: randomUUID(),
      type,
      name,
      createdBy: user,
      accountId: account,
      createdAt: now,
    };
    return { op: "addEndpoint", account, endpoint: to === undefined ? stored : { ...stored, configuration: { to } } };
  };
  return [
    createTag(account, user, now, "Team", teamRules),
    createTag(account, user, now, "Environment", environmentRules),
    createTag(account, user, now, "FOCUS/ServiceCategory", [], "it is predefined"),
    createTag(account, user, now, "Shared platform costs", [], "reallocation is unsupported in V2"),
    addEndpoint("email", "FinOps", "finops@example.com"),
    addEndpoint("slack", "#finops", "https://hooks.slack.example/services/T000/B000/not-a-real-one"),
    addEndpoint("msteams", "Engineering / General"),
  ];
}
