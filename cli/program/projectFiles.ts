/** The files around the resources: the Pulumi project, the package, the compiler's settings, and the entry of the program. */
import { endpointsPath, type ProgramEndpoint } from "./endpointsFile";
import { literal } from "../console/terminal";
import { type GeneratedFile, modulePath, typescriptFile } from "./generated";
import { metadataPath } from "./metadataFile";
import { fileNameOf } from "./names";

/** Versions of the packages that the program needs. */
export interface PackageVersions {
  /** This package. */
  own: string;
  /** The range of `@pulumi/pulumi` that this package supports. */
  pulumi: string;
}

/**
 * The files that describe the project. An export creates them, and never changes them.
 *
 * @param folderName the name of the folder, after which the project is called
 */
export function projectFiles(folderName: string, versions: PackageVersions): GeneratedFile[] {
  const project = fileNameOf(folderName, "cost-allocation");
  const packageJson = {
    name: project,
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": versions.pulumi, "pulumi-cost-allocation": `^${versions.own}` },
    devDependencies: { "@types/node": "^20.19.43", typescript: "^6.0.3" },
  };
  const yaml = [
    `name: ${literal(project)}`,
    "description: Virtual Tags and their metadata",
    "runtime:",
    "  name: nodejs",
    "  options:",
    "    typescript: true",
    "",
  ].join("\n");
  return [
    { path: "Pulumi.yaml", text: yaml },
    { path: "package.json", text: `${JSON.stringify(packageJson, null, 2)}\n` },
    { path: "tsconfig.json", text: compilerSettings },
    { path: ".gitignore", text: "node_modules/\n" },
  ];
}

const compilerSettings = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "node16",
    "moduleResolution": "node16",
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "rootDir": ".",
    "noEmit": true
  },
  "include": ["*.ts", "tags/*.ts"]
}
`;

/** Which files the entry imports. */
export interface EntryParts {
  /** The paths of the tags' files, in any order. */
  tagPaths: readonly string[];
  hasEndpoints: boolean;
  hasMetadata: boolean;
}

/** `index.ts`: imports every file that declares something. */
export function entryFile({ tagPaths, hasEndpoints, hasMetadata }: EntryParts): Promise<GeneratedFile> {
  const imports = [
    ...(hasEndpoints ? [endpointsPath] : []),
    ...(hasMetadata ? [metadataPath] : []),
    ...[...tagPaths].sort(),
  ].map((path) => `import ${literal(modulePath(path))};`);
  // Without an import, TypeScript would not take the file for a module.
  return typescriptFile("index.ts", "index", (imports.length === 0 ? ["export {};"] : imports).join("\n"));
}

/** The commands that set the secret destinations. Each prompts for the value, so that it appears nowhere. */
export function secretCommands(endpoints: readonly ProgramEndpoint[]): string[] {
  return endpoints.flatMap(({ secret }) => (secret === undefined ? [] : [`pulumi config set --secret ${secret}`]));
}
