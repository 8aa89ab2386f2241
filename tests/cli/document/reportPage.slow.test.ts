/** The page of a report, in a real browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { htmlPage } from "../../../cli/document/html";
import { reportDocument } from "../../../cli/words/money/report";
import type { ReportedTag } from "../../../cli/studies/money/reportedTags";
import { reportOn } from "../../../cli/studies/money/tagReports";
import { smallCube, type SmallRow } from "../../cost/impact/smallCube";
import { atSize } from "../../support/size";
import { browserTest, type Look, lookAt } from "./browser";

const [key, account] = ["AWS:tag:team", "AWS:billing_dimension:linked_account"];

const names = [
  "Team",
  "מחלקת הנדסה",
  "قسم البيانات والذكاء الاصطناعي",
  "A name that is much too long to be shown in one line of a table on any screen that people use",
  "Averylongnamewithoutanyspacesinitthatcannotbewrappedanywhereinthepageatallbecauseithasnospaces",
];

/** A report on six months in two currencies: tags of some rules, with names of several kinds, and references. */
function pageWith(count: number, rules: number): string {
  const tags = Array.from({ length: count }, (_, index): ReportedTag => {
    const name = names[index] ?? `Tag ${index}`;
    return {
      keys: [`id-${index}`],
      name,
      rules: Array.from({ length: rules }, (_, rule) => ({
        to: `${name} ${rule}`,
        filters: {
          costCenter: "AWS",
          type: "tag",
          key: "team",
          operator: "oneOf" as const,
          value: [String(rule), "rest"],
        },
      })),
      defaultValue: index === 0 ? "Unallocated" : { costCenter: "Virtual Tags", type: "virtual_tag", key: "id-0" },
      history: {
        ...(index === 0 ? {} : { owner: "cloud-bill/prod#team" }),
        lastChange: { createdAt: "2026-10-01T00:00:00Z", createdBy: "person@example.com" },
      },
    };
  });
  const rows = Array.from({ length: rules * 12 }, (_, row): SmallRow => ({
    at: Date.UTC(2026, 5 + (row % 6), 1),
    keys: { [key]: row % 4 === 3 ? null : String(row % rules), [account]: String(1000 + row) },
    cost: row % 11 === 10 ? "-250.5" : row % 13 === 12 ? "0.00063" : (50_000 / (row + 1)).toFixed(2),
    currency: row % 5 === 4 ? "EUR" : "USD",
  }));
  const cube = smallCube(rows, [key, account]);
  return htmlPage(reportDocument(reportOn(tags, cube), cube.header));
}

const folder = process.env["SCREENSHOTS"];

const looks: [tags: number, rules: number, Look][] = [
  [3, 5, { colorScheme: "dark", width: 400 }],
  [5, 5, { colorScheme: "light", width: 400 }],
  [5, 5, { colorScheme: "light" }],
  [5, 30, { colorScheme: "dark" }],
  [3, 30, { colorScheme: "light", media: "print" }],
  [60, 5, { colorScheme: "dark" }],
];

browserTest.each(atSize(looks.slice(0, 1), looks))(
  "a report on %i tags of %i rules is accessible and loads nothing: %j",
  async (tags, rules, look) => {
    const { violations, errors, overflowing, screenshot } = await lookAt(pageWith(tags, rules), look);
    expect({ violations, errors, overflowing }).toEqual({ violations: [], errors: [], overflowing: [] });
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `report-${tags}-${rules}-${Object.values(look).join("-")}.png`), screenshot);
  },
);

test("each link of a page leads to a heading of it", () => {
  const page = pageWith(5, 5);
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id));
  const links = [...page.matchAll(/ href="([^"]*)"/gu)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((link) => !link.startsWith("#") || !ids.has(link.slice(1)))).toEqual([]);
});
