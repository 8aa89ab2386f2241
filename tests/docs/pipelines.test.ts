/** The YAML on the pages is valid, and both pipelines run the same commands. */
import { settingDefinitions } from "../../client/settings";
import { pages, textOf } from "./pages";
import { pipelines, yamlBlocksOf } from "./pipelines";

test.each(pages.filter((page) => textOf(page).includes("```yaml")))("%s", (page) => {
  for (const block of yamlBlocksOf(page)) expect(block).toEqual(expect.any(Object));
});

test("GitHub and GitLab have the same jobs with the same commands", () => {
  const { github, gitlab } = pipelines();
  expect(Object.keys(github)).toEqual(["dry-run", "preview", "review", "up", "drift"]);
  const { review = [], ...others } = gitlab;
  // The system is the only difference.
  expect({ ...others, review: review.map((command) => command.replace("gitlab", "github")) }).toEqual(github);
});

test("the environment variables on the page are settings", () => {
  const named = textOf("docs/pipelines.md").match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !settingDefinitions.some(({ env }) => env === name))).toEqual([]);
});
