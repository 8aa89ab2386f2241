/** The tables of the emulator's pages match the code. */
import * as fs from "node:fs";
import * as path from "node:path";
import ts from "typescript";
import { switchTable, type SwitchRow } from "../../emulator/switches";
import { start } from "./testEmulator";

const root = path.join(__dirname, "..", "..");
const pages = ["emulator", "emulator-switches", "emulator-control"];
const page = pages.map((name) => fs.readFileSync(path.join(root, "docs", `${name}.md`), "utf8")).join("\n## \n");

/** The table of a section: the cells of each row, without the heading. */
function tableIn(heading: string): string[][] {
  const [, section = ""] = page.split(new RegExp(`^## ${heading}\\b.*$`, "m"));
  const [text = ""] = section.split("\n## ");
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The doc comment above each row of `switchTable`, as one line. */
function switchDescriptions(): Map<string, string> {
  const file = path.join(root, "emulator", "switches.ts");
  const descriptions = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && Object.hasOwn(switchTable, node.name.text)) {
      const comment = ts.getJSDocCommentsAndTags(node).at(-1)?.comment;
      descriptions.set(node.name.text, ts.getTextOfJSDocComment(comment)?.replaceAll("\n", " ") ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true));
  return descriptions;
}

/** The values of a switch as the page lists them, the default first. */
function valuesCell({ values, default: defaultValue }: SwitchRow): string {
  const others =
    typeof values === "string" ? [values] : values.filter((value) => value !== defaultValue).map((v) => `\`${v}\``);
  return [`\`${String(defaultValue)}\``, ...others].join(", ");
}

test("the table of switches has the name, values and description of each switch", () => {
  const descriptions = switchDescriptions();
  const rows: [string, SwitchRow][] = Object.entries(switchTable);
  expect(tableIn("Switches")).toEqual(
    rows.map(([name, row]) => [`\`${name}\``, valuesCell(row), descriptions.get(name)]),
  );
});

test("the table of limits has the name and default of each setting", async () => {
  const { control } = await start({ limits: { enabled: true } });
  const defaults = tableIn("Limits").map(([name, values]) => [name, /^`[^`]*`/.exec(values ?? "")?.[0]]);
  const limits: [string, unknown][] = Object.entries(control.limits());
  expect(defaults).toEqual(
    limits.map(([name, value]) => [`\`${name}\``, `\`${typeof value === "string" ? value : JSON.stringify(value)}\``]),
  );
});

test("the table of the control has each method", async () => {
  const { control } = await start();
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(control)).filter((name) => name !== "constructor");
  expect(methods).toContain("requests");
  const listed = tableIn("Control").map(([names]) => names);
  for (const method of methods) {
    expect(listed).toContainEqual(expect.stringContaining(`\`${method}(`));
  }
});
