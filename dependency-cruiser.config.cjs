"use strict";

/**
 * The arrows between the rooms (CONTRIBUTING.md, "Rooms and arrows"). A room may import only what stands beside its
 * name; `types` names the rooms of which it may import types, but no code.
 *
 * @type {Record<string, { code: string[]; types: string[] }>}
 */
const arrows = {
  rules: { code: [], types: [] },
  client: { code: ["rules"], types: [] },
  provider: { code: ["client", "rules"], types: [] },
  sdk: { code: ["client", "rules"], types: [] },
  // If the emulator shared code with the client, each would forgive the other's mistakes.
  emulator: { code: [], types: ["client", "rules"] },
  cli: { code: ["client", "emulator", "rules"], types: [] },
};

/** The part of provider/ that knows the engine. */
const front = "^provider/(index|dynamic|host|engineLog)[.]ts$";

const rooms = Object.keys(arrows);

const roomRules = Object.entries(arrows).flatMap(([room, { code, types }]) => {
  const never = rooms.filter((other) => other !== room && !code.includes(other) && !types.includes(other));
  return [
    ...(never.length === 0
      ? []
      : [
          {
            name: `${room}-stays-apart`,
            comment: `${room}/ may import ${[...code, ...types].join(", ") || "no other room"} only.`,
            severity: "error",
            from: { path: `^${room}/` },
            to: { path: `^(${never.join("|")})/` },
          },
        ]),
    ...(types.length === 0
      ? []
      : [
          {
            name: `${room}-imports-types-only`,
            comment: `${room}/ may import types, but no code, of ${types.join(", ")}.`,
            severity: "error",
            from: { path: `^${room}/` },
            to: { path: `^(${types.join("|")})/`, dependencyTypesNot: ["type-only"] },
          },
        ]),
  ];
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "only-the-client-knows-http",
      comment: "HTTP belongs to client/ (and, as a server, to emulator/).",
      severity: "error",
      from: { path: "^(rules|provider|sdk|cli)/" },
      to: { path: "node_modules/axios/|^(node:)?https?$" },
    },
    {
      name: "no-pulumi-outside-sdk-and-front",
      comment: "Pulumi is for the program's SDK and for the provider's front.",
      severity: "error",
      from: { path: "^(rules|client|emulator|cli)/" },
      to: { path: "node_modules/@pulumi/" },
    },
    {
      name: "a-lifecycle-knows-no-engine",
      comment: "What adapts the lifecycles to an engine imports them, and never the other way round.",
      severity: "error",
      from: { path: "^provider/", pathNot: front },
      to: { path: `node_modules/@pulumi/|${front}` },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-missing-modules",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|pulumi-cost-allocation)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default", "types"] },
  },
};
