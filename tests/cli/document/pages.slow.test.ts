/** The pages of a report, and of a review with money, in a real browser. */
import { reviewedOf } from "../studies/review/reviewed";
import { join } from "node:path";
import { htmlPage } from "../../../cli/document/html";
import type { InputTag } from "../../../cli/sources/inputTag";
import type { ReportedTag } from "../../../cli/studies/money/reportedTags";
import { costOfReview } from "../../../cli/studies/money/reviewCost";
import { reportOn } from "../../../cli/studies/money/tagReports";
import { sidesOfTags } from "../../../cli/studies/money/tagSides";
import { planOfLists } from "../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../cli/studies/review/reviewPlan";
import { reportDocument } from "../../../cli/words/money/report";
import { reviewDocument } from "../../../cli/words/review/review";
import { smallCube, type SmallRow } from "../../cost/impact/smallCube";
import { atSize } from "../../support/size";
import { browserTest, type Look, lookAt } from "./browser";

const [key, account] = ["AWS:tag:team", "AWS:billing_dimension:linked_account"];

const names = [
  "Team",
  "מחלקת הנדסה ותשתיות",
  "قسم البيانات والذكاء الاصطناعي",
  "A name of a team that is so long that it does not fit beside the diagram, and not into a cell of a table on any screen",
  "Averylongnamewithoutanyspacesinitthatcannotbewrappedanywhereinthepageatallbecauseithasnospaces",
  "<b>&amp;",
];

/** Where each page is written as a picture, for a person. */
const folder = process.env["SCREENSHOTS"];

/** Expects that a page is accessible, complete and loads nothing. */
async function expectGood(page: string, look: Look, name: string): Promise<void> {
  const picture = folder === undefined ? undefined : join(folder, `${name}-${Object.values(look).join("-")}.png`);
  const { violations, errors, overflowing, shownCharacters } = await lookAt(page, look, picture);
  expect({ violations, errors, overflowing }).toEqual({ violations: [], errors: [], overflowing: [] });
  expect(shownCharacters).toBeGreaterThan(1000);
}

/** The links of a page, each of which leads to a part of it. */
function linksOf(page: string): string[] {
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id));
  const links = [...page.matchAll(/ href="([^"]*)"/gu)].map(([, link = ""]) => link);
  expect(links.filter((link) => !link.startsWith("#") || !ids.has(link.slice(1)))).toEqual([]);
  return links;
}

/** A report on six months in two currencies: tags of some rules, with names of several kinds, and references. */
function reportOf(count: number, rules: number): string {
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

const reports: [tags: number, rules: number, Look][] = [
  [3, 5, { colorScheme: "dark", width: 400 }],
  [5, 5, { colorScheme: "light" }],
  [5, 30, { colorScheme: "dark" }],
  [3, 30, { colorScheme: "light", media: "print" }],
];

browserTest.each(atSize(reports.slice(0, 1), reports))("a report on %i tags of %i rules: %j", (tags, rules, look) =>
  expectGood(reportOf(tags, rules), look, `report-${tags}-${rules}`),
);

test("each link of a report leads to a heading of it", () => {
  expect(linksOf(reportOf(5, 5)).length).toBeGreaterThan(15);
});

/** The page of a change that gives a part of some values to others. */
function reviewOf(values: number): string {
  const name = (index: number): string => names[index] ?? `Team ${index}`;
  const tag = (shift: number): InputTag => ({
    id: "id-team",
    name: "Team",
    rules: Array.from({ length: values }, (_, index) => ({
      to: name(index % 3 === 0 ? (index + shift) % values : index),
      filters: { costCenter: "AWS", type: "tag", key: "team", operator: "is" as const, value: String(index) },
    })),
    defaultValue: "Unallocated",
  });
  const rows = Array.from({ length: values + 1 }, (_, index) => ({
    keys: { [key]: index === values ? null : String(index) },
    cost: (index % 7 === 3 ? -40.5 : 10_000 / (index + 1)).toFixed(2),
    records: index + 1,
  }));
  const plan = planOfLists([tag(0)], [tag(1)]);
  const review = reviewPlan(plan);
  const gates = { general: { "max-moved": "10", "unmatched-rules": true }, byTag: new Map() };
  const cost = costOfReview(review, sidesOfTags(plan, review), smallCube(rows, [key]), { gates, now: 0 });
  return htmlPage(reviewDocument(reviewedOf(review, cost), "page"));
}

const looks: Look[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", media: "print" },
  { colorScheme: "dark", width: 400 },
];

// A large page takes axe seconds, so not each in all looks.
const reviews: [number, Look[]][] = [
  [5, looks],
  [30, looks.slice(1, 3)],
  [60, looks.slice(0, 1)],
];

describe.each(atSize([[5, looks.slice(2)]], reviews))("a review of %i values", (values, of) => {
  browserTest.each(of)("%j", (look) => expectGood(reviewOf(values), look, `review-${values}`));
});

test("each link of a review leads to a part of it", () => {
  expect(linksOf(reviewOf(5))).toEqual(expect.arrayContaining(["#rules-1", "#money-1", "#money"]));
});
