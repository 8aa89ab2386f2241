"use strict";

require("../support/jest/group.cjs")("cli.commands");
