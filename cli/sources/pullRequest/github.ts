/** The pull request of a job in GitHub Actions. */
import { isPossibleId } from "../../../client/http/path";
import { field, parseJson, textOf } from "../../../client/json";
import { readInput } from "../textFile";
import { Api } from "./api";
import { followPages } from "./pages";
import type { PostedComment, PullRequest, Surroundings, Variables } from "./pullRequest";
import { addressIn, requiredVariables, tokenIn, valueOf } from "./variables";

const hints = {
  GITHUB_API_URL: "GitHub Actions sets it",
  GITHUB_REPOSITORY: "GitHub Actions sets it",
  GITHUB_EVENT_PATH: "GitHub Actions sets it",
  GITHUB_TOKEN: "give it to the step: env: { GITHUB_TOKEN: ${{ github.token }} }",
};

/** The author of everything that a job's own token makes. No person can have a name with brackets. */
const botOfJobs = "github-actions[bot]";

function advice(status: number): string | undefined {
  if (status === 401) return "Check the token in GITHUB_TOKEN: it is not valid, or has expired.";
  if (status === 403) {
    return (
      "The token in GITHUB_TOKEN needs the right to write comments: `permissions: { pull-requests: write }` in the job. " +
      "A pull request from a fork has a token that can only read."
    );
  }
  if (status !== 404) return undefined;
  return "Check that the token in GITHUB_TOKEN has access to this repository, and the right `pull-requests: write`.";
}

/**
 * Opens it. Sends nothing.
 *
 * @throws {Error} that names every variable that is missing
 */
export async function openGitHub(surroundings: Surroundings): Promise<PullRequest> {
  const { env } = surroundings;
  const given = requiredVariables(env, hints);
  const token = tokenIn("GITHUB_TOKEN", given.GITHUB_TOKEN);
  const base = addressIn("GITHUB_API_URL", given.GITHUB_API_URL);
  const issues = `${base}/repos/${repository(given.GITHUB_REPOSITORY)}/issues`;
  const number = await pullRequestNumber(given.GITHUB_EVENT_PATH);
  const list = new URL(`${issues}/${number}/comments?per_page=100`);
  const one = ({ id }: PostedComment): URL => new URL(`${issues}/comments/${id}`);
  const graph = valueOf(env, "GITHUB_GRAPHQL_URL");
  const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
  const api = new Api({ system: "GitHub", headers, token, advice }, surroundings);
  const graphApi = graph === undefined ? undefined : graphOf(api, new URL(addressIn("GITHUB_GRAPHQL_URL", graph)));
  return {
    system: "GitHub",
    largestComment: 65_536,
    jobPage: jobPage(env),
    author: () => authorOf(api, new URL(`${base}/user`), graphApi),
    comments: () => followPages(api, list, ({ json }) => (Array.isArray(json) ? json.flatMap(commentOf) : undefined)),
    create: async (body) => {
      const answer = await api.sendOnce({ method: "POST", url: list, body: { body } });
      return commentOf(answer?.json)[0];
    },
    update: async (comment, body) => {
      const { status } = await api.send({ method: "PATCH", url: one(comment), body: { body }, accept: [404, 410] });
      return status < 300;
    },
    remove: async (comment) => {
      await api.send({ method: "DELETE", url: one(comment), accept: [404, 410] });
    },
    hide: graphApi && ((comments) => hideAll(graphApi, comments)),
  };
}

/** Each part is a segment of a path. */
function repository(name: string): string {
  const parts = name.split("/");
  if (parts.length === 2 && parts.every(isPossibleId)) return parts.map(encodeURIComponent).join("/");
  throw new Error("GITHUB_REPOSITORY must be an owner and a name, such as acme/costs.");
}

async function pullRequestNumber(path: string): Promise<number> {
  const event = parseJson(await readInput(path));
  const issue = field(event, "issue");
  const pullRequest = field(event, "pull_request") ?? (field(issue, "pull_request") === undefined ? undefined : issue);
  const number = field(pullRequest, "number");
  if (Number.isSafeInteger(number)) return number as number;
  throw new Error("The event in GITHUB_EVENT_PATH is not one of a pull request. Run the job on: pull_request.");
}

function jobPage(env: Variables): string | undefined {
  const [server, name, run] = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"].map((one) =>
    valueOf(env, one),
  );
  return server === undefined || name === undefined || run === undefined
    ? undefined
    : `${server}/${name}/actions/runs/${run}`;
}

function commentOf(json: unknown): PostedComment[] {
  const [id, author] = [field(json, "id"), textOf(field(field(json, "user"), "login"))];
  const [body, nodeId] = [field(json, "body"), textOf(field(json, "node_id"))];
  if (typeof id !== "number" || typeof body !== "string") return [];
  return [{ id: String(id), author: author ?? "", body, ...(nodeId === undefined ? {} : { nodeId }) }];
}

/** Sends a GraphQL request, and returns its data. */
type Graph = (query: string) => Promise<unknown>;

function graphOf(api: Api, url: URL): Graph {
  return async (query) => {
    const { json } = await api.send({ method: "POST", url, body: { query } });
    const [problem] = [field(json, "errors")].flat().filter((error) => error !== undefined);
    if (problem === undefined) return field(json, "data");
    throw api.refused(textOf(field(problem, "message")), `POST ${url.href}`);
  };
}

/** A job's token may not read `/user`. GraphQL then names the bot: that of the jobs, or that of another app. */
async function authorOf(api: Api, url: URL, graph: Graph | undefined): Promise<string> {
  const { status, json } = await api.send({ method: "GET", url, accept: [403] });
  const login = textOf(field(json, "login"));
  if (status === 200 && login !== undefined) return login;
  if (graph === undefined) return botOfJobs;
  const viewer = await graph("query { viewer { login } }").catch((): unknown => undefined);
  const bot = textOf(field(field(viewer, "viewer"), "login"));
  return bot === undefined ? botOfJobs : `${bot.replace(/\[bot\]$/, "")}[bot]`;
}

/** In one request, because each comment of each earlier push is hidden again. */
async function hideAll(graph: Graph, comments: readonly PostedComment[]): Promise<void> {
  const parts = comments.flatMap(({ nodeId }, index) =>
    nodeId === undefined
      ? []
      : [
          `c${index}: minimizeComment(input: { subjectId: ${JSON.stringify(nodeId)}, classifier: OUTDATED }) { clientMutationId }`,
        ],
  );
  if (parts.length > 0) await graph(`mutation { ${parts.join(" ")} }`);
}
