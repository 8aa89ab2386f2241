/**
 * What is said of the option `ignoreChanges`. The engine sends what it lists as it is in the state, and the service replaces whole
 * tags, so a save of another property would overwrite what people edit in the application.
 */
import type { VirtualTag } from "../../client";
import { printable } from "../../client/printable";
import type { Drift } from "../../stack/state/report";
import { driftText, showLive } from "../shared/drift";
import { commandVariables, type Message, message, titleOf, ways } from "../shared/message";

/** The save stops, whatever the policy: `ignoreChanges` says that these properties are others'. */
export function ignoredNotOverwritten(facts: {
  tag: Pick<VirtualTag, "id" | "name">;
  drift: Drift;
  ignored: readonly string[];
}): Message {
  const { drift, ignored, tag } = facts;
  return message(
    "CA2019",
    `${titleOf(tag)} was changed outside Pulumi ${driftText(drift)}, in properties that \`ignoreChanges\` lists: ${ignored.map(printable).join(", ")}.`,
    "Nothing was written: a save would replace the change with the values in the state.",
    ...ways(
      "Run `pulumi refresh`, and then `pulumi up`, which then saves the ignored properties as they are live.",
      `If \`ignoreChanges\` lists only a part of a property, also put what is live into your program: ${showLive(tag)}.`,
    ),
    commandVariables,
  );
}
