/** The pull request of a job in Azure Pipelines, whose repository is in Azure Repos. */
import { encodeSegment } from "../../../client/http/path";
import { field, textOf } from "../../../client/json";
import { Api } from "./api";
import type { Place, PostedComment, PullRequest, Surroundings, Variables } from "./pullRequest";
import { addressIn, requiredVariables, tokenIn, valueOf, withGiven } from "./variables";

const hints = {
  SYSTEM_COLLECTIONURI: "Azure Pipelines sets it",
  SYSTEM_TEAMPROJECT: "Azure Pipelines sets it; elsewhere, give --project",
  BUILD_REPOSITORY_ID: "Azure Pipelines sets it; elsewhere, give --repository",
  SYSTEM_PULLREQUEST_PULLREQUESTID: "Azure Pipelines sets it in builds of pull requests only; elsewhere, give --number",
  SYSTEM_ACCESSTOKEN: "give it to the step: env: { SYSTEM_ACCESSTOKEN: $(System.AccessToken) }",
};

function advice(status: number): string | undefined {
  if (status === 401) {
    return "Check the token in SYSTEM_ACCESSTOKEN: it is not valid. Set it to $(System.AccessToken) in the step's env.";
  }
  if (status === 403) {
    return (
      'The token in SYSTEM_ACCESSTOKEN needs the right "Contribute to pull requests": ' +
      "allow it to the build service, in the repository's security settings."
    );
  }
  if (status !== 404) return undefined;
  return 'The token in SYSTEM_ACCESSTOKEN does not see this pull request. The build service needs the right "Read".';
}

/** A thread that is not closed could keep the pull request from being completed. */
const closed = 4;

/** The type of a comment that a person reads, and not one of the system. */
const text = 1;

/**
 * Opens it. Sends nothing.
 *
 * @throws {Error} that names every variable that is missing
 */
export function openAzure(surroundings: Surroundings, place: Place): PullRequest {
  const { env } = surroundings;
  const variables = withGiven(env, {
    SYSTEM_TEAMPROJECT: place.project,
    BUILD_REPOSITORY_ID: place.repository,
    SYSTEM_PULLREQUEST_PULLREQUESTID: place.number,
  });
  const given = requiredVariables(variables, hints);
  const token = tokenIn("SYSTEM_ACCESSTOKEN", given.SYSTEM_ACCESSTOKEN);
  const collection = addressIn("SYSTEM_COLLECTIONURI", given.SYSTEM_COLLECTIONURI);
  const [project, repository, number] = [
    given.SYSTEM_TEAMPROJECT,
    given.BUILD_REPOSITORY_ID,
    given.SYSTEM_PULLREQUEST_PULLREQUESTID,
  ].map((part) => encodeSegment(part) ?? "");
  const pullRequest = `${project ?? ""}/_apis/git/repositories/${repository ?? ""}/pullRequests/${number ?? ""}`;
  const threads = `${collection}/${pullRequest}/threads`;
  const address = (path = ""): URL => new URL(`${threads}${path}?api-version=7.1`);
  const one = ({ id }: PostedComment): URL => {
    const [thread = "", comment = ""] = id.split("/");
    return address(`/${thread}/comments/${comment}`);
  };
  const headers = { authorization: `Bearer ${token}` };
  const api = new Api({ system: "Azure DevOps", headers, token, advice }, surroundings);
  return {
    system: "Azure DevOps",
    largestComment: 150_000,
    jobPage: jobPage(env),
    author: async () => {
      const { json } = await api.send({ method: "GET", url: new URL(`${collection}/_apis/connectionData`) });
      const id = textOf(field(field(json, "authenticatedUser"), "id"));
      if (id !== undefined) return id;
      throw new Error("Azure DevOps does not say whose the token in SYSTEM_ACCESSTOKEN is.");
    },
    // The list of threads has no pages.
    comments: async () => {
      const list = field((await api.send({ method: "GET", url: address() })).json, "value");
      if (Array.isArray(list)) return list.flatMap(commentOf).toSorted((a, b) => threadOf(a) - threadOf(b));
      throw new Error(`The list of comments can't be read. [GET ${threads}]`);
    },
    create: async (content) => {
      const comment = { parentCommentId: 0, commentType: text, content };
      const answer = await api.sendOnce({
        method: "POST",
        url: address(),
        body: { comments: [comment], status: closed },
      });
      return commentOf(answer?.json)[0];
    },
    update: async (comment, content) => {
      const { status } = await api.send({ method: "PATCH", url: one(comment), body: { content }, accept: [404] });
      return status < 300;
    },
    remove: async (comment) => {
      await api.send({ method: "DELETE", url: one(comment), accept: [404] });
    },
    hide: undefined,
  };
}

function jobPage(env: Variables): string | undefined {
  const names = ["SYSTEM_COLLECTIONURI", "SYSTEM_TEAMPROJECT", "BUILD_BUILDID"];
  const [collection, project, build] = names.map((name) => valueOf(env, name));
  if (collection === undefined || project === undefined || build === undefined) return undefined;
  return `${collection.replace(/\/+$/, "")}/${encodeURIComponent(project)}/_build/results?buildId=${encodeURIComponent(build)}`;
}

const threadOf = ({ id }: PostedComment): number => Number(id.split("/")[0]);

/** The first comment of a thread; the others are answers to it. */
function commentOf(thread: unknown): PostedComment[] {
  const [threadId, comments] = [field(thread, "id"), field(thread, "comments")];
  const first: unknown = Array.isArray(comments) ? comments[0] : undefined;
  const [id, body] = [field(first, "id"), field(first, "content")];
  if (typeof threadId !== "number" || typeof id !== "number" || typeof body !== "string") return [];
  if (field(thread, "isDeleted") === true || field(first, "isDeleted") === true) return [];
  return [{ id: `${threadId}/${id}`, author: textOf(field(field(first, "author"), "id")) ?? "", body }];
}
