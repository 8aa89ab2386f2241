/** docs/emulator.md says what is. */
import * as fs from "node:fs";
import * as path from "node:path";
import { start } from "./support";

const text = fs.readFileSync(path.join(__dirname, "..", "..", "docs", "emulator.md"), "utf8");

/** The rows of the table in a section: what stands in backquotes in the first two columns. */
function rows(heading: string): Record<string, string | undefined> {
  const section =
    text
      .slice(text.indexOf(`\n## ${heading}`))
      .slice(1)
      .split("\n## ")[0] ?? "";
  const cells = [...section.matchAll(/^\| `(\w+)` +\| (?:`([^`]*)`)?/gm)];
  return Object.fromEntries(cells.map(([, name = "", value]) => [name, value]));
}

function asText(settings: object): Record<string, string> {
  const entries: [string, unknown][] = Object.entries(settings);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

test("the table of switches has each switch with its default", async () => {
  const { control } = await start();
  expect(rows("Switches")).toEqual(asText(control.switches()));
});

test("the table of limits has each setting with its default", async () => {
  const { control } = await start({ limits: { enabled: true } });
  expect(rows("Limits")).toEqual(asText(control.limits()));
});

test("the table of the control has each method", async () => {
  const { control } = await start();
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(control)).filter((name) => name !== "constructor");
  expect(methods).toContain("requests");
  for (const method of methods) {
    expect(text).toContain(`\`${method}(`);
  }
});
