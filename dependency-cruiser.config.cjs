"use strict";

/**
 * What each folder may import: code of some folders, and of others types only (see CONTRIBUTING.md).
 *
 * @typedef {Record<string, { code: string[]; types?: string[] }>} Layers
 */

/** @type {Layers} */
const folders = {
  rules: { code: [] },
  cost: { code: ["rules"] },
  client: { code: ["rules"] },
  stack: { code: ["client", "rules"] },
  provider: { code: ["client", "rules", "stack"] },
  plugin: { code: ["client", "rules", "stack", "provider"] },
  sdk: { code: ["client", "cost", "rules", "stack"] },
  // If the emulator shared code with the client, a bug in that code would go unnoticed.
  emulator: { code: [], types: ["client", "rules"] },
  cli: { code: ["client", "emulator", "rules", "cost", "stack", "provider"] },
  // It imports entry points of the package, and is installed apart from it.
  policy: { code: ["client", "rules"] },
};

/** @type {Layers} */
const foldersOfCli = {
  console: { code: [] },
  // Renderers know documents, and nothing of what they say.
  document: { code: [] },
  // Sources read.
  sources: { code: ["console"] },
  // Studies find facts, and words say them. They read nothing.
  studies: { code: [], types: ["sources"] },
  words: { code: ["studies", "document", "program"], types: ["sources"] },
  program: { code: ["console"], types: ["sources"] },
  commands: { code: ["console", "document", "sources", "studies", "words", "program"] },
};

/** The part of provider/ that connects the lifecycles to Pulumi. */
const front = "^provider/(index[.]ts$|engine/)";

/** The modules of client/ that are pure and know no request. */
const pureClient =
  "^client/((json|wire|ownershipMark|http/path)|resources/(tagReading|metadataFields|validateEndpoint))[.]ts$";

/**
 * @param {string} parent
 * @param {Layers} layers
 */
function layerRules(parent, layers) {
  const path = (/** @type {string[]} */ names) => `^${parent}(${names.join("|")})/`;
  return Object.entries(layers).flatMap(([folder, { code, types = [] }]) => {
    const known = [folder, ...code, ...types];
    const apart = {
      name: `${folder}-stays-apart`,
      comment: `${parent}${folder}/ may import only ${[...code, ...types].join(", ") || "its own files"}.`,
      from: { path: path([folder]) },
      to: { path: [path(Object.keys(layers)), `^${parent}[^/]+[.]ts$`], pathNot: path(known) },
    };
    const typesOnly = {
      name: `${folder}-imports-types-only`,
      comment: `${parent}${folder}/ may import types, but no code, from ${types.join(", ")}.`,
      from: { path: path([folder]) },
      to: { path: path(types), dependencyTypesNot: ["type-only"] },
    };
    return types.length === 0 ? [apart] : [apart, typesOnly];
  });
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules("", folders),
    ...layerRules("cli/", foldersOfCli),
    {
      name: "http-only-in-client-and-emulator",
      comment: "Only client/ and emulator/ may use HTTP.",
      from: { path: "^(rules|cost|stack|provider|plugin|sdk|cli)/" },
      to: { path: "node_modules/axios/|^(node:)?https?$" },
    },
    {
      name: "pulumi-only-in-sdk-and-provider",
      comment: "Only sdk/, provider/ and plugin/ may import Pulumi.",
      from: { path: "^(rules|cost|client|stack|emulator|cli)/" },
      to: { path: "node_modules/@pulumi/" },
    },
    {
      name: "lifecycles-without-engine",
      comment: "Lifecycles must not import Pulumi, or the files that connect them to Pulumi.",
      from: { path: "^provider/", pathNot: front },
      to: { path: `node_modules/@pulumi/|${front}` },
    },
    {
      name: "words-know-no-format",
      comment: "Words make documents. Renderers decide how they look, and escape what is in them.",
      from: { path: "^cli/words/" },
      to: { path: "^cli/document/(?!document[.]ts$)|^client/printable[.]ts$|node_modules/picocolors/" },
    },
    {
      name: "scripts-without-benchmarks",
      comment: "benchmarks/ may import scripts/, but not the other way around.",
      from: { path: "^scripts/" },
      to: { path: "^benchmarks/" },
    },
    {
      name: "http-core-without-resources",
      comment: "What sends a request, paces it or remembers its answer must not know what it is about.",
      from: { path: "^client/(http|limits|cache)/" },
      to: { path: "^client/(resources/|client[.]ts$)" },
    },
    {
      name: "stack-is-pure",
      comment:
        "stack/ says what a state and an observation mean. Of client/, it may import what is pure and knows no request.",
      from: { path: "^stack/" },
      to: { path: "^client/", pathNot: pureClient },
    },
    {
      name: "sdk-stays-light",
      comment: "A program only declares. So of stack/, sdk/ may import what describes states.",
      from: { path: "^sdk/" },
      to: { path: "^stack/", pathNot: "^stack/state/" },
    },
    {
      name: "sdk-knows-no-cost",
      comment: "A program declares rules. Of cost/, sdk/ may import what reads CSV text, because tables are CSV, too.",
      from: { path: "^sdk/" },
      to: { path: "^cost/", pathNot: "^cost/csv/csvParser[.]ts$" },
    },
    {
      name: "v2-without-v1",
      comment: "V1 of the API ends on 2027-03-31. Then its folder and its class go, and its states stay.",
      from: { path: "^(provider|sdk|stack|cli)/", pathNot: "^provider/(virtualTagV1/|index[.]ts$)|^sdk/index[.]ts$" },
      to: { path: "^provider/virtualTagV1/|^sdk/virtualTagV1[.]ts$" },
    },
    {
      name: "resources-apart",
      comment: "A resource's folder imports only shared/ and VirtualTag's, whose tags the others belong to.",
      from: { path: "^provider/(virtualTagMetadata|notificationEndpoint|storageBucket|shared)/" },
      to: {
        path: "^provider/(virtualTagV1|virtualTagMetadata|notificationEndpoint|storageBucket)/",
        pathNot: "^provider/$1/",
      },
    },
    {
      name: "dry-run-by-its-index",
      comment: "Only provider/dry/index.ts may be imported from elsewhere.",
      from: { pathNot: "^provider/dry/" },
      to: { path: "^provider/dry/(?!index[.]ts$)" },
    },
    {
      name: "cli-runs-dry",
      comment: "Of provider/, cli/ may import the dry run. It may run it only where it reads the account.",
      from: { path: "^cli/" },
      to: { path: "^provider/(?!dry/index[.]ts$)" },
    },
    {
      name: "dry-run-in-account",
      comment: "Of provider/, cli/ may import the dry run. It may run it only where it reads the account.",
      from: { path: "^cli/", pathNot: "^cli/sources/account/" },
      to: { path: "^provider/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "commands-apart",
      comment: "A command imports options/, its own folder, and no other command.",
      from: { path: "^cli/commands/([^/.]+)" },
      to: { path: "^cli/(commands/|main[.])", pathNot: "^cli/commands/(options|$1)(/|[.]ts$)" },
    },
    {
      name: "studies-are-pure",
      comment: "Studies read nothing, and take of client/ what stack/ may.",
      from: { path: "^cli/studies/" },
      to: { path: "^client/|^(node:)?(fs|child_process)", pathNot: pureClient },
    },
    {
      name: "one-runner",
      comment: "Only sources/pulumi.ts starts processes.",
      from: { path: "^(rules|cost|client|stack|provider|sdk|emulator|cli)/", pathNot: "^cli/sources/pulumi[.]ts$" },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "no-cycles",
      comment: "A cycle of types alone is a cycle, too: nobody can read one file without the other.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-missing-modules",
      from: {},
      to: { couldNotResolve: true },
    },
  ].map((rule) => ({ severity: "error", ...rule })),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|pulumi-cost-allocation)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default", "types"] },
  },
};
