/** A job that runs `cost-allocation comment` for a pull request. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commentCommand } from "../../../../cli/commands/comment";
import { type Ended, runCommand } from "../../../support/commands/runCommand";
import {
  type PullRequestService,
  type ServiceOptions,
  startPullRequest,
  type SystemName,
  token,
} from "../../../support/pullRequests/service";

/** A pull request, and the jobs of its pushes. */
export interface Jobs extends PullRequestService {
  /** Runs the command with a file of this text; without the file if it is undefined. */
  push: (text: string | undefined, args?: readonly string[], env?: Record<string, string>) => Promise<Ended>;
}

/** Starts a pull request. Every output is searched for the token. */
export async function startJobs(system: SystemName, options: ServiceOptions = {}): Promise<Jobs> {
  const service = await startPullRequest(system, options);
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-comment-"));
  let files = 0;
  const stop = service.stop;
  return Object.assign(service, {
    push: async (text: string | undefined, args: readonly string[] = [], env: Record<string, string> = {}) => {
      const file = join(folder, `review-${++files}.md`);
      if (text !== undefined) writeFileSync(file, text);
      const ended = await runCommand(commentCommand, ["--file", file, `--${system}`, ...args], {
        env: { ...service.env, ...env },
      });
      expect(`${ended.stdout}${ended.stderr}`).not.toContain(token);
      return ended;
    },
    stop: async () => {
      rmSync(folder, { recursive: true });
      await stop();
    },
  });
}

/** The texts below the hidden lines. */
export function textsOf(jobs: Jobs): string[] {
  return jobs.store.own().map((body) => body.replaceAll(/^<!--.*-->\n/gm, ""));
}
