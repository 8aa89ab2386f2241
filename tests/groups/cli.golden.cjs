"use strict";

require("../support/jest/group.cjs")("cli.golden");
