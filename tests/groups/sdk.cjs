"use strict";

require("../support/jest/group.cjs")("sdk");
