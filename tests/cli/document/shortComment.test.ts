/** Comments that are longer than a system allows. */
import { jobLink, shortComment } from "../../../cli/document/shortComment";

const notice = /\n_Shortened, because a comment has at most [\d,]+ characters\. .* has all\._\n$/;

function shortened(text: string, most: number): string {
  const short = shortComment(text, most, undefined);
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(most);
  expect(short).toMatch(notice);
  return short.replace(notice, "");
}

const long = `${"word ".repeat(60)}\n`;

test("a text that fits stays as it is", () => {
  expect(shortComment(long, Buffer.byteLength(long), "https://ci.example.com")).toBe(long);
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
