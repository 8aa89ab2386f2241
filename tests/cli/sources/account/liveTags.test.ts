/** What a review with `--live` takes for live. */
import { readLiveTags } from "../../../../cli/sources/account/liveTags";
import type { Plan, PlannedTag } from "../../../../cli/sources/plan/plan";
import { type Account, startAccount } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

let account: Account;
afterEach(() => account.stop());

const planOf = (tag: Pick<PlannedTag, "op" | "before" | "after">): Plan => ({
  tags: [{ urn: "urn:team", resourceName: "team", type: "VirtualTag", ...tag }],
  metadata: [],
  endpoints: [],
  isComplete: true,
});

test.each(["live", "latest"] as const)(
  "a staged content is not live, if a read shows the %s one",
  async (stagedRead) => {
    account = await startAccount({ switches: { stagedRead } });
    const tag = await account.create("Team", teamContent("Live"));
    await account.save(tag, teamContent("Staged"), undefined, { setAsLive: false });
    const staged = { id: tag.id, name: "Team", ...teamContent("Staged"), setAsLive: false };
    const promotion = planOf({ op: "update", before: staged, after: { ...staged, setAsLive: true } });
    const adoption = planOf({ op: "create", after: { ...staged, setAsLive: true, adopt: true } });
    for (const plan of [promotion, adoption]) {
      const found = await readLiveTags(account.client, plan);
      expect(found.get("urn:team")).toMatchObject({ result: "compared", live: { rules: [{ to: "Live" }] } });
    }
  },
);
