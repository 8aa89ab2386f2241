/** A renamed value breaks the rules of other tags: the review says so first, in every format. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";
import { condition, reference, rule } from "../../../support/rules";

const tags = (production: string): object[] => {
  const is = (value: string) => condition("is", [value], { key: "env" });
  return [
    { id: "e", name: "Environment", rules: [rule(production, is("p"))], defaultValue: "Test" },
    {
      id: "c",
      name: "Cost type",
      rules: [rule("Change", is("q")), rule("Run", reference("e", "is", ["Production"]))],
      defaultValue: "None",
    },
  ];
};

test("the first lines name the rule that stops, and why", async () => {
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const args = ["--before", file("before.json", tags("Production")), "--after", file("after.json", tags("Prod"))];
  const { code, stdout } = await runReview([...args, "--markdown", markdown, "--html", html]);
  expect(code).toBe(0);
  const said = '"Cost type": rule 2 no longer matches any record: "Environment" no longer gives "Production".';
  expect(stdout.split("\n")[1]).toBe(`- ${said}`);
  const [, , , first = ""] = readFileSync(markdown, "utf8").split("\n");
  expect(first.replaceAll(/<\/?code>|`/gu, '"').replaceAll("&#32;", " ")).toBe(`- ${said}`);
  const page = readFileSync(html, "utf8");
  expect(page.indexOf("no longer matches any record")).toBeLessThan(page.indexOf("Virtual Tag changes"));
});
