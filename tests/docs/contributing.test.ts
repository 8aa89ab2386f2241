/** Every path that CONTRIBUTING.md names exists, so that its walkthroughs can be followed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, textOf } from "./pages";

/** Paths of files and folders in code spans. Those of the made-up resource and of a release are none. */
const paths = [...textOf("CONTRIBUTING.md").matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
  .map(([, path = ""]) => path)
  .filter(
    (path) => !/widget/i.test(path) && !["dist/", "dist-plugin/", "site/", ".quickstart/", "engine/"].includes(path),
  );

test("the paths", () => {
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
