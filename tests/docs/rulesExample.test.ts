/** The tests in the example of docs/rules.md pass. */
import { transformSync } from "@swc/core";
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
