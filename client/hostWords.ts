/** The engine's commands and terms. The provider's and the client's messages take them from here: another engine would have others. */
export const words = {
  engine: "Pulumi",
  /** Brings the service to what the program declares. */
  up: "pulumi up",
  /** Shows what `up` would do. */
  preview: "pulumi preview",
  /** The same, with each changed property. */
  previewDiff: "pulumi preview --diff",
  /** The same, after the service was read into the state. */
  previewRefreshed: "pulumi preview --refresh --diff",
  /** Reads the service into the state. */
  refresh: "pulumi refresh",
  /** Shows what `refresh` would read with the settings of the program. */
  refreshPreview: "pulumi refresh --preview-only --run-program",
  /** The same as `up`, after `refresh`. */
  refreshAndUp: "pulumi up --refresh",
  /** The option of `refreshAndUp`. */
  refreshFirst: "`--refresh`",
  /** Deletes what the state has, with the settings of the program. */
  destroy: "pulumi destroy --run-program",
  /** Removes a resource from the state only. */
  forget: "pulumi state delete",
  /** The option with the address of the one resource that a command is about. */
  target: "--target",
  /** Sets one of the provider's settings. */
  set: "pulumi config set",
  /** Removes one. */
  unset: "pulumi config rm",
  /** Where the settings are. */
  config: "stack config",
  /** Makes one resource without a stack. */
  direct: "pulumi do --stateless",
  /** The only owner that `direct` has. */
  directOwner: "in the stack `dev` of a project `default`",
  /** What declares resources. */
  program: "program",
  /** What has one state. */
  stack: "stack",
  /** The options of a resource. */
  aliases: "`aliases`",
  alias: "an alias",
  dependsOn: "`dependsOn`",
  ignoreChanges: "`ignoreChanges`",
  import: "`import`",
  /** Reads a resource that something else manages. */
  read: "`get`",
  /** The argument for the ID of a tag to adopt. The plugin's schema has no argument with two types. */
  adoptId: "`adopt` (`adoptId` in other languages than TypeScript)",
} as const;

/** A command of the engine, as messages write it. */
export function engine(command: keyof typeof words, args = ""): string {
  return `\`${`${words[command]} ${args}`.trim()}\``;
}

/** An argument with its value, as a program writes it. */
export function argument(name: string, value: string): string {
  return `\`${name}: ${value}\``;
}

/** What to do about a resource that had another name. */
export function renamedFrom(name: string): string {
  return `add \`aliases: [{ name: ${name} }]\` to its options`;
}
