/** A service may keep names in Unicode's composed form (NFC). A program, or a file system, may have the decomposed one. */
import { RunMemory } from "../../provider/shared/runMemory";
import type { VirtualTagInputs } from "../../stack/state/virtualTag";
import {
  account,
  create,
  editByOther,
  inputs,
  later,
  madeByOther,
  newRun,
  refresh,
  start,
  update,
  urn,
} from "./virtualTag/account";
import { optionsOfV1 } from "./virtualTagV1/account";
import { notificationEndpointLifecycle, virtualTagLifecycle } from "./lifecycles";
import { virtualTagV1Lifecycle } from "./virtualTagV1/byInput";

const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
const declared: VirtualTagInputs = { ...inputs, name: decomposed };

const loseAnswer = (method: "POST" | "PUT", path: string): void => {
  account.emulator.control.placeFault({ method, path, when: "afterCommit", kind: "reset", times: 1 });
};

beforeEach(() => start({ emulator: { limits: { perRoute: { "*": 1_000_000 } }, switches: { unicodeForm: "nfc" } } }));

describe("a tag", () => {
  test("has no difference if the program writes the name in the other form", async () => {
    const { id, state } = await create(declared);
    const respelled = { ...declared, name: composed };
    expect(virtualTagLifecycle.diff(state, respelled).kind).toBe("none");
    await update(id, state, respelled);
    expect(account.writes()).toHaveLength(1);
  });

  test("that somebody made is found, and so is one of the same name beside ours", async () => {
    await madeByOther({ name: composed });
    await expect(create(declared)).rejects.toMatchObject({ code: "CA2001" });
    const { id, state } = await create({ ...declared, adopt: true });
    await madeByOther({ name: decomposed });
    newRun();
    await account.context.client.virtualTags.list();
    await update(id, state, { ...declared, defaultValue: "Other" });
    expect(account.codes()).toContain("CA2112");
  });

  test("drifts in its content, and not in its name", async () => {
    const { id, state } = await create(declared);
    later();
    await editByOther(id, { name: composed, defaultValue: "Theirs" });
    const found = await refresh(id, state);
    expect(found.inputs).toEqual({ ...declared, defaultValue: "Theirs" });
    expect(found.state.__memory?.drift?.differs).toMatchObject({ name: false, defaultValue: true });
  });

  test("is owned by a resource whose own name is decomposed", async () => {
    const own = { ...declared, __resourceUrn: urn(decomposed) };
    loseAnswer("POST", "/v2/virtual-tags");
    const { id, state } = await create(own);
    later();
    const found = (await refresh(id, state)).state;
    expect(virtualTagLifecycle.diff(found, own).kind).toBe("none");
    expect(
      virtualTagLifecycle.diff(
        { ...found, __memory: { ...found.__memory, mark: `(pulumi bill/dev#${decomposed})` } },
        own,
      ).kind,
    ).toBe("none");
    await update(id, found, { ...own, setAsLive: false, defaultValue: "Other" });
    expect(account.writes()).toHaveLength(2);
    expect(account.codes()).toEqual([]);
  });

  test("is declared once in a program", () => {
    const memory = new RunMemory();
    expect(virtualTagLifecycle.check({ ...declared }, { memory }).problems).toEqual([]);
    const { problems } = virtualTagLifecycle.check(
      { ...declared, name: composed, __resourceUrn: urn("other") },
      { memory },
    );
    expect(problems).toMatchObject([{ code: "CA2302" }]);
  });
});

test("a tag of V1 is the same", async () => {
  await start(optionsOfV1({ unicodeForm: "nfc" }));
  const v1 = { ...declared, isCaseSensitive: false };
  loseAnswer("POST", "/v1/virtual-tags");
  const { id, state } = await virtualTagV1Lifecycle.create(v1, account.context);
  const found = await virtualTagV1Lifecycle.read(id, state, account.context);
  expect(found?.inputs).toEqual(v1);
  expect(virtualTagV1Lifecycle.diff(state, { ...v1, name: composed }).kind).toBe("none");
  expect(account.writes()).toHaveLength(1);
});

test("a notification endpoint is created once, and never replaced for the form of its name", async () => {
  const endpoint = { type: "email", name: decomposed, configuration: { to: "finops@example.com" } };
  loseAnswer("POST", "/v1/endpoints");
  const { id, state } = await notificationEndpointLifecycle.create(endpoint, account.context);
  await notificationEndpointLifecycle.create(endpoint, account.context);
  expect(account.writes()).toHaveLength(1);
  const found = await notificationEndpointLifecycle.read(id, state, account.context);
  expect(found?.inputs).toEqual(endpoint);
  expect(notificationEndpointLifecycle.diff(state, { ...endpoint, name: composed }).kind).toBe("none");
});
