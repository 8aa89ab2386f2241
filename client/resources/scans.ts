import { type Caller, type SendOptions, toCall } from "../http/call";
import { field, isObject } from "../json";
import { listAt, requireTexts, UnreadableAnswer } from "../http/reading";
import type { Settings } from "../settings";
import type { Scan } from "../wire";

/** Cost-saving analyses. The API documentation does not give their paths, so both are settings. */
export class Scans {
  readonly #caller: Caller;
  readonly #settings: Pick<Settings, "scansPath" | "scanRecommendationsPath">;

  /** @internal */
  constructor(caller: Caller, settings: Pick<Settings, "scansPath" | "scanRecommendationsPath">) {
    this.#caller = caller;
    this.#settings = settings;
  }

  /** Every scan. `GET` on the setting `scansPath`. */
  async list(options: SendOptions = {}): Promise<readonly Scan[]> {
    return this.#caller.read(
      toCall({
        operation: "scans.list",
        route: "GET {scansPath}",
        path: this.#settings.scansPath,
        read: (body) => listAt(body, "scans", readScan),
      }),
      options,
    );
  }

  /**
   * The recommendations of a scan. `POST` on the setting `scanRecommendationsPath`. It changes nothing, so it is retried like
   * a read.
   *
   * @param body sent as it is, for example `{ scanId, filters, groupBy }`: the API documentation does not show it
   * @returns the answer as it is
   */
  async recommendations(body: Record<string, unknown>, options: SendOptions = {}): Promise<Record<string, unknown>> {
    return this.#caller.send(
      toCall({
        operation: "scans.recommendations",
        route: "POST {scanRecommendationsPath}",
        path: this.#settings.scanRecommendationsPath,
        write: false,
        body,
        read: (answer) => {
          if (!isObject(answer)) throw new UnreadableAnswer("not an object");
          return answer;
        },
      }),
      options,
    );
  }
}

/** Turns a number as ID into text, and keeps everything else. */
function readScan(value: unknown): Scan {
  const id = field(value, "scanId");
  const scan = typeof id === "number" && isObject(value) ? { ...value, scanId: String(id) } : value;
  return requireTexts(scan, "scanId") as unknown as Scan;
}
