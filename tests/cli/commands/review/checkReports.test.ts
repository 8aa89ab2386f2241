/** What the tools of a pipeline read: each check as a test in JUnit's XML, and GitLab's code quality. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CodeQualityFinding } from "../../../../cli/words/review/checkReports";
import { checkIds } from "../../../../cli/studies/review/checks/catalogue";
import { file, folder } from "../../../support/folder";
import { reference, teamRule } from "../../../support/rules";
import { elementsOf } from "../../document/xml";
import { runReview } from "../../studies/review/reviewed";

const name = `Unit <b> & "c" ]]> \u0000\u001b\ud800\ufffe`;

/** Both reports of a change after which a rule of another tag matches nothing. */
async function reports(...args: string[]) {
  const team = (to: string): object => ({ id: "t", name: "Team", rules: [teamRule(to, "a")], defaultValue: "None" });
  const rules = [{ to: "Sales", filters: reference("t", "is", "A") }];
  const lists = ["A", "X"].map((to) =>
    file(`${to}.json`, JSON.stringify([team(to), { id: "u", name, rules, defaultValue: "" }])),
  );
  const [junit, quality] = ["junit.xml", "quality.json"].map((one) => join(folder(), one)) as [string, string];
  const [before = "", after = ""] = lists;
  const files = ["--before", before, "--after", after, "--junit", junit, "--code-quality", quality];
  const { code } = await runReview([...files, ...args]);
  const elements = elementsOf(readFileSync(junit, "utf8"));
  const cases = elements
    .filter((one) => one.name === "testcase")
    .map(({ attributes, children }) => ({
      name: attributes["name"] ?? "",
      group: attributes["classname"],
      ends: children.map((one) => one.name),
      children,
    }));
  const findings = JSON.parse(readFileSync(quality, "utf8")) as CodeQualityFinding[];
  return { code, suite: elements.find((one) => one.name === "testsuite")?.attributes, cases, findings };
}

test("each check is a test, which fails by a gate, is skipped without what it needs, and passes otherwise", async () => {
  const { code, cases, suite, findings } = await reports("--fail-on", "rule-stops");
  expect(code).toBe(3);
  expect(cases.map((one) => one.name)).toEqual(checkIds);
  const ends = Object.fromEntries(cases.map((one) => [one.name, one.ends]));
  expect(ends).toMatchObject({
    "rule-stops": ["failure"],
    "to-change-as-well": ["system-out"],
    "value-gone": [],
    "up-stops": ["skipped"],
  });
  const skipped = cases.filter(({ ends: [end] }) => end === "skipped");
  expect(suite).toMatchObject({ tests: `${checkIds.length}`, failures: "1", skipped: `${skipped.length}` });
  expect(new Set(skipped.map(({ children }) => children[0]?.attributes["message"]))).toEqual(
    new Set(["without the account", "without cost data"]),
  );
  const failed = cases.find((one) => one.name === "rule-stops");
  expect(failed).toMatchObject({ group: "references" });
  const [failure] = failed?.children ?? [];
  const [found] = findings.filter((one) => one.check_name === "cost-allocation/rule-stops");
  expect(failure?.text).toBe(`${found?.description.replace("\ufffe", String.raw`\ufffe`)} (${found?.fingerprint})`);
  expect(failure?.attributes["message"]).toBe(failure?.text);
  expect(failure?.text).toContain(JSON.stringify(`Unit <b> & "c" ]]> `).slice(0, -1));
});

test("without a gate, nothing fails", async () => {
  const { code, cases, suite } = await reports();
  expect(code).toBe(0);
  expect(suite).toMatchObject({ failures: "0" });
  expect(cases.find((one) => one.name === "rule-stops")?.ends).toEqual(["system-out"]);
});

test("code quality has what fails as critical, then the level of the check, and leaves out what is acknowledged", async () => {
  const severitiesOf = ({ findings }: { findings: CodeQualityFinding[] }): object =>
    Object.fromEntries(findings.map((one) => [one.check_name.replace("cost-allocation/", ""), one.severity]));
  const failed = await reports("--fail-on", "rule-stops");
  const others = { "to-change-as-well": "minor", "value-renamed": "info" };
  expect(severitiesOf(failed)).toEqual({ "rule-stops": "critical", ...others });
  expect(severitiesOf(await reports())).toEqual({ "rule-stops": "minor", ...others });
  const location = { path: "Pulumi.yaml", lines: { begin: 1 } };
  expect(failed.findings).toMatchObject(failed.findings.map(() => ({ location })));
  expect(new Set(failed.findings.map((one) => one.fingerprint)).size).toBe(failed.findings.length);
  const [{ fingerprint } = { fingerprint: "" }] = failed.findings.filter(
    (one) => one.check_name === "cost-allocation/rule-stops",
  );
  const acknowledged = [{ fingerprint, by: "Ann", reason: "agreed", until: "2999-01-01" }];
  const accepted = await reports(
    "--gates",
    file("gates.json", JSON.stringify({ acknowledged })),
    "--fail-on",
    "rule-stops",
  );
  expect(accepted).toMatchObject({ code: 0, suite: { failures: "0" } });
  expect(severitiesOf(accepted)).toEqual(others);
});
