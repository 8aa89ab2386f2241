/** Rules that a program can declare can be read from every input, however deep their filters are. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declarationsIn } from "../../../cli/sources/declared";
import { stateIn } from "../../../cli/sources/stackState";
import { parsePlan } from "../../../cli/sources/plan/plan";
import { readTagsFile } from "../../../cli/sources/tagsFile";
import { nestedContent } from "../../support/nestedContent";
import { exportOf } from "../commands/drift/state";
import { planText } from "./planText";

const [most, tooMany] = [249, 250];
const inputsOf = (groups: number): object => ({ name: "Team", ...nestedContent(groups) });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-nesting-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("a file of tags", async () => {
  const read = (groups: number): Promise<unknown> => {
    const path = join(folder, `${groups}.json`);
    writeFileSync(path, JSON.stringify([inputsOf(groups)]));
    return readTagsFile(path);
  };
  expect(await read(most)).toEqual([inputsOf(most)]);
  await expect(read(tooMany)).rejects.toThrow("nested deeper");
});

test("a plan", () => {
  const planned = (groups: number): unknown => {
    const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";
    const urn = `urn:pulumi:dev::bill::${type}::team`;
    const newState = { urn, type, custom: true, inputs: inputsOf(groups), outputs: {} };
    return parsePlan(planText([{ op: "create", urn, newState }])).tags[0];
  };
  expect(planned(most)).toMatchObject({ after: nestedContent(most) });
  expect(planned(tooMany)).toMatchObject({ unreadable: "unsupported" });
});

test("the state of a stack", () => {
  const declared = (groups: number): unknown =>
    declarationsIn(stateIn(exportOf([{ id: "t", inputs: inputsOf(groups) }]), "test"));
  expect(declared(most)).toMatchObject({ tags: [{ id: "t" }], notCompared: [] });
  expect(declared(tooMany)).toMatchObject({ tags: [], notCompared: [{ reason: "unreadableState" }] });
});
