"use strict";

require("../support/jest/group.cjs")("client");
