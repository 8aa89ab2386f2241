/** What is not certain is not said as if it was. */
import { reviewedOf } from "../../studies/review/reviewed";
import { plainText } from "../../../../cli/document/document";
import { parsePlan } from "../../../../cli/sources/plan/plan";
import type { Review, TagReview } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { endpointPhrase, factPhrases, headline, metadataPhrase } from "../../../../cli/words/review/changes";
import { consequenceBlocks } from "../../../../cli/words/review/consequences";
import { unknownValue } from "../../../../stack/state/unknown";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

const tag = (name: string, more: object = {}): object => ({ name, rules: [], defaultValue: "None", ...more });
const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key: "team", operator: "exists" };
const report: PlannedResource = {
  resource: "report",
  id: "report",
  before: tag("Report", { rules: [{ to: "x", filters }] }),
};
const team = (planned: Partial<PlannedResource>): PlannedResource => ({
  resource: "team",
  id: "team",
  before: tag("Team"),
  ...planned,
});

function reviewOf(planned: PlannedResource[], more: object = {}): Review {
  const plan = parsePlan(planOf(planned));
  return reviewPlan({ ...plan, tags: plan.tags.map((one) => (one.op === "delete" ? { ...one, ...more } : one)) });
}
const factsOf = ({ tags }: Review): string =>
  factPhrases(tags[0] as TagReview)
    .map(plainText)
    .join(" ");

test("a tag may follow one whose save may not go live", () => {
  const after = (setAsLive: unknown): object => tag("Team", { defaultValue: "Other", setAsLive });
  expect(headline(reviewOf([team({ after: after(true) }), report]))).toContain("1 follows.");
  expect(headline(reviewOf([team({ after: after(unknownValue) }), report]))).toContain("1 may follow.");
});

test("a tag must change only if the one that it refers to is deleted", () => {
  const said = (more: object): string => {
    const { review, checked } = reviewedOf(reviewOf([team({ op: "delete" }), report], more));
    const [block] = consequenceBlocks(review, undefined, checked);
    return block?.kind === "list" ? block.items.map(plainText).join(" ") : "";
  };
  expect(said({})).toContain('To change as well: "Report".');
  expect(said({ mayStay: true })).toContain('To change as well: "Report" (only if "Team" does not stay).');
});

test("the name of a save that is not live is no new name yet", () => {
  const named = (setAsLive: boolean): string => factsOf(reviewOf([team({ after: tag("Squad", { setAsLive }) })]));
  expect(named(true)).toContain("Renamed from");
  expect(named(false)).not.toContain("Renamed from");
});

test("metadata that the stack found and never wrote stays", () => {
  const metadata = (groups: string[]): object => ({ virtualTagId: "team", metadata: { a: { groups } } });
  const said = (planned: Partial<PlannedResource>): string => {
    const one: PlannedResource = { kind: "VirtualTagMetadata", resource: "metadata", id: "team", ...planned };
    return reviewOf([team({}), one])
      .metadata.map((review) => plainText(metadataPhrase(review)))
      .join(" ");
  };
  expect(said({ op: "delete", before: metadata(["g"]) })).toContain("never wrote stays");
  expect(said({ before: metadata(["g"]), after: metadata(["h"]) })).not.toContain("stays");
  // One that owns the whole map removes all else.
  expect(said({ before: metadata(["g"]), after: metadata([]) })).not.toContain("stays");
  const merging = { ...metadata([]), mergeValuesAndMetadata: true };
  expect(said({ before: metadata(["g"]), after: merging })).toContain("stays");
});

test("an endpoint that the account has is not created again", () => {
  const after = { type: "email", name: "FinOps", configuration: "[secret]" };
  const { endpoints } = reviewOf([{ kind: "NotificationEndpoint", resource: "finops", after }]);
  expect(endpoints.map((one) => plainText(endpointPhrase(one))).join("")).toContain("unless the account has");
});
