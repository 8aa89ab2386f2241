/** `cost-allocation tags`. */
import { tagsCommand } from "../../../cli/commands/tags";
import { account, accountForEachTest } from "../../support/commands/account";
import { teamRule } from "../../support/rules";

accountForEachTest(tagsCommand);

const content = (count: number) => ({
  rules: Array.from({ length: count }, (_, index) => teamRule(`T${index}`, `t${index}`)),
  defaultValue: "None",
});

test("lists the tags by name, with owner and last change, and writes nothing", async () => {
  const second = await account.create("Team", content(2), "First (pulumi shop/prod#team)");
  const first = await account.create("Environment", content(1), "In the application");
  const before = account.writes();
  const { code, stdout, stderr } = await account.run([]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/u))).toEqual([
    ["NAME", "ID", "RULES", "OWNER", "LAST CHANGE"],
    ["Environment", first.id, "1", "no mark", "2026-03-01T02:00:00.000Z emulator@example.com"],
    ["Team", second.id, "2", "shop/prod#team", "2026-03-01T01:00:00.000Z emulator@example.com"],
    ["2 Virtual Tags."],
    [""],
  ]);
  expect(account.writes()).toBe(before);
});

test("--json has the change description without the mark", async () => {
  const { id } = await account.create("Team", content(2), "First (pulumi shop/prod#team)");
  const { stdout } = await account.run(["--json"]);
  const lastChange = {
    createdAt: "2026-03-01T01:00:00.000Z",
    createdBy: "emulator@example.com",
    changeDescription: "First",
  };
  expect(JSON.parse(stdout)).toEqual([{ id, name: "Team", rules: 2, owner: "shop/prod#team", lastChange }]);
});

test("an account without tags says so", async () => {
  expect(await account.run([])).toEqual({ code: 0, stdout: "No Virtual Tags.\n", stderr: "" });
});
