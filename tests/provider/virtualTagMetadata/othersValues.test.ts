/** What others have entered comes back as it was, digit by digit and in whatever shape, or nothing is written. */
import type { Transport, WireAnswer } from "../../../client";
import type { VirtualTagMetadataInputs, VirtualTagMetadataState } from "../../../stack/state/virtualTagMetadata";
import { FaultyService } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

/** JSON texts by tag value: no parser may touch what the service keeps. */
let stored: Record<string, string>;
/** The bodies of the writes. */
let puts: string[];
beforeEach(() => {
  stored = {};
  puts = [];
});

/** Numbers as marked strings and back, so that the parts of a body can be told apart without a loss. */
const marked = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (found) => (found.startsWith('"') ? found : `"#${found}"`));
const unmarked = (text: string): string => text.replaceAll(/"#(-?\d[\d.eE+-]*)"/g, "$1");

const service: Transport = {
  send: ({ method, body = "" }) => {
    if (method === "PUT") {
      puts.push(body);
      const { mergeValuesAndMetadata = false, ...values } = JSON.parse(marked(body)) as Record<string, unknown>;
      if (mergeValuesAndMetadata === false) stored = {};
      for (const [value, entry] of Object.entries(values)) stored[value] = unmarked(JSON.stringify(entry));
    }
    const map = Object.entries(stored).map(([value, entry]) => `${JSON.stringify(value)}:${entry}`);
    const text = `{"requestId":"r","data":{"metadata":{${map.join(",")}},"virtualTagId":"tag-1"}}`;
    return Promise.resolve<WireAnswer>({ kind: "answer", status: 200, headers: {}, text });
  },
  close: () => undefined,
};
const start = (): Run => startRun(new FaultyService({}), { transport: service });
const merging = (
  metadata: VirtualTagMetadataInputs["metadata"],
  more: Partial<VirtualTagMetadataInputs> = {},
): VirtualTagMetadataInputs => ({ virtualTagId: "tag-1", metadata, mergeValuesAndMetadata: true, ...more });
const create = (inputs: VirtualTagMetadataInputs, { context, until } = start()): Promise<VirtualTagMetadataState> =>
  until(lifecycle.create(inputs, context)).then(({ state }) => state);
const update = (state: VirtualTagMetadataState, inputs: VirtualTagMetadataInputs): Promise<VirtualTagMetadataState> => {
  const { context, until } = start();
  return until(lifecycle.update("tag-1", state, inputs, context));
};
const remove = (state: VirtualTagMetadataState): Promise<void> => {
  const { context, until } = start();
  return until(lifecycle.delete("tag-1", state, context));
};

describe("numbers of others", () => {
  const custom =
    '{"budget":9007199254740993123,"huge":1e400,"small":1e-400,"price":1.10,"list":[-0,{"deep":12345678901234567890}],' +
    '"text":"9007199254740993123"}';
  const theirs = { Web: `{"customMetadata":${custom}}`, Jobs: `{"customMetadata":${custom},"groups":["g"]}` };
  beforeEach(() => {
    stored = { ...theirs };
  });

  test("come back digit by digit when the service merges", async () => {
    await create(merging({ Web: { groups: ["a"] } }));
    expect(puts).toHaveLength(1);
    expect(puts[0]).toContain(custom);
    expect(JSON.parse(marked(stored["Web"] ?? ""))).toEqual({
      ...(JSON.parse(marked(theirs.Web)) as object),
      groups: ["a"],
    });
    expect(stored["Jobs"]).toBe(theirs.Jobs);
  });

  test("come back digit by digit when the whole map is written", async () => {
    const state = await create(merging({ Web: { groups: ["a"] }, Jobs: { customMetadata: { owner: "ines" } } }));
    await update(state, merging({ Web: { groups: ["b"] } }));
    await remove(await update(state, merging({ Web: { groups: ["b"] } })));
    expect(puts.length).toBeGreaterThan(2);
    for (const [value, text] of Object.entries(theirs)) {
      expect(JSON.parse(marked(stored[value] ?? ""))).toEqual(JSON.parse(marked(text)));
    }
  });

  test("are no difference to the same value in the program, and show in the state as JSON can hold them", async () => {
    stored = { Web: '{"customMetadata":{"a":1.10,"b":9007199254740993123}}' };
    const { context, until } = start();
    const state = await create(merging({ Web: { customMetadata: { a: 1.1 } } }));
    expect(puts).toEqual([]);
    expect((await until(lifecycle.read("tag-1", state, context)))?.state.metadata).toEqual({
      Web: { customMetadata: { a: 1.1 } },
    });
    const all = await until(lifecycle.read("tag-1", {}, context));
    expect(all?.state.metadata).toEqual({ Web: { customMetadata: { a: 1.1, b: "9007199254740993123" } } });
  });
});

describe("a shape that the API documentation does not show", () => {
  const shapes: [string, string, string][] = [
    ["a list that is a text", '{"groups":"team-a"}', 'metadata["Web"].groups'],
    ["a list that is a number", '{"groups":5}', 'metadata["Web"].groups'],
    ["a list that is an object", '{"endpoints":{"id":"e"}}', 'metadata["Web"].endpoints'],
    ["a list of objects", '{"endpoints":[{"id":"e"}]}', 'metadata["Web"].endpoints'],
    ["a list of numbers", '{"groups":[1,2]}', 'metadata["Web"].groups'],
    ["custom metadata that is a list", '{"customMetadata":[{"owner":"ines"}]}', 'metadata["Web"].customMetadata'],
    ["custom metadata that is a text", '{"customMetadata":"owner"}', 'metadata["Web"].customMetadata'],
    ["an unknown field", '{"costCenters":["x"]}', 'metadata["Web"].costCenters'],
  ];
  const wholes: [string, string, string][] = [
    ["a value that is a text", '"team-a"', 'metadata["Web"]'],
    ["a value that is a list", '[{"groups":["a"]}]', 'metadata["Web"]'],
    ["a value that is a number", "5", 'metadata["Web"]'],
  ];

  test.each([...shapes, ...wholes])("%s stays where the service merges another value", async (_, text) => {
    stored = { Web: text };
    await create(merging({ Jobs: { groups: ["a"] } }));
    expect(stored).toEqual({ Web: text, Jobs: '{"groups":["a"]}' });
  });

  test.each([...shapes, ...wholes])(
    "%s is not written back: the write is refused with the path",
    async (_, text, path) => {
      stored = { Web: text };
      const refused = { code: "CA3005", message: expect.stringContaining(path) as string };
      await expect(create(merging({ Web: { customMetadata: { a: 1 }, groups: [] } }))).rejects.toMatchObject(refused);
      // A field that is removed needs the whole map.
      stored = { Web: text, Jobs: '{"groups":["a"]}' };
      const state = { ...merging({ Jobs: { groups: ["a"] } }), __memory: {} };
      await expect(update(state, merging({}))).rejects.toMatchObject(refused);
      await remove(state);
      expect(puts).toEqual([]);
      expect(stored["Web"]).toBe(text);
    },
  );

  test.each([...shapes, ...wholes])(
    "%s is drift of a resource that owns it, and harms no refresh",
    async (_, text, path) => {
      stored = { Web: text };
      const metadata = { Web: { groups: ["a"], endpoints: ["e"], customMetadata: { owner: "ines" } } };
      for (const mergeValuesAndMetadata of [true, false]) {
        const run = start();
        const state = { ...merging(metadata), mergeValuesAndMetadata, __memory: {} };
        const found = await run.until(lifecycle.read("tag-1", state, run.context));
        expect(run.messages).toEqual([expect.stringContaining("(CA3102)")]);
        expect(JSON.stringify(found?.state.metadata)).not.toContain('"0"');
        if (!mergeValuesAndMetadata && !path.endsWith("costCenters")) {
          expect(found?.state.metadata).toEqual({ Web: JSON.parse(text) as unknown });
        }
      }
    },
  );

  test("null says nothing", async () => {
    stored = { Web: '{"groups":null,"customMetadata":null,"other":null}', Jobs: "null" };
    const state = await create(merging({ Web: { groups: ["a"] } }));
    expect(stored["Web"]).toBe('{"groups":["a"]}');
    await remove(state);
    expect(stored).toEqual({});
  });
});
