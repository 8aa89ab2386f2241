import { createRequire } from "node:module";

/** Loads a module of the built package: `requireDist("./client/index.js")`. */
export const requireDist = createRequire(new URL("../../dist/", import.meta.url));
