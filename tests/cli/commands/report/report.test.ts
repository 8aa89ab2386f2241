import { reportCommand } from "../../../../cli/commands/report";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import type { Rule } from "../../../../rules/types";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { folder } from "../../../support/folder";
import { teamIs } from "../../../support/rules";

const [team, linked, service] = [
  "AWS:tag:team",
  "AWS:billing_dimension:linked_account",
  "AWS:billing_dimension:service",
];

accountForEachTest(reportCommand);

const rows: SmallRow[] = [
  { keys: { [team]: "a", [linked]: "1234", [service]: "EC2" }, cost: "90" },
  { keys: { [linked]: "1234", [service]: "EC2" }, cost: "8210", records: 3 },
  { keys: { [team]: "b", [linked]: "5678", [service]: "S3" }, cost: "-5" },
  { provider: "Google Cloud", cost: "1" },
];

function cubeFile(of: readonly SmallRow[] = rows, keys: readonly string[] = [team, linked, service]): string {
  const path = join(folder(), "cube.json.gz");
  writeFileSync(path, cubeBytes(smallCube(of, keys)));
  return path;
}

/** The text of the page, without marks. */
async function reported(cube: string): Promise<string> {
  const html = join(folder(), "report.html");
  const { code, stderr } = await account.run(["--live", "--cube", cube, "--html", html]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return readFileSync(html, "utf8")
    .replaceAll(/<style>.*?<\/style>/gsu, "")
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/gu, " ");
}

test("a tag that refers to another one is named and linked, and months are side by side", async () => {
  const tag = await account.create("Team", { rules: [teamIs("a")], defaultValue: "Other" });
  const filters: Rule["filters"] = {
    OR: [
      {
        AND: [
          { costCenter: "Virtual Tags", type: "virtual_tag", key: tag.id, operator: "notOneOf", value: ["b", "c"] },
          teamIs("a").filters,
        ],
      },
      { costCenter: "AWS", type: "billing_dimension", key: "service", operator: "exists" },
    ],
  };
  await account.create("Product", {
    rules: [{ to: "x", filters }],
    defaultValue: { costCenter: "AWS", type: "tag", key: "team" },
  });
  const at = Date.UTC(2026, 10, 1);
  const text = await reported(cubeFile([...rows, { keys: { [team]: "a" }, cost: "10", at }]));
  const page = readFileSync(join(folder(), "report.html"), "utf8");
  expect(text).toContain(
    "x if (Virtual Tag Team is not b nor c and AWS tag team is a ) or AWS billing dimension service has a value",
  );
  // The data was read at the end of October.
  expect(text).toContain("Single amounts are of Oct 2026.");
  expect(text).toContain("Nov 2026 so far");
  expect(text).toContain("1. a if AWS tag team is a $90.00");
  expect(text).toContain(" a 1.08% $90.00 $10.00 ");
  expect(text).toContain("All $8,296.00 $10.00");
  expect(text).toContain("the value of AWS tag team if no rule matches");
  expect(text).toContain("Refers to Team .");
  expect(text).toContain("Referred to by Product .");
  const [, anchor = ""] = /<h2 id="([^"]*)"><bdi class="name">Team</u.exec(page) ?? [];
  // Beside the page, in the list of all tags, and where Product refers to it: in its facts and in a rule.
  expect(page.split(`<a href="#${anchor}">`)).toHaveLength(5);
});

test.each<[string, string[], string]>([
  ["without --live", ["--cube", "a", "--html", "b"], "--live"],
  ["without --html", ["--live", "--cube", "a"], "--html"],
  ["without cost data", ["--live", "--html", "b"], "--cube"],
  ["with two kinds of it", ["--live", "--html", "b", "--cube", "a", "--data", "c"], "--data"],
  ["with a mapping for a cube", ["--live", "--html", "b", "--cube", "a", "--mapping", "c"], "--mapping"],
])("wrong arguments: %s", async (_what, args, part) => {
  const { code, stdout, stderr } = await account.run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
});
