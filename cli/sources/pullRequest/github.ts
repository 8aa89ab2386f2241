/** The pull request of a job in GitHub Actions. */
import { isPossibleId } from "../../../client/http/path";
import { field, parseJson, textOf } from "../../../client/json";
import { readInput } from "../textFile";
import { Api } from "./api";
import { followPages } from "./pages";
import type { Place, PostedComment, PullRequest, Surroundings, Variables } from "./pullRequest";
import { addressIn, requiredVariables, tokenIn, valueOf, withGiven } from "./variables";

const hints = {
  GITHUB_API_URL: "GitHub Actions sets it",
  GITHUB_REPOSITORY: "GitHub Actions sets it; elsewhere, give --repository",
  GITHUB_TOKEN: "give it to the step: env: { GITHUB_TOKEN: ${{ github.token }} }",
};

const eventHint = { GITHUB_EVENT_PATH: "GitHub Actions sets it; elsewhere, give --number" };

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
 * Opens it. Sends nothing, unless the job is one of `workflow_run`.
 *
 * @throws {Error} that names every variable that is missing
 */
export async function openGitHub(surroundings: Surroundings, place: Place): Promise<PullRequest> {
  const { env } = surroundings;
  const variables = withGiven(env, { GITHUB_REPOSITORY: place.repository });
  const needed: typeof hints = place.number === undefined ? { ...hints, ...eventHint } : hints;
  const given = requiredVariables(variables, needed);
  const token = tokenIn("GITHUB_TOKEN", given.GITHUB_TOKEN);
  const base = addressIn("GITHUB_API_URL", given.GITHUB_API_URL);
  const repository = `${base}/repos/${repositoryPath(given.GITHUB_REPOSITORY)}`;
  const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
  const api = new Api({ system: "GitHub", headers, token, advice }, surroundings);
  const number = place.number ?? (await numberIn(await readEvent(env), api, repository));
  const issues = `${repository}/issues`;
  const list = new URL(`${issues}/${number}/comments?per_page=100`);
  const one = ({ id }: PostedComment): URL => new URL(`${issues}/comments/${id}`);
  const graph = valueOf(env, "GITHUB_GRAPHQL_URL");
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
function repositoryPath(name: string): string {
  const parts = name.split("/");
  if (parts.length === 2 && parts.every(isPossibleId)) return parts.map(encodeURIComponent).join("/");
  throw new Error("The repository (GITHUB_REPOSITORY, --repository) must be an owner and a name, such as acme/costs.");
}

async function readEvent(env: Variables): Promise<unknown> {
  return parseJson(await readInput(valueOf(env, "GITHUB_EVENT_PATH") ?? ""));
}

/**
 * The number of the pull request that an event is about.
 *
 * @throws {Error} that names `--number` if there is none
 */
async function numberIn(event: unknown, api: Api, repository: string): Promise<string> {
  const issue = field(event, "issue");
  const run = field(event, "workflow_run");
  const ofIssue = field(issue, "pull_request") === undefined ? undefined : issue;
  const one = field(event, "pull_request") ?? ofIssue ?? (run && (await pullRequestOf(run, api, repository)));
  const number = field(one, "number");
  if (Number.isSafeInteger(number)) return String(number);
  throw new Error(
    run === undefined
      ? "The event in GITHUB_EVENT_PATH is not one of a pull request. Run the job on pull_request, or give --number."
      : "The workflow that this job follows has no open pull request with its commit. Give --number.",
  );
}

/** GitHub's event does not list a pull request from a fork. Its branch does, if nothing was pushed since. */
async function pullRequestOf(run: unknown, api: Api, repository: string): Promise<unknown> {
  const [sha, branch] = [field(run, "head_sha"), textOf(field(run, "head_branch"))];
  const owner = textOf(field(field(field(run, "head_repository"), "owner"), "login"));
  if (branch === undefined || owner === undefined) return undefined;
  const query = new URLSearchParams({ state: "open", head: `${owner}:${branch}`, per_page: "100" });
  const { json } = await api.send({ method: "GET", url: new URL(`${repository}/pulls?${query.toString()}`) });
  const found = [json].flat().filter((one) => sha !== undefined && field(field(one, "head"), "sha") === sha);
  return found.length === 1 ? found[0] : undefined;
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

/** Sends a GraphQL request. `refusal`: the token does not have the right. */
type Graph = (query: string) => Promise<{ data: unknown; refusal?: Error }>;

/** The types of its errors; see GitHub's documentation of GraphQL. */
const types = {
  limited: ["RATE_LIMITED", "RATE_LIMIT"],
  forbidden: ["FORBIDDEN", "INSUFFICIENT_SCOPES"],
  gone: ["NOT_FOUND"],
};

const errorsIn = (json: unknown, among: readonly string[]): unknown[] =>
  [field(json, "errors")].flat().filter((error) => among.includes(textOf(field(error, "type")) ?? ""));

/** A comment that somebody has deleted needs nothing, so it is no error that it is not found. */
function graphOf(api: Api, url: URL): Graph {
  const isLimited = (json: unknown): boolean => errorsIn(json, types.limited).length > 0;
  const refused = (error: unknown, status?: number): Error =>
    api.refused(textOf(field(error, "message")), status, `POST ${url.href}`);
  return async (query) => {
    const { status, json } = await api.send({ method: "POST", url, body: { query }, accept: [403], isLimited });
    const data = field(json, "data");
    const forbidden = status === 403 ? json : errorsIn(json, types.forbidden)[0];
    if (forbidden !== undefined) return { data, refusal: refused(forbidden, 403) };
    const gone = errorsIn(json, types.gone);
    const [problem] = [field(json, "errors")].flat().filter((error) => error !== undefined && !gone.includes(error));
    if (problem !== undefined) throw refused(problem);
    return { data };
  };
}

/**
 * A job's token may not read `/user`. GraphQL then names the bot: that of the jobs, or that of another app.
 *
 * @throws {Error} if GraphQL can't be asked: a wrong author would not find the comment of the last push
 */
async function authorOf(api: Api, url: URL, graph: Graph | undefined): Promise<string> {
  const { status, json } = await api.send({ method: "GET", url, accept: [403] });
  const login = textOf(field(json, "login"));
  if (status === 200 && login !== undefined) return login;
  if (graph === undefined) return botOfJobs;
  const { data, refusal } = await graph("query { viewer { login } }");
  if (refusal !== undefined) return botOfJobs;
  const bot = textOf(field(field(data, "viewer"), "login"));
  if (bot === undefined) throw new Error("GitHub does not say whose the token in GITHUB_TOKEN is.");
  return `${bot.replace(/\[bot\]$/, "")}[bot]`;
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
  if (parts.length === 0) return;
  const { refusal } = await graph(`mutation { ${parts.join(" ")} }`);
  if (refusal !== undefined) throw refusal;
}
