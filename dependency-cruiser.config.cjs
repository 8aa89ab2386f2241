"use strict";

/**
 * The imports allowed between the package's folders (see CONTRIBUTING.md). A folder may import only the folders listed for
 * it. From the folders in `types` it may import types, but no code.
 *
 * @type {Record<string, { code: string[]; types: string[] }>}
 */
const allowedImports = {
  rules: { code: [], types: [] },
  cost: { code: ["rules"], types: [] },
  client: { code: ["rules"], types: [] },
  stack: { code: ["client", "rules"], types: [] },
  provider: { code: ["client", "rules", "stack"], types: [] },
  plugin: { code: ["client", "rules", "stack", "provider"], types: [] },
  sdk: { code: ["client", "cost", "rules", "stack"], types: [] },
  // If the emulator shared code with the client, a bug in that code would go unnoticed.
  emulator: { code: [], types: ["client", "rules"] },
  cli: { code: ["client", "emulator", "rules", "cost", "stack", "provider"], types: [] },
  // It imports entry points of the package, and is installed apart from it.
  policy: { code: ["client", "rules"], types: [] },
};

/** The part of provider/ that connects the lifecycles to Pulumi. */
const front = "^provider/(index[.]ts$|engine/)";

/** The modules of client/ that are pure and know no request. */
const pureClient =
  "^client/((json|wire|ownershipMark|http/path)|resources/(tagReading|metadataFields|validateEndpoint))[.]ts$";

const folders = Object.keys(allowedImports);

const folderRules = Object.entries(allowedImports).flatMap(([folder, { code, types }]) => {
  const forbidden = folders.filter((other) => other !== folder && !code.includes(other) && !types.includes(other));
  return [
    ...(forbidden.length === 0
      ? []
      : [
          {
            name: `${folder}-stays-apart`,
            comment: `${folder}/ may import only ${[...code, ...types].join(", ") || "its own files"}.`,
            severity: "error",
            from: { path: `^${folder}/` },
            to: { path: `^(${forbidden.join("|")})/` },
          },
        ]),
    ...(types.length === 0
      ? []
      : [
          {
            name: `${folder}-imports-types-only`,
            comment: `${folder}/ may import types, but no code, from ${types.join(", ")}.`,
            severity: "error",
            from: { path: `^${folder}/` },
            to: { path: `^(${types.join("|")})/`, dependencyTypesNot: ["type-only"] },
          },
        ]),
  ];
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: "http-only-in-client-and-emulator",
      comment: "Only client/ and emulator/ may use HTTP.",
      severity: "error",
      from: { path: "^(rules|cost|stack|provider|plugin|sdk|cli)/" },
      to: { path: "node_modules/axios/|^(node:)?https?$" },
    },
    {
      name: "pulumi-only-in-sdk-and-provider",
      comment: "Only sdk/, provider/ and plugin/ may import Pulumi.",
      severity: "error",
      from: { path: "^(rules|cost|client|stack|emulator|cli)/" },
      to: { path: "node_modules/@pulumi/" },
    },
    {
      name: "lifecycles-without-engine",
      comment: "Lifecycles must not import Pulumi, or the files that connect them to Pulumi.",
      severity: "error",
      from: { path: "^provider/", pathNot: front },
      to: { path: `node_modules/@pulumi/|${front}` },
    },
    {
      name: "document-knows-no-study",
      comment: "Renderers know documents, and nothing of what they say.",
      severity: "error",
      from: { path: "^cli/document/" },
      to: { path: "^cli/", pathNot: "^cli/document/" },
    },
    {
      name: "words-know-no-format",
      comment: "Words make documents. Renderers decide how they look, and escape what is in them.",
      severity: "error",
      from: { path: "^cli/words/" },
      to: { path: "^cli/(console/|document/(?!document[.]ts$))|^client/printable[.]ts$|node_modules/picocolors/" },
    },
    {
      name: "scripts-without-benchmarks",
      comment: "benchmarks/ may import scripts/, but not the other way around.",
      severity: "error",
      from: { path: "^scripts/" },
      to: { path: "^benchmarks/" },
    },
    {
      name: "http-core-without-resources",
      comment: "What sends a request, paces it or remembers its answer must not know what it is about.",
      severity: "error",
      from: { path: "^client/(http|limits|cache)/" },
      to: { path: "^client/(resources/|client[.]ts$)" },
    },
    {
      name: "stack-is-pure",
      comment:
        "stack/ says what a state and an observation mean. Of client/, it may import what is pure and knows no request.",
      severity: "error",
      from: { path: "^stack/" },
      to: {
        path: "^client/",
        pathNot: pureClient,
      },
    },
    {
      name: "sdk-stays-light",
      comment: "A program only declares. So of stack/, sdk/ may import what describes states.",
      severity: "error",
      from: { path: "^sdk/" },
      to: { path: "^stack/", pathNot: "^stack/state/" },
    },
    {
      name: "sdk-knows-no-cost",
      comment: "A program declares rules. Of cost/, sdk/ may import what reads CSV text, because tables are CSV, too.",
      severity: "error",
      from: { path: "^sdk/" },
      to: { path: "^cost/", pathNot: "^cost/csv/csvParser[.]ts$" },
    },
    {
      name: "v2-without-v1",
      comment: "V1 of the API ends on 2027-03-31. Then its folder and its class go, and its states stay.",
      severity: "error",
      from: { path: "^(provider|sdk|stack|cli)/", pathNot: "^provider/(virtualTagV1/|index[.]ts$)|^sdk/index[.]ts$" },
      to: { path: "^provider/virtualTagV1/|^sdk/virtualTagV1[.]ts$" },
    },
    {
      name: "resources-apart",
      comment: "A resource's folder imports only shared/ and VirtualTag's, whose tags the others belong to.",
      severity: "error",
      from: { path: "^provider/(virtualTagMetadata|notificationEndpoint|storageBucket|shared)/" },
      to: {
        path: "^provider/(virtualTagV1|virtualTagMetadata|notificationEndpoint|storageBucket)/",
        pathNot: "^provider/$1/",
      },
    },
    {
      name: "dry-run-by-its-index",
      comment: "Only provider/dry/index.ts may be imported from elsewhere.",
      severity: "error",
      from: { pathNot: "^provider/dry/" },
      to: { path: "^provider/dry/(?!index[.]ts$)" },
    },
    {
      name: "cli-runs-dry",
      comment: "Of provider/, cli/ may import the dry run. It may run it only where it reads the account.",
      severity: "error",
      from: { path: "^cli/" },
      to: { path: "^provider/(?!dry/index[.]ts$)" },
    },
    {
      name: "dry-run-in-account",
      comment: "Of provider/, cli/ may import the dry run. It may run it only where it reads the account.",
      severity: "error",
      from: { path: "^cli/", pathNot: "^cli/sources/account/" },
      to: { path: "^provider/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "commands-apart",
      comment: "A command imports options/, its own folder, and no other command.",
      severity: "error",
      from: { path: "^cli/commands/([^/.]+)" },
      to: { path: "^cli/(commands/|main[.])", pathNot: "^cli/commands/(options|$1)(/|[.]ts$)" },
    },
    {
      name: "studies-are-pure",
      comment: "Studies find facts. They read nothing, know no words, and take of client/ what stack/ may.",
      severity: "error",
      from: { path: "^cli/studies/" },
      to: {
        path: "^cli/|^client/|^(node:)?(fs|child_process)",
        pathNot: `^cli/(studies|sources)/|${pureClient}`,
      },
    },
    {
      name: "studies-read-nothing",
      comment: "Studies, words and programs take types from sources/, and no code.",
      severity: "error",
      from: { path: "^cli/(studies|words|program)/" },
      to: { path: "^cli/sources/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sources-know-no-words",
      comment: "Sources read. Of cli/, they know only console/.",
      severity: "error",
      from: { path: "^cli/sources/" },
      to: { path: "^cli/", pathNot: "^cli/(console|sources)/" },
    },
    {
      name: "console-knows-nobody",
      comment: "console/ knows nothing else of cli/.",
      severity: "error",
      from: { path: "^cli/console/" },
      to: { path: "^cli/", pathNot: "^cli/console/" },
    },
    {
      name: "program-apart",
      comment: "program/ takes console/ and types of sources/.",
      severity: "error",
      from: { path: "^cli/program/" },
      to: { path: "^cli/", pathNot: "^cli/(console|sources|program)/" },
    },
    {
      name: "one-runner",
      comment: "Only sources/pulumi.ts starts processes.",
      severity: "error",
      from: { path: "^(rules|cost|client|stack|provider|sdk|emulator|cli)/", pathNot: "^cli/sources/pulumi[.]ts$" },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "no-cycles",
      comment: "A cycle of types alone is a cycle, too: nobody can read one file without the other.",
      severity: "error",
      from: {},
      to: { circular: true },
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
