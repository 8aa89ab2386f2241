/** The engine's commands, by what they do. Messages take them from here: another engine would have others. */
export interface HostWords {
  /** Brings the service to what the program declares. */
  up: string;
  /** Shows what {@link up} would do. */
  preview: string;
  /** Reads the service into the state. */
  refresh: string;
  destroy: string;
  /** Removes a resource from the state only. */
  forget: string;
  /** Sets one of the provider's settings. */
  set: string;
  /** Makes one resource without a stack. */
  direct: string;
}

/** Those of Pulumi. */
export const pulumi: HostWords = {
  up: "pulumi up",
  preview: "pulumi preview",
  refresh: "pulumi refresh",
  destroy: "pulumi destroy",
  forget: "pulumi state delete",
  set: "pulumi config set",
  direct: "pulumi do",
};

/** A command of the engine, as messages write it. */
export function engine(command: keyof HostWords, args = ""): string {
  return `\`${`${pulumi[command]} ${args}`.trim()}\``;
}
