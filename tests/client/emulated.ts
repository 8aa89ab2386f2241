/** An emulator and a client on it, for the tests of the client's operations. */
import { type ClientOptions, CostAllocationClient, type Rule, type VirtualTag } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";

const rules: Rule[] = [
  {
    to: "platform",
    filters: {
      AND: [
        { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"], displayName: "Team" },
        { OR: [{ costCenter: "GCP", key: "env", type: "tag", operator: "notExists" }] },
      ],
    },
    timeframe: { from: 1_700_000_000_000, to: 1_800_000_000_000 },
  },
];
/** A tag's content. */
export const body = { name: "Team", rules, defaultValue: { key: "team", costCenter: "AWS" } };

export let emulator: Emulator;
export let client: CostAllocationClient;
/** The only tag of the emulator's account as a test begins: {@link body}. */
export let tag: VirtualTag;

/** Another client on the emulator. */
export function clientOf(options: Partial<ClientOptions> = {}): CostAllocationClient {
  const { clientId, secretKey, url: baseUrl } = emulator;
  return new CostAllocationClient({ clientId, secretKey, baseUrl, ...options });
}

/** Method and path of each request since the test began, or since they were cleared. */
export const requested = (): string[] => emulator.control.requests().map(({ method, path }) => `${method} ${path}`);

/** Has all of that for the tests of a file, or of a `describe`. */
export function emulate(): void {
  beforeAll(async () => {
    // Unlimited, but with headers: they let the client go as fast as it can.
    emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
    client = clientOf();
  });
  beforeEach(async () => {
    emulator.control.reset();
    tag = await client.virtualTags.create(body);
    emulator.control.clearRequests();
  });
  afterAll(async () => {
    client.close();
    await emulator.stop();
  });
}
