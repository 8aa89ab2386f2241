/** What a review with `--live` takes for live. */
import { readLiveTags } from "../../../../cli/sources/account/liveTags";
import type { Plan, PlannedContent } from "../../../../cli/sources/plan/plan";
import { type Account, startAccount, teamRule } from "../../../support/commands/account";

let account: Account;
afterEach(() => account.stop());

const content = (team: string) => ({ rules: [teamRule(team, "a")], defaultValue: "None" });

const planned = (op: "update" | "create", before?: PlannedContent, after?: PlannedContent): Plan =>
  ({
    tags: [{ urn: "urn:team", resourceName: "team", op, type: "VirtualTag", before, after }],
    metadata: [],
    endpoints: [],
    isComplete: true,
  }) as unknown as Plan;

test.each(["live", "latest"] as const)(
  "a staged content is not live, if a read shows the %s one",
  async (stagedRead) => {
    account = await startAccount({ switches: { stagedRead } });
    const tag = await account.create("Team", content("Live"));
    await account.save(tag, content("Staged"), undefined, { setAsLive: false });
    const staged = { id: tag.id, name: "Team", ...content("Staged"), setAsLive: false };
    const promotion = planned("update", staged, { ...staged, setAsLive: true });
    const adoption = planned("create", undefined, { ...staged, setAsLive: true, adopt: true });
    for (const plan of [promotion, adoption]) {
      const found = await readLiveTags(account.client, plan);
      expect(found.get("urn:team")).toMatchObject({ result: "compared", live: { rules: [{ to: "Live" }] } });
    }
  },
);
