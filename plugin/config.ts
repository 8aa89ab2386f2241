/** The settings of the provider, as the engine passes them. */
import { withHint } from "../rules/closestName";
import { configNamespace, settingDefinitions, unknownConfig, unknownConfigAdvice } from "../client/settings";

/** The settings that may be given, without those that the engine adds to each provider. */
const names: readonly string[] = settingDefinitions.map(({ name }) => name);
const added: readonly string[] = ["version", "pluginDownloadURL", "pluginChecksums"];

/** What is wrong with the settings of a provider. */
export function configProblems(urn: string, news: Record<string, unknown>): string[] {
  const given = Object.keys(news).filter((name) => !added.includes(name) && !name.startsWith("__"));
  if (isDefault(urn)) {
    const [, project] = urn.split("::");
    // In a project of this name, the namespace has the program's own config too.
    if (project === configNamespace) return [];
    return unknownConfig(given.map((name) => `${configNamespace}:${name}`)).map(
      (problem) => `${problem}\n${unknownConfigAdvice}`,
    );
  }
  // Otherwise, the environment variables would apply, which belong to the stack's own account.
  const missing = secretNames.filter((name) => isBlank(news[name]));
  return [
    ...given
      .filter((name) => !names.includes(name))
      .map((name) => withHint(`${name} is not an argument of Provider`, name, names)),
    ...missing.map(
      (name) =>
        `The provider requires ${name}. The credentials of a second account are never combined with those of the stack.`,
    ),
  ];
}

/** Whether a setting counts as not given. */
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** Whether a provider is the one that the engine makes of the stack config. Its name has the version or the URL of the plugin. */
export function isDefault(urn: string): boolean {
  return /::default(?:_\d+_\d+_\d+[^:]*|_[a-z0-9]+_\/[^:]*)?$/u.test(urn);
}

/** The settings that are always secrets in the state. */
export const secretNames: readonly string[] = settingDefinitions.filter(({ secret }) => secret).map(({ name }) => name);

/** The settings by their names in the stack config, as texts. */
export function settingsIn(args: Record<string, unknown>): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name): [string, string][] => {
      const value = args[name];
      if (value === undefined || value === null) return [];
      return [[`costallocation:${name}`, typeof value === "string" ? value : JSON.stringify(value)]];
    }),
  );
}
