/** Which metadata a program can declare. */
import { declareMetadata, metadataFile, type ProgramMetadata } from "../../../cli/program/metadataFile";
import type { ProgramTag } from "../../../cli/program/tagFile";
import type { MetadataMap } from "../../../client";
import { parseExactJson } from "../../../client/exactJson";
import { sameMetadata } from "../../../client/resources/metadataFields";

const tag = {
  tag: { id: "t", name: "Team", rules: [], defaultValue: "None" },
  resourceName: "team",
  identifier: "team",
  file: "team",
} as unknown as ProgramTag;

/** The metadata that a service has, with every digit. */
const metadataOf = (custom: string): MetadataMap =>
  parseExactJson(`{"Web":{"customMetadata":${custom}}}`) as MetadataMap;

const declare = (custom: string): { metadata: ProgramMetadata[]; remarks: { reason?: string }[] } =>
  declareMetadata([{ tag, metadata: metadataOf(custom) }], "root");

test.each([
  ["1.10", "1.1"],
  ["1e2", "100"],
  ["100.0", "100"],
  ["1E-2", "0.01"],
])("a number that JavaScript spells otherwise is declared, and is no change: %s", async (digits, spelled) => {
  const { metadata, remarks } = declare(`{"price":${digits},"list":[${digits}]}`);
  expect(remarks).toEqual([]);
  const file = await metadataFile(metadata, new Map(), false);
  expect(file?.text).toContain(`price: ${spelled}`);
  expect(
    sameMetadata(
      metadataOf(`{"price":${spelled},"list":[${spelled}]}`),
      metadataOf(`{"price":${digits},"list":[${digits}]}`),
    ),
  ).toBe(true);
});

test.each(["9007199254740993123", "1e400", "1e-400", "0.10000000000000000001"])(
  "a number that JavaScript does not hold is not declared: %s",
  (digits) => {
    const { metadata, remarks } = declare(`{"deep":[{"price":${digits}}]}`);
    expect(metadata).toEqual([]);
    expect(remarks).toHaveLength(1);
  },
);
