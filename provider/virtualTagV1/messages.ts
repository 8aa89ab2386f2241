/** The messages about a V1 tag that `VirtualTag` does not have. docs/messages.md lists their codes. */
import { argument, engine, words } from "../../client/hostWords";
import type { VirtualTagV1 } from "../../client";
import type { Problem } from "../../rules/validate";
import { madeBy, type Message, message, nothingWritten, ownerText, titleOf, ways } from "../shared/message";

type Tag = Pick<VirtualTagV1, "id" | "name" | "createdBy">;

/** The messages by name. */
export const textsV1 = {
  alreadyExistsV1: ({ tag }: { tag: Tag }) =>
    message(
      "CA5001",
      `${titleOf(tag)} already exists. ${madeBy(tag)} created it.`,
      nothingWritten,
      ...ways(
        `To manage it with this resource, set ${argument("adopt", "true")}. V1 of the API doesn't show whether an interrupted run of this ${words.program} created it.`,
        "Otherwise, change `name`.",
      ),
    ),
  ownedByVirtualTag: ({ tag, owner }: { tag: Tag; owner: string }) =>
    message(
      "CA5002",
      `${titleOf(tag)} is owned by ${ownerText(owner)}, a VirtualTag.`,
      nothingWritten,
      "VirtualTagV1 can't adopt it, because V1 can't record a new owner: both resources would save and delete the tag.",
      ...ways("Declare it as VirtualTag.", "Otherwise, choose another name."),
    ),
  takenOverV1: ({ tag, owner }: { tag: Tag; owner: string }) =>
    message(
      "CA5003",
      `${titleOf(tag)} is now owned by ${ownerText(owner)}, which took it over.`,
      nothingWritten,
      ...ways(
        `To leave it there, remove the resource from this ${words.program}.`,
        `To have it here, remove it from the other ${words.program} without destroying it, run ${engine("forget")} for the resource ` +
          `here, declare it as VirtualTag, and run ${engine("up")} with ${argument("adopt", "true")}.`,
      ),
    ),
  endOfLife: () =>
    message(
      "CA5004",
      "Virtual Tags V1 has reached its end of life (2027-03-31).",
      nothingWritten,
      ...ways(
        `Change the class to VirtualTag, keep the resource name, and run ${engine("up")} without ${words.refreshFirst}. It takes the tag over in ` +
          "place, and needs only V2.",
        "If the service still answers V1 for you, set `costallocation:v1AfterEndOfLife` to `allow`.",
      ),
    ),
} satisfies Record<string, (facts: never) => Message>;

/** A message as data: its name and its facts. */
export type SayV1 = {
  [Name in keyof typeof textsV1]: readonly [Name, Parameters<(typeof textsV1)[Name]>[0]];
}[keyof typeof textsV1];

/** Appears in every preview and `pulumi up`. */
export const deprecation: Problem = {
  path: "VirtualTagV1",
  message:
    "was deprecated by the service on 2026-10-30 and reaches its end of life on 2027-03-31. Change the class to " +
    `VirtualTag, and keep the resource name: the next ${engine("up")} takes the tag over in place (docs/virtual-tag-v1.md)`,
  code: "CA5301",
};
