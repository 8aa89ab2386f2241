/** `review` on the account of the current test. */
import { account } from "../../../support/commands/account";
import { file } from "../../../support/folder";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

/** What a review says: its JSON, and its text. */
export interface Reviewed {
  tags: Record<string, unknown>[];
  metadata: Record<string, unknown>[];
  text: string;
  /** The paths that a review requests. */
  requests: string[];
}

/** Reviews a plan with these arguments: as text, and as JSON. It writes nothing, and has no notes. */
export async function liveReview(planned: PlannedResource[], ...args: string[]): Promise<Reviewed> {
  const { notes, ...reviewed } = await notedReview(planned, ...args);
  expect(notes).toBe("");
  return reviewed;
}

/** The same, with the notes of the text. */
export async function notedReview(
  planned: PlannedResource[],
  ...more: string[]
): Promise<Reviewed & { notes: string }> {
  const { control } = account.emulator;
  const args = ["--plan", file("plan.json", planOf(planned)), ...more];
  control.clearRequests();
  const { stdout: text, stderr: notes, code } = await account.run(args);
  expect({ code, notes }).toEqual({ code: 0, notes });
  const requests = control.requests().map(({ path }) => path);
  const { stdout } = await account.run([...args, "--json"]);
  expect(account.writes()).toBe(0);
  return { ...(JSON.parse(stdout) as Pick<Reviewed, "tags" | "metadata">), text, notes, requests };
}
