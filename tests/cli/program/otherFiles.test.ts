/** The files of endpoints and metadata. */
import { declareEndpoints, endpointsFile } from "../../../cli/program/endpointsFile";
import { UniqueNames } from "../../../cli/program/names";
import type { NotificationEndpoint, MetadataMap } from "../../../client";
import { declareMetadata, metadataFile, type ProgramMetadata } from "../../../cli/program/metadataFile";
import type { ProgramTag } from "../../../cli/program/tagFile";
import { parseExactJson } from "../../../client/exactJson";
import { sameMetadata } from "../../../client/resources/metadataFields";

const slack = "https://hooks.slack.example/services/T0/B0/Secret";
const endpoint = (more: Partial<NotificationEndpoint>): NotificationEndpoint => ({
  id: "e-1",
  type: "slack",
  name: "finops",
  configuration: { to: slack },
  ...more,
});
const declare = (...all: NotificationEndpoint[]): ReturnType<typeof declareEndpoints> =>
  declareEndpoints(all, new UniqueNames(), new Map());

test.each([
  ["Microsoft Teams", { type: "msteams" }],
  ["another kind", { type: "webhook" }],
  ["a masked destination", { configuration: { to: "https://hooks.slack.example/••••" } }],
  ["no address", { type: "email", configuration: { to: "not an address" } }],
  ["a name with white space around it", { name: " finops" }],
  ["an ID that would be code", { id: 'x\nrequire("child_process")' }],
])("%s is listed", (_, more) => {
  const { endpoints, remarks } = declare(endpoint(more));
  expect(endpoints).toEqual([]);
  expect(remarks).toHaveLength(1);
});

test("two equal endpoints are one; case counts in a webhook's path, and not in an email address", () => {
  const upper = endpoint({ id: "e-2", configuration: { to: slack.replace("Secret", "SECRET") } });
  expect(declare(endpoint({}), upper).endpoints).toHaveLength(2);
  expect(declare(endpoint({}), endpoint({ id: "e-2" })).remarks).toHaveLength(1);
  const mail = (id: string, to: string): NotificationEndpoint => endpoint({ id, type: "email", configuration: { to } });
  expect(declare(mail("e-1", "a@x.example"), mail("e-2", "A@X.example")).remarks).toHaveLength(1);
});

test("an email address is in the program, a webhook is not", async () => {
  const { endpoints } = declare(
    endpoint({}),
    endpoint({ id: "e-2", type: "email", configuration: { to: "a@x.example" } }),
  );
  const file = await endpointsFile(endpoints, false);
  expect(file?.text).not.toContain(slack);
  expect(file?.text).toContain("a@x.example");
});

/** Which metadata a program can declare. */
describe("metadata", () => {
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
});
