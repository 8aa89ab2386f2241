/** The page of a report, in a real browser. */
import { htmlPage } from "../../../cli/document/html";
import { reportDocument } from "../../../cli/words/money/report";
import type { AccountTag } from "../../../cli/sources/account/allTags";
import { reportOn } from "../../../cli/studies/money/tagReports";
import { smallCube } from "../../cost/impact/smallCube";
import { atSize } from "../../support/size";
import { browserTest, type Look, lookAt } from "./browser";

const [key, account] = ["AWS:tag:team", "AWS:billing_dimension:linked_account"];

/** A report on tags of 5 to 200 rules, with names of several kinds. */
function pageWith(rules: number): string {
  const names = [
    "Team",
    "מחלקת הנדסה",
    "A name that is much too long to be shown in one line of a table on any screen that people use",
  ];
  const tags = names.map((name, index): AccountTag => ({
    id: `id-${index}`,
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
    defaultValue: "Unallocated",
    ...(index === 0 ? {} : { owner: "cloud-bill/prod#team" }),
    lastChange: { createdAt: "2026-10-01T00:00:00Z", createdBy: "person@example.com" },
  }));
  const rows = Array.from({ length: rules * 2 }, (_, row) => ({
    keys: { [key]: row % 2 === 0 ? String(row) : null, [account]: String(1000 + row) },
    cost: (5000 / (row + 1)).toFixed(2),
  }));
  const cube = smallCube(rows, [key, account]);
  return htmlPage(reportDocument(reportOn(tags, cube), cube.header));
}

const looks: [number, Look][] = [
  [5, { colorScheme: "dark", width: 400 }],
  [5, { colorScheme: "light" }],
  [30, { colorScheme: "dark" }],
  [30, { colorScheme: "light", media: "print" }],
];

browserTest.each(atSize(looks.slice(0, 1), looks))(
  "a report on tags of %i rules is accessible and loads nothing: %j",
  async (rules, look) => {
    const { violations, errors, overflowing } = await lookAt(pageWith(rules), look);
    expect({ violations, errors, overflowing }).toEqual({ violations: [], errors: [], overflowing: [] });
  },
);
