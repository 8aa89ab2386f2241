import { parsePlan } from "../../../cli/sources/plan/plan";
import { evaluatedTags } from "../../../cli/studies/evaluated";
import { unknownValue } from "../../../stack/state/unknown";
import { planOf } from "../sources/planBuilder";

test("of a plan, what can't be evaluated is left out, and what is deleted isn't there", () => {
  const content = { name: "Team", rules: [], defaultValue: "x" };
  const unknown = { ...content, defaultValue: unknownValue };
  const plan = parsePlan(
    planOf([
      { resource: "kept", id: "t1", before: content },
      { resource: "unknown", id: "t2", before: content, after: unknown },
      { resource: "deleted", id: "t3", op: "delete", before: content },
    ]),
  );
  const { tags, leftOut } = evaluatedTags({ kind: "plan", plan } as never);
  expect(tags).toMatchObject([{ id: "t1" }]);
  expect(leftOut).toMatchObject([{ resource: "unknown" }]);
});
