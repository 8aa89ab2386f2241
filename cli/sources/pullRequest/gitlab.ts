/** The merge request of a job in GitLab CI. */
import { encodeSegment } from "../../../client/http/path";
import { field } from "../../../client/json";
import { Api } from "./api";
import { followPages } from "./pages";
import type { Place, PostedComment, PullRequest, Surroundings } from "./pullRequest";
import { addressIn, requiredVariables, tokenIn, valueOf, withGiven } from "./variables";

const hints = {
  CI_API_V4_URL: "GitLab CI sets it",
  CI_PROJECT_ID: "GitLab CI sets it; elsewhere, give --project",
  CI_MERGE_REQUEST_IID: "GitLab CI sets it in pipelines of merge requests only; elsewhere, give --number",
  GITLAB_TOKEN: "a project access token with the role Reporter and the scope api, as a masked variable",
};

const needed = "It must be a project access token with the role Reporter and the scope `api`.";

function advice(status: number): string | undefined {
  if (status === 401)
    return `Check the token in GITLAB_TOKEN. ${needed} A job's own CI_JOB_TOKEN can't write comments.`;
  if (status === 403) return `The token in GITLAB_TOKEN does not have the right to do this. ${needed}`;
  return status === 404 ? `The token in GITLAB_TOKEN does not see this merge request. ${needed}` : undefined;
}

/**
 * Opens it. Sends nothing.
 *
 * @throws {Error} that names every variable that is missing
 */
export function openGitLab(surroundings: Surroundings, { number: iid, project: id }: Place): PullRequest {
  const { env } = surroundings;
  const given = requiredVariables(withGiven(env, { CI_PROJECT_ID: id, CI_MERGE_REQUEST_IID: iid }), hints);
  const token = tokenIn("GITLAB_TOKEN", given.GITLAB_TOKEN);
  const base = addressIn("CI_API_V4_URL", given.CI_API_V4_URL);
  // A pipeline of a fork has the fork's ID in CI_PROJECT_ID, but the number counts in the project of the merge request.
  const ofMergeRequest = id ?? valueOf(env, "CI_MERGE_REQUEST_PROJECT_ID") ?? given.CI_PROJECT_ID;
  const [project, number] = [encodeSegment(ofMergeRequest), encodeSegment(given.CI_MERGE_REQUEST_IID)];
  const notes = `${base}/projects/${project ?? ""}/merge_requests/${number ?? ""}/notes`;
  const list = new URL(`${notes}?per_page=100&sort=asc&order_by=created_at`);
  const one = ({ id }: PostedComment): URL => new URL(`${notes}/${id}`);
  const api = new Api({ system: "GitLab", headers: { "private-token": token }, token, advice }, surroundings);
  return {
    system: "GitLab",
    largestComment: 1_000_000,
    jobPage: valueOf(env, "CI_JOB_URL"),
    author: async () => {
      const { json } = await api.send({ method: "GET", url: new URL(`${base}/user`) });
      const id = field(json, "id");
      if (typeof id === "number") return String(id);
      throw new Error("GitLab does not say whose the token in GITLAB_TOKEN is.");
    },
    comments: () => followPages(api, list, ({ json }) => (Array.isArray(json) ? json.flatMap(commentOf) : undefined)),
    create: async (body) => {
      const answer = await api.sendOnce({ method: "POST", url: new URL(notes), body: { body } });
      return commentOf(answer?.json)[0];
    },
    update: async (comment, body) => {
      const { status } = await api.send({ method: "PUT", url: one(comment), body: { body }, accept: [404] });
      return status < 300;
    },
    remove: async (comment) => {
      await api.send({ method: "DELETE", url: one(comment), accept: [404] });
    },
    hide: undefined,
  };
}

function commentOf(json: unknown): PostedComment[] {
  const [id, author, body] = [field(json, "id"), field(field(json, "author"), "id"), field(json, "body")];
  if (typeof id !== "number" || typeof body !== "string") return [];
  return [{ id: String(id), author: typeof author === "number" ? String(author) : "", body }];
}
