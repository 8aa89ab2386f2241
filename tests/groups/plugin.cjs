"use strict";

require("../plugin/plugin");
require("../support/jest/group.cjs")("plugin");
