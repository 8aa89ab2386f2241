/** Random contents and names, in every format. */
import { reviewedOf } from "./reviewed";
import fc from "fast-check";
import pc from "picocolors";
import type { InputTag } from "../../../../cli/sources/tagsFile";
import { htmlPage } from "../../../../cli/document/html";
import { largestComment, markdownText } from "../../../../cli/document/markdown";
import { terminalText } from "../../../../cli/document/terminal";
import { reviewJson } from "../../../../cli/words/review/reviewJson";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { reviewDocument } from "../../../../cli/words/review/review";
import { contents } from "../../../support/contents";
import { atSize } from "../../../support/size";
import { structureOf, wordsOutsideOfCode } from "../../document/judge";

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 200 }),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom("__proto__", "constructor", "<b>", "`", "|", "-->", "</summary>", "\n/close", "@all"),
);
const id = fc.constantFrom("a", "b", "c", "d");
const tag = fc.tuple(name, contents).map(([given, content]) => ({ name: given, ...content }));
const tags: fc.Arbitrary<InputTag[]> = fc.uniqueArray(
  fc.oneof(
    fc.tuple(id, tag).map(([given, content]) => ({ id: given, ...content })),
    tag,
  ),
  { maxLength: 4, selector: (one: InputTag) => one.id ?? one.name },
);

test("every rule is counted once on each side", () => {
  fc.assert(
    fc.property(contents, contents, (before, after) => {
      const [a, b] = [before, after].map((content) => ({ id: "a", name: "Team", ...content }));
      if (a === undefined || b === undefined) throw new Error("unreachable");
      const report = reviewJson(reviewedOf(reviewPlan(planOfLists([a], [b])))) as {
        tags: { rules: Record<string, number> }[];
      };
      const [changed] = report.tags;
      if (changed === undefined) return;
      const { added = 0, removed = 0, changed: same = 0, moved = 0, unchanged = 0 } = changed.rules;
      expect(added + same + moved + unchanged).toBe(after.rules.length);
      expect(removed + same + moved + unchanged).toBe(before.rules.length);
    }),
  );
});

test("each tag is reviewed or counted as unchanged, and no text acts in any format", () => {
  fc.assert(
    fc.property(tags, tags, (before, after) => {
      const review = reviewPlan(planOfLists(before, after));
      const kept = after.length + review.tags.filter(({ change }) => change === "deleted").length;
      expect(review.tags.length + review.unchanged).toBe(kept);

      const terminal = terminalText(reviewDocument(reviewedOf(review), "brief"), pc.createColors(false));
      const markdown = markdownText(reviewDocument(reviewedOf(review), "comment"), "comment");
      const html = htmlPage(reviewDocument(reviewedOf(review), "page"));
      for (const text of [terminal, markdown, html]) {
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
      expect(JSON.parse(JSON.stringify(reviewJson(reviewedOf(review))))).toHaveProperty("tags");
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(largestComment);
      expect(wordsOutsideOfCode(markdown)).not.toMatch(/[<@`]/);
      expect(structureOf(markdown, true)).not.toMatch(/link|image|<(?!\/?(?:details|summary)>|!--)/);
      expect(html.replace(/<style>[^]*?<\/style>/u, "")).not.toMatch(
        /<(?!\/?(?:html|head|meta|title|body|nav|main|h1|h2|p|ul|li|div|table|caption|thead|tbody|tr|th|td|bdi|code|br|small|details|summary|pre|span|style)\b|\/a>|a href="#[a-z\d-]+">|!doctype)/u,
      );
    }),
    { numRuns: atSize(100, 200) },
  );
});
