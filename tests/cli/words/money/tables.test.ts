/** The rows of the tables of rules: what a rule certainly takes, and what it may take, too. */
import { plainText } from "../../../../cli/document/document";
import { ruleRows } from "../../../../cli/words/money/tables";
import { evaluationInput } from "../../../../cost/cube/evaluationInput";
import { impactOf } from "../../../../cost/impact/impact";
import { smallCube } from "../../../cost/impact/smallCube";
import { condition, rule } from "../../../support/rules";

test("a rule that may take other records is one that changes, and so is the default", () => {
  const rules = [rule("a", condition("is", "a")), rule("x", condition("exists", undefined, { type: "usage" }))];
  const cube = smallCube(
    [{ keys: { "AWS:tag:team": "a" }, cost: "90" }, { cost: "-10" }],
    ["AWS:tag:team"],
    ["AWS:usage:team"],
  );
  const contents = { before: { rules: rules.slice(0, 1), defaultValue: "d" }, after: { rules, defaultValue: "d" } };
  const [impact] = impactOf({ ...contents, tagsBefore: [], tagsAfter: [] }, cube, evaluationInput(cube));
  if (impact === undefined) throw new Error("There are records.");
  expect(
    ruleRows(impact).map(({ number, after, mayTake, isChanged }) => [
      number,
      plainText(after),
      plainText(mayTake),
      isChanged,
    ]),
  ).toEqual([
    ["1", "$90.00", "", false],
    ["2", "$0.00", "$10.00", true],
    ["default", "$0.00", "$10.00", true],
  ]);
});
