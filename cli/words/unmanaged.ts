/** The tags of an account that no stack manages. */
import { command, shellWord } from "../../client/recoveryCommand";
import {
  type Block,
  counted,
  type Document,
  type Extent,
  given,
  type Line,
  paragraph,
  type Phrase,
  say,
} from "../document/document";
import type { OwnedTag } from "../sources/account/ownedTags";
import type { Unmanaged } from "../studies/unmanaged";
import type { Origin } from "./drift";

/** The whole result. */
export function unmanagedDocument(result: Unmanaged, origin: Origin, extent: Extent): Document {
  const { unmanaged, notCompared, managed } = result;
  const total = counted(unmanaged.length + notCompared.length + managed, "Virtual Tag");
  const isAre = unmanaged.length === 1 ? "is" : "are";
  const rest = notCompared.length === 0 ? "" : ` (${notCompared.length} not compared)`;
  const headline = `${unmanaged.length} of ${total} ${isAre} managed by no stack${rest}`;
  const left = notCompared.map(
    ({ id, name, error = "" }) => say`Not compared: ${name} (${{ plain: id }}): ${{ plain: error }}`,
  );
  const needs = given(unmanaged.length > 0 && origin.needs !== undefined && paragraph([origin.needs]));
  if (extent === "brief") {
    return {
      title: [],
      blocks: [
        ...unmanaged.map((tag) => tagBlock(tag, origin)),
        {
          kind: "lines",
          lines: [
            ...left.map((text): Line => ({ tone: "changed", text })),
            ...given(unmanaged.length + left.length > 0 && []),
          ],
        },
        { kind: "paragraph", role: "lead", text: [`${headline}.`] },
        ...needs,
      ],
    };
  }
  const rows = unmanaged.map((tag) => [
    say`${tag.name}`,
    [tag.owner === undefined ? "no mark" : { plain: tag.owner }],
    [{ plain: tag.createdBy ?? "unknown" }],
    [{ plain: [tag.updatedAt, tag.updatedBy].filter(Boolean).join(" ") }],
    wayPhrase(tag, origin),
  ]);
  const columns = ["tag", "owner", "made by", "last saved", "way forward"];
  return {
    title: [headline],
    blocks: [
      { kind: "table", caption: ["Tags that no stack manages"], columns, rows },
      { kind: "list", items: left },
      ...needs,
    ],
  };
}

function tagBlock(tag: OwnedTag, origin: Origin): Block {
  const { id, name, owner, createdBy, updatedBy, updatedAt } = tag;
  const made = createdBy === undefined ? [] : [say`made by ${{ plain: createdBy }}`];
  const saved =
    updatedAt === undefined ? [] : [say`last saved at ${{ plain: updatedAt }} by ${{ plain: updatedBy ?? "unknown" }}`];
  return {
    kind: "details",
    summary: say`Virtual Tag ${name}`,
    more: say` (${{ plain: id }})`,
    blocks: [
      {
        kind: "lines",
        lines: [
          ...made,
          ...saved,
          ...given(owner !== undefined && say`its mark is that of ${{ plain: owner }}, and no given stack has it`),
          wayPhrase(tag, origin),
        ],
      },
    ],
  };
}

function wayPhrase({ id, unsupported }: OwnedTag, { options }: Origin): Phrase {
  if (unsupported !== undefined) return say`No program can declare it: ${{ plain: unsupported }}`;
  const line = command(["export", "--tag", id, ...options].map(shellWord).join(" "));
  return say`To manage it: ${{ command: line }} prints its program`;
}
