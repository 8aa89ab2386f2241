/** Annotations: the formats of GitHub and GitLab, with hostile names. */
import { type AnnotatedFile, annotations } from "../../../../cli/words/annotations";
import type { CatalogFinding } from "../../../../cli/studies/catalogFindings";

const finding: CatalogFinding = {
  kind: "unknown-key",
  tag: { id: "an-id", name: "Team" },
  path: "rules[0].filters",
  costCenter: "AWS",
  key: "taem",
  type: "tag",
  closest: "team",
  differsInCase: false,
};
const file: AnnotatedFile = { path: "index.ts", text: 'a\nb\ntag("AWS", "taem");\n"Team";' };

/** Reads a workflow command as GitHub's runner does. */
function parseCommand(line: string): { command: string; properties: Record<string, string>; message: string } {
  const [, command = "", list = "", message = ""] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
  const unescape = (text: string): string =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const pairs = list.split(",").map((pair) => pair.split("=").map(unescape) as [string, string]);
  return { command, properties: Object.fromEntries(pairs), message: unescape(message) };
}

test("GitHub: names and paths can't end a property, the message or the line", () => {
  const hostile = "a,b:c::d%0A\n::error::\r%";
  const lines = annotations(
    [{ ...finding, key: hostile, tag: { name: hostile } }],
    { path: hostile, text: "" },
    "github",
  );
  expect(lines.split("\n")).toHaveLength(1);
  const { command, properties, message } = parseCommand(lines);
  expect(command).toBe("warning");
  expect(Object.keys(properties)).toEqual(["file", "line", "title"]);
  expect(properties["file"]).toBe(hostile);
  expect(message).toContain("a,b:c::d%0A");
});

test("GitLab: a code quality report with a fingerprint for each finding, the same in each run", () => {
  const report = (...findings: CatalogFinding[]): Record<string, unknown>[] =>
    JSON.parse(annotations(findings, file, "gitlab")) as Record<string, unknown>[];
  const [first, second] = report(finding, { ...finding, path: "rules[1].filters" });
  expect(first).toEqual({
    description: expect.stringContaining('"taem"') as string,
    check_name: "cost-allocation/unknown-key",
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    severity: "minor",
    location: { path: "index.ts", lines: { begin: 3 } },
  });
  expect(second?.["fingerprint"]).not.toBe(first?.["fingerprint"]);
  expect(report(finding)[0]).toEqual(first);
  expect(report()).toEqual([]);
});

test.each<[string, Partial<CatalogFinding>, string, number]>([
  ["the wrong value", { kind: "unknown-value", value: "x" }, '"taem"\n"x"', 2],
  ["single quotes", {}, "\n\n'taem'", 3],
  ["escaped quotes", { key: 'a"b' }, '\n"a\\"b"', 2],
  ["the name of the tag", {}, 'a\n"Team"', 2],
  ["nothing of it", {}, "", 1],
])("the line: %s", (_, own, text, line) => {
  const [only] = JSON.parse(annotations([{ ...finding, ...own }], { path: "a", text }, "gitlab")) as {
    location: { lines: { begin: number } };
  }[];
  expect(only?.location.lines.begin).toBe(line);
});
