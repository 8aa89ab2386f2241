import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist/", "dist.tmp/", "coverage/", "node_modules/", "site/"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    // Not the project service, which takes half as long again: it looks at the whole project anew for each file.
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 300 }],
      // An Output in a template literal prints "Calling [toString] on an Output"; a number in one is what people mean.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // A describe is a function too, and a chapter.
    ignores: ["tests/**"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { module: "writable", require: "readonly" } },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    rules: {
      // tsc checks these files too, by their JSDoc; eslint does not see a cast that is a comment.
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "no-undef": "off",
    },
  },
);
