/** The unit test in docs/unit-tests.md passes, with the program before it. */
import * as pulumi from "@pulumi/pulumi";
import { transformSync } from "@swc/core";
import * as sdk from "../../sdk";
import { programsOf } from "./pages";

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
