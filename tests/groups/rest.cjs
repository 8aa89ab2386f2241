"use strict";

require("../support/jest/group.cjs")("rest");
