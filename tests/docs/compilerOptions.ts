import { join } from "node:path";
import ts from "typescript";
import { root } from "./pages";

/** The compiler options of this checkout, with those that a test has of its own. */
export function compilerOptions(own: Record<string, unknown> = {}): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: Record<string, unknown> };
  };
  return ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, ...own }, root).options;
}
