/**
 * What each host must do, through both fronts, as an engine calls them. What only one of them can do is in tests/provider/engine and
 * tests/plugin. The random histories compare every write and message, too.
 */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { Kind, Providers } from "../histories/engine";
import { providersOn } from "../histories/providers";
import { inputs as inputsOfV1, optionsOfV1 } from "./virtualTagV1/account";
import { type Account, startAccount } from "./account";

type Properties = Record<string, unknown>;
type Provider = Required<dynamic.ResourceProvider<Properties, Properties>>;

/** What the state has of a resource. */
interface Known {
  urn: string;
  kind: Kind;
  id: string;
  state: Properties;
}

const urnOf = (kind: string, name: string): string => `urn:pulumi:dev::bill::costallocation:index:${kind}::${name}`;
const [urn, own] = [urnOf("VirtualTag", "team"), urnOf("VirtualTagMetadata", "team")];
const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["checkout"] };
const tag = { name: "Team", rules: [{ to: "Checkout", filters }], defaultValue: "Shared" };
const withoutRules = { ...tag, rules: [] };
const renamedTag = { ...tag, name: "New" };

const fronts = ["dynamic", "plugin"] as const;

describe.each(fronts)("the %s front", (front) => {
  let account: Account;
  let providers: Providers;
  const startRun = (through: (typeof fronts)[number] = front): void => {
    account.newRun();
    account.context.client.virtualTags.forget();
    providers = providersOn(account.context, {}, through);
  };
  beforeEach(async () => {
    account = await startAccount(optionsOfV1());
    startRun();
  });
  const of = (kind: Kind): Provider => providers[kind] as Provider;
  const writes = (): string[] => account.writes().map((request) => request.split(" ")[0] ?? "");
  const other = (method: string, path: string, body?: unknown): Promise<Properties> => {
    account.emulator.control.advanceClock(3_600_000);
    return account.asOther(method, path, body);
  };
  const forbid = (method: "POST" | "PUT" | "DELETE"): void => {
    account.emulator.control.placeFault({ method, kind: "status", status: 403 });
  };

  /** Checks what the program declares. */
  const check = async (kind: Kind, given: Properties, as: string): Promise<Properties> => {
    const { inputs = {}, failures = [] } = await of(kind).check({}, { ...given, __resourceUrn: as });
    expect(failures).toEqual([]);
    return inputs;
  };
  /** Creates a resource, or the one that replaces what the state has. */
  const make = async (kind: Kind, given: Properties, as: string): Promise<Known> => {
    const { id, outs = {} } = await of(kind).create(await check(kind, given, as));
    return { urn: as, kind, id, state: outs };
  };
  const compare = async ({ kind, id, state }: Known, given: Properties, as: string): Promise<dynamic.DiffResult> =>
    of(kind).diff(id, state, await check(kind, given, as));
  /** Brings a resource to what the program declares. */
  const declare = async (known: Known, given: Properties, as = known.urn): Promise<Known> => {
    const { kind, id, state } = known;
    if ((await compare(known, given, as)).changes === false) return { ...known, urn: as };
    const { outs = {} } = await of(kind).update(id, state, await check(kind, given, as));
    return { ...known, urn: as, state: outs };
  };
  /** Replaces a resource as `--replace` and `replaceOnChanges` do. */
  const replace = async (known: Known, given: Properties): Promise<Known> => {
    expect((await compare(known, given, known.urn)).deleteBeforeReplace).not.toBe(true);
    return make(known.kind, given, known.urn);
  };
  const remove = ({ kind, id, state }: Known): Promise<void> => of(kind).delete(id, state);

  test("a tag stays, also if the resource has got a new name, until the program does not declare it", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    await declare(known, tag);
    await remove(known);
    expect(writes()).toEqual(["POST"]);
    startRun();
    const renamed = await declare(known, tag, urnOf("VirtualTag", "renamed"));
    await remove(known);
    expect(renamed.state).toMatchObject({
      __resourceUrn: renamed.urn,
      __memory: { mark: "(pulumi bill/dev#renamed)" },
    });
    expect(writes()).toEqual(["POST", "PUT"]);
    startRun();
    await remove(renamed);
    expect(writes()).toEqual(["POST", "PUT", "DELETE"]);
  });

  test.each([
    [
      "of a tag that the account does not have",
      "CA1002",
      async ({ id }: Known) => {
        await other("DELETE", `/v2/virtual-tags/${id}`);
        account.context.account = "another";
      },
    ],
    [
      "of a tag that another resource took over",
      "CA2012",
      async ({ id }: Known) => {
        const versionMetadata = { changeDescription: "(pulumi bill/prod#theirs)" };
        await other("PUT", `/v2/virtual-tags/${id}`, { ...withoutRules, versionMetadata });
      },
    ],
  ])("an error %s names the URN in the state, also if this run renames the resource (%s)", async (_, code, happen) => {
    account.context.account = "one";
    const known = await make("tag", tag, urn);
    await happen(known);
    startRun();
    const update = declare(known, renamedTag, urnOf("VirtualTag", "renamed"));
    await expect(update).rejects.toThrow(new RegExp(`\\(${code}\\)[^]*\\bpulumi state delete ${urn}\``));
    // After the name of the stack or the project changed, the engine has changed that in its state.
    for (const moved of [urn.replace(":dev:", ":live:"), urn.replace(":bill:", ":money:")]) {
      startRun();
      await expect(declare(known, renamedTag, moved)).rejects.toThrow(`pulumi state delete ${moved}\``);
    }
  });

  test("a tag stays if its update failed, or did not begin, and the engine continues", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    await compare(known, withoutRules, urn);
    await remove(known);
    expect(writes()).toEqual(["POST"]);
  });

  test("a replacement with the same name is one save, in either order, also of a tag that others refer to", async () => {
    const known = await make("tag", tag, urn);
    const reference = { costCenter: "virtual_tag", type: "billing_dimension", key: known.id, operator: "exists" };
    await other("POST", "/v2/virtual-tags", { ...renamedTag, rules: [{ to: "x", filters: reference }] });
    startRun();
    const replaced = await replace(known, withoutRules);
    await remove(known);
    startRun();
    // The option `deleteBeforeReplace`.
    await compare(replaced, tag, urn);
    await remove(replaced);
    expect(await make("tag", tag, urn)).toMatchObject({ id: known.id });
    expect(writes()).toEqual(["POST", "PUT", "PUT"]);
  });

  test("a replacement with another name is a second tag, and the old one is deleted or retained", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    const replaced = await replace(known, renamedTag);
    await remove(known);
    expect(writes()).toEqual(["POST", "POST", "DELETE"]);
    startRun();
    // With `retainOnDelete`, the engine calls no delete.
    await replace(replaced, tag);
    expect(writes()).toEqual(["POST", "POST", "DELETE", "POST"]);
  });

  test("what a failed replacement would replace is not deleted, and stays in the state", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    await compare(known, renamedTag, urn);
    forbid("POST");
    await expect(make("tag", renamedTag, urn)).rejects.toThrow("FORBIDDEN");
    await expect(remove(known)).rejects.toThrow("CA1005");
    expect(writes()).not.toContain("DELETE");
  });

  test("what a replacement left behind, because its delete failed, is deleted in the next run", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    const replaced = await replace(known, renamedTag);
    forbid("DELETE");
    await expect(remove(known)).rejects.toThrow("FORBIDDEN");
    account.emulator.control.clearFaults();
    startRun();
    await declare(replaced, renamedTag);
    await remove(known);
    expect(writes()).toEqual(["POST", "POST", "DELETE", "DELETE"]);
  });

  test("a tag that an earlier run deleted to replace it is created again", async () => {
    const known = await make("tag", tag, urn);
    await other("DELETE", `/v2/virtual-tags/${known.id}`);
    startRun();
    expect((await replace(known, withoutRules)).id).not.toBe(known.id);
  });

  test("a refresh reports drift, of which an update overwrites what the program does not ignore", async () => {
    const known = await make("tag", tag, urn);
    await other("PUT", `/v2/virtual-tags/${known.id}`, withoutRules);
    startRun();
    const { props: state = {}, inputs } = await of("tag").read(known.id, known.state);
    expect(inputs).toMatchObject({ rules: [], __resourceUrn: urn });
    expect(account.codes()).toEqual(["CA2103"]);
    const ignoring = { ...withoutRules, defaultValue: "Other", __ignoreChanges: ["rules"] };
    const updated = await declare({ ...known, state }, ignoring);
    expect(updated.state).toMatchObject({ rules: [], defaultValue: "Other", __ignoreChanges: ["rules"] });
    await declare(updated, tag);
    expect(writes()).toEqual(["POST", "PUT", "PUT"]);
  });

  test("what a program ignores is no drift, which the engine tells the plugin only at an update", async () => {
    const ignoring = { ...tag, __ignoreChanges: ["rules"] };
    const known = await make("tag", ignoring, urn);
    await other("PUT", `/v2/virtual-tags/${known.id}`, withoutRules);
    startRun();
    const { props: state = {} } = await of("tag").read(known.id, known.state);
    const reported = front === "plugin" ? ["CA2103"] : [];
    expect(account.codes()).toEqual(reported);
    const read = { ...known, state };
    // The engine declares what is ignored as the state has it.
    expect(await declare(read, { ...ignoring, rules: [] })).toEqual(read);
    const updated = await declare(read, { ...ignoring, rules: [], defaultValue: "Other" });
    await other("PUT", `/v2/virtual-tags/${known.id}`, { ...tag, defaultValue: "Other" });
    startRun();
    await of("tag").read(known.id, updated.state);
    expect(account.codes()).toEqual(reported);
    expect(writes()).toEqual(["POST", "PUT"]);
  });

  test("a refresh without a difference keeps the state, and so does an update that saves nothing", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    // The list has an attribute that the answer to a save lacks.
    const { props: state = {} } = await of("tag").read(known.id, known.state);
    expect(state).toMatchObject(known.state);
    expect((await of("tag").read(known.id, state)).props).toEqual(state);
    expect(await declare({ ...known, state }, tag)).toEqual({ ...known, state });
    expect(writes()).toEqual(["POST"]);
  });

  test("a state of the other front is taken over without a write", async () => {
    startRun(front === "plugin" ? "dynamic" : "plugin");
    const known = await make("tag", tag, urn);
    startRun();
    expect((await declare(known, tag)).state).toEqual(known.state);
    expect(writes()).toEqual(["POST"]);
  });

  test("two resources can't have one tag, by their arguments or by their states", async () => {
    const known = await make("tag", tag, urn);
    startRun();
    const second = urnOf("VirtualTag", "second");
    await compare(known, tag, urn);
    const { failures } = await of("tag").check({}, { ...tag, __resourceUrn: second });
    expect(failures?.map(({ reason }) => reason)).toEqual([expect.stringContaining("CA2302")]);
    await expect(compare(known, renamedTag, second)).rejects.toThrow("CA2021");
  });

  describe("with `--target`, where the engine checks and compares nothing else", () => {
    const second = urnOf("VirtualTag", "second");

    test("only the target is changed or deleted, and the next run finds the rest as it was", async () => {
      const [known, rest] = [await make("tag", tag, urn), await make("tag", renamedTag, second)];
      startRun();
      const updated = await declare(known, withoutRules);
      startRun();
      expect(await declare(rest, renamedTag)).toEqual(rest);
      startRun();
      await remove(updated);
      expect(writes()).toEqual(["POST", "POST", "PUT", "DELETE"]);
    });

    test("a target does not take the tag of a resource that the run does not know", async () => {
      await make("tag", tag, urn);
      startRun();
      await expect(make("tag", tag, second)).rejects.toThrow("CA2002");
      expect(writes()).toEqual(["POST"]);
    });

    test("a target that takes a value of what the run does not create is refused", async () => {
      // The class says so. Without one, the argument is missing.
      const absent = front === "dynamic" ? { __notCreated: [urn] } : {};
      const { failures } = await of("metadata").check({}, { metadata: {}, __resourceUrn: own, ...absent });
      const code = front === "dynamic" ? "CA1006" : "CA1101";
      expect(failures?.map(({ reason }) => reason)).toEqual([expect.stringContaining(code)]);
      expect(failures?.[0]?.reason).toContain("target");
    });
  });

  test("an endpoint that changes is another one, and the old one stays in the service, with a warning", async () => {
    const email = { type: "email", name: "Mail", configuration: { to: "a@b.example" } };
    const known = await make("endpoint", email, urnOf("NotificationEndpoint", "mail"));
    startRun();
    await replace(known, { ...email, configuration: { to: "c@d.example" } });
    await remove(known);
    expect(writes()).toEqual(["POST", "POST"]);
    expect(account.codes()).toEqual(["CA4102", "CA4101"]);
  });

  describe("metadata", () => {
    const metadata = { Checkout: { groups: ["g"], customMetadata: { owner: "ines" } } };
    const changed = { Checkout: { groups: ["other"] } };
    let virtualTagId: string;
    let known: Known;
    const held = (): Promise<Properties> => other("GET", `/v2/virtual-tags/${virtualTagId}/metadata`);
    let before: Properties;
    let none: Properties;
    beforeEach(async () => {
      virtualTagId = (await make("tag", tag, urn)).id;
      none = await held();
      known = await make("metadata", { virtualTagId, metadata }, own);
      before = await held();
      startRun();
    });

    test("stays while the program declares it", async () => {
      await make("metadata", { virtualTagId, metadata }, own);
      await remove(known);
      startRun();
      await declare(known, { virtualTagId, metadata });
      await remove(known);
      expect(await held()).toEqual(before);
    });

    test("is changed in place by a replacement that the program wants, which finds its own fields", async () => {
      await replace(known, { virtualTagId, metadata: changed });
      await remove(known);
      expect(await held()).toMatchObject({ metadata: changed });
    });

    test("stays if another tag's could not be created in its place", async () => {
      const second = await make("tag", renamedTag, urnOf("VirtualTag", "second"));
      const moved = { virtualTagId: second.id, metadata };
      await compare(known, moved, own);
      forbid("PUT");
      await expect(make("metadata", moved, own)).rejects.toThrow("FORBIDDEN");
      account.emulator.control.clearFaults();
      await expect(remove(known)).rejects.toThrow("CA1005");
      expect(await held()).toEqual(before);
    });

    test("is removed if a refresh has compared it, and the program does not declare it", async () => {
      await of("metadata").diff(known.id, known.state, { virtualTagId, metadata, __resourceUrn: own });
      await remove(known);
      expect(await held()).toEqual(none);
    });
  });

  test.each([
    { changed: { ...inputsOfV1, rules: [] }, expected: ["POST", "PUT"] },
    { changed: { ...inputsOfV1, name: "New" }, expected: ["POST", "POST", "DELETE"] },
  ])("a replacement of a V1 tag does, too: $expected", async ({ changed, expected }) => {
    const known = await make("tagV1", { ...inputsOfV1 }, urnOf("VirtualTagV1", "team"));
    startRun();
    await replace(known, changed);
    await remove(known);
    expect(writes()).toEqual(expected);
  });
});
