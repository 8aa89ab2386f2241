/** What the messages of metadata say of drift: the ways forward. */
import { textOf } from "../../../provider/virtualTagMetadata/messages";

const urn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::plans";
const facts = { id: "id-1", paths: ['metadata["Web"].groups'], urn };
const once =
  `\`pulumi config set costallocation:driftPolicy overwrite && pulumi up --target ${urn}; ` +
  "pulumi config set costallocation:driftPolicy refuse`";

test("a refusal offers to overwrite this resource once, and sets the policy back", () => {
  for (const say of [
    ["driftNotOverwritten", facts],
    ["driftFound", { ...facts, isRefused: true }],
  ] as const)
    expect(textOf(say).text).toContain(once);
});

test("drift that the policy overwrites anyway does not offer to set the policy", () => {
  const { text } = textOf(["driftFound", { ...facts, isRefused: false }]);
  expect(text).toContain("`pulumi preview --refresh --diff`");
  expect(text).not.toContain("pulumi config set");
});
