/** A private copy shows what the service would show after the same calls, requests each read once and sends no write. */
import fc from "fast-check";
import { CostAllocationClient, CostAllocationError, type MetadataMap, type VirtualTagBody } from "../../../client";
import { likelyHabits, type ServiceHabits } from "../../../client/dry/habits";
import { PrivateCopy } from "../../../client/dry/privateCopy";
import { type Emulator, startEmulator } from "../../../emulator";
import { type Switches, switchTable } from "../../../emulator/switches";
import { field } from "../../../client/json";
import { canonicalContent } from "../../../rules/canonical";
import { runsOf } from "../../support/size";

/** The switches about which a copy has a habit. */
const habitNames = Object.keys(likelyHabits) as (keyof ServiceHabits)[];
/** Switches that change how the same facts are shown, so that no habit is needed. */
const shownOtherwise = [
  "dates",
  "notFoundStatus",
  "v2ReadsAddDisplayName",
  "v2ReadsAddType",
  "metadataErrorStatus",
  "stagedUpdatedBy",
  "listHasRules",
  "aclIn",
  "versionsLimits",
] as const;

const switches = fc.record(
  Object.fromEntries(
    [...habitNames, ...shownOtherwise].map((name) => [name, fc.constantFrom<unknown>(...switchTable[name].values)]),
  ),
) as fc.Arbitrary<Partial<Switches> & ServiceHabits>;

const names = ["Team", "Product", "Cost"];
const body = fc
  .record({ name: fc.constantFrom(...names), value: fc.constantFrom("a", "b", "c"), mark: fc.boolean() })
  .map(({ name, value, mark }): VirtualTagBody => {
    const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf" as const, value: [value] };
    return {
      name,
      rules: [{ to: value.toUpperCase(), filters }],
      defaultValue: { key: "team", costCenter: "AWS", type: "tag" },
      ...(mark ? { versionMetadata: { changeDescription: `says ${value}` } } : {}),
    };
  });
const ids = fc.subarray(["g1", "g2"]);
const entry = fc.record(
  {
    groups: ids,
    endpoints: ids,
    customMetadata: fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom<unknown>(1, "x")),
  },
  { requiredKeys: [] },
);
const metadata = fc.dictionary(fc.constantFrom("A", "B", "__proto__x"), entry) as fc.Arbitrary<MetadataMap>;

/** A call, about a tag by its number in the order of creation. */
type Step = (client: CostAllocationClient, idOf: (tag: number) => string) => Promise<unknown>;
const named = (name: string, input: unknown, step: Step): { name: string; step: Step } => ({
  name: `${name} ${JSON.stringify(input)}`,
  step,
});
const some = fc.nat({ max: 3 });
const creates = fc
  .record({ tag: body, setAsLive: fc.boolean() })
  .map((input) => named("create", input, (client) => client.virtualTags.create(input.tag, input)));
const steps = fc.oneof(
  creates,
  fc
    .record({ at: some, tag: body, setAsLive: fc.boolean() })
    .map((input) =>
      named("update", input, (client, idOf) => client.virtualTags.update(idOf(input.at), input.tag, input)),
    ),
  // Its answer has one of the tag's names: nothing depends on which.
  some.map((at) =>
    named("delete", at, async (client, idOf) => ({ id: (await client.virtualTags.delete(idOf(at))).id })),
  ),
  fc.boolean().map((fresh) => named("list", fresh, (client) => client.virtualTags.list({ fresh }))),
  fc
    .record({ at: some, fresh: fc.boolean() })
    .map(({ at, fresh }) => named("get", at, (client, idOf) => client.virtualTags.get(idOf(at), { fresh }))),
  fc.constantFrom(...names).map((name) => named("find", name, (client) => client.virtualTags.findByName(name))),
  fc
    .record({ at: some, sortDirection: fc.constantFrom("asc", "desc"), pageSize: fc.constantFrom(undefined, 2) })
    .map((input) =>
      named("versions", input, async (client, idOf) => {
        const [versions, tag] = [[] as unknown[], idOf(input.at)];
        for await (const { id } of client.virtualTagVersions.list(tag, input))
          versions.push(await client.virtualTagVersions.get(tag, id));
        return versions;
      }),
    ),
  some.map((at) => named("metadata", at, (client, idOf) => client.virtualTagMetadata.get(idOf(at)))),
  fc
    .record({ at: some, map: metadata, mergeValuesAndMetadata: fc.constantFrom(undefined, false, true) })
    .map((input) =>
      named("put", input, (client, idOf) => client.virtualTagMetadata.put(idOf(input.at), input.map, input)),
    ),
  fc.constantFrom("ops", "finance").map((name) =>
    named("endpoint", name, async (client) => {
      await client.notificationEndpoints.create({ type: "email", name, configuration: { to: `${name}@example.com` } });
      return client.notificationEndpoints.list();
    }),
  ),
);

/** What the same facts are the same text of: without IDs, moments and people, and in the canonical form of rules. */
function factsOf(answer: unknown, ids: readonly string[]): string {
  const dropped = ["createdAt", "updatedAt", "createdBy", "updatedBy", "acl", "virtualTagId"];
  const facts = (value: unknown): unknown => {
    // The order of tags means nothing, that of versions does.
    if (Array.isArray(value))
      return value.map(facts).sort((one, other) => Number(field(one, "id")) - Number(field(other, "id")) || 0);
    if (typeof value !== "object" || value === null) return value;
    const { id, rules, defaultValue, ...rest } = value as Record<string, unknown>;
    const at = ids.indexOf(String(id));
    const content = Array.isArray(rules) ? canonicalContent({ rules, defaultValue } as never) : {};
    // What is empty in metadata is absent.
    const isEmpty = (part: unknown): boolean => typeof part === "object" && Object.keys(part ?? {}).length === 0;
    const kept = Object.entries({ ...content, ...rest })
      .map(([name, part]) => [name, facts(part)] as const)
      .filter(([name, part]) => !dropped.includes(name) && !isEmpty(part));
    return Object.fromEntries([
      ...(id === undefined || at === -1 ? [] : [["id", at] as const]),
      ...kept.sort(([one], [other]) => (one < other ? -1 : 1)),
    ]);
  };
  return JSON.stringify(facts(answer));
}

/** Plays steps with a client, and lists what each showed. */
async function play(client: CostAllocationClient, played: { step: Step }[], ids: string[]): Promise<string[]> {
  const shown: string[] = [];
  for (const { step } of played) {
    try {
      const answer = await step(client, (tag) => ids[tag] ?? "00000000-0000-4000-8000-000000000000");
      const { id, rules } = answer as { id?: string; rules?: unknown };
      if (id !== undefined && rules !== undefined && !ids.includes(id)) ids.push(id);
      shown.push(factsOf(answer, ids));
    } catch (error) {
      if (!(error instanceof CostAllocationError)) throw error;
      shown.push(`${error.constructor.name} ${String(Reflect.get(error, "missing"))}`);
    }
  }
  return shown;
}

function clientOf({ clientId, secretKey, url }: Emulator, { metadataNesting }: ServiceHabits, copy?: PrivateCopy) {
  return new CostAllocationClient(
    { clientId, secretKey, baseUrl: url, metadataNesting },
    copy === undefined ? {} : { copy },
  );
}

test("under every switch, a copy shows what the service would show, requests each read once, and sends no write", async () => {
  // Most steps are about a tag that is there.
  const before = fc
    .tuple(fc.array(creates, { minLength: 2, maxLength: 3 }), fc.array(steps, { maxLength: 6, size: "max" }))
    .map((parts) => parts.flat());
  const during = fc.array(steps, { minLength: 1, maxLength: 14, size: "max" });
  await fc.assert(
    fc.asyncProperty(switches, before, during, async (chosen, first, then) => {
      const limits = { enabled: false };
      const services = await Promise.all([0, 1].map(() => startEmulator({ switches: chosen, limits })));
      const [, copied] = services as [Emulator, Emulator];
      const clients: CostAllocationClient[] = [];
      try {
        const ids: [string[], string[]] = [[], []];
        for (const [at, service] of services.entries()) {
          const client = clientOf(service, chosen);
          clients.push(client);
          await play(client, first, ids[at] ?? []);
        }
        copied.control.clearRequests();
        const [other] = clients;
        const dry = clientOf(copied, chosen, new PrivateCopy(chosen, { now: () => Date.now() }));
        clients.push(dry);
        expect(await play(dry, then, ids[1])).toEqual(await play(other as CostAllocationClient, then, ids[0]));
        const requests = copied.control.requests();
        expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
        const reads = requests.map(({ path, query }) => `${path}?${JSON.stringify(query)}`);
        expect(reads).toEqual([...new Set(reads)]);
      } finally {
        for (const client of clients) client.close();
        await Promise.all(services.map((service) => service.stop()));
      }
    }),
    { numRuns: runsOf("COPY_RUNS", 60, 200) },
  );
});
