/** The contract of a lifecycle, through the dynamic front and through the plugin: the same writes, whatever gets lost. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { PassThrough } from "node:stream";
import { type Emulator, type Fault, startEmulator } from "../../emulator";
import * as calls from "../../plugin/calls";
import { pluginResources } from "../../plugin/resources";
import { dynamicProvider } from "../../provider/engine/dynamic";
import { createHost } from "../../provider/engine/host";
import { virtualTagLifecycle } from "../../provider/virtualTag/lifecycle";
import { inSchemaForm } from "../../stack/state/schemaForm";
import { asOther } from "../support/asOther";

type Properties = Record<string, unknown>;

/** A front, with arguments in the form of the API. */
interface Front {
  /** What check says of arguments. */
  check: (args: Properties) => Promise<string[]>;
  create: (args: Properties) => Promise<{ id: string; state: Properties }>;
  changes: (id: string, state: Properties, args: Properties) => Promise<boolean>;
  update: (id: string, state: Properties, args: Properties) => Promise<Properties>;
  remove: (id: string, state: Properties) => Promise<void>;
}

let emulator: Emulator;
let runs = 0;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.stop());

/** A run of its own: the client of an earlier one would remember what it has read. */
function hostOfRun(): ReturnType<typeof createHost> {
  const host = createHost({ argv: [], env: {}, stdin: new PassThrough(), exit: () => undefined });
  const settings: Record<string, string> = {
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    secretKey: emulator.secretKey,
    requestTimeoutSeconds: "2",
    deadlineSeconds: String(100 + (runs += 1)),
  };
  const get = (key: string): string | undefined => settings[key.replace("costallocation:", "")];
  host.configure({ get });
  return host;
}

const urnIn = (type: string): string => `urn:pulumi:dev::bill::${type}::team`;
const fronts: { front: string; start: () => Front }[] = [
  {
    front: "dynamic",
    start: () => {
      const provider = dynamicProvider(virtualTagLifecycle, hostOfRun()) as Required<
        dynamic.ResourceProvider<Properties, Properties>
      >;
      const given = (args: Properties): Properties => ({
        ...args,
        __resourceUrn: urnIn("pulumi-nodejs:dynamic/costallocation:VirtualTag"),
      });
      return {
        check: async (args) => (await provider.check({}, given(args))).failures?.map(({ reason }) => reason) ?? [],
        create: async (args) => {
          const { id, outs } = await provider.create(given(args));
          return { id, state: outs ?? {} };
        },
        changes: async (id, state, args) => (await provider.diff(id, state, given(args))).changes !== false,
        update: async (id, state, args) => (await provider.update(id, state, given(args))).outs ?? {},
        remove: (id, state) => provider.delete(id, state),
      };
    },
  },
  {
    front: "plugin",
    start: () => {
      const host = hostOfRun();
      const resource = pluginResources(host).get("costallocation:index:VirtualTag");
      if (resource === undefined) throw new Error("The plugin has no VirtualTag.");
      const subject = { urn: urnIn("costallocation:index:VirtualTag"), resource };
      return {
        check: async (args) => (await calls.check(subject, {}, inSchemaForm(args))).failures,
        create: async (args) => {
          const { id, properties } = await calls.create(subject, inSchemaForm(args), false);
          return { id, state: properties };
        },
        changes: async (id, state, args) => {
          const news = inSchemaForm(args);
          return (await calls.diff(subject, id, { state, oldInputs: {}, news, ignored: [] })).changes !== false;
        },
        update: (id, state, args) =>
          calls.update(subject, id, { state, news: inSchemaForm(args), ignored: [], preview: undefined }, () =>
            host.context(subject.urn),
          ),
        remove: (id, state) => calls.remove(subject, id, state),
      };
    },
  },
];

const key = { costCenter: "AWS", key: "team", type: "tag" };
const rule = { to: key, filters: { ...key, operator: "is", value: ["checkout"] } };
const args = { name: "Team", rules: [rule], defaultValue: key };
const changed = { ...args, defaultValue: "Shared" };

const faults: { fault: string; place: Pick<Fault, "kind" | "when"> | undefined }[] = [
  { fault: "nothing", place: undefined },
  { fault: "the answer is lost", place: { kind: "reset", when: "afterCommit" } },
];

const versionsOf = (): number[] =>
  emulator.control.exportState().accounts.flatMap(({ tags }) => tags.map(({ versions }) => versions.length));
const lose = (place: Pick<Fault, "kind" | "when"> | undefined, method: "POST" | "PUT" | "DELETE"): void => {
  if (place !== undefined) emulator.control.placeFault({ ...place, method, times: 1 });
};
/** The operation, in another run if it fails. */
async function withRerun<Result>(start: () => Front, operation: (front: Front) => Promise<Result>): Promise<Result> {
  return operation(start()).catch(() => operation(start()));
}

describe.each(fronts)("the $front front", ({ start }) => {
  test.each(faults)("a tag is created, changed and deleted once: $fault", async ({ place }) => {
    lose(place, "POST");
    const { id, state } = await withRerun(start, (front) => front.create(args));
    expect(versionsOf()).toEqual([1]);
    expect(await start().changes(id, state, args)).toBe(false);
    expect(await start().changes(id, state, changed)).toBe(true);
    lose(place, "PUT");
    const after = await withRerun(start, (front) => front.update(id, state, changed));
    expect(versionsOf()).toEqual([2]);
    lose(place, "DELETE");
    await withRerun(start, (front) => front.remove(id, after));
    expect(versionsOf()).toEqual([]);
  });

  test("a text that contains an Output is refused with its path", async () => {
    const text =
      "Team Calling [toString] on an [Output<T>] is not supported.\n\nTo get the value of an Output<T>, consider";
    const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", text] };
    const args = { name: text, rules: [{ to: "A", filters }], defaultValue: "B", changeDescription: text };
    const said = await start().check(args);
    const paths = ["name", "rules[0].filters.value[1]", "changeDescription"];
    expect(said.map((one) => one.split(" contains an Output")[0]).sort()).toEqual(paths.sort());
    expect(said.join()).not.toContain("Calling");
  });

  test("a change of somebody else is refused, and a tag of another resource is not taken", async () => {
    const { id, state } = await start().create(args);
    emulator.control.advanceClock(3_600_000);
    await asOther(emulator, "PUT", `/v2/virtual-tags/${id}`, { ...args, defaultValue: "Theirs" });
    await expect(start().update(id, state, changed)).rejects.toThrow(/CA2013/);
    expect(versionsOf()).toEqual([2]);
    const owned = { versionMetadata: { changeDescription: "(pulumi other/prod#owner)" } };
    await asOther(emulator, "POST", "/v2/virtual-tags", { ...args, ...owned, name: "Owned" });
    await expect(start().create({ ...args, name: "Owned" })).rejects.toThrow(/CA2002/);
    expect(versionsOf()).toEqual([2, 1]);
  });
});
