/** `cost-allocation tags`. */
import { tagsCommand } from "../../../cli/commands/tags";
import { account, accountForEachTest } from "../../support/commands/account";

accountForEachTest(tagsCommand);

test("an account without tags says so", async () => {
  expect(await account.run([])).toEqual({ code: 0, stdout: "No Virtual Tags.\n", stderr: "" });
});
