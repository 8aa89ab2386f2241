import * as pulumi from "@pulumi/pulumi";
import { configNamespace, unknownConfig, unknownConfigAdvice } from "../client/settings";

/**
 * Refuses a stack config with a key that is not a setting: with a misspelled `driftPolicy`, the stack would run with the default.
 * Every class and function calls it, so that no program starts with such a config.
 *
 * @throws {RunError} If there is such a key. Pulumi prints its message without a stack trace.
 */
export function refuseUnknownConfig(): void {
  const problems = unknownConfig(Object.keys(pulumi.runtime.allConfig()));
  // In a project of this name, the namespace has the program's own config too.
  if (problems.length === 0 || pulumi.getProject() === configNamespace) return;
  throw new pulumi.RunError([...problems, unknownConfigAdvice].join("\n"));
}
