/** The parts of a page: bars, links, diagrams and the contents. */
import pc from "picocolors";
import { type Block, type Document, heading, linkedTo, plainText, say } from "../../../cli/document/document";
import { htmlPage } from "../../../cli/document/html";
import { terminalText } from "../../../cli/document/terminal";
import { layOutFlows } from "../../../cli/document/sankeyLayout";

const colors = pc.createColors(false);

test("in a page, a bar is as long as its label says, and numbers are aligned at their end", () => {
  const cell = { text: [{ plain: "30.00% to 40.00%" }], share: { least: 30, most: 40 } };
  const columns = ["Tag", { number: "Share" }];
  const html = htmlPage({
    title: ["T"],
    blocks: [{ kind: "table", caption: ["C"], columns, rows: [[["Team"], cell]] }],
  });
  const rects = [...html.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="0" width="([\d.]+)"/gu)].map((found) =>
    found.slice(1),
  );
  expect(rects).toEqual([
    ["certain", "0.00", "30.00"],
    ["unsure", "30.00", "10.00"],
  ]);
  expect(html).toContain('<th scope="col" class="number">Share</th>');
  expect(html).toMatch(/<td class="number">.*30\.00% to 40\.00%.*<\/td>/u);
});

test("in a page, a name links to the heading with its anchor, and a short text has the exact one behind it", () => {
  const small = { plain: "<$0.01", exact: '$0.00063 "' };
  const linked: Document = {
    title: ["T"],
    blocks: [
      { kind: "paragraph", text: say`See ${{ name: "<b>", anchor: "tag-1" }}: ${small}` },
      heading(2, say`${"Team"}`, "tag-1"),
      { kind: "details", summary: ["More"], blocks: [], anchor: "more-1" },
    ],
  };
  const html = htmlPage(linked);
  expect(html).toContain('<a href="#tag-1"><bdi class="name">&lt;b&gt;</bdi></a>');
  expect(html).toContain('<span title="$0.00063 &quot;">&lt;$0.01</span>');
  expect(html).toContain('<h2 id="tag-1"><bdi class="name">Team</bdi></h2>');
  expect(html).toContain('<details open id="more-1">');
  expect(plainText(linkedTo("a", say`See ${"b"}.`))).toBe('See "b".');
  expect(linkedTo("a", say`See ${"b"}`)).toContainEqual({ name: "b", anchor: "a" });
  expect(terminalText(linked, colors)).toContain('See "<b>": <$0.01');
});

test("bars are as high as their sizes, stand on one line, and say what they are", () => {
  const bars = [
    { title: "Sep 2026", label: [{ plain: "$4" }], sizes: [3, 1] },
    { title: "Oct 2026", label: [{ plain: "$1" }], sizes: [2, -1] },
  ];
  const blocks: Block[] = [
    { kind: "bars", caption: ["F"], series: ["<b>", "All others"], bars, amount: (size) => `$${size}` },
  ];
  const html = htmlPage({ title: ["T"], blocks });
  const rects = [
    ...html.matchAll(/<rect class="(c0|rest)" x="0" y="([\d.]+)" width="10" height="([\d.]+)"><title>([^<]*)</gu),
  ];
  expect(rects.map((found) => found.slice(1))).toEqual([
    ["c0", "20.00", "60.00", "&lt;b&gt;, Sep 2026: $3"],
    ["rest", "0.00", "20.00", "All others, Sep 2026: $1"],
    ["c0", "40.00", "40.00", "&lt;b&gt;, Oct 2026: $2"],
    ["rest", "80.00", "20.00", "All others, Oct 2026: $-1"],
  ]);
  expect(html).toContain('role="img" aria-labelledby="bars-0"');
});

test("headings with anchors are listed beside the page", () => {
  const blocks = ["One", "Two", "Three"].flatMap((name, index): Block[] => [
    heading(2, say`${name}`, `tag-${index}`),
    { kind: "paragraph", text: ["It is here."] },
  ]);
  const [nav = ""] = /<nav aria-label="Contents">.*<\/nav>/u.exec(htmlPage({ title: ["T"], blocks })) ?? [];
  expect(
    [...nav.matchAll(/<li><a href="#([^"]*)"><bdi class="name">([^<]*)</gu)].map((found) => found.slice(1)),
  ).toEqual([
    ["tag-0", "One"],
    ["tag-1", "Two"],
    ["tag-2", "Three"],
  ]);
});

test("a diagram has the amounts of its places", () => {
  const flows = [
    { from: "a", to: "b", size: 1 },
    { from: "a", to: "c", size: 2 },
  ];
  const blocks: Block[] = [{ kind: "flows", caption: ["F"], flows, amount: (size) => `$${size}` }];
  const amounts = [...htmlPage({ title: ["T"], blocks }).matchAll(/<text class="amount"[^>]*>([^<]*)</gu)];
  expect(amounts.map(([, amount]) => amount).sort()).toEqual(["$1", "$2", "$3"]);
});

describe("the layout of flows", () => {
  const flows = (count: number): { from: string; to: string; size: number }[] =>
    Array.from({ length: count }, (_, index) => ({
      from: `from ${index}`,
      to: `to ${index % 3}`,
      size: count - index,
    }));

  test("all places are inside of the picture, apart from each other, and their heights are their shares", () => {
    const { places, lines, width, height } = layOutFlows(flows(5));
    expect(lines).toHaveLength(5);
    const left = places.filter(({ side }) => side === "from");
    expect(left.map(({ name }) => name).sort()).toEqual(["from 0", "from 1", "from 2", "from 3", "from 4"]);
    for (const { x, y, width: w, height: h } of places) {
      expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height + 0.001).toBe(true);
    }
    const sorted = left.toSorted((one, other) => one.y - other.y);
    sorted.slice(1).forEach(({ y }, index) => {
      const above = sorted[index];
      expect(y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    });
    const heightOf = (name: string): number => left.find((place) => place.name === name)?.height ?? 0;
    expect(heightOf("from 0") / heightOf("from 4")).toBeCloseTo(5);
  });

  test("of many places, the largest are shown, and the others as one", () => {
    const { places, lines } = layOutFlows(flows(200));
    const left = places.filter(({ side }) => side === "from");
    expect(left).toHaveLength(14);
    expect(left.filter(({ others }) => others !== undefined)).toMatchObject([{ others: 187 }]);
    expect(left.map(({ name }) => name)).toContain("from 12");
    // The others flow to all three places.
    expect(lines).toHaveLength(16);
  });

  test("the same name on both sides is two places, and no flows are no places", () => {
    expect(layOutFlows([{ from: "a", to: "a", size: 1 }]).places).toHaveLength(2);
    expect(layOutFlows([])).toMatchObject({ places: [], lines: [] });
  });
});
