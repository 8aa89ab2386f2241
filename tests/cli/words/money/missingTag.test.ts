/** A tag that does not exist before or after the change has no default then. */
import { plainText } from "../../../../cli/document/document";
import { costPhrases } from "../../../../cli/words/money/moved";
import { ruleRows } from "../../../../cli/words/money/tables";
import type { TagReview } from "../../../../cli/studies/review/review";
import { evaluationInput } from "../../../../cost/cube/evaluationInput";
import { impactOf, type TagChange } from "../../../../cost/impact/impact";
import { smallCube } from "../../../cost/impact/smallCube";
import { content, teamIs } from "../../../support/rules";

const team = content([teamIs("a")], "d");

/** The shares in the sentences, and the cells of the default's row before and after. */
function said(change: Pick<TagChange, "before" | "after">): { shares: string[]; row: string[] } {
  const cube = smallCube([{ keys: { "AWS:tag:team": "a" }, cost: "75" }, { cost: "25" }], ["AWS:tag:team"], []);
  const impacts = impactOf({ ...change, tagsBefore: [], tagsAfter: [] }, cube, evaluationInput(cube));
  const text = costPhrases(impacts, { facts: {} } as TagReview)
    .map(plainText)
    .join(" ");
  const row = impacts.flatMap(ruleRows).filter(({ number }) => number === "default");
  return {
    shares: text.match(/\d+%/gu) ?? [],
    row: row.flatMap(({ before, after }) => [plainText(before), plainText(after)]),
  };
}

test.each([
  { change: "created", before: undefined, after: team, shares: ["100%", "25%"], row: ["", "$25.00"] },
  { change: "deleted", before: team, after: undefined, shares: ["100%"], row: ["$25.00", ""] },
])("a $change tag", ({ before, after, ...expected }) => {
  expect({ change: expected.change, ...said({ before, after }) }).toEqual(expected);
});
