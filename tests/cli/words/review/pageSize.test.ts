/** A page of many changed tags with money opens quickly: it shows what changes, and no diagram of one move. */
import { htmlPage } from "../../../../cli/document/html";
import type { InputTag } from "../../../../cli/sources/inputTag";
import { costOfReview } from "../../../../cli/studies/money/reviewCost";
import { sidesOfTags } from "../../../../cli/studies/money/tagSides";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { reviewDocument } from "../../../../cli/words/review/review";
import { smallCube } from "../../../cost/impact/smallCube";
import { teamRule } from "../../../support/rules";
import { reviewedOf } from "../../studies/review/reviewed";

const key = "AWS:tag:team";
const tags = (changed: string): InputTag[] =>
  Array.from({ length: 100 }, (_, index) => ({
    id: `t${index}`,
    name: `Tag ${index}`,
    rules: Array.from({ length: 9 }, (_unused, rule) => teamRule(rule === 3 ? changed : `V${rule}`, `v${rule}`)),
    defaultValue: "None",
  }));

test("100 changed tags of 9 rules are at most 300 kB", () => {
  const plan = planOfLists(tags("Old"), tags("New"));
  const review = reviewPlan(plan);
  const rows = Array.from({ length: 12 }, (_, row) => ({ keys: { [key]: `v${row}` }, cost: "10" }));
  const gates = { general: { "max-moved": "1" }, byTag: new Map() };
  const cost = costOfReview(review, sidesOfTags(plan, review), smallCube(rows, [key]), { gates, now: 0 });
  expect(cost.gates.length).toBe(100);
  expect(Buffer.byteLength(htmlPage(reviewDocument(reviewedOf(review, cost), "page")))).toBeLessThan(300_000);
});
