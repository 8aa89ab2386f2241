"use strict";

/** A language host that runs programs, to which the engine attaches (PULUMI_DEBUG_LANGUAGES), as inline programs of the Automation API run. */

const { readFileSync } = require("node:fs");
const nodeModule = require("node:module");
const path = require("node:path");
const swc = require("@swc/core");
const { forgetModules, serveOrders } = require("./serve.cjs");

/** @typedef {Record<string, (module: { _compile: (code: string, file: string) => void }, file: string) => void>} Loaders */

/** @type {Loaders} */
const loaders = Reflect.get(nodeModule, "_extensions");
loaders[".ts"] = (module, filename) => {
  const { code } = swc.transformSync(readFileSync(filename, "utf8"), {
    filename,
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
    sourceMaps: "inline",
  });
  module._compile(code, filename);
};

/**
 * Loads a program, and returns what it exports.
 *
 * @param {string} folder
 * @returns {unknown}
 */
function loadProgram(folder) {
  forgetModules(folder);
  /** @type {{ main?: string }} */
  const { main = "index.ts" } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  /** @type {unknown} */
  const exported = require(path.join(folder, main));
  // A program may export an async function instead of its outputs.
  return exported instanceof Function ? Reflect.apply(exported, undefined, []) : exported;
}

serveOrders((sdk, { folder }) => {
  /** @type {{ LanguageServer: new (program: () => Promise<unknown>) => import("@grpc/grpc-js").UntypedServiceImplementation }} */
  const { LanguageServer } = sdk("@pulumi/pulumi/automation/server");
  /** @type {{ LanguageRuntimeService: import("@grpc/grpc-js").ServiceDefinition }} */
  const { LanguageRuntimeService: definition } = sdk("@pulumi/pulumi/proto/language_grpc_pb");
  /** @type {{ LanguageHandshakeResponse: new () => object }} */
  const { LanguageHandshakeResponse } = sdk("@pulumi/pulumi/proto/language_pb");
  /** @type {typeof import("@pulumi/pulumi")} */
  const { log, RunError } = sdk("@pulumi/pulumi");
  const program = async () => {
    try {
      return await loadProgram(folder);
    } catch (error) {
      // Pulumi's own language host logs it in this way.
      const text = RunError.isInstance(error) ? error.message : String(Reflect.get(Object(error), "stack"));
      void log.error(`Running program failed with an unhandled exception:\n${text}`);
      throw error;
    }
  };
  const implementation = new LanguageServer(program);
  // The engine asks each host that it attaches to; Pulumi's inline server has no answer.
  implementation["handshake"] = (
    /** @type {unknown} */ _call,
    /** @type {import("@grpc/grpc-js").sendUnaryData<object>} */ callback,
  ) => {
    callback(null, new LanguageHandshakeResponse());
  };
  return { definition, implementation };
});
