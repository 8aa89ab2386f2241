/** @jest-environment ./tests/scripts/environment.cjs */
"use strict";

require("../support/jest/group.cjs")("scripts");
