/** What VirtualTag does with a state of VirtualTagV1, also after V1 was deleted: then V1's stub leads to VirtualTag's lifecycle. */
import type { VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import {
  account,
  content,
  create,
  deletes,
  editByOther,
  inputs,
  madeByOther,
  newRun,
  refresh,
  remove,
  setDriftPolicy,
  start,
  update,
} from "./account";
import { virtualTagLifecycle as lifecycle } from "../lifecycles";

let id: string;
let state: VirtualTagV1State;
beforeEach(async () => {
  await start();
  id = await madeByOther();
  const __resourceUrn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagV1::team";
  state = { ...content, isCaseSensitive: false, __resourceUrn, __memory: {}, __report: {} };
});

test("a refresh keeps it, and shows no difference, so that an update still finds what others changed before", async () => {
  await editByOther(id, { defaultValue: "Theirs" });
  const found = await refresh(id, state);
  expect(found).toEqual({ inputs: { ...content, isCaseSensitive: false, __resourceUrn: state.__resourceUrn }, state });
  expect(lifecycle.diff(found.state, found.inputs).kind).toBe("none");
  setDriftPolicy("refuse");
  await expect(update(id, found.state, inputs)).rejects.toMatchObject({ code: "CA2015" });
});

test("a delete of a tag that others changed follows the policy", async () => {
  await editByOther(id, { defaultValue: "Theirs" });
  setDriftPolicy("refuse");
  await expect(remove(id, state)).rejects.toMatchObject({ code: "CA2031" });
  setDriftPolicy("overwrite");
  await remove(id, state);
  expect(deletes()).toHaveLength(1);
  expect(account.codes()).toEqual(["CA2110"]);
});

test("a delete leaves a tag that V1 adopted and never saved, or that another stack owns", async () => {
  await remove(id, { ...state, __memory: { isUnsaved: true } });
  const prod = inputs.__resourceUrn?.replace(":dev::", ":prod::") ?? "";
  await create({ ...inputs, adopt: true, defaultValue: "Theirs", __resourceUrn: prod });
  newRun();
  await remove(id, state);
  expect(deletes()).toEqual([]);
  expect(account.codes()).toEqual(expect.arrayContaining(["CA2109", "CA2107"]));
});
