import type { Caller } from "./calls";
import { Catalog } from "./catalog";
import { systemClock } from "./clock";
import { Credentials } from "./credentials";
import { Limiter } from "./limiter";
import { confirmMissing, type Look } from "./missing";
import { NotificationEndpoints } from "./notificationEndpoints";
import { checkOptions, type ClientOptions } from "./options";
import { QueryLanguage } from "./queryLanguage";
import { type Line, send, type SendOptions } from "./request";
import { Scans } from "./scans";
import { type Sender, SharedReads } from "./sharing";
import { HttpTransport } from "./transport";
import { VirtualTags } from "./virtualTags";
import { VirtualTagMetadata } from "./virtualTagMetadata";
import { VirtualTagsV1 } from "./virtualTagsV1";
import { VirtualTagVersions } from "./virtualTagVersions";

/**
 * A client of the Cost Allocation Service, for one credential. It paces itself by the service's limits, repeats what is
 * safe to repeat, and never repeats a write that may have been carried out.
 *
 * All of one account's callers in a process should share one client (see `sharedClient`): the limits are the account's.
 */
export class CostAllocationClient {
  /** Virtual Tags, V2. */
  readonly virtualTags: VirtualTags;
  /** The history of a Virtual Tag. */
  readonly virtualTagVersions: VirtualTagVersions;
  /** Metadata of a Virtual Tag's values. */
  readonly virtualTagMetadata: VirtualTagMetadata;
  /** Virtual Tags, V1: deprecated by the service, with its end of life on 2027-03-31. Use `virtualTags`. */
  readonly virtualTagsV1: VirtualTagsV1;
  /** Destinations of reports. */
  readonly notificationEndpoints: NotificationEndpoints;
  /** What can be filtered by. */
  readonly catalog: Catalog;
  /** What can be filtered by, with types. */
  readonly queryLanguage: QueryLanguage;
  /** Cost-saving analyses. */
  readonly scans: Scans;
  readonly #close: () => void;

  /** @throws {InvalidSettings} naming every wrong option */
  constructor(options: ClientOptions) {
    const settings = checkOptions(options);
    const clock = options.clock ?? systemClock;
    const random = options.random ?? Math.random;
    const closing = new AbortController();
    const transport =
      options.transport ??
      new HttpTransport(clock, {
        connectTimeoutMilliseconds: settings.connectTimeoutSeconds * 1000,
        answerTimeoutMilliseconds: settings.requestTimeoutSeconds * 1000,
        maxResponseBytes: settings.maxResponseBytes,
      });
    const line: Line = {
      credentials: new Credentials({ ...settings, source: options.credentialSource ?? "the client's options" }),
      baseUrl: settings.baseUrl,
      clock,
      limiter: new Limiter(clock, { maxConcurrency: settings.maxConcurrency, random }),
      transport,
      deadlineSeconds: settings.deadlineSeconds,
      random,
      closed: closing.signal,
    };
    const listening = (sendOptions: SendOptions): SendOptions => ({
      ...sendOptions,
      onWait: (wait) => {
        for (const listener of [options.onWait, sendOptions.onWait]) {
          try {
            listener?.(wait);
          } catch {
            // A listener's mistake must not end a request.
          }
        }
      },
    });
    const carryOut: Sender = async (call, sendOptions, onSent) => {
      try {
        return await send(line, call, listening(sendOptions), onSent);
      } catch (error) {
        const look: Look = async (list) => (await reads.read(list, sendOptions, true)).result;
        throw await confirmMissing(call, error, look);
      }
    };
    const reads = new SharedReads(carryOut, clock);
    const caller: Caller = {
      send: (call, sendOptions) =>
        carryOut(call, sendOptions).finally(() => {
          if (call.write) reads.writeEnded();
        }),
      read: async (call, sendOptions) => (await reads.read(call, sendOptions)).result,
    };

    const stop = (): void => {
      closing.abort();
    };
    options.signal?.addEventListener("abort", stop);
    if (options.signal?.aborted === true) stop();
    this.#close = () => {
      options.signal?.removeEventListener("abort", stop);
      stop();
      transport.close();
    };

    const { listMaxAgeSeconds, gatherMilliseconds } = settings;
    const collecting = { clock, listMaxAgeSeconds, gatherMilliseconds, closed: closing.signal };
    this.virtualTags = new VirtualTags({ caller, reads, collecting });
    this.virtualTagVersions = new VirtualTagVersions(caller, this.virtualTags);
    this.virtualTagMetadata = new VirtualTagMetadata(caller, settings.metadataNesting);
    this.virtualTagsV1 = new VirtualTagsV1({
      caller,
      clock,
      afterEndOfLife: settings.v1AfterEndOfLife,
      changed: () => {
        this.virtualTags.forget();
      },
    });
    this.notificationEndpoints = new NotificationEndpoints(caller);
    this.catalog = new Catalog(caller);
    this.queryLanguage = new QueryLanguage(caller);
    this.scans = new Scans(caller, settings);
  }

  /** Ends what is under way and closes idle connections. The client can't be used afterwards. */
  close(): void {
    this.#close();
  }
}
