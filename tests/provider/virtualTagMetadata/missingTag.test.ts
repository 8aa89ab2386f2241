/** The API documentation lists no status of metadata requests for a tag that is missing or denied: 400, in any body, must do. */
import type { Switches } from "../../../emulator";
import { account, create, declare, held, read, remove, start, virtualTagId } from "./account";

const errorBodies = ["standard", "nested", "message", "text", "html", "empty"] as const;
const answers = errorBodies.flatMap((errorBody): Partial<Switches>[] => [
  { errorBody },
  { errorBody, metadataErrorStatus: 400 },
  { errorBody, metadataErrorStatus: 400, notFoundStatus: 400 },
]);

const web = { Web: { groups: ["g"] } };
const tagPath = (): string => `/v2/virtual-tags/${virtualTagId}`;

describe.each(answers)("with %j", (switches) => {
  beforeEach(() => start({ emulator: { switches, limits: { enabled: false } } }));

  test("metadata of a deleted tag is deleted, and not found by a refresh", async () => {
    const { state } = await create(declare(web));
    await account.asOther("DELETE", tagPath());
    expect(await read(state)).toBeUndefined();
    await remove(state);
    expect(account.codes()).toEqual(["CA3204"]);
  });

  test("metadata for a tag that does not exist is refused with the reason", async () => {
    await account.asOther("DELETE", tagPath());
    await expect(create(declare(web))).rejects.toMatchObject({ name: "NotFound", missing: "Virtual Tag" });
  });

  test("a denied tag is not taken for deleted", async () => {
    const { state } = await create(declare(web));
    const { control } = account.emulator;
    const nobody = { type: "private" as const, users: ["ines@example.com"], groups: [] };
    control.setAcl({ id: virtualTagId, acl: { read: nobody, write: nobody } });
    await expect(read(state)).rejects.toMatchObject({ name: "Forbidden" });
    await expect(remove(state)).rejects.toMatchObject({ name: "Forbidden" });
    expect(await held()).toEqual(web);
  });
});
