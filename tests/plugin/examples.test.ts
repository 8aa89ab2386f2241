/** The examples in other languages, as the page shows them. tests/e2e/languages.full.test.ts runs them. */
import { textOf } from "../docs/pages";

test.each([
  "examples/go/main.go",
  "examples/java/src/main/java/example/Program.java",
  "examples/python/__main__.py",
  "examples/yaml/Pulumi.yaml",
])("the page shows %s", (file) => {
  expect(textOf("docs/other-languages.md")).toContain(textOf(file));
});
