"use strict";

/**
 * What the hosts of the end-to-end tests share. A host is a process that stays, and serves one command of the engine after another. Most
 * of a short `pulumi up` is the start of Node.js, Pulumi's SDK and this package in two such processes: here, both load the SDK once.
 */

const { readFileSync } = require("node:fs");
const nodeModule = require("node:module");
const path = require("node:path");

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Order */
/** @typedef {import("@grpc/grpc-js").UntypedServiceImplementation} Implementation */
/** @typedef {{ definition: import("@grpc/grpc-js").ServiceDefinition, implementation: Implementation }} Service */

const ownPackage = `${path.sep}node_modules${path.sep}pulumi-cost-allocation${path.sep}`;

/**
 * Forgets this package's modules and those of a folder, so that they start as in a new process.
 *
 * @param {string} [folder]
 */
exports.forgetModules = (folder) => {
  for (const name of Object.keys(require.cache)) {
    const isOfProgram = folder !== undefined && name.startsWith(folder + path.sep);
    if (isOfProgram || name.includes(ownPackage)) Reflect.deleteProperty(require.cache, name);
  }
};

/**
 * Compiles the text of a module as if it stood in a file.
 *
 * @param {string} file
 * @param {(text: string) => string} change
 * @returns {any} What it exports.
 */
exports.loadChanged = (file, change) => {
  const module = new nodeModule.Module(file);
  Object.assign(module, { filename: file, paths: nodeModule.createRequire(file).resolve.paths("x") });
  /** @type {(text: string, file: string) => void} */
  const compile = Reflect.get(module, "_compile");
  Reflect.apply(compile, module, [change(readFileSync(file, "utf8")), file]);
  return module.exports;
};

/**
 * Serves the orders that the parent sends: each names the program's folder and the whole environment of the command. The answer is a port.
 *
 * @param {(sdk: NodeJS.Require, order: Order) => Service} serviceOf Makes the service of one command. `sdk` finds the SDK of the program.
 */
exports.serveOrders = (serviceOf) => {
  /** @type {import("@grpc/grpc-js").Server | undefined} */
  let last;
  /** @param {Order} order */
  const serve = (order) => {
    last?.forceShutdown();
    for (const name of Object.keys(process.env)) if (!(name in order.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, order.env);
    process.chdir(order.folder);
    const ofProgram = nodeModule.createRequire(path.join(order.folder, "index.js"));
    const sdk = nodeModule.createRequire(ofProgram.resolve("@pulumi/pulumi"));
    /** @type {typeof import("@grpc/grpc-js")} */
    const grpc = sdk("@grpc/grpc-js");
    const server = new grpc.Server({ "grpc.max_receive_message_length": 400 * 1024 * 1024 });
    const { definition, implementation } = serviceOf(sdk, order);
    server.addService(definition, implementation);
    last = server;
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
      process.send?.(error === null ? { port } : { error: String(error) });
    });
  };
  process.on("message", (/** @type {Order} */ order) => {
    try {
      serve(order);
    } catch (error) {
      process.send?.({ error: String(Reflect.get(Object(error), "stack")) });
    }
  });
  // The tests have ended, or were stopped.
  process.on("disconnect", () => process.exit());
};
