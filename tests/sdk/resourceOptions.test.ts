import * as pulumi from "@pulumi/pulumi";
import { NotificationEndpoint, VirtualTag, VirtualTagMetadata, VirtualTagV1 } from "../../sdk";
import { mockEngine, registered, value } from "./mockEngine";

beforeAll(() => mockEngine());

const args = { name: "Team", rules: [], defaultValue: "x" };
type Make = (name: string, opts?: pulumi.CustomResourceOptions) => pulumi.CustomResource;
const classes: readonly [string, Make, RegExp][] = [
  ["VirtualTag", (name, opts) => new VirtualTag(name, args, opts), /set `adopt`/u],
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated, but still available
  ["VirtualTagV1", (name, opts) => new VirtualTagV1(name, args, opts), /set `adopt`/u],
  [
    "VirtualTagMetadata",
    (name, opts) =>
      new VirtualTagMetadata(name, { virtualTagId: "1", mergeValuesAndMetadata: true, metadata: {} }, opts),
    /set `adopt`/u,
  ],
  [
    "NotificationEndpoint",
    (name, opts) =>
      new NotificationEndpoint(name, { type: "email", name: "Mail", configuration: { to: "a@b.example" } }, opts),
    /identical/u,
  ],
];

test.each(classes)("%s refuses `import` before the engine is asked, and names the way", (kind, make, way) => {
  const importing = (): unknown => make("imported", { import: "1" });
  expect(importing).toThrow(pulumi.RunError);
  expect(importing).toThrow(`${kind} "imported": dynamic resources can't be imported.`);
  expect(importing).toThrow(way);
  expect(registered.has("imported")).toBe(false);
});

test.each(classes)("%s with `deletedWith`: a warning if it is a tag, which would stay", async (kind, make) => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  await value(make(`${kind}-with`, { deletedWith: make(`${kind}-other`) }).urn);
  const isTag = kind === "VirtualTag" || kind === "VirtualTagV1";
  expect(warn.mock.calls.map(([text]) => text)).toEqual(
    isTag ? [expect.stringContaining(`${kind} "${kind}-with": If the resource of \`deletedWith\` is deleted`)] : [],
  );
  warn.mockRestore();
});

test("a tag that is only read is not warned about", () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  VirtualTag.get("read", "1", { deletedWith: new VirtualTag("other", args) });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
