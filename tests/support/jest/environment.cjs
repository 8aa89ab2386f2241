"use strict";

const { AsyncLocalStorage } = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");
const endToEnd = require("./endToEnd.cjs");

/**
 * The storages that were used since the environment of a test file was made: jest has one for each test file, and so has
 * each copy of Pulumi's SDK.
 *
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const used = new Set();

/** @type {Function} */
const run = Reflect.get(AsyncLocalStorage.prototype, "run");

Reflect.set(
  AsyncLocalStorage.prototype,
  "run",
  /**
   * @this {AsyncLocalStorage<unknown>}
   * @param {...unknown} args
   */
  function (...args) {
    used.add(this);
    return Reflect.apply(run, this, args);
  },
);

/**
 * Node.js's environment, which leaves nothing behind that slows the next test file down: before Node.js 24, each promise
 * takes every storage along that was ever used in the process. What end-to-end tests keep stays for the next file.
 */
module.exports = class extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    Object.assign(this.global, { endToEnd });
    // Node.js makes this once a process. The copy of the process that tests see would make it twice for each request of axios.
    Object.defineProperty(this.global.process, "allowedNodeEnvironmentFlags", {
      value: process.allowedNodeEnvironmentFlags,
    });
  }

  /** @override */
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
};
