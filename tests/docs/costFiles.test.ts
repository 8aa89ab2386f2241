/** The files that the pages about money show are read as they are. */
import { levelledIds } from "../../cli/studies/review/checks/catalogue";
import { readGates } from "../../cost/impact/gateFile";
import { parseMapping } from "../../cost/mapping/parseMapping";
import { blocksOf } from "./pages";

const json = (page: string): string[] =>
  blocksOf(page).flatMap(({ words, text }) => (words[0] === "json" ? [text] : []));

test("the gates", () => {
  const gates = json("docs/gates.md").map((text) => readGates(JSON.parse(text), {}, levelledIds));
  expect(gates).toMatchObject([{ general: { "max-moved": { limit: "10%", level: "warn" } } }]);
});

test("the mappings", () => {
  const [, marketplace] = json("docs/cost-data.md").map(parseMapping);
  expect(marketplace?.provider[0]).toBe("InvoiceIssuerName");
});
