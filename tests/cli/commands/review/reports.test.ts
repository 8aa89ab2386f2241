/** The four formats: what they show, how they escape it, and how long they are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { largestComment } from "../../../../cli/document/markdown";
import { structureOf, unclosedTags, wordsOutsideOfCode } from "../../document/judge";
import { teamRule } from "../../../support/rules";
import { file, folder } from "../../../support/folder";
import { planFile, runReview } from "../../studies/review/reviewed";

interface Formats {
  terminal: string;
  markdown: string;
  html: string;
  json: { tags: Record<string, unknown>[] } & Record<string, unknown>;
}

async function formatsOf(...input: string[]): Promise<Formats> {
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const { code, stdout, stderr } = await runReview([...input, "--markdown", markdown, "--html", html]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const json = await runReview([...input, "--json"]);
  return {
    terminal: stdout,
    markdown: readFileSync(markdown, "utf8"),
    html: readFileSync(html, "utf8"),
    json: JSON.parse(json.stdout) as Formats["json"],
  };
}

interface Steps {
  steps: { urn: string }[];
}

/** The real plan with one rule before 60 others, and only the tags that follow from it. */
function ruleBefore60(): string {
  const plan = JSON.parse(readFileSync(planFile("update"), "utf8")) as Steps;
  const names = ["e2e-dev", "team", "product", "unit"];
  const steps = plan.steps.filter(({ urn }) => names.some((name) => urn.endsWith(`::${name}`)));
  return file("plan.json", { ...plan, steps, changeSummary: { same: 3, update: 1 } });
}

test("one rule before 60 others is told in under 20 lines", async () => {
  const { terminal, json } = await formatsOf("--plan", ruleBefore60());
  expect(terminal).toBe(`e2e/dev: 1 Virtual Tag changes: 1 updated. 2 follow.
Not known without the account: whether this overwrites changes of others, and which tags outside this stack follow it. To read it, use \`--live\`.

~ Virtual Tag "Team" updated: 1 rule added before rule 1, 60 unchanged
  For example, a record with "AWS:tag:env" = "sandbox", "AWS:tag:team" = "team-1" gets "Sandbox" instead of "Team 1".
  + rule 1 added: to "Sandbox"
        AWS tag "env" is "sandbox"
    rules 1 -> 2 to 60 -> 61 unchanged

> Virtual Tag "Business unit": Follows "Team" through "Product".
> Virtual Tag "Product": Follows "Team".
`);
  expect(terminal.split("\n").length).toBeLessThan(20);
  expect(json.tags[0]).toMatchObject({
    id: "81463e16-7284-42ba-b122-22f813cad6b2",
    name: "Team",
    change: "updated",
    rules: { added: 1, removed: 0, changed: 0, moved: 0, unchanged: 60 },
    changes: [{ change: "added", afterIndex: 0, rule: { to: "Sandbox" } }],
  });
});

test("JSON: every tag that changes or follows has a name, a kind and, if known, an ID and its rules", async () => {
  const { json } = await formatsOf("--plan", planFile("update"));
  expect(json).toMatchObject({ stack: "e2e/dev", isComplete: true, unchanged: 0 });
  const kinds = ["created", "updated", "deleted", "adopted", "promoted", "follows", "unreadable"];
  expect(json.tags.filter(({ change }) => !kinds.includes(String(change)))).toEqual([]);
  expect(json.tags.find(({ name }) => name === "Gone")).toMatchObject({
    change: "deleted",
    rules: { removed: 1, added: 0 },
  });
  const hidden = json.tags.find(({ name }) => name === "Hidden");
  expect(hidden).toMatchObject({ change: "unreadable", unreadable: "secret" });
  expect(hidden).not.toHaveProperty("rules");
  expect(json.tags.find(({ name }) => name === "Adopted")).not.toHaveProperty("id");
  expect(JSON.stringify(json)).not.toContain("example.com");
});

test("Markdown: a marker for the stack first, then a headline, a table and folded details", async () => {
  const { markdown } = await formatsOf("--plan", ruleBefore60());
  expect(markdown.split("\n")[0]).toBe("<!-- cost-allocation review e2e/dev -->");
  expect(markdown).toContain("**1 Virtual Tag changes: 1 updated. 2 follow.**");
  expect(markdown).toContain("| `Team` | updated | 1 rule added before rule 1, 60 unchanged. For example, a record");
  expect(markdown).toMatch(/<details><summary>[^\n]*<\/summary>\n\n```diff\n\+ rule 1 added: to "Sandbox"\n/);
});

const evil = [
  "@octocat #1 !2 <script>alert(1)</script> | [x](javascript:x) **b** `c` &amp; \\ /close",
  "```\n</details>\n\u001b[2K\u202e</code><img src=x onerror=alert(1)>\r\n/close ~~~ </pre></body>",
];

test.each(evil)("hostile text acts in no format: %j", async (name) => {
  const tag = {
    id: `${name}1`,
    name,
    rules: [{ ...teamRule(name, name), filters: { ...teamRule(name, name).filters, costCenter: name, key: name } }],
    defaultValue: name,
  };
  const path = file("after.json", [
    tag,
    { ...tag, id: "t2", rules: [{ ...tag.rules[0], to: { costCenter: "Virtual Tags", key: `${name}1` } }] },
  ]);
  const { terminal, markdown, html, json } = await formatsOf("--before", file("before.json", []), "--after", path);
  for (const text of [terminal, markdown, html]) expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(json.tags[0]).toMatchObject({ name });

  // All text of the account is code, and there is no element but ours.
  const outside = markdown.replaceAll(/^(`{3,})diff\n[^]*?^\1$/gmu, "");
  expect(wordsOutsideOfCode(markdown)).not.toMatch(/octocat|@|javascript:|<script|<img|onerror=|^\/close/m);
  expect(structureOf(markdown, true)).not.toMatch(/link|image|<(?!\/?(?:details|summary)>|!--)/);
  expect(outside.match(/<\/details>/g)).toHaveLength(2);
  const rows = outside.split("\n").filter((line) => line.startsWith("|"));
  expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([5]));

  expect(html).not.toMatch(/<(?:script|img)|<\/pre><\/body>\\u/);
  expect(unclosedTags(html)).toEqual([]);
});

test("the page loads nothing, has a language and a title, and says with words what it says with colors", async () => {
  const { html } = await formatsOf("--plan", planFile("update"));
  expect(html).not.toMatch(/<script|<link|<img|\bsrc=|\bhref="(?!#)|url\(|@import/);
  expect(html).toContain("default-src 'none'");
  expect(html).toMatch(/<html lang="en">.*<title>[^<]+<\/title>/su);
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).toContain("@media print");
  expect(html).toContain('<span class="added">+ rule 1 added');
  expect(html.match(/<th scope="(?:col|row)">/g)?.length).toBeGreaterThan(10);
  expect(unclosedTags(html)).toEqual([]);
});

test.each([
  [120, 20],
  [800, 1],
])("%i tags with %i rules: the comment fits, and says what it leaves out", async (tags, rules) => {
  const after = Array.from({ length: tags }, (_, index) => ({
    name: `Täg ${index} ${"|".repeat(30)}`,
    rules: Array.from({ length: rules }, (_one, at) => teamRule(`Team ${at}`, `team-${at}`)),
    defaultValue: "None",
  }));
  const { markdown } = await formatsOf("--before", file("before.json", []), "--after", file("after.json", after));
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(largestComment);
  expect(Buffer.byteLength(markdown)).toBeGreaterThan(largestComment / 2);
  expect(markdown).toContain("Left out");
  expect((markdown.match(/<details>/g) ?? []).length).toBe((markdown.match(/<\/details>/g) ?? []).length);
});

test("references have the names of tags, and what is unknown is no text", async () => {
  const { terminal } = await formatsOf("--plan", planFile("create"));
  expect(terminal).toContain('Team is "Team 1"');
  expect(terminal).toContain('the value of Virtual Tag "Team"');
  expect(terminal).toContain('virtual_tag (unknown until deployment) is "Web"');
  expect(terminal).not.toContain("04da6b54");
});

test("without --show-sames, each format says that followers may be missing", async () => {
  const { terminal, markdown, html, json } = await formatsOf("--plan", planFile("without-sames"));
  for (const text of [terminal, markdown, html]) expect(text).toContain("--show-sames");
  expect(json["isComplete"]).toBe(false);
});
