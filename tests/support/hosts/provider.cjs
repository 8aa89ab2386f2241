"use strict";

/**
 * A host of dynamic providers, to which the engine attaches (PULUMI_DEBUG_PROVIDERS). For users, each provider of a command has a process
 * of its own. Here, each connection of the engine has its own modules of Pulumi's host and of this package.
 */

const { forgetModules, loadChanged, serveOrders } = require("./serve.cjs");

/** @typedef {import("./serve.cjs").Implementation} Implementation */
/** @typedef {import("@grpc/grpc-js").ServerUnaryCall<{ getAddress(): string }, unknown>} Call */
/** @typedef {import("@grpc/grpc-js").sendUnaryData<unknown>} Callback */

/** The calls that load the package, with the stub in their resource. */
const loading = new Set(["check", "diff", "create", "read", "update", "delete"]);

// Each connection's provider waits for the end of the engine.
process.stdin.setMaxListeners(0);

/** @param {string} text Of Pulumi's host, which serves as soon as it is loaded, and handles the errors of its process. */
const withoutMain = (text) =>
  `${text
    .replace("main(process.argv.slice(2));", "")
    .replaceAll(/process\.on\("\w+", uncaughtHandler\);/gu, "")
    .replace(/process\.on\("exit", [^]*?\n\}\);/u, "")}\nexports.Service = ResourceProviderService;`;

serveOrders((sdk) => {
  /** @type {{ ResourceProviderService: import("@grpc/grpc-js").ServiceDefinition }} */
  const { ResourceProviderService: definition } = sdk("@pulumi/pulumi/proto/provider_grpc_pb");
  /** @type {{ Empty: new () => object }} */
  const { Empty } = sdk("google-protobuf/google/protobuf/empty_pb");
  const file = sdk.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
  // Loads what it requires, because the engine doesn't wait long for the first answer.
  loadChanged(file, withoutMain);
  /** @type {Map<string, { service: Record<string, (call: Call, callback: Callback) => void>, isLoaded: boolean }>} */
  const instances = new Map();
  const instanceOf = (/** @type {string} */ connection) => {
    const known = instances.get(connection);
    if (known !== undefined) return known;
    /** @type {{ Service: new () => Record<string, (call: Call, callback: Callback) => void> }} */
    const { Service } = loadChanged(file, withoutMain);
    const fresh = { service: new Service(), isLoaded: false };
    instances.set(connection, fresh);
    return fresh;
  };
  const handler = (/** @type {string} */ name) => (/** @type {Call} */ call, /** @type {Callback} */ callback) => {
    const instance = instanceOf(call.getPeer());
    if (name === "attach") {
      // A process gets the engine's address as its first argument.
      process.argv[2] = call.request.getAddress();
      callback(null, new Empty());
      return;
    }
    if (loading.has(name) && !instance.isLoaded) {
      forgetModules();
      instance.isLoaded = true;
    }
    instance.service[name]?.(call, callback);
  };
  const implementation = Object.fromEntries(Object.keys(definition).map((name) => [name, handler(name)]));
  return { definition, implementation };
});
