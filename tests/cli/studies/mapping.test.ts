import type { Cube } from "../../../cost/cube/cube";
import { comparedKeys } from "../../../cli/studies/mapping";
import { planWith } from "../../cost/cubeOf";

test("a key looks wrong if the data has no column with its values, or none that the service lists", () => {
  const plan = planWith("AWS:tag:env", "AWS:tag:owner", "AWS:tag:team");
  const [env, owner, team] = plan.keys;
  const column = (...dictionary: (string | null)[]) => ({ dictionary, codes: [] });
  const keys = new Map([
    ["AWS:tag:env", column(null, "prod", "test")],
    ["AWS:tag:owner", column(null, "ines")],
  ]);
  const cube = { keys, header: { sources: {} } } as unknown as Cube;
  const listed = new Map(
    [env, owner, team].flatMap((key) => (key === undefined ? [] : ([[key, ["prod", "dev"]]] as const))),
  );
  expect(comparedKeys(cube, plan, listed)).toMatchObject([
    { key: "AWS:tag:env", own: ["prod", "test"], common: 1, isWrong: false },
    { key: "AWS:tag:owner", own: ["ines"], common: 0, isWrong: true },
    { key: "AWS:tag:team", own: undefined, common: 0, isWrong: true },
  ]);
});
