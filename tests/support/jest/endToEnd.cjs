"use strict";

/** What a jest worker keeps from one file of end-to-end tests to the next. */

exports.host = require("../hosts/pool.cjs").host;

/**
 * The files of new stacks with their secrets, by project, name and secrets: see Workspace.stack.
 *
 * @type {Map<string, readonly string[]>}
 */
exports.stacks = new Map();
