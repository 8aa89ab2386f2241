import { followedBy } from "../../../../cli/studies/review/followers";
import { reference, rule } from "../../../support/rules";

const tag = (id: string, ...others: string[]) => ({
  id,
  name: `name of ${id}`,
  content: { rules: others.map((other) => rule("x", reference(other, "is", "x"))), defaultValue: "y" },
});

test("a tag follows a change once, by the shortest way", () => {
  const tags = [tag("a", "s"), tag("b", "s", "c"), tag("c", "a", "b")];
  const followed = followedBy(tags, [{ id: "s", name: "S", isGone: false }]);
  const change = { id: "s", name: "S", isGone: false };
  expect(Object.fromEntries(followed)).toEqual({
    a: [change],
    b: [change],
    c: [{ ...change, through: { id: "a", name: "name of a" } }],
  });
});
