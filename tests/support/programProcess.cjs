"use strict";

/**
 * A language host that runs the programs of the end-to-end tests, one after another. The engine connects to it by `--client`, as
 * it does to an inline program of Pulumi's Automation API. Half of a short `pulumi up` is the start of Node.js, Pulumi's SDK and the
 * TypeScript compiler in the program's process: this process loads them once. The provider still has its own process.
 */

const { readFileSync } = require("node:fs");
const nodeModule = require("node:module");
const path = require("node:path");
const swc = require("@swc/core");

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Order */
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

const ownPackage = `${path.sep}node_modules${path.sep}pulumi-cost-allocation${path.sep}`;

/**
 * Forgets the modules of the last program, and this package's, so that each run starts as a new process would.
 *
 * @param {string} folder
 */
function forgetModules(folder) {
  for (const name of Object.keys(require.cache)) {
    if (name.startsWith(folder + path.sep) || name.includes(ownPackage)) Reflect.deleteProperty(require.cache, name);
  }
}

/**
 * Loads a program, and returns what it exports.
 *
 * @param {Order} order
 * @returns {unknown}
 */
function loadProgram({ folder, env }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
  process.chdir(folder);
  forgetModules(folder);
  /** @type {{ main?: string }} */
  const { main = "index.ts" } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  /** @type {unknown} */
  const exported = require(path.join(folder, main));
  // A program may export an async function instead of its outputs.
  return exported instanceof Function ? Reflect.apply(exported, undefined, []) : exported;
}

/** @type {import("@grpc/grpc-js").Server | undefined} */
let last;

/**
 * Serves one run of a program.
 *
 * @param {Order} order
 * @returns {Promise<number>} The port.
 */
async function serve(order) {
  last?.forceShutdown();
  const ofProgram = nodeModule.createRequire(path.join(order.folder, "index.js"));
  const sdk = nodeModule.createRequire(ofProgram.resolve("@pulumi/pulumi"));
  /** @type {typeof import("@grpc/grpc-js")} */
  const grpc = sdk("@grpc/grpc-js");
  /** @type {{ LanguageServer: new (program: () => Promise<unknown>) => import("@grpc/grpc-js").UntypedServiceImplementation }} */
  const { LanguageServer } = sdk("@pulumi/pulumi/automation/server");
  /** @type {{ LanguageRuntimeService: import("@grpc/grpc-js").ServiceDefinition }} */
  const { LanguageRuntimeService } = sdk("@pulumi/pulumi/proto/language_grpc_pb");
  /** @type {typeof import("@pulumi/pulumi")} */
  const { log, RunError } = sdk("@pulumi/pulumi");
  const program = async () => {
    try {
      return await loadProgram(order);
    } catch (error) {
      // Pulumi's own language host logs it in this way.
      const text = RunError.isInstance(error) ? error.message : String(Reflect.get(Object(error), "stack"));
      void log.error(`Running program failed with an unhandled exception:\n${text}`);
      throw error;
    }
  };
  const server = new grpc.Server({ "grpc.max_receive_message_length": 400 * 1024 * 1024 });
  server.addService(LanguageRuntimeService, new LanguageServer(program));
  last = server;
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}

process.on("message", (/** @type {Order} */ order) => {
  serve(order).then(
    (port) => process.send?.({ port }),
    (/** @type {unknown} */ error) => process.send?.({ error: String(error) }),
  );
});

// The tests have ended, or were stopped.
process.on("disconnect", () => process.exit());
