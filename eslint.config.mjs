import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** Commands, terms, options and the form of arguments that another engine has not. */
const engineWords =
  /\bpulumi (up|preview|refresh|destroy|state|config|do)\b|\bPulumi\b|(?<!--)\bstacks?\b|(?<!fewer )\bprograms?\b|\balias(es)?\b|\b(dependsOn|ignoreChanges)\b|`(adopt|adoptId|import|get)\b|\w: true\\?`|--(refresh|target|run-program|stateless)\b/;

export default defineConfig(
  globalIgnores(["dist/", "dist.tmp/", "dist-plugin/", "coverage/", "node_modules/", "site/"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    // Not the project service: it takes 50 % longer, because it checks the whole project again for each file.
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 400 }],
      // Outputs in template literals are mistakes: they print "Calling [toString] on an Output". Numbers are fine.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // A `describe` callback is a function too, and may be long.
    ignores: ["tests/**"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ["provider/**", "client/**"],
    // Marks and recovery commands are those of Pulumi.
    ignores: ["client/hostWords.ts", "client/ownershipMark.ts", "client/recoveryCommand.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...["Literal[value", "TemplateElement[value.raw"].map((text) => ({
          selector: `${text}=/${engineWords.source}/]:not(ImportDeclaration > *, ExportNamedDeclaration > *)`,
          message: "Messages know no engine: take its commands and terms from client/hostWords.ts.",
        })),
      ],
    },
  },
  {
    // These take a fifth of the time of all checks. A test with a wrong value of type `any` fails when it runs.
    files: ["tests/**"],
    rules: Object.fromEntries(
      [
        "no-unsafe-argument",
        "no-unsafe-assignment",
        "no-unsafe-class-instance-assignment",
        "no-unsafe-enum-assignment",
      ].map((rule) => [`@typescript-eslint/${rule}`, "off"]),
    ),
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { module: "writable", require: "readonly" } },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    rules: {
      // tsc checks the JSDoc types in these files, but ESLint doesn't recognize JSDoc casts.
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "no-undef": "off",
    },
  },
);
