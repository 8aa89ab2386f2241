/** Random histories of requests and restarts give the same result as a model of the service. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as fc from "fast-check";
import { atSize } from "../support/size";
import { ServiceModel, type VisibleTag } from "./serviceModel";
import { start, tagBody, tags, type TestEmulator } from "./testEmulator";

/** The emulator, with the IDs of its tags in order of creation. */
interface Real {
  emulator: TestEmulator;
  folder: string;
  ids: string[];
}

type Command = fc.AsyncCommand<ServiceModel, Real>;

async function view({ emulator }: Real, id: string): Promise<VisibleTag> {
  const { body } = await emulator.send("GET", `${tags}/${id}`);
  const { data } = body as { data: { name: string; rules: { to: string }[] } };
  const versions: VisibleTag["versions"] = [];
  for (let cursor: unknown = ""; typeof cursor === "string";) {
    const page = await emulator.send("GET", `${tags}/${id}/versions?sortDirection=asc&pageSize=7${cursor}`);
    for (const version of page.at("data") as { id: string; isLive: boolean; changeDescription?: string }[]) {
      const single = await emulator.send("GET", `${tags}/${id}/versions/${version.id}`);
      const to = String(single.at("data.versionData.rules.0.to"));
      versions.push({ to, isLive: version.isLive, description: version.changeDescription });
    }
    const next = page.at("pagination.nextCursor");
    cursor = typeof next === "string" ? `&cursor=${next}` : null;
  }
  const metadata = (await emulator.send("GET", `${tags}/${id}/metadata`)).at("data.metadata");
  const groups = Object.entries(metadata as Record<string, { groups: string[] }>).map(([value, of]) => [
    value,
    of.groups,
  ]);
  return { name: data.name, to: String(data.rules[0]?.to), versions, metadata: Object.fromEntries(groups) as never };
}

/** A command on an existing tag. It is skipped if there is none. */
function onTag(
  label: string,
  pick: number,
  run: (model: ServiceModel, real: Real, tag: number, id: string) => Promise<void>,
): Command {
  return {
    check: (model) => model.tags.size > 0,
    async run(model, real) {
      const all = [...model.tags.keys()];
      const tag = all[pick % all.length] ?? 0;
      await run(model, real, tag, real.ids[tag] ?? "");
    },
    toString: () => `${label} ${pick}`,
  };
}

const saveArbitrary = fc.record({
  to: fc.constantFrom("a", "b", "c"),
  name: fc.constantFrom("Team", "Squad"),
  live: fc.boolean(),
  description: fc.option(fc.constantFrom("why", "because"), { nil: undefined }),
});
type Save = typeof saveArbitrary extends fc.Arbitrary<infer T> ? T : never;

const bodyOf = ({ to, name, description }: Save): object => ({
  ...tagBody(name, to),
  ...(description === undefined ? {} : { versionMetadata: { changeDescription: description } }),
});

const create = (save: Save): Command => ({
  check: () => true,
  async run(model, { emulator, ids }) {
    const reply = await emulator.send("POST", `${tags}?setAsLive=${String(save.live)}`, { body: bodyOf(save) });
    ids[model.create({ ...save })] = String(reply.at("data.id"));
  },
  toString: () => `create ${JSON.stringify(save)}`,
});

const update = (save: Save, pick: number): Command =>
  onTag(`save ${JSON.stringify(save)}`, pick, async (model, { emulator }, tag, id) => {
    await emulator.send("PUT", `${tags}/${id}?setAsLive=${String(save.live)}`, { body: bodyOf(save) });
    model.save(tag, { ...save });
  });

const remove = (pick: number): Command =>
  onTag("delete", pick, async (model, { emulator }, tag, id) => {
    await emulator.send("DELETE", `${tags}/${id}`);
    model.remove(tag);
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(404);
  });

const putMetadata = (groups: Record<string, string[]>, merge: boolean, pick: number): Command =>
  onTag(`metadata ${JSON.stringify(groups)} ${merge}`, pick, async (model, { emulator }, tag, id) => {
    const values = Object.entries(groups).map(([value, of]) => [value, { groups: of }]);
    const body = { ...(Object.fromEntries(values) as object), mergeValuesAndMetadata: merge };
    await emulator.send("PUT", `${tags}/${id}/metadata`, { body });
    model.setGroups(tag, groups, merge);
  });

const compare = (pick: number): Command =>
  onTag("compare", pick, async (model, real, tag, id) => {
    expect(await view(real, id)).toEqual(model.view(tag));
  });

const list: Command = {
  check: () => true,
  async run(model, { emulator, ids }) {
    const listed = (await emulator.send("GET", tags)).at("data.virtualTags") as { id: string; name: string }[];
    const expected = [...model.tags.keys()].map((tag) => ({ id: ids[tag], name: model.view(tag).name }));
    expect(listed.map(({ id, name }) => ({ id, name }))).toEqual(expected);
  },
  toString: () => "list",
};

const restart: Command = {
  check: () => true,
  async run(_model, real) {
    await real.emulator.stop();
    real.emulator = await start({ dataFolder: real.folder });
  },
  toString: () => "restart",
};

const pick = fc.nat({ max: 20 });
const groupsArbitrary = fc.dictionary(
  fc.constantFrom("a", "b", "c"),
  fc.uniqueArray(fc.constantFrom("g1", "g2", "g3"), { minLength: 1 }),
  { noNullPrototype: true },
);

/** Runs commands on a new emulator and a new model, and compares all tags at the end. */
async function runAll(commands: Iterable<Command>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "emulator-model-"));
  const real: Real = { emulator: await start({ dataFolder: folder }), folder, ids: [] };
  try {
    const model = new ServiceModel();
    await fc.asyncModelRun(() => ({ model, real }), commands);
    for (const tag of model.tags.keys()) {
      expect(await view(real, real.ids[tag] ?? "")).toEqual(model.view(tag));
    }
  } finally {
    await real.emulator.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

test("random histories with restarts agree with the model", async () => {
  const commands = fc.commands(
    [
      saveArbitrary.map(create),
      fc.tuple(saveArbitrary, pick).map(([save, of]) => update(save, of)),
      fc.tuple(saveArbitrary, pick).map(([save, of]) => update(save, of)),
      pick.map(remove),
      fc.tuple(groupsArbitrary, fc.boolean(), pick).map(([groups, merge, of]) => putMetadata(groups, merge, of)),
      pick.map(compare),
      fc.constant(list),
      fc.constant(restart),
    ],
    { maxCommands: 30 },
  );
  await fc.assert(fc.asyncProperty(commands, runAll), { numRuns: atSize(15, 30) });
}, 30_000);

test("a long history of one tag agrees with the model, including retention", async () => {
  const history = fc.array(saveArbitrary, { minLength: 98, maxLength: 108 });
  await fc.assert(
    fc.asyncProperty(saveArbitrary, history, async (first, saves) => {
      await runAll([create(first), ...saves.map((save) => update(save, 0)), restart, compare(0)]);
    }),
    { numRuns: 3 },
  );
}, 30_000);
