/** Answers of the service that can't be read must not keep anybody from what can. */
import { CostAllocationError, type Transport } from "../../../client";
import { dynamicProvider } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import type { Lifecycle } from "../../../provider/shared/lifecycle";
import type { Message } from "../../../provider/shared/message";
import { virtualTagLifecycle, virtualTagMetadataLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";
import { FaultyService } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";
import { declared } from "./stack";
import { readSettings } from "../../../client/settings";
import { startAccount } from "../account";
import { content, inputs } from "../virtualTag/account";

describe("unreadable tags", () => {
  let service: FaultyService;
  beforeEach(() => {
    service = new FaultyService({});
  });

  /** Stands in the stored filters for those that the service nests. */
  const placeholder = "NESTED";
  const nested = { costCenter: "AWS", key: placeholder, type: "tag", operator: "exists" };
  /** The service, with that filter inside so many groups. The text is changed, since no function could make it of the value. */
  const nesting = (groups: number): Transport => ({
    send: async (request) => {
      const answer = await service.send(request);
      if (answer.kind !== "answer") return answer;
      const text = answer.text.replaceAll(
        /\{[^{}]*"NESTED"[^{}]*\}/g,
        (filter) => `${'{"AND":['.repeat(groups)}${filter}${"]}".repeat(groups)}`,
      );
      return { ...answer, text };
    },
    close: () => undefined,
  });
  const start = (groups = 0): Run => startRun(service, { transport: nesting(groups), v1AfterEndOfLife: "allow" });

  /** A lifecycle as the engine calls it, and the warnings that it shows. */
  function front<Inputs extends object, State extends Inputs>(lifecycle: Lifecycle<Inputs, State>, run: Run) {
    const warnings: Message[] = [];
    const host: Host = {
      memory: run.context.memory,
      log: { info: () => undefined, warning: (message) => warnings.push(message), status: () => undefined },
      configure: () => undefined,
      settingsProblem: () => undefined,
      settings: () => ({}),
      context: (urn) => ({ ...run.context, urn }),
    };
    const { read } = dynamicProvider(lifecycle, host);
    return { warnings, read: (id: string, state: object) => run.until(read?.(id, state) ?? Promise.reject(Error())) };
  }

  const urn = (kind: string, name: string): string =>
    `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:${kind}::${name}`;
  const inputsOf = (name: string, filters: object = nested) => ({
    ...declared("x"),
    name,
    rules: [{ to: "Web", filters: filters as never }],
    __resourceUrn: urn("VirtualTag", name),
  });

  describe("filters nested 6,000 levels deep", () => {
    test("affect the refresh of their own tag only, whose state stays as it is, with a warning", async () => {
      const run = start();
      const deep = await run.until(virtualTagLifecycle.create(inputsOf("Deep"), run.context));
      const team = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
      service.editByOther(team.id, { name: "Team", rules: [], defaultValue: "theirs" });

      const { read, warnings } = front(virtualTagLifecycle, start(6_000));
      expect(await read(deep.id, deep.state)).toEqual({ id: deep.id, props: deep.state });
      expect(warnings).toMatchObject([{ code: "CA1104", text: expect.stringContaining(deep.id) as string }]);
      expect(await read(team.id, team.state)).toMatchObject({ id: team.id, props: { defaultValue: "theirs" } });
    });

    // The deepest filters that a program can declare.
    test("are read up to 249 groups, in tags, lists and versions", async () => {
      const run = start();
      const { id, state } = await run.until(virtualTagLifecycle.create(inputsOf("Deep"), run.context));
      const deepest = start(249);
      const { read, warnings } = front(virtualTagLifecycle, deepest);
      expect(JSON.stringify(await read(id, state)).split('"AND"')).toHaveLength(1 + 2 * 249);
      expect(warnings).toEqual([]);
      const { client } = deepest.context;
      const [newest] = await deepest.until(client.virtualTagVersions.newest(id));
      for (const answer of [
        await deepest.until(client.virtualTags.get(id)),
        await deepest.until(client.virtualTags.list({ fresh: true })),
        await deepest.until(client.virtualTagVersions.get(id, newest?.id ?? "")),
      ]) {
        expect(JSON.stringify(answer).split('"AND"')).toHaveLength(1 + 249);
      }
    });

    test.each([6_000, 100_000])("(%i) keep nobody from another tag", async (groups) => {
      const setup = start();
      const deep = await setup.until(virtualTagLifecycle.create(inputsOf("Deep"), setup.context));
      const run = start(groups);
      const { client } = run.context;
      const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
      const changed = await run.until(virtualTagLifecycle.update(id, state, declared("new"), run.context));
      expect(await run.until(client.virtualTags.list({ fresh: true }))).toMatchObject([{ name: "Deep" }, { id }]);
      // The tag that can't be read may refer to the other one.
      const deleted = (): Promise<void> => run.until(virtualTagLifecycle.delete(id, changed, run.context));
      await expect(deleted()).rejects.toMatchObject({
        code: "CA2033",
        message: expect.stringContaining('"Deep"') as string,
      });
      run.context.policy = { ...run.context.policy, referencePolicy: "ignore" };
      await deleted();
      expect(service.tags().map((tag) => tag.id)).toEqual([deep.id]);
      const updated = virtualTagLifecycle.update(
        deep.id,
        deep.state,
        inputsOf("Deep", declared("x").rules),
        run.context,
      );
      await expect(run.until(updated)).rejects.toBeInstanceOf(CostAllocationError);
    });

    test("are a named error when the tag is read alone", async () => {
      const setup = start();
      const { id } = await setup.until(virtualTagLifecycle.create(inputsOf("Deep"), setup.context));
      const { context, until } = start(6_000);
      const [newest] = await until(context.client.virtualTagVersions.newest(id));
      const error = { name: "UnexpectedAnswer", message: expect.stringContaining("nested deeper") as string };
      await expect(until(context.client.virtualTags.get(id))).rejects.toMatchObject(error);
      await expect(until(context.client.virtualTagVersions.get(id, newest?.id ?? ""))).rejects.toMatchObject(error);
      await expect(until(context.client.virtualTagsV1.get(id))).rejects.toMatchObject(error);
    });

    test("of a V1 tag affect only that", async () => {
      const run = start();
      const given = { name: "Deep", rules: [{ to: "Web", filters: nested as never }], defaultValue: "x" };
      const inputs = { ...given, isCaseSensitive: false, __resourceUrn: urn("VirtualTagV1", "deep") };
      const { id, state } = await run.until(virtualTagV1Lifecycle.create(inputs, run.context));
      const { read, warnings } = front(virtualTagV1Lifecycle, start(6_000));
      expect(await read(id, state)).toEqual({ id, props: state });
      expect(warnings.map(({ code }) => code)).toEqual(["CA1104"]);
    });
  });

  describe("an error that is not about one tag", () => {
    test("still fails the refresh", async () => {
      const run = start();
      const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
      const page: Transport = {
        send: () => Promise.resolve({ kind: "answer", status: 200, headers: {}, text: "<html>Sign in</html>" }),
        close: () => undefined,
      };
      const { read, warnings } = front(virtualTagLifecycle, startRun(service, { transport: page }));
      await expect(read(id, state)).rejects.toThrow("can't be read");
      expect(warnings).toEqual([]);
    });
  });

  test("custom metadata nested 6,000 levels deep affects only its own tag", async () => {
    const run = start();
    const { id } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    const metadata = { Web: { customMetadata: { filter: nested } } };
    const inputs = { virtualTagId: id, metadata, __resourceUrn: urn("VirtualTagMetadata", "deep") };
    const { state } = await run.until(virtualTagMetadataLifecycle.create(inputs, run.context));
    const { read, warnings } = front(virtualTagMetadataLifecycle, start(6_000));
    expect(await read(id, state)).toEqual({ id, props: state });
    expect(warnings.map(({ code }) => code)).toEqual(["CA1104"]);
  });

  describe("a tag that only others may read", () => {
    test("affects only its own refresh", async () => {
      const run = start();
      const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
      const forbidding: Transport = {
        send: (request) => {
          const text = JSON.stringify({ error: "FORBIDDEN", message: "no" });
          const isList = request.url.pathname.endsWith("/virtual-tags");
          return isList
            ? Promise.resolve({ kind: "answer", status: 200, headers: {}, text: '{"data":{"virtualTags":[]}}' })
            : Promise.resolve({ kind: "answer", status: 403, headers: {}, text });
        },
        close: () => undefined,
      };
      const { read, warnings } = front(virtualTagLifecycle, startRun(service, { transport: forbidding }));
      expect(await read(id, state)).toEqual({ id, props: state });
      expect(warnings.map(({ code }) => code)).toEqual(["CA1104"]);
    });
  });

  test("declared filters and metadata of 6,000 levels are problems with a path, not exceptions", () => {
    const filters = JSON.parse('{"AND":['.repeat(6_000) + JSON.stringify(nested) + "]}".repeat(6_000)) as object;
    const memory = start().context.memory;
    const path = (problems: { path: string }[]): string[] => problems.map((problem) => problem.path);
    expect(path(virtualTagLifecycle.check({ ...inputsOf("Deep", filters) }, { memory }).problems)).toEqual([
      "rules[0]",
    ]);
    const v1 = { name: "Deep", rules: [{ to: "Web", filters }], defaultValue: "x" };
    expect(path(virtualTagV1Lifecycle.check(v1, { memory }).problems)).toEqual(["rules[0]"]);
    const metadata = { Web: { customMetadata: { filters } } };
    const { problems } = virtualTagMetadataLifecycle.check({ virtualTagId: "t1", metadata }, { memory });
    expect(path(problems)).toEqual(['metadata["Web"]']);
  });

  test("custom metadata is read as deep as a program can declare it", async () => {
    const run = start();
    const { id } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    // The metadata of a value, its customMetadata and the condition are three levels.
    const metadata = { Web: { customMetadata: { filter: nested } } };
    const inputs = { virtualTagId: id, metadata, __resourceUrn: urn("VirtualTagMetadata", "deep") };
    const { state } = await run.until(virtualTagMetadataLifecycle.create(inputs, run.context));
    for (const [groups, code] of [
      [248, []],
      [249, ["CA1104"]],
    ] as const) {
      const { read, warnings } = front(virtualTagMetadataLifecycle, start(groups));
      await read(id, state);
      expect(warnings.map((warning) => warning.code)).toEqual(code);
    }
  });
});

/** A list of tags that is larger than the limit: the error names the setting, and the setting helps. */
describe("a large list", () => {
  const limit = (maxResponseBytes: string): number =>
    readSettings((name) => ({ maxResponseBytes })[name as "maxResponseBytes"], {
      COST_ALLOCATION_CLIENT_ID: "a",
      COST_ALLOCATION_SECRET_KEY: "b",
      COST_ALLOCATION_BASE_URL: "https://api.example.com",
    }).settings.maxResponseBytes;

  test("a create fails and names maxResponseBytes, and succeeds once it is raised", async () => {
    const small = await startAccount({
      client: { maxResponseBytes: limit("20000") },
    });
    const many = Array.from({ length: 10 }, (_, n) => ({
      ...content,
      name: `Tag ${n}`,
      defaultValue: "x".repeat(3_000),
    }));
    for (const tag of many) await small.asOther("POST", "/v2/virtual-tags", tag);

    const failed = await virtualTagLifecycle.create(inputs, small.context).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: "UnexpectedAnswer", cause: { code: "ANSWER_TOO_LARGE" } });
    expect((failed as Error).message).toMatch(/larger than maxResponseBytes.* Raise .*maxResponseBytes/);
    expect(small.writes()).toEqual([]);

    const { clientId, secretKey, url: baseUrl } = small.emulator;
    const raised = await startAccount({
      client: { clientId, secretKey, baseUrl, maxResponseBytes: limit("1000000") },
    });
    const { state } = await virtualTagLifecycle.create(inputs, raised.context);
    expect(state).toMatchObject(content);
  });
});
