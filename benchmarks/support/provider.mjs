import { PassThrough } from "node:stream";
import { requireDist } from "./dist.mjs";

/** The provider of Virtual Tags, as the engine calls it. Its account comes from the environment. */
export function tagProvider() {
  /** @type {typeof import("../../provider/engine/host.js")} */
  const { createHost } = requireDist("./provider/engine/host.js");
  /** @type {typeof import("../../provider/engine/dynamic.js")} */
  const { dynamicProvider } = requireDist("./provider/engine/dynamic.js");
  /** @type {typeof import("../../provider/virtualTag/lifecycle.js")} */
  const { virtualTagLifecycle } = requireDist("./provider/virtualTag/lifecycle.js");
  const host = createHost({ argv: [], env: process.env, stdin: new PassThrough(), exit: () => undefined });
  host.configure({ get: () => undefined });
  return /** @type {Required<import("@pulumi/pulumi").dynamic.ResourceProvider>} */ (
    dynamicProvider(virtualTagLifecycle, host)
  );
}
