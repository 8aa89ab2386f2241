/** What each format makes of a document. */
import pc from "picocolors";
import fc from "fast-check";
import { type Block, counted, type Document, joined, plainText, say } from "../../../cli/document/document";
import { htmlPage } from "../../../cli/document/html";
import { largestComment, markdownText } from "../../../cli/document/markdown";
import { terminalText } from "../../../cli/document/terminal";
import { atSize } from "../../support/size";
import { unclosedTags } from "./judge";
import { csvText } from "../../../cli/document/csv";
import { readIndependently } from "../../cost/csv/independentReader";
import { jobLink, shortComment } from "../../../cli/document/shortComment";

const colors = pc.createColors(false);

const document: Document = {
  title: say`Changes of ${"app/dev"}`,
  marker: "cost-allocation review app/dev",
  blocks: [
    { kind: "paragraph", role: "lead", text: say`Moves ${{ plain: "$17.40" }} (66.7 %).` },
    { kind: "paragraph", role: "warning", text: ["Something is missing."] },
    { kind: "heading", level: 2, text: ["Tags"] },
    {
      kind: "table",
      caption: ["Tags"],
      columns: ["Tag", { number: "Cost" }],
      rows: [
        [
          { text: say`${"Team"}`, note: "id" },
          { text: [{ plain: "$5.00" }], share: { least: 50, most: 50 } },
        ],
        [{ text: say`${"Environment"}`, tone: "added" }, [{ plain: "$12.40" }]],
      ],
    },
    { kind: "list", items: [["one"], say`run ${{ command: "pulumi up" }}`] },
    {
      kind: "details",
      summary: say`${"Team"} updated`,
      blocks: [
        {
          kind: "lines",
          lines: [
            { sign: "+", tone: "added", text: say`rule ${1} added: to ${"a"}` },
            { indent: 6, tone: "added", text: ["AWS"] },
            { text: [] },
            { indent: 6, sign: "-", tone: "changed", text: say`${"b"}` },
          ],
        },
      ],
    },
    { kind: "commands", commands: ["npm install"] },
    { kind: "flows", caption: ["Flows"], flows: [{ from: "a", to: "b", size: 1 }], amount: String },
  ],
};

test("the terminal shows details with their lines indented, tables in columns, and no diagram", () => {
  expect(terminalText(document, colors)).toBe(`Changes of "app/dev"
Moves $17.40 (66.7 %).
warning: Something is missing.

Tags
Tag              Cost
"Team"          $5.00
"Environment"  $12.40
- one
- run \`pulumi up\`

"Team" updated
  + rule 1 added: to "a"
        AWS

        - "b"
  npm install`);
});

test("a document without a title begins with its first line", () => {
  const details: Block = { kind: "details", summary: ["Tags"], blocks: [] };
  expect(terminalText({ title: [], blocks: [details] }, colors)).toBe("Tags");
});

test("a comment is readable as it is, apart from names", () => {
  expect(markdownText(document, "comment")).toBe(`<!-- cost-allocation review app/dev -->
### Changes of \`app/dev\`

**Moves $17.40 (66.7 %).**

> Something is missing.

#### Tags

| Tag | Cost |
| --- | ---: |
| \`Team\` | $5.00 |
| \`Environment\` | $12.40 |

- one
- run \`pulumi up\`

<details><summary><code>Team</code> updated</summary>

\`\`\`diff
+ rule 1 added: to "a"
+     AWS

-       "b"
\`\`\`

</details>

\`\`\`sh
npm install
\`\`\`
`);
});

test("a file has titles of its own, and names in quotation marks", () => {
  const text = markdownText(document, "file");
  expect(text).toContain('# Changes of "app/dev"\n\n**Moves &#36;17.40 (66.7 %).**');
  expect(text).toContain("\n## Tags\n");
  expect(text).toContain("- run `pulumi up`");
});

test("amounts, dates and words stay as they are in a comment; what could be more is code", () => {
  const shown = (plain: string): string =>
    markdownText({ title: ["T"], blocks: [{ kind: "paragraph", text: [{ plain }] }] }, "comment").split("\n")[2] ?? "";
  const harmless = [
    "-€0.50",
    "-5%",
    "$8,210.00",
    "8,210.00 credits",
    "2026-11-23T16:06:00.000Z",
    "2026-10, 2026-11",
    "Fünf",
    "USD",
  ];
  for (const text of harmless) expect(shown(text)).toBe(text);
  for (const text of ["a@example.com", "1. a", "- a", "www.example.com", "a: b", "$x$", "GH-1", "", "a_b"])
    expect(shown(text)).toMatch(/^(?:`.*`|<code>.*<\/code>)$/);
});

test("no format shows what has no content, nor a heading with nothing below", () => {
  const blocks: Block[] = [
    { kind: "heading", level: 2, text: ["None"] },
    { kind: "list", items: [] },
    { kind: "heading", level: 3, text: ["None of these"] },
    { kind: "table", caption: [], columns: ["Tag"], rows: [] },
    { kind: "details", summary: ["Nothing in it"], blocks: [{ kind: "lines", lines: [] }] },
    { kind: "heading", level: 2, text: ["Some"] },
    { kind: "lines", lines: [["a"]] },
    { kind: "flows", caption: [], flows: [], amount: String },
  ];
  const some = { title: ["T"], blocks: blocks.slice(5) };
  const all = { title: ["T"], blocks: blocks.filter((_, index) => index !== 2) };
  expect(terminalText(all, colors)).toBe(terminalText(some, colors));
  expect(markdownText(all, "comment")).toBe(markdownText(some, "comment"));
  expect(htmlPage(all)).toBe(htmlPage(some));
});

test("no line ends a fenced block", () => {
  const blocks: Block[] = [{ kind: "lines", lines: [{ text: say`a ${"````"} b` }, { text: [{ plain: "```" }] }] }];
  expect(
    markdownText({ title: ["T"], blocks }, "comment")
      .split("\n")
      .slice(2, -1),
  ).toEqual(["`````", 'a "````" b', "```", "`````"]);
});

const many = (rows: number, details: number): Document => ({
  title: ["T"],
  marker: "m",
  blocks: [
    {
      kind: "table",
      caption: [],
      columns: ["Tag"],
      rows: Array.from({ length: rows }, (_, index) => [say`Täg ${index} ${"|".repeat(30)}`]),
    },
    ...Array.from({ length: details }, (_, index): Block => {
      const lines = Array.from({ length: 30 }, () => ({ text: say`${"x".repeat(30)}` }));
      return { kind: "details", summary: say`${index}`, blocks: [{ kind: "lines", lines }] };
    }),
    { kind: "paragraph", text: ["The end."] },
  ],
});

test.each([
  [100, 100, /details\. The HTML page has all/u],
  [1000, 1, /rows, 1 details\. The HTML page has all/u],
  [atSize(10_000, 100_000), 0, /rows\. The HTML page has all/u],
])(
  "%i rows and %i details: the comment fits, with whole rows and details, and says what it leaves out",
  (rows, details, notice) => {
    const text = markdownText(many(rows, details), "comment");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(largestComment);
    expect(Buffer.byteLength(text)).toBeGreaterThan(largestComment / 2);
    expect(text).toMatch(/^<!-- m -->\n/);
    expect(text).toContain("\nThe end.\n");
    expect(text).toMatch(notice);
    expect((text.match(/<details>/g) ?? []).length).toBe((text.match(/<\/details>/g) ?? []).length);
    for (const row of text.split("\n").filter((line) => line.startsWith("| <"))) expect(row).toMatch(/ \|$/);
  },
);

test("a page loads nothing, has a language and a title, and says with signs what it says with colors", () => {
  const html = htmlPage(document);
  expect(html).not.toMatch(/<script|<link|<img|\bsrc=|\bhref="(?!#)|url\(|@import/);
  expect(html).toContain("default-src 'none'");
  expect(html).toMatch(/<html lang="en">.*<title>Changes of &quot;app\/dev&quot;<\/title>/su);
  expect(html).toContain('<span class="added">+ rule 1 added');
  expect(html).toContain('<th scope="row"><bdi class="name">Team</bdi><br><small class="same">id</small></th>');
  expect(html).toContain('<figcaption id="flow-0">Flows</figcaption>');
  expect(unclosedTags(html)).toEqual([]);
});

test("phrases are joined, counted, and written as text", () => {
  expect(plainText(joined([say`${"a"}`, say`b ${2}`], ", "))).toBe('"a", b 2');
  expect([counted(1, "rule"), counted(2, "rule")]).toEqual(["1 rule", "2 rules"]);
});

/** CSV: read by another reader, each value is what was written, and none is a formula. */
describe("CSV", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["  =1", "'  =1"],
    ["＝1", "'＝1"],
    ["\t=1", "\\u0009=1"],
    ["\r=1", "\\u000d=1"],
    ["a;=1", "a;'=1"],
    ["a\n=1", "a\\u000a=1"],
    ["a-b=c", "a-b=c"],
    ['say "hi", you', 'say "hi", you'],
    ["", ""],
  ])("the text %j is written as %j", (text, written) => {
    expect(readIndependently(csvText(["a", "b"], [[text, null]]))).toEqual([
      ["a", "b"],
      [written, ""],
    ]);
  });

  test("numbers stay numbers, also negative ones, and nothing else is one", () => {
    expect(csvText(["a", "b"], [[{ number: "-12.5" }, { number: "0.000000000001" }]])).toBe(
      "a,b\r\n-12.5,0.000000000001\r\n",
    );
    expect(() => csvText(["a"], [[{ number: "-1+cmd" }]])).toThrow();
  });

  test("no text of random characters is a formula or breaks out of its cell, whatever separates cells", () => {
    const text = fc.string({
      unit: fc.constantFrom("=", "+", "-", "@", ";", ",", '"', "'", "\t", "\r", "\n", " ", "a", "1", "＝", "\u00a0"),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        const csv = csvText(["x", "y"], rows);
        const read = readIndependently(csv) ?? [];
        expect(read.map((row) => row.length)).toEqual([2, ...rows.map(() => 2)]);
        for (const cell of read.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝]/u);
        // Where semicolons separate cells, the text is split in another way.
        for (const cell of csv.split("\r\n").flatMap((line) => line.split(";")))
          expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/u);
      }),
    );
  });
});

/** Comments that are longer than a system allows. */
describe("comments that are longer than a system allows", () => {
  const notice = /\n_Shortened, because a comment has at most [\d,]+ characters\. .* has all\._\n$/;

  function shortened(text: string, most: number): string {
    const short = shortComment(text, most, undefined);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(most);
    expect(short).toMatch(notice);
    return short.replace(notice, "");
  }

  const long = `${"word ".repeat(60)}\n`;

  test("a text that fits stays as it is", () => {
    const { length } = long;
    expect(shortComment(long, length, "https://ci.example.com")).toBe(long);
    expect(shortComment(long, length, undefined, 1)).toMatch(notice);
  });

  test("the last heading that fits ends the text", () => {
    const [one, two, three] = ["# A\n\nfirst\n", "## B\n\nsecond\n", "## C\n\nthird\n"];
    expect(shortened(one + two + three + long, 150)).toBe(one + two);
  });

  test("no code and no details are left open", () => {
    const code = `# A\n\nfirst\n\n\`\`\`\`sh\n# no heading\n\`\`\`\n\n# nor this\n${long}\`\`\`\`\n`;
    expect(shortened(code, 250)).toBe("# A\n\nfirst\n");
    const details = `# A\n\nfirst\n\n<details><summary>More</summary>\n\n### In it\n\n${long}</details>\n`;
    expect(shortened(details, 250)).toBe("# A\n\nfirst\n");
  });

  test("a title alone is not worth a comment: without another heading, an empty line ends the text", () => {
    expect(shortened(`<!-- marker -->\n# A\n\nfirst\n\nsecond\n\n${long}`, 200)).toBe(
      "<!-- marker -->\n# A\n\nfirst\n\nsecond\n",
    );
    expect(shortened(`# A\n${long}`, 200)).toBe("");
  });

  test.each([
    ["https://ci.example.com/jobs/1", "[The job](https://ci.example.com/jobs/1)"],
    ["https://ci.example.com/a)b(c", "[The job](https://ci.example.com/a%29b%28c)"],
    ["javascript:alert(1)", "The job"],
    ["no address", "The job"],
    [undefined, "The job"],
  ])("a link to %s", (page, link) => {
    expect(jobLink(page)).toBe(link);
  });
});
