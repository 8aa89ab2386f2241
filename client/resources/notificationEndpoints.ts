import type { Issue } from "../errors";
import { type Caller, invalidInput, type SendOptions, toCall, type WriteOptions } from "../http/call";
import { field } from "../json";
import { listAt, objectAt, requireTexts } from "../http/reading";
import { withIsoDates } from "./tagReading";
import type { NotificationEndpoint, NotificationEndpointBody } from "../wire";

/** Destinations of reports. They can be listed and created. The API can't change or delete them. */
export class NotificationEndpoints {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * All notification endpoints. `GET /v1/endpoints`. Entries of MS Teams have no `configuration`. `configuration.to` of
   * the others may be a credential (a Slack webhook URL), so don't print it.
   */
  async list(options: SendOptions = {}): Promise<readonly NotificationEndpoint[]> {
    return this.#caller.read(
      toCall({
        operation: "notificationEndpoints.list",
        route: "GET /v1/endpoints",
        read: (body) => listAt(body, "endpoints", readEndpoint),
      }),
      options,
    );
  }

  /**
   * Creates a notification endpoint. `POST /v1/endpoints`. No error shows `configuration.to`.
   *
   * @throws {OutcomeUnknown} if it may have been created: look at the list before creating it again
   */
  async create(body: NotificationEndpointBody, options: WriteOptions = {}): Promise<NotificationEndpoint> {
    const operation = "notificationEndpoints.create";
    const route = "POST /v1/endpoints";
    const issues = problemsOf(body);
    if (issues.length > 0) throw invalidInput(operation, route, issues);
    const { type, name, configuration } = body;
    return this.#caller.send(
      toCall({
        operation,
        route,
        body: { type, name, configuration: { to: configuration.to } } satisfies Required<NotificationEndpointBody>,
        look: { bodyName: name },
        secrets: secretParts(configuration.to),
        read: (answer) => readEndpoint(objectAt(answer, "endpoint")),
      }),
      options,
    );
  }
}

/** Shorter parts of an address are words like `hooks`, not secrets. */
const shortestSecretPart = 6;

/** A destination and the parts by which a service may mention it: the path of a webhook's URL is its credential. */
function secretParts(to: string): string[] {
  if (!URL.canParse(to)) return [to];
  const { pathname, search, searchParams, hash, username, password } = new URL(to);
  const pieces = [search.slice(1), ...searchParams.values(), hash.slice(1), username, password, ...pathname.split("/")];
  const parts = pieces.filter((piece) => piece.length >= shortestSecretPart);
  return [to, ...(pathname.length > 1 ? [`${pathname}${search}`] : []), ...parts];
}

function readEndpoint(value: unknown): NotificationEndpoint {
  // Endpoints of other kinds, which can't be created here, may have only an ID.
  return withIsoDates(requireTexts(value, "id")) as unknown as NotificationEndpoint;
}

function problemsOf(body: unknown): Issue[] {
  const issues: Issue[] = [];
  const type = field(body, "type");
  if (type !== "email" && type !== "slack") issues.push({ path: "type", message: 'must be "email" or "slack"' });
  const texts: [string, unknown][] = [
    ["name", field(body, "name")],
    ["configuration.to", field(field(body, "configuration"), "to")],
  ];
  for (const [path, value] of texts) {
    if (typeof value !== "string" || value === "") issues.push({ path, message: "must be a string, not empty" });
  }
  return issues;
}
