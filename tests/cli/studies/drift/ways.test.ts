/** What `drift` says of a difference, and the ways that it names: only what is certain. */
import { createColors } from "picocolors";
import { terminalText } from "../../../../cli/document/terminal";
import { compareTag, deletedResource } from "../../../../cli/studies/drift/compareTag";
import type { DriftedResource } from "../../../../cli/studies/drift/comparison";
import { driftDocument } from "../../../../cli/words/drift";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../commands/drift/sides";

const text = (drifted: DriftedResource): string =>
  terminalText(
    driftDocument(
      { findings: [drifted], notCompared: [], same: 0 },
      { stack: undefined, options: [], needs: undefined },
      "brief",
    ),
    createColors(false),
  );

const first: Row = { id: "v1", content: written, description: own };
const live: Row = { id: "v2", isLive: true, content: theirs };

test("export prints what is live only if the newest version is", () => {
  const exported = "npx cost-allocation export --tag t` prints the program of what is live";
  expect(text(compareTag(declared(), seen([live, first])) as DriftedResource)).toContain(exported);
  const staged = text(compareTag(declared(), seen([{ id: "v3" }, live, first])) as DriftedResource);
  expect(staged).not.toContain("export");
  expect(staged).toContain("`npx cost-allocation versions show t live` shows what is live; put it into the program");
});

test.each([
  ["VirtualTag", "creates it again if no other tag has its name"],
  ["VirtualTagMetadata", "creates it again if the program creates its tag again, too"],
  ["NotificationEndpoint", "creates it again\n"],
] as const)("a deleted %s is created again, on a condition", (kind, said) => {
  expect(text(deletedResource({ kind, urn: "urn", resource: "r", id: "t" }))).toContain(
    `\`pulumi up --refresh\` ${said}`,
  );
});

test("a refresh found drift beside a staged version, and the content looks like the former one: no name is said to have changed", () => {
  const rows: Row[] = [
    { id: "v3", isLive: true, content: written },
    { id: "v2", content: theirs, description: own },
    { id: "v1", content: written },
  ];
  const state = declared({ ...stagedBy("v2"), ...found({ versionId: "v3" }) }, { ...theirs, setAsLive: false });
  const drifted = compareTag(state, seen(rows)) as DriftedResource;
  expect(drifted).toMatchObject({ drift: "changed", isPartUnknown: true });
  expect(drifted).not.toHaveProperty("names");
  expect(text(drifted)).toContain("name or content: the state encrypts what they were before");
});
