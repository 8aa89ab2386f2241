/** The page of a review with money, in a real browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { htmlPage } from "../../../cli/document/html";
import { reviewDocument } from "../../../cli/words/review/review";
import { planOfLists } from "../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../cli/studies/review/reviewPlan";
import { costOfReview } from "../../../cli/studies/money/reviewCost";
import { sidesOfTags } from "../../../cli/studies/money/tagSides";
import type { InputTag } from "../../../cli/sources/inputTag";
import { smallCube } from "../../cost/impact/smallCube";
import { atSize } from "../../support/size";
import { browserTest, type Look, lookAt } from "./browser";

const key = "AWS:tag:team";

const names = [
  "Checkout",
  "מחלקת הנדסה ותשתיות",
  "قسم البيانات والذكاء الاصطناعي",
  "A name of a team that is so long that it does not fit beside the diagram, and not into a cell of a table either",
  "Averylongnamewithoutanyspacesinitthatcannotbewrappedanywhereinthepageatallbecauseithasnospaces",
  "<b>&amp;",
];

/** The page of a change that gives a part of some values to others. */
function pageWith(values: number): string {
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
  return htmlPage(reviewDocument(review, cost, "page"));
}

const folder = process.env["SCREENSHOTS"];

const looks: Look[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", media: "print" },
  { colorScheme: "dark", width: 400 },
];

// A large page takes axe seconds, so not each in all looks.
const pages: [number, Look[]][] = [
  [5, looks],
  [30, looks.slice(1, 3)],
  [200, looks.slice(0, 2)],
];

describe.each(atSize([[5, looks.slice(2)]], pages))("a review of %i values", (values, of) => {
  browserTest.each(of)("is accessible, complete and loads nothing: %j", async (look) => {
    const { violations, errors, overflowing, screenshot } = await lookAt(pageWith(values), look);
    expect({ violations, errors, overflowing }).toEqual({ violations: [], errors: [], overflowing: [] });
    expect(screenshot.length).toBeGreaterThan(10_000);
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `review-${values}-${Object.values(look).join("-")}.png`), screenshot);
  });
});

test("each link of a page leads to a part of it", () => {
  const page = pageWith(5);
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id));
  const links = [...page.matchAll(/ href="([^"]*)"/gu)].map(([, link = ""]) => link);
  expect(links).toEqual(expect.arrayContaining(["#rules-1", "#money-1", "#money"]));
  expect(links.filter((link) => !link.startsWith("#") || !ids.has(link.slice(1)))).toEqual([]);
});
