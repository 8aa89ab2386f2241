/** The tests in the examples of the pages pass. */
import { transformSync } from "@swc/core";
import * as pulumi from "@pulumi/pulumi";
import * as rules from "../../rules";
import * as sdk from "../../sdk";
import { programsOf } from "./pages";

const entryPoints: Record<string, unknown> = { "pulumi-cost-allocation": sdk, "pulumi-cost-allocation/rules": rules };

test("the example's tests pass", () => {
  const program = programsOf("docs/rules.md").find(({ text }) => text.includes("belongs to Checkout"));
  const { code } = transformSync(program?.text ?? "", {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  });
  const titles: string[] = [];
  const run = (title: string, work: () => void): void => {
    titles.push(title);
    work();
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is a page of this repository
  const load = new Function("require", "exports", "test", code) as (...args: unknown[]) => void;
  load((name: string) => entryPoints[name], {}, run);
  expect(titles).toContain("a record of account 123 tagged team=cart belongs to Checkout");
});

/** The unit test in docs/unit-tests.md passes, with the program before it. */
describe("docs/unit-tests.md", () => {
  const [program, unitTest] = programsOf("docs/unit-tests.md").map(({ text }) => {
    const { code } = transformSync(text, {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is a page of this repository
    return new Function("require", "exports", code) as (require: (name: string) => unknown, exports: object) => void;
  });
  const packages: Record<string, unknown> = { "@pulumi/pulumi": pulumi, "pulumi-cost-allocation": sdk };

  // The page's own test becomes one of this file.
  unitTest?.((name) => {
    if (name !== "./index") return packages[name];
    const exports = {};
    program?.((asked) => packages[asked], exports);
    return exports;
  }, {});
});
