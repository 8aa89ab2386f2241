/** The messages about the registration of a storage bucket. docs/messages.md lists their codes. */
import type { Problem } from "../../rules/validate";
import { command, resourceText } from "../shared/message";

/** The endpoint in the application stops working. */
export function endpointStops(reasons: readonly string[]): Problem {
  return {
    path: "",
    message:
      `The storage bucket endpoint in the application will stop working: ${reasons.join("; ")}. If you did not intend this, take the ` +
      "change back. An endpoint can't be edited: after this update, create a new one with the values that " +
      `\`${command("bucket-form")}\` prints, and delete the old one.`,
    code: "CA6101",
  };
}

/** Another access is declared than the endpoint was created with. */
export function accessIsFixed(before: string, now: string): Problem {
  return {
    path: "access",
    message:
      `can't change from ${before} to ${now}: Bucket Access is fixed when the endpoint is created in the application. Leave this ` +
      "StorageBucketAccess as it is, and declare a second one with another prefix",
    code: "CA6301",
  };
}

/** Two resources of one program declare prefixes of which one contains the other. */
export function overlap(own: string, other: string, owner: string): Problem {
  return {
    path: "prefix",
    message:
      `overlaps: ${own} and ${other}, which ${resourceText(owner)} declares, contain one another. Endpoints on one bucket need ` +
      "prefixes that do not overlap",
    code: "CA6302",
  };
}
