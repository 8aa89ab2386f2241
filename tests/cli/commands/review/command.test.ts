/** The command's arguments, and what `--live` finds of adoptions. */
import { reviewCommand } from "../../../../cli/commands/review";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";
import { liveReview } from "./liveReview";

accountForEachTest(reviewCommand);

test.each<[string, string[], string]>([
  ["no input", [], "--plan"],
  ["two inputs", ["--plan", "a", "--stack", "b"], "--plan"],
  ["--before alone", ["--before", "a"], "--after"],
  ["stdin twice", ["--before", "-", "--after", "-"], "stdin"],
  ["--refresh without --stack", ["--plan", "a", "--refresh"], "--stack"],
  ["--live with files", ["--before", "a", "--after", "b", "--live"], "--live"],
  ["an unknown option", ["--nope"], "--nope"],
  ["an argument", ["--plan", "a", "b"], "argument"],
])("wrong arguments: %s", async (_what, args, part) => {
  const { code, stdout, stderr } = await account.run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: /);
  expect(stderr).toContain(part);
});

test("--live compares an adoption by an ID with the tag, also under another name; what is no ID is not there", async () => {
  const { id } = await account.create("Adopted", teamContent("Shop"));
  const live = async (adopt: string): Promise<unknown> => {
    const { tags } = await liveReview(
      [{ resource: "x", after: { name: "New", ...teamContent("Web"), adopt } }],
      "--live",
    );
    return tags[0];
  };
  const adopted = { change: "adopted", live: "compared", rules: { changed: 1 }, renamedFrom: "Adopted" };
  expect(await live(id)).toMatchObject(adopted);
  expect(await live("../x")).toMatchObject({ live: "missing" });
});
