/** The table "How it is written" of docs/virtual-tag-metadata.md lists the requests that are really sent. */
import type { MetadataMap } from "../../client";
import { account, create, declare, merging, start, update } from "../provider/virtualTagMetadata/account";
import { tableRowsOf } from "./pages";

const web: MetadataMap = { Web: { groups: ["g"], customMetadata: { owner: "ines" } } };

/** What each row is about. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  "nothing to change": async () => {
    const { state } = await create(declare(web));
    account.emulator.control.clearRequests();
    return update(state, declare(web));
  },
  "the whole map": () => create(declare(web)),
  "merge: fields are added or changed": () => create(merging(web)),
  "merge: fields are removed": async () => {
    const { state } = await create(merging(web));
    account.emulator.control.clearRequests();
    return update(state, merging({ Web: { groups: ["g"] } }));
  },
  "merge: fields are added, others removed": async () => {
    const { state } = await create(merging(web));
    account.emulator.control.clearRequests();
    return update(state, merging({ Web: { customMetadata: { costCode: "4711" } } }));
  },
};

const rows = tableRowsOf("docs/virtual-tag-metadata.md").filter(([change = ""]) => change in changes);

test("the table has each change", () => {
  expect(rows.map(([change]) => change)).toEqual(Object.keys(changes));
});

test.each(rows)("%s: %s", async (change, requests = "") => {
  await start();
  account.emulator.control.clearRequests();
  await changes[change]?.();
  const sent = account.emulator.control.requests().map(({ method }) => method);
  expect(sent).toEqual([...requests.matchAll(/`([A-Z]+)`/g)].map(([, method]) => method));
});
