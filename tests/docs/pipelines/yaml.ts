/** The YAML parser of Pulumi's SDK. */
import { createRequire } from "node:module";

export const { load, loadAll } = createRequire(require.resolve("@pulumi/pulumi/package.json"))("js-yaml") as {
  load: (text: string) => unknown;
  loadAll: (text: string) => unknown[];
};
